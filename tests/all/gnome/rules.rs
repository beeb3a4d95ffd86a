//! One test a rule, in the order of their numbers.

use std::collections::BTreeSet;
use ziggurat::game::referee::TurnReferee;
use ziggurat::game::{Position, Reading, Referee};
use ziggurat::variants::gnome::Gnome;

/// A position text of a board and a side to move, say `7k/8/8/8/8/8/8/K7 w`. Whoever is to move holds the veto, so that
/// nobody can use it for two moves. Longer texts are left as they are.
pub fn text(short: &str) -> String {
    match short.split_once(' ') {
        Some((board, side @ ("w" | "b"))) => format!("{board} {side} - - {side}1 - 0 1"),
        _ => short.to_owned(),
    }
}

pub fn game(short: &str, moves: &[&str]) -> TurnReferee<Gnome> {
    let mut referee = TurnReferee::new();
    let text = text(short);
    referee.set_position(Some(&text), Reading::Strict, moves).unwrap_or_else(|e| panic!("{text}: {e}"));
    referee
}

/// The board after moves.
pub fn after(short: &str, moves: &[&str]) -> String {
    game(short, moves).text().split(' ').next().unwrap().to_owned()
}

pub fn moves(short: &str) -> BTreeSet<String> {
    legal(&game(short, &[]))
}

fn legal(game: &TurnReferee<Gnome>) -> BTreeSet<String> {
    game.legal_moves(false).moves.into_iter().map(|m| m.text).collect()
}

/// What follows the origin in the moves from a square, shifts aside, in order, by one blank each.
fn goes(short: &str, origin: &str) -> String {
    let moves = moves(short);
    let found: Vec<_> = moves.iter().filter_map(|m| m.strip_prefix(origin)).filter(|tail| !tail.starts_with('~')).collect();
    found.join(" ")
}

/// Which of some moves are legal.
fn allowed(short: &str, wanted: &str) -> String {
    let moves = moves(short);
    let found: Vec<_> = wanted.split(' ').filter(|&m| moves.contains(m)).collect();
    found.join(" ")
}

fn outcome(short: &str, moves: &[&str]) -> Option<String> {
    game(short, moves).outcome().map(|outcome| outcome.to_string())
}

fn is_check(short: &str) -> bool {
    game(short, &[]).in_check()
}

/// A field of the text after moves: 0 board, 1 side, 2 castling, 3 en passant, 4 veto, 5 moved, 6 clock, 7 number.
fn field(short: &str, moves: &[&str], field: usize) -> String {
    game(short, moves).text().split(' ').nth(field).unwrap().to_owned()
}

const START: &str = Gnome::INFO.start;

// ---- Piles ----

#[test]
fn rule_1_all_but_the_top_of_a_pile_are_rooks_of_any_colour_and_number() {
    for board in
        ["(RrRb!)7/6k1/8/8/8/8/8/K7", "(RRRRRRRRRRRRRRRrrrrrrrrrrrrrrrK)7/6k1/8/8/8/8/8/8", "(rR)7/6k1/8/8/8/8/8/(rrK)7"]
    {
        assert_eq!(after(&format!("{board} w"), &[]), board);
    }
    let refused = Gnome::read(&text("(NR)6k/8/8/8/8/8/8/K7 w"), Reading::Strict).unwrap_err().to_string();
    assert_eq!(refused, "board: rank 8 \"N\": only rooks stand under others");
}

#[test]
fn rule_2_a_piece_moves_from_its_square_whatever_its_level_and_piles_block() {
    let bishop = "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7";
    assert_eq!(goes("6k1/8/8/8/3B4/8/8/7K w", "d4"), format!("{bishop} h8"));
    assert_eq!(goes("k7/8/8/8/3(RB)4/8/8/7K w", "d4^2"), format!("{bishop} h8"));
    assert_eq!(goes("k7/8/5(Rn)2/8/3(RB)4/2(RN)5/8/7K w", "d4^2"), "a7 b6 c5 e3 e5 f2 g1", "closed piles, own ground");
}

#[test]
fn rule_3_the_movers_are_the_top_and_every_rook_with_all_above_it() {
    let pile = "7k/8/8/8/3(rRN)4/8/8/7K";
    let origins = |side: char| -> BTreeSet<String> {
        let movers = moves(&format!("{pile} {side}"));
        movers.iter().filter(|m| m.starts_with("d4")).map(|m| m[..if m.contains("d4^") { 4 } else { 2 }].to_owned()).collect()
    };
    assert_eq!(origins('w'), ["d4^2", "d4^3"].map(String::from).into());
    assert_eq!(origins('b'), ["d4".to_owned()].into());
    assert_eq!(after(&format!("{pile} w"), &["d4^2d8"]), "3(RN)3k/8/8/8/3r4/8/8/7K");
    assert_eq!(after(&format!("{pile} w"), &["d4^3e2"]), "7k/8/8/8/3(rR)4/8/4N3/7K");
    assert_eq!(after(&format!("{pile} b"), &["d4a4"]), "7k/8/8/8/(rRN)7/8/8/7K");
}

