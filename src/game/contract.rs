//! The contract, checked: every variant passes [`check`], or [`check_joint`] if its sides order at once, by one line in
//! `tests/`.

use super::keys::SplitMix;
use super::perft::{self, Method, Table};
use super::{Game, JointGame, JointPosition, JointReferee, MoveClass, MoveStyle, PackedMove, Position, Reading, Referee, Side};
use std::collections::HashSet;
use std::num::NonZeroU32;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How far and how often [`check`] walks.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games from each text.
    pub games: usize,
    /// Half-moves of a game, or turns.
    pub plies: usize,
}

/// Walks random games from the start and from `texts` and holds every position of them to the contract.
///
/// # Panics
/// At the first breach, with the position and what is wrong.
pub fn check<P: Position>(texts: &[&str], effort: Effort) {
    let mut random = SplitMix::new(0x2166_0a3b);
    for text in [P::INFO.start].iter().chain(texts) {
        let start = P::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(start.write(), *text, "a canonical text is written as it was read");
        check_perft(&start);
        for _ in 0..effort.games {
            let mut game = Game::new(start.clone());
            for _ in 0..effort.plies {
                check_position(game.position(), &mut random);
                let moves = all_moves(game.position());
                if moves.is_empty() {
                    break;
                }
                game.play(moves[random.below(moves.len())]);
            }
        }
    }
}

fn all_moves<P: Position>(position: &P) -> Vec<P::Move> {
    let mut moves = P::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    moves.to_vec()
}

fn check_position<P: Position>(position: &P, random: &mut SplitMix) {
    let text = position.write();
    check_texts(position, &text);
    check_keys(position, &text);
    check_generator(position, &text);
    check_is_legal(position, &text, random);
    check_moves(position, &text);
    check_take_backs(position, &text);
    check_mirror(position, &text);
}

fn check_texts<P: Position>(position: &P, text: &str) {
    for reading in [Reading::Strict, Reading::Lenient] {
        let again = P::read(text, reading).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(again.write(), text, "{reading:?} reading changes the text");
        assert_eq!(again.repetition_key(), position.repetition_key(), "{text}: the repetition key is not in the text");
    }
}

fn check_keys<P: Position>(position: &P, text: &str) {
    let kept = (position.repetition_key(), position.search_key());
    assert_eq!(kept, position.keys_from_scratch(), "{text}: kept keys differ from those from scratch");
    if let Some(passed) = position.pass() {
        assert_ne!(passed.side(), position.side(), "{text}: a pass does not change the side");
        assert_eq!((passed.repetition_key(), passed.search_key()), passed.keys_from_scratch(), "{text}: keys after a pass");
        assert!(!position.in_check(), "{text}: a pass out of check");
    }
}

fn check_generator<P: Position>(position: &P, text: &str) {
    let all = all_moves(position);
    let set: HashSet<_> = all.iter().copied().collect();
    assert_eq!(set.len(), all.len(), "{text}: a move is generated twice");
    assert_eq!(position.count_moves(), all.len() as u64, "{text}: count_moves");
    let mut together = HashSet::new();
    for (class, noisy) in [(MoveClass::Noisy, true), (MoveClass::Quiet, false)] {
        let mut moves = P::Moves::default();
        position.generate(class, &mut moves);
        for &m in moves.iter() {
            assert!(together.insert(m), "{text}: {m:?} is generated twice by class");
            assert_eq!(position.is_noisy(m), noisy, "{text}: is_noisy({m:?}) against its class");
        }
    }
    assert_eq!(together, set, "{text}: noisy and quiet together are not all");
}

fn check_is_legal<P: Position>(position: &P, text: &str, random: &mut SplitMix) {
    let set: HashSet<_> = all_moves(position).into_iter().map(|m| m.to_bits().get()).collect();
    let noise = (0..50).map(|_| random.next() as u32 >> random.below(32));
    let near = set.iter().flat_map(|&bits| (0..32).map(move |bit| bits ^ (1 << bit)));
    for bits in set.iter().copied().chain(near).chain(noise) {
        if let Some(bits) = NonZeroU32::new(bits) {
            let legal = position.is_legal(P::Move::from_bits(bits));
            assert_eq!(legal, set.contains(&bits.get()), "{text}: is_legal({bits:#x}) against the generator");
        }
    }
}

fn check_moves<P: Position>(position: &P, text: &str) {
    let mut texts = HashSet::new();
    for m in all_moves(position) {
        for chess960 in [false, true] {
            let style = MoveStyle { chess960 };
            let token = position.write_move(m, style);
            assert_eq!(position.read_move(&token, style), Ok(m), "{text}: {token} is read as another move");
            assert!(!token.contains(char::is_whitespace), "{text}: {token:?} holds a blank");
            assert!(texts.insert((chess960, token)), "{text}: two moves with one text");
        }
        let san = position.write_san(m);
        assert_eq!(position.read_san(&san), Ok(m), "{text}: {san} is read as another move");
        assert!(position.history_index(m, position.threats()) < P::HISTORY_SLOTS, "{text}: history_index({san})");
        assert!(position.piece_to(m) < P::PIECE_TO_SLOTS, "{text}: piece_to({san})");
        let mut after = position.clone();
        after.play(m);
        let mut copied = position.clone();
        copied.play_from(position, m);
        assert_eq!(copied, after, "{text}: {san} played on a copy");
        if position.gives_danger(m) {
            assert!(after.in_danger(), "{text}: {san} gives no danger");
        }
    }
}

