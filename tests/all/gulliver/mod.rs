//! Gulliver as its users see it.

mod games;
mod rules;
mod search;
mod uci;

use ziggurat::game::contract::{Effort, check_joint};
use ziggurat::game::registry;
use ziggurat::game::suite::entries;
use ziggurat::variants::gulliver::Gulliver;

/// Texts that random games from the start do not reach soon: stocks, kings together with others, kings lost.
const ODD: &[&str] = &[
    "4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1",
    "8/8/3k4/2pp4/8/2PP4/8/2K5[] w - - 0 1",
    "7k/8/4(qrbnp)3/8/3(QRBNP)4/8/8/K7[] w - - 0 1",
    "8/8/8/2k5/3(KQ)4/8/8/8[RBNPqrbnp] b - - 49 60",
    "8/8/8/8/8/8/4R3/4K3[] w - - 0 1",
];

#[test]
fn the_contract_is_kept() {
    let bench = registry::find("gulliver").unwrap().bench.positions;
    let bench = entries(bench).unwrap();
    let texts: Vec<&str> = bench.iter().map(|entry| entry.position).chain(ODD.iter().copied()).collect();
    check_joint::<Gulliver>(&texts, Effort { games: 2, plies: 40 });
}