#[test]
fn rule_4_climbing_and_capturing() {
    assert_eq!(allowed("r6k/8/8/8/8/8/8/R6K w", "a1a8 a1a8^ a1a7^"), "a1a8 a1a8^", "an enemy rook: both");
    assert_eq!(allowed("7k/8/8/8/8/8/8/R3R2K w", "a1e1 a1e1^"), "a1e1^", "an own rook: climb");
    assert_eq!(allowed("7k/8/8/8/8/8/8/R3(rN)2K w", "a1e1 a1e1^"), "a1e1", "an enemy rook under another: capture");
    assert_eq!(allowed("7k/8/8/8/8/8/8/R3(Rn)2K w", "a1e1 a1e1^"), "", "own ground, a top that is no rook: closed");
    assert_eq!(allowed("7k/8/8/8/8/8/7K/R3(Rr)3 w", "a1e1 a1e1^"), "a1e1^");
    assert_eq!(after("7k/8/8/8/8/8/7K/(Rn)3(rR)3 w", &["a1e1^"]), "7k/8/8/8/8/8/7K/4(rRRn)3");
}

#[test]
fn rule_4_pawns_climb_with_steps_and_where_they_could_capture() {
    assert_eq!(goes("7k/8/8/4r3/3P4/8/8/K7 w", "d4"), "c4 d3 d5 e4 e5 e5^");
    assert_eq!(goes("7k/8/8/2Rr4/3P4/8/8/K7 w", "d4"), "c4 d3 d5^ e4", "no climb on the diagonal onto an own rook");
    assert_eq!(goes("7k/8/8/4(rR)3/3P4/8/8/K7 w", "d4"), "c4 d3 d5 e4 e5 e5^");
    assert_eq!(goes("7k/8/8/8/3r4/8/3P4/K7 w", "d2"), "c2 d1 d3 d4^ e2", "the double step climbs");
}

// ---- Captures and falls ----

/// The example of the source: tower against tower, the knight is left.
#[test]
fn rule_5_the_towers_of_the_source_fall_on_each_other() {
    assert_eq!(after("(rp)6k/8/8/8/8/8/8/(RRN)6K b", &["a8a1"]), "7k/8/8/8/8/8/8/N6K");
}

#[test]
fn rule_5_captures_with_and_without_a_cascade() {
    assert_eq!(after("n6k/8/8/8/8/8/8/(Rn)6K w", &["a1a8"]), "(Rn)6k/8/8/8/8/8/8/7K", "nobody falls: the column stands");
    assert_eq!(after("(rn)6k/8/8/8/8/8/8/R6K w", &["a1a8"]), "n6k/8/8/8/8/8/8/7K", "the knight crushes the rook");
    assert_eq!(after("(rn)6k/8/8/8/8/8/8/(Rn)6K w", &["a1a8"]), "n6k/8/8/8/8/8/8/7K", "the knight carried crushes the other");
    assert_eq!(after("(rrrp)6k/8/8/8/8/8/8/R6K w", &["a1a8"]), "p6k/8/8/8/8/8/8/7K", "one side exhausted, the falls go on");
    assert_eq!(after("(rn)6k/8/8/8/8/8/8/(RRRN)6K w", &["a1a8"]), "N6k/8/8/8/8/8/8/7K");
}

/// The example of the source: the bishop takes a rook under a pawn.
#[test]
fn rule_5_the_bishop_of_the_source_falls_back_on_the_pawn() {
    let start = "7k/8/8/8/3(rp)4/8/8/B6K w";
    assert_eq!(after(start, &["a1d4"]), "7k/8/8/8/3B!4/8/8/7K");
    assert_eq!(after(start, &["a1d4", "h8g8f8"]), "5k2/8/8/8/3B!4/8/8/7K", "it stays during the other side's move");
    assert_eq!(after(start, &["a1d4", "h8g8f8", "h1g1h1"]), "5k2/8/8/8/8/8/8/7K", "and is gone after the next of its own");
    assert_eq!(after(start, &["a1d4", "h8g8f8", "d4e5"]), "5k2/8/8/8/8/8/8/7K", "even if it is the one that moves");
}

