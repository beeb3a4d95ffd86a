//! Searches of fixed depth over the bench positions of every variant of the registry.
//!
//! `cargo bench --bench search`; the throughput is nodes a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::sync::Arc;
use std::time::Duration;
use ziggurat::game::registry::VARIANTS;
use ziggurat::search::bench;

/// How many half-moves less than `bench` itself: the runs are repeated.
const SHALLOWER: u32 = 2;

fn bench_positions(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    for variant in VARIANTS {
        let depth = variant.bench.depth - SHALLOWER;
        let run = || bench::run(variant, Some(depth), &Arc::default()).expect("bench positions can be searched");
        group.throughput(Throughput::Elements(run().nodes));
        group.bench_function(format!("{}/depth {depth}", variant.info.name), |b| b.iter(run));
    }
    group.finish();
}

criterion_group!(benches, bench_positions);
criterion_main!(benches);
