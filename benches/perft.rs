//! perft: chess beside two other generators, the other variants from the start and over their suites; Gulliver's orders
//! counted, listed and carried out.
//!
//! `cargo bench --bench perft`; the throughput is leaves a second.

use chess::MoveGen;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::str::FromStr;
use ziggurat::game::keys::SplitMix;
use ziggurat::game::perft::{perft, perft_each};
use ziggurat::game::suite::entries;
use ziggurat::game::{JointPosition, Position, Reading, Side};
use ziggurat::variants::chess::Chess;
use ziggurat::variants::dragonchess::Dragonchess;
use ziggurat::variants::gnome::Gnome;
use ziggurat::variants::gulliver::{Gulliver, Order};
use ziggurat::variants::iceage::IceAge;

const CHESS: [(&str, &str, u32); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
];

/// Bulk counted, as the crate's own documentation does it.
fn cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                leaves += cozy(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

/// Bulk counted, as the crate's own documentation does it.
fn jordan(board: &chess::Board, depth: u32) -> u64 {
    let moves = MoveGen::new_legal(board);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.map(|m| jordan(&board.make_move_new(m), depth - 1)).sum()
}

fn read<P: Position>(text: &str) -> P {
    P::read(text, Reading::Strict).expect("a position of this file")
}

/// Positions counted together, each to its depth: in bulk, and with every move made.
fn ours<P: Position>(group: &mut BenchmarkGroup<WallTime>, name: &str, work: &[(P, u32)]) {
    let leaves = |count: fn(&P, u32) -> u64| work.iter().map(|(position, depth)| count(black_box(position), *depth)).sum();
    group.throughput(Throughput::Elements(leaves(perft)));
    group.bench_function(format!("{name}/bulk"), |b| b.iter(|| leaves(perft)));
    group.bench_function(format!("{name}/each"), |b| b.iter(|| leaves(perft_each)));
}

fn chess_beside_others(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft/chess");
    group.sample_size(10);
    for (name, text, depth) in CHESS {
        ours(&mut group, name, &[(read::<Chess>(text), depth)]);
        let board = cozy_chess::Board::from_str(text).expect("a position of this file");
        group.bench_function(format!("{name}/cozy-chess"), |b| b.iter(|| cozy(black_box(&board), depth)));
        let board = chess::Board::from_str(text).expect("a position of this file");
        group.bench_function(format!("{name}/chess"), |b| b.iter(|| jordan(black_box(&board), depth)));
    }
    group.finish();
}

/// A variant from the start to one depth, and every position of its suite to another.
fn variant<P: Position>(c: &mut Criterion, suite: &str, (start_depth, suite_depth): (u32, u32)) {
    let mut group = c.benchmark_group(format!("perft/{}", P::INFO.name));
    group.sample_size(10);
    ours(&mut group, "start", &[(read::<P>(P::INFO.start), start_depth)]);
    let suite = entries(suite).expect("a suite");
    let suite: Vec<_> = suite.iter().map(|entry| (read::<P>(entry.position), suite_depth)).collect();
    ours(&mut group, "suite", &suite);
    group.finish();
}

fn variants(c: &mut Criterion) {
    variant::<Dragonchess>(c, include_str!("../positions/dragonchess.perft"), (3, 3));
    variant::<IceAge>(c, include_str!("../positions/iceage.perft"), (5, 3));
    variant::<Gnome>(c, include_str!("../positions/gnome.perft"), (3, 2));
}

/// Random turns from the start, with both orders.
fn turns(games: usize) -> Vec<(Gulliver, [Order; 2])> {
    let mut random = SplitMix::new(1);
    let start = Gulliver::read(Gulliver::INFO.start, Reading::Strict).expect("the start").0;
    let mut turns = Vec::new();
    for _ in 0..games {
        let mut position = start;
        while let [Some(white), Some(black)] = Side::BOTH.map(|side| position.order_by_lot(side, &mut random)) {
            turns.push((position, [white, black]));
            position = position.after([white, black]);
        }
    }
    turns
}

fn gulliver(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft/gulliver");
    group.sample_size(10);
    let start = Gulliver::read(Gulliver::INFO.start, Reading::Strict).expect("the start").0;
    group.throughput(Throughput::Elements(start.count_orders(Side::White)));
    group.bench_function("start/count", |b| b.iter(|| black_box(&start).count_orders(Side::White)));
    let list = || {
        let mut orders = 0;
        let _: ControlFlow<()> = black_box(&start).visit_orders(Side::White, |_| {
            orders += 1;
            ControlFlow::Continue(())
        });
        orders
    };
    group.bench_function("start/list", |b| b.iter(list));
    let turns = turns(10);
    group.throughput(Throughput::Elements(turns.len() as u64));
    let carry_out = || turns.iter().fold(0, |keys, (position, orders)| keys ^ position.after(*orders).key());
    group.bench_function("turns", |b| b.iter(carry_out));
    group.bench_function("evaluations", |b| b.iter(|| turns.iter().map(|(position, _)| position.evaluate()).sum::<i32>()));
    group.finish();
}

criterion_group!(benches, chess_beside_others, variants, gulliver);
criterion_main!(benches);