#[test]
fn rule_5_a_healthy_bishop_that_is_captured_falls_on_its_captor() {
    assert_eq!(after("b6k/8/8/8/8/8/8/R5K1 w", &["a1a8"]), "b!6k/8/8/8/8/8/8/6K1");
    assert_eq!(after("b!6k/8/8/8/8/8/8/R5K1 w", &["a1a8"]), "R6k/8/8/8/8/8/8/6K1", "a wounded one does not");
    assert_eq!(after("b6k/8/8/8/8/8/8/(RN)5K1 w", &["a1a8"]), "N6k/8/8/8/8/8/8/6K1", "the load falls on it for good");
    // The bishop crushes the rook, the pawn the wounded bishop.
    assert_eq!(after("(rrp)6k/8/2B5/8/8/8/8/7K w", &["c6a8"]), "p6k/8/8/8/8/8/8/7K");
    // The queue of a column: its crushed bishop falls before the rest of it.
    assert_eq!(after("(rrp)5k1/8/8/8/8/8/8/(RB)6K w", &["a1a8"]), "B!5k1/8/8/8/8/8/8/7K");
}

#[test]
fn rule_6_what_stood_above_falls_onto_the_level_of_the_removed_piece() {
    let pile = "7k/8/8/8/8/8/6(rrrn)1/K5N1 w";
    assert_eq!(after(pile, &["g1f3xg2"]), "7k/8/8/8/8/5N2/6n1/K7");
    assert_eq!(after(pile, &["g1f3xg2^2"]), "7k/8/8/8/8/5N2/6(rn)1/K7");
    assert_eq!(after(pile, &["g1f3xg2^3"]), "7k/8/8/8/8/5N2/6(rrn)1/K7");
    assert_eq!(after(pile, &["g1f3xg2^4"]), "7k/8/8/8/8/5N2/6(rrr)1/K7");
    assert_eq!(after("7k/8/8/8/8/8/6(rb)1/K5N1 w", &["g1f3xg2^2"]), "7k/8/8/8/8/5N2/6(rb!)1/K7", "a healthy bishop stays");
    assert_eq!(after("7k/8/8/8/8/8/6b1/K5N1 w", &["g1f3xg2"]), "7k/8/8/8/8/5N2/6b!1/K7");
    assert_eq!(after("7k/8/8/8/8/8/6b!1/K5N1 w", &["g1f3xg2"]), "7k/8/8/8/8/5N2/8/K7", "a wounded one does not");
}

#[test]
fn rule_7_a_knight_captures_on_a_level_above_the_ground() {
    let pile = "7k/8/8/8/8/5(rrrn)2/8/K5N1 w";
    assert_eq!(goes(pile, "g1f3"), " x2 x3 x4");
    assert_eq!(after(pile, &["g1f3x4"]), "7k/8/8/8/8/5(rrrN)2/8/K7");
    assert_eq!(after(pile, &["g1f3x3"]), "7k/8/8/8/8/5(rrn)2/8/K7");
    assert_eq!(after(pile, &["g1f3x2"]), "7k/8/8/8/8/5(rn)2/8/K7");
    assert_eq!(after("7k/8/8/8/8/5(rb)2/8/K5N1 w", &["g1f3x2"]), "7k/8/8/8/8/5(rb!)2/8/K7", "the bishop falls on the knight");
    assert_eq!(goes("7k/8/8/8/8/5(rRrB)2/8/K5N1 w", "g1f3"), " x3", "enemies only");
}

#[test]
fn rule_8_wounds_expire_with_the_owners_first_move_after() {
    let taken = "b6k/8/8/8/8/8/8/R5K1 w";
    assert_eq!(after(taken, &["a1a8", "h8g8h8"]), "7k/8/8/8/8/8/8/6K1");
    assert_eq!(after(taken, &["a1a8", "a8d5"]), "7k/8/8/8/8/8/8/6K1");
    assert_eq!(goes("b!6k/8/8/8/8/8/8/6K1 b", "a8"), "b7 c6 d5 e4 f3 g2 h1", "it still moves as a bishop, and threatens");
    // The mover's old wound is gone at the end, the new one of the other side is not.
    assert_eq!(after("b6k/8/8/8/8/8/7B!/R5K1 w", &["a1a8"]), "b!6k/8/8/8/8/8/8/6K1");
    assert_eq!(after("7k/8/8/8/8/8/(rB!)7/7K w", &["h1g1h1"]), "7k/8/8/8/8/8/r7/7K", "on a pile too");
}

#[test]
fn rule_8_bishops_removed_by_a_blast_are_simply_removed() {
    assert_eq!(after("7k/8/8/2bQ4/8/8/8/7K w", &["d5*"]), "7k/8/8/3Q4/8/8/8/7K");
}

#[test]
fn rule_9_a_captured_queen_blasts_her_level() {
    let start = "7k/8/2pN1(rn)2/R2q4/2(Rr)1(Rn)3/8/8/7K w";
    assert_eq!(after(start, &["a5d5"]), "7k/8/5(rn)2/3R4/2r1n3/8/8/7K", "pawn, knight, and the grounds of piles");
    // On level 2 only what stands there goes; a queen there is taken by knights alone.
    let high = "7k/8/8/2p(rq)(rn)3/8/4N3/8/K7 w";
    assert_eq!(after("7k/8/4N3/8/2p(rq)(rrn)3/8/8/7K w", &["e6d4x2"]), "7k/8/8/8/2p(rN)(rn)3/8/8/7K");
    assert_eq!(allowed(high, "e3d5 e3d5x2 e3d5^"), "e3d5 e3d5x2");
}

