//! A referee that can search: the object-safe interface of the protocol and the commands.

use super::{InputError, Referee};
use crate::search::{Answer, Control, Limits, Listener, Resources};
use std::sync::Arc;

/// A search that is ready to run, on whatever thread. It holds its own copy of the game, so the engine may be given
/// another position meanwhile. It tells the listener how it goes and returns the answer.
pub type Job = Box<dyn FnOnce(&mut dyn Listener) -> Answer + Send>;

/// An engine for one variant: a [`Referee`] and its search.
pub trait Engine: Send {
    /// The game that is searched.
    fn referee(&self) -> &dyn Referee;

    /// The game, to set positions and play moves.
    fn referee_mut(&mut self) -> &mut dyn Referee;

    /// Makes ready a search of the game as it stands. `limits` count from their own start; `control` stops it.
    ///
    /// # Errors
    /// A move of `searchmoves` that is not legal.
    fn prepare(&self, limits: Limits, resources: &Arc<Resources>, control: &Arc<Control>) -> Result<Job, InputError>;

    /// Forgets what earlier searches learned (`ucinewgame`).
    fn forget(&mut self);
}