/// The positions after moves that a position and a variation of it both have; the number of moves of the first that the second
/// has not.
fn check_same_moves<P: Position>(position: &P, variation: &P, text: &str) -> usize {
    let (moves, others) = (all_moves(position), all_moves(variation));
    let common = moves.iter().filter(|m| others.contains(m));
    for &m in common.clone() {
        let [mut after, mut after_variation] = [position, variation].map(Clone::clone);
        after.play(m);
        after_variation.play(m);
        assert_eq!(after, after_variation, "{text}: {m:?} leads elsewhere");
    }
    moves.len() - common.count()
}

fn check_take_backs<P: Position>(position: &P, text: &str) {
    let taking_back: Vec<_> = all_moves(position).into_iter().filter(|&m| position.takes_back(m)).collect();
    if let Some((back, accepted)) = position.take_back() {
        assert_eq!(taking_back, [back], "{text}: another move takes back");
        assert_eq!(accepted.repetition_key(), position.repetition_key(), "{text}: accepted, it stands elsewhere");
        assert_eq!((accepted.take_back(), accepted.board_draw()), (None, position.board_draw()), "{text}: accepted");
        assert_eq!(check_same_moves(position, &accepted, text), 1, "{text}: moves if the last one is accepted");
        assert_eq!(all_moves(&accepted).len() + 1, all_moves(position).len(), "{text}: moves if the last one is accepted");
    }
    if let Some(free) = position.without_ban() {
        assert_eq!(check_same_moves(position, &free, text), 0, "{text}: moves without the ban");
        let seen = |position: &P| (position.evaluate(), position.in_danger(), position.board_draw());
        assert_eq!(seen(&free), seen(position), "{text}: seen without the ban");
        assert_eq!(free.without_ban(), None, "{text}: a ban without the ban");
    }
}

fn check_mirror<P: Position>(position: &P, text: &str) {
    let mirror = position.mirrored();
    assert_ne!(mirror.side(), position.side(), "{text}: the mirror image has the same side to move");
    assert_eq!(mirror.mirrored().write(), text, "mirrored twice");
    assert_eq!(mirror.count_moves(), position.count_moves(), "{text}: moves of the mirror image");
    assert_eq!(mirror.in_check(), position.in_check(), "{text}: check in the mirror image");
    assert_eq!(mirror.evaluate(), position.evaluate(), "{text}: the evaluation favours a colour");
}

fn check_perft<P: Position>(position: &P) {
    let expected = perft::perft_each(position, 2);
    let table = Table::new(1).unwrap_or_else(|e| panic!("{e}"));
    for (threads, table, bulk) in
        [(1, None, true), (1, None, false), (1, Some(&table), true), (2, None, true), (2, Some(&table), false)]
    {
        let told = AtomicUsize::new(0);
        let tell = || {
            told.fetch_add(1, Relaxed);
        };
        let method = Method { threads, table, bulk, told: Some(&tell) };
        let counts = perft::divide(position, 2, method, &|| false);
        assert_eq!(counts.as_ref().map(Vec::len), Some(told.load(Relaxed)), "the first moves that perft tells of");
        let total = counts.map(|counts| counts.iter().map(|(_, n)| n).sum::<u64>());
        assert_eq!(total, Some(expected), "perft with {threads} threads, a table: {}, bulk: {bulk}", table.is_some());
        if expected > 0 {
            assert_eq!(perft::divide(position, 3, method, &|| true), None, "perft goes on although it was stopped");
        }
    }
}

// ---- Simultaneous orders ----

/// More orders than this are not held against each other one by one.
const COMPARED_ORDERS: usize = 3000;

/// The same for a variant with simultaneous orders: walks random games from the start and from `texts`.
///
/// # Panics
/// At the first breach, with the position and what is wrong.
pub fn check_joint<P: JointPosition>(texts: &[&str], effort: Effort) {
    let mut random = SplitMix::new(0x2166_0a3b);
    for text in [P::INFO.start].iter().chain(texts) {
        let (start, side) = P::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(start.write(side), *text, "a canonical text is written as it was read");
        check_joint_perft::<P>(text);
        for _ in 0..effort.games {
            let mut game = JointGame::new(start, Side::White);
            for _ in 0..effort.plies {
                check_joint_position(game.position(), &mut random);
                let orders = Side::BOTH.map(|side| game.position().order_by_lot(side, &mut random));
                let [Some(white), Some(black)] = orders else { break };
                let given = [white, black].map(|order| game.give(order));
                assert_eq!(given, [Ok(()), Ok(())], "{}", game.position().write(Side::White));
            }
        }
    }
}

