//! The engine of a variant whose sides move in turn.

use super::{Answer, Control, Limits, Resources};
use crate::game::engine::{Engine, Job};
use crate::game::referee::TurnReferee;
use crate::game::{InputError, MoveClass, Position, Referee};
use std::sync::Arc;

/// The referee of a variant and the search over it.
pub struct Driver<P> {
    referee: TurnReferee<P>,
}

impl<P: Position> Driver<P> {
    /// An engine at the start position.
    pub fn new() -> Driver<P> {
        Driver { referee: TurnReferee::new() }
    }
}

impl<P: Position> Default for Driver<P> {
    fn default() -> Self {
        Driver::new()
    }
}

impl<P: Position> Engine for Driver<P> {
    fn referee(&self) -> &dyn Referee {
        &self.referee
    }

    fn referee_mut(&mut self) -> &mut dyn Referee {
        &mut self.referee
    }

    fn prepare(&self, _limits: Limits, _resources: &Arc<Resources>, _control: &Arc<Control>) -> Result<Job, InputError> {
        let game = self.referee.game().clone();
        let style = self.referee.style();
        Ok(Box::new(move |_report| {
            let mut moves = P::Moves::default();
            game.position().generate(MoveClass::All, &mut moves);
            let best = moves.first().map(|&m| game.position().write_move(m, style));
            Answer { best, ponder: None, nodes: 0 }
        }))
    }

    fn forget(&mut self) {}
}
