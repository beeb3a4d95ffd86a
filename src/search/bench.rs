//! The fixed work whose number of nodes is the signature of the search and the evaluations.

use super::{Control, Limits, Report, Resources};
use crate::game::registry::Variant;
use crate::game::{InputError, MoveStyle, Reading, suite};
use std::ops::AddAssign;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The table of a bench in MiB, whatever the user's is.
const HASH_MIB: usize = 16;

/// What a bench took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Measure {
    /// The nodes searched.
    pub nodes: u64,
    /// The time that the searches took.
    pub time: Duration,
}

impl AddAssign for Measure {
    fn add_assign(&mut self, other: Measure) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Searches the bench positions of a variant on one thread, each with empty tables, to `depth` or the variant's own,
/// until `control` stops it; then the measure is of no use.
///
/// # Errors
/// A bench position that is not one, and a machine without memory for the table.
pub fn run(variant: &Variant, depth: Option<u32>, control: &Arc<Control>) -> Result<Measure, InputError> {
    let mut engine = (variant.engine)();
    let resources = Arc::new(Resources::new(HASH_MIB, 1)?);
    let mut total = Measure::default();
    let depth = depth.unwrap_or(variant.bench.depth);
    for entry in suite::entries(variant.bench.positions)? {
        let referee = engine.referee_mut();
        referee.set_style(MoveStyle { chess960: entry.is_chess960() });
        referee.set_position(entry.fen(), Reading::Strict, &[]).map_err(|e| entry.error(e))?;
        engine.forget();
        resources.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let job = engine.prepare(limits, &resources, control)?;
        let start = Instant::now();
        let nodes = job(&mut |_: &Report| ()).nodes;
        total += Measure { nodes, time: start.elapsed() };
        if control.is_stopped() {
            break;
        }
    }
    Ok(total)
}
