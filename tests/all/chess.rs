//! Chess against its contract and against another generator.

use ziggurat::game::contract::{self, Effort};
use ziggurat::variants::chess::Chess;

const TEXTS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "1r2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K2R b KBkq - 3 5",
];

#[test]
fn contract() {
    contract::check::<Chess>(&TEXTS, Effort { games: 12, plies: 60 });
}