#[test]
fn rule_9_a_crushed_queen_blasts_too_and_her_own_square_is_not_hit() {
    assert_eq!(after("7k/8/8/p2(rp)4/2N1P3/8/8/3Q3K w", &["d1d5"]), "7k/8/8/p2p4/8/8/8/7K", "the pawn crushes her");
    assert_eq!(after("7k/8/2n5/3(rq)4/8/8/8/3(RRN)3K w", &["d1d5"]), "7k/8/8/3N4/8/8/8/7K", "crushed on the captured pile");
    assert_eq!(after("7k/8/2(rq)n4/3q4/8/8/8/3R3K w", &["d1d5"]), "7k/8/2q5/3R4/8/8/8/7K", "the queen above falls unhurt");
}

#[test]
fn rule_9_who_is_removed_by_a_blast_does_not_blast() {
    assert_eq!(after("7k/8/8/4qp2/3q4/8/8/3R3K w", &["d1d4"]), "7k/8/8/5p2/3R4/8/8/7K");
}

// ---- Movers ----

#[test]
fn rule_10_a_knight_captures_one_piece_on_its_path() {
    let around = "7k/8/8/4p3/3Np3/4p3/8/K7 w";
    assert_eq!(goes(around, "d4e6"), " xe4 xe5");
    assert_eq!(goes("7k/8/8/3pp3/3Np3/4p3/8/K7 w", "d4e6"), " xd5 xe4 xe5");
    assert_eq!(goes("7k/8/3pr3/3pp3/3Np3/8/8/K7 w", "d4e6"), " ^", "an occupied destination: no path capture");
    assert_eq!(after(around, &["d4e6xe5"]), "7k/8/4N3/8/4p3/4p3/8/K7");
    assert_eq!(goes("7k/8/8/4(RrP)3/3N4/8/8/K7 w", "d4e6"), " xe5^2", "any level, enemies only");
}

#[test]
fn rule_10_the_blast_of_a_queen_captured_in_passing_hits_the_knight() {
    assert_eq!(after("7k/8/8/4q3/3N4/8/8/K7 w", &["d4e6xe5"]), "7k/8/8/8/8/8/8/K7");
    assert_eq!(after("7k/8/8/4(rq)3/3N4/8/8/K7 w", &["d4e6xe5^2"]), "7k/8/4N3/4r3/8/8/8/K7", "not on another level");
    assert_eq!(after("7k/8/8/3q4/3N4/8/8/K7 w", &["d4e6xd5"]), "7k/8/8/8/8/8/8/K7");
}

#[test]
fn rule_11_a_queen_explodes_and_stays() {
    let start = "7k/8/8/2pPr3/2(Rn)Q4/2(rR)5/8/7K w";
    assert_eq!(after(start, &["d4*"]), "7k/8/8/8/2nQ4/2R5/8/7K");
    assert_eq!(after("7k/8/8/2pP(rr)3/2(Rn)(RQ)4/8/8/7K w", &["d4^2*"]), "7k/8/8/2pPr3/2R(RQ)4/8/8/7K");
    assert!(!moves("6k1/8/8/8/3Q4/8/8/7K w").contains("d4*"), "somebody must be hit");
    assert!(!moves("6k1/8/8/3p4/3Q4/8/8/7K w").contains("d4^2*"));
    assert!(!moves("6k1/8/8/3p4/3(RQ)4/8/8/7K w").contains("d4^2*"), "nobody on her level");
}

#[test]
fn rule_12_a_king_makes_two_steps() {
    let alone = "7k/8/8/8/2K5/8/8/8 w";
    assert_eq!(moves(alone).len(), 64, "eight steps and eight more");
    assert_eq!(after(alone, &["c4c5c4"]), "7k/8/8/8/2K5/8/8/8", "he may pass the turn");
    assert_eq!(goes("7k/8/8/8/8/1PPP4/1PKP4/1PPP4 w", "c2"), "", "shut in: no first step");
    let source = "7k/8/8/8/8/8/4(rp)3/4K3 w";
    assert_eq!(after(source, &["e1e2e1"]), "7k/8/8/8/8/8/4p3/4K3", "the source's rook under a pawn, which falls behind him");
}

