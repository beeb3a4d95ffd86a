//! The fixed work whose number of nodes is the signature of the search and the evaluations.

use super::{Control, Limits, Resources};
use crate::game::registry::Variant;
use crate::game::{InputError, Reading};
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

/// Searches the bench positions of a variant on one thread, each with empty tables, to `depth` or the variant's own.
///
/// # Errors
/// A bench position that is not one, and a machine without memory for the table.
pub fn run(variant: &Variant, depth: Option<u32>) -> Result<Measure, InputError> {
    let mut engine = (variant.engine)();
    let resources = Arc::new(Resources::new(HASH_MIB, 1)?);
    let mut total = Measure::default();
    let depth = depth.unwrap_or(variant.bench.depth);
    for line in variant.bench.positions.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let text = line.split(" ;").next().unwrap_or(line);
        engine.referee_mut().set_position(Some(text), Reading::Strict, &[])?;
        engine.forget();
        resources.clear();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let job = engine.prepare(limits, &resources, &Arc::new(Control::default()))?;
        let start = Instant::now();
        total.nodes += job(&mut |_| ()).nodes;
        total.time += start.elapsed();
    }
    Ok(total)
}