fn check_joint_position<P: JointPosition>(position: &P, random: &mut SplitMix) {
    let text = position.write(Side::White);
    for reading in [Reading::Strict, Reading::Lenient] {
        for side in Side::BOTH {
            let again = P::read(&position.write(side), reading).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(again, (*position, side), "{text}: {reading:?} reading changes the position");
        }
    }
    assert_eq!(position.key(), position.key_from_scratch(), "{text}: the kept key differs from that from scratch");
    let mirror = position.mirrored();
    assert_eq!(mirror.mirrored(), *position, "{text}: mirrored twice");
    assert_eq!(mirror.evaluate(), -position.evaluate(), "{text}: the evaluation favours a colour");
    for side in Side::BOTH {
        assert_eq!(mirror.count_orders(!side), position.count_orders(side), "{text}: orders of the mirror image");
        check_orders(position, side, &text);
        check_building(position, side, &text, random);
        if let Some(order) = position.order_by_lot(side, random) {
            assert!(position.is_legal(side, order), "{text}: {order:?} by lot");
            check_order_texts(position, side, order, &text);
        }
    }
}

/// The first orders of a side: all of them, if they can be compared.
fn first_orders<P: JointPosition>(position: &P, side: Side) -> Vec<P::Order> {
    let mut orders = Vec::new();
    let _ = position.visit_orders(side, |order| {
        orders.push(order);
        if orders.len() > COMPARED_ORDERS { Break(()) } else { Continue(()) }
    });
    orders
}

fn check_orders<P: JointPosition>(position: &P, side: Side, text: &str) {
    let orders = first_orders(position, side);
    let set: HashSet<_> = orders.iter().copied().collect();
    assert_eq!(set.len(), orders.len(), "{text}: an order is listed twice");
    let texts: Vec<_> = orders.iter().map(|&order| position.write_order(order)).collect();
    assert!(texts.is_sorted_by(|a, b| a < b), "{text}: not listed in byte order");
    for &order in orders.iter().step_by(29) {
        check_order_texts(position, side, order, text);
    }
    if orders.len() <= COMPARED_ORDERS {
        assert_eq!(position.count_orders(side), orders.len() as u64, "{text}: count_orders");
        for order in orders.into_iter().chain(first_orders(position, !side)) {
            assert_eq!(position.is_legal(side, order), set.contains(&order), "{text}: is_legal({order:?}) against the list");
        }
    }
}

fn check_order_texts<P: JointPosition>(position: &P, side: Side, order: P::Order, text: &str) {
    let token = position.write_order(order);
    assert_eq!(position.read_order(side, &token), Ok(order), "{text}: {token} is read as another order");
    assert!(!token.contains(char::is_whitespace), "{text}: {token:?} holds a blank");
    let san = position.write_san(order);
    assert_eq!(position.read_san(side, &san), Ok(order), "{text}: {san} is read as another order");
}

/// What the search builds is legal.
fn check_building<P: JointPosition>(position: &P, side: Side, text: &str, random: &mut SplitMix) {
    if position.king_loss().is_some() {
        return;
    }
    let seeds = position.seeds(side);
    assert!(!seeds.is_empty(), "{text}: nothing to build orders from");
    for &seed in &seeds {
        assert!(position.is_legal(side, seed), "{text}: the seed {seed:?}");
        if let Some(order) = position.joined(side, seed, seeds[random.below(seeds.len())]) {
            assert!(position.is_legal(side, order), "{text}: {order:?} is joined");
        }
    }
}

fn check_joint_perft<P: JointPosition>(text: &str) {
    let mut referee = JointReferee::<P>::new();
    referee.set_position(Some(text), Reading::Strict, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    let each = Method { bulk: false, ..Method::default() };
    if referee.perft(1, Method::default()) > COMPARED_ORDERS as u64 {
        return;
    }
    // Three orders deep where that has an end soon.
    let depth = if referee.perft(2, Method::default()) < 20_000 { 3 } else { 1 };
    let expected = referee.perft(depth, each);
    let table = Table::new(1).unwrap_or_else(|e| panic!("{e}"));
    for (threads, table) in [(1, None), (1, Some(&table)), (2, None), (2, Some(&table))] {
        let method = Method { threads, table, ..Method::default() };
        assert_eq!(referee.perft(depth, method), expected, "{text} with {threads} threads, a table: {}", table.is_some());
        let divided: Option<u64> =
            referee.divide_until(depth, method, &|| false).map(|lines| lines.iter().map(|(_, n)| n).sum());
        assert_eq!(divided, Some(expected), "{text} divided");
        if depth > 2 && expected > 0 {
            assert_eq!(referee.divide_until(depth, method, &|| true), None, "perft goes on although it was stopped");
        }
    }
}