#[test]
fn rule_12_the_first_capture_falls_late_and_the_second_at_once() {
    assert_eq!(after("7k/8/8/8/8/8/4b3/4K3 w", &["e1e2e1"]), "7k/8/8/8/8/8/4b!3/4K3", "a bishop stays behind, wounded");
    assert_eq!(allowed("7k/8/8/8/8/4b3/8/4K3 w", "e1e2e3 e1e2f3"), "e1e2f3", "a healthy bishop falls on the second step");
    assert_eq!(allowed("7k/8/8/8/8/4(rn)3/8/4K3 w", "e1e2e3"), "", "and so does what stands above");
    assert_eq!(after("7k/8/8/8/8/4n3/4p3/4K3 w", &["e1e2e3"]), "7k/8/8/8/8/4K3/8/8", "two captures");
    assert_eq!(after("7k/8/8/8/8/4R3/4R3/4K3 w", &["e1e2^e3^"]), "7k/8/8/8/8/4(RK)3/4R3/8", "two climbs");
}

#[test]
fn rule_12_a_blast_does_not_wait_for_the_second_step() {
    let queen = "7k/8/8/8/8/3(Rn)4/4q3/4K3 w";
    assert_eq!(after(queen, &["e1e2d3"]), "7k/8/8/8/8/3K4/8/8", "the knight has fallen to where the king takes it");
    assert_eq!(
        after("7k/8/8/8/8/8/4q3/3(RK)4 w", &["d1^2e2d1"]),
        "7k/8/8/8/8/8/8/3K4",
        "his own rook is gone when he comes back"
    );
}

#[test]
fn rule_13_castling_and_a_step() {
    let start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - w1 - 0 1";
    assert_eq!(goes(start, "e1g1"), "f1^ f2 g2");
    assert_eq!(goes(start, "e1c1"), "b1 b2 c2 d1^ d2");
    assert_eq!(after(start, &["e1g1f1^"]), "r3k2r/8/8/8/8/8/8/R4(RK)2");
    assert_eq!(field(start, &["e1g1f1^"], 2), "kq");
    let loaded = "4k3/8/8/8/8/8/8/4K2(RB) w K - w1 - 0 1";
    assert_eq!(after(loaded, &["e1g1h1"]), "4k3/8/8/8/8/8/8/5(RB)1K", "the rook takes its load along");
    assert_eq!(goes("4kr2/8/8/8/8/8/8/4K2R w K - w1 - 0 1", "e1g1"), "", "a square crossed");
    assert_eq!(goes("4k1r1/8/8/8/8/8/8/4K2R w K - w1 - 0 1", "e1g1"), "", "the landing");
    assert_eq!(goes("k3r3/8/8/8/8/8/8/4K2R w K - w1 - 0 1", "e1g1"), "", "out of a threat");
    assert_eq!(goes("1r2k3/8/8/8/8/8/8/R3K3 w Q - w1 - 0 1", "e1c1"), "c2 d1^ d2", "only the king must not be threatened");
    assert_eq!(goes("4k3/8/8/8/8/8/8/4K1NR w K - w1 - 0 1", "e1g1"), "", "squares between must be empty");
}

#[test]
fn rule_14_pawns_step_in_four_directions() {
    assert_eq!(goes("7k/8/8/8/3P4/8/8/K7 w", "d4"), "c4 d3 d5 e4");
    assert_eq!(goes("7k/8/8/3p4/2p1p3/3P4/8/K7 w", "d3"), "c3 c4 d2 d4 e3 e4", "and capture on forward diagonals only");
    assert_eq!(goes("7k/8/8/8/3P4/3(Rp)4/8/K7 w", "d4"), "c4 d5 e4", "no way onto a closed pile");
}

#[test]
fn rule_14_the_double_step_and_en_passant() {
    assert_eq!(goes("7k/8/8/8/8/8/3P4/K7 w", "d2"), "c2 d1 d3 d4 e2");
    assert_eq!(goes("7k/8/8/8/8/8/3P4/K7 w - - w1 d2 0 1", "d2"), "c2 d1 d3 e2", "not if it has ever moved");
    assert_eq!(goes("7k/8/8/8/8/3n4/3P4/K7 w", "d2"), "c2 d1 e2", "nor over somebody");
    let start = "7k/8/8/8/4p3/8/3P4/K7 w";
    assert_eq!(field(start, &["d2d4"], 3), "d3");
    assert_eq!(after(start, &["d2d4", "e4d3"]), "7k/8/8/8/8/3p4/8/K7");
    assert_eq!(field("7k/8/8/8/8/8/3P4/K7 w", &["d2d4"], 3), "d3", "written even where nobody can capture");
    assert_eq!(field("7k/8/8/8/3r4/8/3P4/K7 w", &["d2d4^"], 3), "-", "not after a climb");
    let back = ["d2d3", "h8g8h8", "d3d2", "h8g8h8"];
    assert_eq!(
        (field("7k/8/8/8/8/8/3P4/K7 w", &back, 5), goes("7k/8/8/8/8/8/3P4/K7 w - - w0 d2 0 3", "d2")),
        ("d2".into(), "c2 d1 d3 e2".into())
    );
}

