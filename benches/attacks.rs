//! Ways to find what sliders see, side by side.
//!
//! `cargo bench --bench attacks`; one element is one queen on an occupied board, every way on the same boards.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use ziggurat::game::keys::SplitMix;
use ziggurat::geometry::board8x8::{SQUARES, bishop_by_steps, rook_by_steps};
use ziggurat::geometry::board12x8x3::alternatives::{
    bishop_by_obstruction, bishop_by_rays, bishop_by_walk, rook_by_obstruction, rook_by_rays, rook_by_walk,
};
use ziggurat::geometry::board12x8x3::{self as board, BOARD};
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
use ziggurat::geometry::sliding8x8::pext;
use ziggurat::geometry::sliding8x8::{self, hyperbola};

/// Queens that a run asks for.
const QUEENS: usize = 1024;

/// A way to find what a queen on a place sees.
type Queen<Board> = fn(usize, Board) -> Board;

/// Squares with boards of which every fourth square is occupied on average.
fn boards<Board>(place: impl Fn(u64) -> usize, board: impl Fn(u64, u64) -> Board) -> Vec<(usize, Board)> {
    let mut random = SplitMix::new(8);
    let mut quarter = || random.next() & random.next();
    (0..QUEENS).map(|_| (place(quarter()), board(quarter(), quarter()))).collect()
}

fn compare<Board: Copy>(c: &mut Criterion, name: &str, boards: &[(usize, Board)], ways: &[(&str, Queen<Board>)]) {
    let mut group = c.benchmark_group(name);
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(QUEENS as u64));
    for &(way, queen) in ways {
        group.bench_function(way, |b| {
            b.iter(|| {
                for &(place, occupied) in boards {
                    black_box(queen(black_box(place), occupied));
                }
            });
        });
    }
    group.finish();
}

fn on_8x8(c: &mut Criterion) {
    let ways: &[(&str, Queen<u64>)] = &[
        ("in use", |from, occupied| sliding8x8::queen(from, occupied)),
        ("hyperbola", |from, occupied| hyperbola::rook(from, occupied) | hyperbola::bishop(from, occupied)),
        #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
        ("pext", |from, occupied| pext::rook(from, occupied) | pext::bishop(from, occupied)),
        ("steps", |from, occupied| rook_by_steps(from, occupied) | bishop_by_steps(from, occupied)),
    ];
    compare(c, "attacks/8x8", &boards(|bits| bits as usize % SQUARES, |bits, _| bits), ways);
}

fn on_12x8(c: &mut Criterion) {
    let ways: &[(&str, Queen<u128>)] = &[
        ("in use (hyperbola)", |from, occupied| board::rook(from, occupied) | board::bishop(from, occupied)),
        ("obstruction", |from, occupied| rook_by_obstruction(from, occupied) | bishop_by_obstruction(from, occupied)),
        ("rays", |from, occupied| rook_by_rays(from, occupied) | bishop_by_rays(from, occupied)),
        ("walk", |from, occupied| rook_by_walk(from, occupied) | bishop_by_walk(from, occupied)),
    ];
    let places: Vec<usize> = (0..128).filter(|&place| BOARD >> place & 1 != 0).collect();
    let place = |bits: u64| places[bits as usize % places.len()];
    let boards = boards(place, |high, low| (u128::from(high) << 64 | u128::from(low)) & BOARD);
    compare(c, "attacks/12x8", &boards, ways);
}

criterion_group!(benches, on_8x8, on_12x8);
criterion_main!(benches);