#[test]
fn rule_14_promotion_on_any_level_and_by_the_pawns_own_move() {
    assert_eq!(goes("7k/3P4/8/8/8/8/8/K7 w", "d7"), "c7 d6 d8b d8n d8q d8r e7");
    assert_eq!(after("3R4/3P3k/8/8/8/8/8/K7 w", &["d7d8^q"]), "3(RQ)4/7k/8/8/8/8/8/K7");
    assert_eq!(goes("3P4/7k/8/8/8/8/8/K7 w", "d8"), "c8b c8n c8q c8r d7 e8b e8n e8q e8r", "sideways on the last rank");
    assert_eq!(after("7k/8/8/8/8/8/8/(RP)6K w", &["a1a8"]), "(RP)6k/8/8/8/8/8/8/7K", "brought there it stays a pawn");
    assert_eq!(goes("P7/7k/8/8/8/8/8/K7 w", "a8"), "a7 b8b b8n b8q b8r");
}

/// The example of the source.
#[test]
fn rule_15_the_bishop_of_the_source_changes_places_with_any_pawn_of_the_chain() {
    let shifts = |short: &str| moves(short).iter().filter(|m| m.ends_with("~g3")).cloned().collect::<Vec<_>>().join(" ");
    let start = "7k/8/8/8/8/1P4B1/1PPPPPP1/4K3 w";
    assert_eq!(shifts(start), "b2~g3 b3~g3 c2~g3 d2~g3 e2~g3 f2~g3 g2~g3");
    assert_eq!(shifts("7k/8/8/8/8/6B1/1PPPPPPP/4K3 w"), "b2~g3 c2~g3 d2~g3 e2~g3 f2~g3 g2~g3 h2~g3");
    assert_eq!(after(start, &["b3~g3"]), "7k/8/8/8/8/1B4P1/1PPPPPP1/4K3");
}

#[test]
fn rule_15_kings_and_piles_may_be_shifted_to_the_pawns_level() {
    assert_eq!(after("7k/8/8/8/8/8/4P3/4K3 w", &["e2~e1"]), "7k/8/8/8/8/8/4K3/4P3");
    assert_eq!(after("8/8/8/3k4/3P4/8/8/K7 w", &["d4~d5"]), "8/8/8/3P4/3k4/8/8/K7");
    assert_eq!(after("7k/8/8/3(rn)4/3P4/8/8/K7 w", &["d4~d5"]), "7k/8/8/3P4/3(rn)4/8/8/K7");
    assert_eq!(after("7k/8/8/3(rn)4/3(RP)4/8/8/K7 w", &["d4^2~d5"]), "7k/8/8/3P4/3(Rrn)4/8/8/K7");
}

#[test]
fn rule_15_who_shifts_with_whom() {
    assert_eq!(allowed("7k/8/8/4p3/3P4/8/8/K7 w", "d4~e5 d4e5"), "d4e5", "no capture squares");
    assert_eq!(allowed("7k/8/8/8/3n4/8/3P4/K7 w", "d2~d4"), "d2~d4", "the double step too");
    assert_eq!(allowed("7k/8/8/8/3n4/3n4/3P4/K7 w", "d2~d3 d2~d4"), "d2~d3");
    assert_eq!(allowed("7k/8/8/8/3n4/8/3P4/K7 w - - w1 d2 0 1", "d2~d4"), "");
    assert_eq!(allowed("7k/8/8/8/3PP3/8/8/K7 w", "d4~e4 e4~d4"), "", "not with a lone own pawn");
    assert_eq!(allowed("7k/8/8/8/2P(RP)P3/8/8/K7 w", "c4~d4 e4~d4 d4^2~d4"), "c4~d4 e4~d4", "but with one on a pile");
    assert_eq!(allowed("7k/8/8/8/PPP(RP)4/8/8/7K w", "a4~d4 b4~d4 c4~d4"), "a4~d4 b4~d4 c4~d4");
    assert_eq!(allowed("7k/8/8/8/PpP(Rn)4/8/8/7K w", "a4~d4 b4~d4 c4~d4"), "c4~d4", "no chain through enemy pawns");
    assert_eq!(allowed("7k/8/8/1P6/2P(Rn)4/8/8/7K w", "b5~d4 c4~d4"), "c4~d4", "nor over diagonals");
    assert_eq!(allowed("3n4/3P3k/8/8/8/8/8/K7 w", "d7~d8 d7~d8q d7~d8r d7~d8b d7~d8n"), "d7~d8q d7~d8r d7~d8b d7~d8n");
}

// ---- Threat, legality, end ----

#[test]
fn rule_16_what_a_king_on_a_pile_fears() {
    let on_pile = |board: &str| is_check(&format!("{board} w"));
    assert!(!on_pile("7k/8/8/8/8/8/8/(RK)2r4"), "a rook is crushed by the falling king");
    assert!(on_pile("7k/8/8/8/8/1n6/8/(RK)7"), "a knight");
    assert!(on_pile("7k/8/8/8/8/8/8/(RK)n6"), "a knight in passing");
    assert!(on_pile("7k/8/8/8/3b4/8/8/(RK)7"), "a healthy bishop");
    assert!(!on_pile("7k/8/8/8/3b!4/8/8/(RK)7"), "not a wounded one");
    assert!(!on_pile("7k/8/8/8/3b4/8/8/(RRK)7"), "nor from higher up");
    assert!(on_pile("7k/8/8/8/8/8/8/(RK)2(rn)4"), "a captor whose load outlasts his fall");
    assert!(!on_pile("7k/8/8/8/8/8/8/(RRK)2(rn)4"));
    assert!(on_pile("7k/8/8/8/8/8/1(rq)6/(RK)7"), "an explosion on his level");
    assert!(!on_pile("7k/8/8/8/8/8/1q6/(RK)7"), "not one below");
    assert!(on_pile("7k/8/8/8/8/2n5/1(rQ)6/(RK)7"), "a knight that takes the queen beside him: here in passing");
}

#[test]
fn rule_16_the_capture_of_a_queen_beside_him() {
    assert!(is_check("7k/8/8/8/8/8/8/KQ2r3 w"));
    assert!(!is_check("7k/8/8/8/8/8/8/(RK)Q2r3 w"), "on another level");
    assert!(is_check("7k/8/8/8/8/8/8/KB2q3 w"), "a queen crushed by a bishop beside him");
    assert!(!is_check("7k/8/8/8/8/8/8/KB2r3 w"));
    assert!(is_check("7k/8/8/8/8/8/8/K(RN)2q3 w"), "or by what falls there");
}

#[test]
fn rule_16_a_move_that_removes_both_kings_is_no_threat() {
    assert!(is_check("7k/8/8/8/8/8/1(rq)6/(RK)7 w"));
    assert!(!is_check("8/8/8/8/8/2(rk)5/1(rq)6/(RK)7 w"));
}

#[test]
fn rule_16_kings_reach_over_two_steps() {
    assert_eq!(allowed("8/8/8/4k3/8/8/8/K7 w", "a1b2c3 a1b2b3 a1b2c2"), "a1b2b3 a1b2c2");
}

#[test]
fn rule_17_the_king_must_stand_unthreatened_after_the_full_execution() {
    assert!(!moves("7k/8/8/8/8/8/8/KQ6 w").contains("b1*"));
    assert_eq!(allowed("(rn)6k/8/8/8/8/8/8/(RK)7 w", "a1a8"), "a1a8", "he falls last");
    assert_eq!(allowed("(rrn)6k/8/8/8/8/8/8/(RK)7 w", "a1a8"), "", "he is crushed");
    assert_eq!(allowed("k3r3/8/8/8/8/8/4N3/4K3 w", "e2g3 e2c3"), "", "a pinned knight");
    assert_eq!(allowed("k3r3/8/8/8/8/8/4(RN)3/4K3 w", "e2^2g3 e2a2"), "e2^2g3", "the rook under it stays");
    // An old wound expires at the end of the move and opens the line.
    assert_eq!(allowed("k3r3/8/8/8/8/8/4B!3/4K2N w", "h1g3"), "");
}

#[test]
fn rule_18_draws() {
    assert_eq!(outcome("7k/8/8/8/8/8/8/K7 w", &[]).as_deref(), Some("draw:bare-kings"));
    assert_eq!(outcome("7k/8/8/8/8/8/8/KB6 w", &[]), None, "no other material is a draw");
    assert_eq!(outcome("7k/8/8/8/8/8/P7/K7 w - - w1 - 100 80", &[]).as_deref(), Some("draw:clock"));
    let pass = ["a1b1a1", "h8g8h8"].repeat(3);
    assert_eq!(outcome("7k/8/8/8/8/8/P7/K7 w", &pass).as_deref(), Some("draw:repetition"), "the veto has waited first");
    assert_eq!(outcome("7k/8/8/8/8/8/P7/K7 w", &pass[..5]), None);
    // Pawns go back, so that positions repeat although the clock restarts.
    let pawns = ["a3a4", "h8g8h8", "a4a3", "h8g8h8"].repeat(3);
    assert_eq!(outcome("7k/8/8/8/8/P7/8/K7 w - - w0 - 0 1", &pawns[..8]).as_deref(), Some("draw:repetition"));
}

#[test]
fn rule_18_what_restarts_the_clock() {
    let clock = |board: &str, token: &str| field(&format!("{board} w - - w1 - 9 9"), &[token], 6);
    for (board, token) in [
        ("b6k/8/8/8/8/8/8/R5K1", "a1a8"),
        ("7k/8/8/8/3pQ3/8/8/7K", "e4*"),
        ("7k/8/8/8/3P4/8/8/7K", "d4d3"),
        ("7k/8/8/8/2nP4/8/8/7K", "d4~c4"),
        ("7k/8/8/8/2RP4/8/8/7K", "d4c4^"),
        ("7k/8/8/8/8/8/6b1/K5N1", "g1f3xg2"),
    ] {
        assert_eq!(clock(board, token), "0", "{token}");
    }
    for (board, token) in
        [("7k/8/8/8/8/8/7K/R2r4", "a1d1^"), ("7k/8/8/8/8/8/8/(RP)6K", "a1a8"), ("7k/8/8/8/8/8/8/1B!5K", "h1g1h1")]
    {
        assert_eq!(clock(board, token), "10", "{token}");
    }
    assert_eq!(field("4k3/8/8/8/8/8/8/4K2R w K - w1 - 9 9", &["e1g1f1^"], 6), "10", "castling");
}

// ---- Veto ----

#[test]
fn rule_19_who_may_veto_what() {
    assert_eq!(field(START, &["e2e4"], 4), "b0");
    assert!(legal(&game(START, &["e2e4"])).contains("veto"));
    assert!(!legal(&game(START, &["e2e4", "e7e5"])).contains("veto"), "the holder's own moves change nothing");
    let waiting = "7k/8/8/8/8/8/P7/K7 w - - b1 - 0 1";
    assert_eq!(field(waiting, &["a2a4"], 4), "b0", "the wait is over");
    assert!(!legal(&game(waiting, &["a2a4"])).contains("veto"), "with a move that cannot be vetoed");
    assert!(legal(&game(waiting, &["a2a4", "h8g8h8", "a4a5"])).contains("veto"));
    assert!(!moves("7k/8/8/8/8/8/P7/K7 b - - b0 - 0 1").contains("veto"), "from a text no move was made");
}

#[test]
fn rule_20a_a_veto_restores_the_position_and_bans_the_move() {
    let vetoed = game(START, &["e2e4", "veto"]);
    assert_eq!(vetoed.text(), START.replace("b0", "w1:e2e4"));
    let banned = legal(&vetoed);
    assert_eq!((banned.len(), banned.contains("e2e4")), (85, false));
    // Every path of the king to the same position is banned with the one that was vetoed.
    let king = game("7k/8/8/8/8/8/8/K6N w - - b0 - 0 1", &["a1b1a1", "veto"]);
    let passes = |game: &TurnReferee<Gnome>| legal(game).iter().filter(|m| m.len() == 6 && m.ends_with("a1")).count();
    assert_eq!((passes(&king), passes(&game("7k/8/8/8/8/8/8/K6N w", &[]))), (0, 3));
    assert!(Gnome::read(&king.text(), Reading::Strict).is_ok());
}

#[test]
fn rule_20b_the_veto_passes_to_the_vetoed_side_and_waits() {
    let sequence = ["e2e4", "veto", "d2d4", "e7e5", "d4e5", "d7d6"];
    let veto =
        |played: usize| (field(START, &sequence[..played], 4), legal(&game(START, &sequence[..played])).contains("veto"));
    assert_eq!(veto(3), ("w1".into(), false), "the replacement is free");
    assert_eq!(veto(4), ("w0".into(), false), "and the vetoer's next move");
    assert_eq!(veto(5), ("w0".into(), false));
    assert_eq!(veto(6), ("w0".into(), true), "from the second on");
    let back: Vec<&str> = sequence.into_iter().chain(["veto"]).collect();
    assert_eq!(field(START, &back, 4), "b1:d7d6");
}

#[test]
fn rule_20c_no_veto_where_the_other_side_has_nothing_else() {
    // Whatever the king does, he must come back.
    let shut = "1rr4k/8/8/8/8/7r/7r/K7 w - - b0 - 0 1";
    assert_eq!(moves(shut).iter().map(|m| m[4..].to_owned()).collect::<BTreeSet<_>>(), ["a1".to_owned()].into());
    assert!(!legal(&game(shut, &["a1b1a1"])).contains("veto"));
    let open = "1r5k/8/8/8/8/7r/7r/K7 w - - b0 - 0 1";
    assert!(legal(&game(open, &["a1b1a1"])).contains("veto"));
}

#[test]
fn rule_20e_the_counters_go_back() {
    let start = "7k/8/8/8/8/8/P7/K7 b - - w0 - 7 31";
    assert_eq!(game(start, &["h8g8h8", "veto"]).text(), start.replace("w0", "b1:h8g8h8"));
}
