//! One test a rule.

use std::collections::BTreeSet;
use ziggurat::game::referee::TurnReferee;
use ziggurat::game::{Look, Paint, Position, Reading, Referee, Side};
use ziggurat::variants::dragonchess::Dragonchess;

/// The text of a position: men like `S3e4` and `s3e5`, and the side to move. Kings that are not named stand far off,
/// on 2a1 and 2l8.
fn place(men: &str, side: char) -> String {
    let mut board = [[['.'; 12]; 8]; 3];
    let mut put = |man: &str| {
        let [letter, level, file, rank] = man.as_bytes() else { panic!("{man}") };
        board[usize::from(level - b'1')][usize::from(rank - b'1')][usize::from(file - b'a')] = char::from(*letter);
    };
    men.split_whitespace().for_each(&mut put);
    for (king, home) in [('K', "K2a1"), ('k', "k2l8")] {
        if !men.split_whitespace().any(|man| man.starts_with(king)) {
            put(home);
        }
    }
    let ranks = |level: &[[char; 12]; 8]| level.iter().rev().map(|rank| super::oracle::write_rank(rank)).collect::<Vec<_>>();
    let levels: Vec<String> = board.iter().rev().map(|level| ranks(level).join("/")).collect();
    format!("{} {side} - - 0 1", levels.join("|"))
}

fn referee(men: &str, side: char) -> TurnReferee<Dragonchess> {
    let mut referee = TurnReferee::new();
    referee.set_position(Some(&place(men, side)), Reading::Strict, &[]).unwrap();
    referee
}

fn moves(men: &str, side: char) -> BTreeSet<String> {
    referee(men, side).legal_moves(false).moves.into_iter().map(|m| m.text).collect()
}

/// What follows the origin in the moves from a square, in order, by one blank each.
fn goes(men: &str, side: char, origin: &str) -> String {
    let found: Vec<_> = moves(men, side).iter().filter_map(|m| m.strip_prefix(origin)).map(String::from).collect();
    found.join(" ")
}

fn outcome(men: &str, side: char) -> Option<String> {
    referee(men, side).outcome().map(|outcome| outcome.to_string())
}

fn is_check(men: &str, side: char) -> bool {
    referee(men, side).in_check()
}

// ---- The men ----

#[test]
fn the_start_has_ninety_moves_and_one_capture() {
    let mut counts = std::collections::BTreeMap::new();
    let start = TurnReferee::<Dragonchess>::new().legal_moves(true).moves;
    for m in &start {
        *counts.entry(m.san.as_ref().unwrap().chars().next().unwrap()).or_insert(0) += 1;
    }
    let expected = [
        ('B', 2),
        ('C', 2),
        ('D', 17),
        ('E', 6),
        ('G', 5),
        ('H', 8),
        ('M', 2),
        ('P', 8),
        ('R', 13),
        ('S', 11),
        ('U', 4),
        ('W', 12),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected);
    let captures: Vec<_> = start.iter().filter(|m| m.san.as_ref().unwrap().contains('x')).map(|m| &m.text).collect();
    assert_eq!(captures, ["3g13a7"]);
}

#[test]
fn sylph_on_level_3() {
    assert_eq!(goes("S3e4", 'w', "3e4"), "3d5 3f5");
    assert_eq!(goes("S3e4 s3d5 s3f5 s3e5 o2e4", 'w', "3e4"), "2e4 3e5", "captures straight forward and below only");
    assert_eq!(goes("s3e4 S3e3 O2e4", 'b', "3e4"), "2e4 3d3 3e3 3f3");
    assert_eq!(goes("S3e8", 'w', "3e8"), "", "no promotion at the far edge");
    assert_eq!(goes("S3e8 o2e8", 'w', "3e8"), "2e8");
}

#[test]
fn sylph_on_level_2() {
    assert_eq!(goes("S2e4", 'w', "2e4"), "3a2 3c2 3e2 3e4 3g2 3i2 3k2");
    assert_eq!(goes("s2e4", 'b', "2e4"), "3a7 3c7 3e4 3e7 3g7 3i7 3k7");
    assert_eq!(goes("S2e4 s3e4 s3a2 R3k2 w2e5 w2d5", 'w', "2e4"), "3c2 3e2 3g2 3i2", "empty squares only");
    assert_eq!(goes("S2c2", 'w', "2c2"), "3a2 3c2 3e2 3g2 3i2 3k2", "a home square above is one move");
}

#[test]
fn griffin_on_both_levels() {
    let ring = "S3d3 S3d4 S3d5 S3e3 S3e5 S3f3 S3f4 S3f5 W2e4";
    let zebra = "2d3 2d5 2f3 2f5 3b2 3b6 3c1 3c7 3g1 3g7 3h2 3h6";
    assert_eq!(goes("G3e4", 'w', "3e4"), zebra);
    assert_eq!(goes(&format!("G3e4 s3b2 w2d3 {ring}"), 'w', "3e4"), zebra, "leaps over everything and captures");
    assert_eq!(goes("G2e4", 'w', "2e4"), "2d3 2d5 2f3 2f5 3d3 3d5 3f3 3f5");
    assert_eq!(goes("G2e4 w2d3 s3f5 W2d5", 'w', "2e4"), "2d3 2f3 2f5 3d3 3d5 3f3 3f5");
}

#[test]
fn dragon_goes_like_a_bishop_or_one_step_straight() {
    assert_eq!(goes("R3a1", 'w', "3a1"), "3a2 3b1 3b2 3c3 3d4 3e5 3f6 3g7 3h8");
    assert_eq!(goes("R3a1 s3a2 S3b1 s3c3", 'w', "3a1"), "3a2 3b2 3c3");
}

#[test]
fn dragon_captures_remotely_below_and_straight_beside_and_stays() {
    let victims = "w2e4 w2d4 w2f4 w2e3 w2e5";
    let others = "w2d3 w2d5 w2f3 w2f5 w2g4 d1e4";
    let found = goes(&format!("R3e4 {victims} {others}"), 'w', "3e4");
    let remote: Vec<_> = found.split(' ').filter(|m| m.starts_with('x')).collect();
    assert_eq!(remote, ["x2d4", "x2e3", "x2e4", "x2e5", "x2f4"]);
    assert!(!goes("R3e4 W2e4", 'w', "3e4").contains('x'), "enemies only");
    let mut game = referee("R3e4 w2e5", 'w');
    game.play("3e4x2e5").unwrap();
    assert_eq!(game.text(), place("R3e4", 'b'), "the Dragon stays, the clock starts anew");
}

#[test]
fn warrior_moves_straight_captures_diagonally_and_must_become_a_hero() {
    assert_eq!(goes("W2e4", 'w', "2e4"), "2e5");
    assert_eq!(goes("W2e4 w2e5 w2d5 w2f5", 'w', "2e4"), "2d5 2f5");
    assert_eq!(goes("w2e4 W2d3", 'b', "2e4"), "2d3 2e3");
    assert_eq!(goes("W2e7 o2d8", 'w', "2e7"), "2d8h 2e8h");
    let mut game = referee("W2e7", 'w');
    game.play("2e72e8").unwrap();
    assert_eq!(game.text(), place("H2e8", 'b'));
}

#[test]
fn oliphant_thief_and_unicorn_are_rook_bishop_and_knight() {
    let rook = "2a4 2b4 2c4 2d4 2e1 2e2 2e3 2e5 2e6 2e7 2e8 2f4 2g4 2h4 2i4 2j4 2k4 2l4";
    assert_eq!(goes("O2e4", 'w', "2e4"), rook);
    assert_eq!(goes("O2e4 W2e5 w2c4 w2e3 W2h4", 'w', "2e4"), "2c4 2d4 2e3 2f4 2g4");
    assert_eq!(goes("T2e4", 'w', "2e4"), "2a8 2b1 2b7 2c2 2c6 2d3 2d5 2f3 2f5 2g2 2g6 2h1 2h7 2i8");
    assert_eq!(goes("U2e4 W2e5 W2d4 w2f6", 'w', "2e4"), "2c3 2c5 2d2 2d6 2f2 2f6 2g3 2g5");
}

#[test]
fn hero_leaps_two_and_changes_levels_diagonally() {
    let all = "1d3 1d5 1f3 1f5 2c2 2c6 2d3 2d5 2f3 2f5 2g2 2g6 3d3 3d5 3f3 3f5";
    assert_eq!(goes("H2e4", 'w', "2e4"), all);
    let leap = goes("H2e4 W2d3 W2f5 w2c2", 'w', "2e4");
    assert_eq!(leap, "1d3 1d5 1f3 1f5 2c2 2c6 2d5 2f3 2g2 2g6 3d3 3d5 3f3 3f5");
    assert_eq!(goes("H3e4 w2d3", 'w', "3e4"), "2d3 2d5 2f3 2f5");
    assert_eq!(goes("H1e4 d1d5", 'w', "1e4"), "2d3 2d5 2f3 2f5");
}

#[test]
fn cleric_steps_anywhere_and_straight_up_and_down() {
    let step = |level: char| ["d3", "d4", "d5", "e3", "e5", "f3", "f4", "f5"].map(|to| format!("{level}{to}")).join(" ");
    assert_eq!(goes("C1e4", 'w', "1e4"), format!("{} 2e4", step('1')));
    assert_eq!(goes("C2e4 s3e4", 'w', "2e4"), format!("1e4 {} 3e4", step('2')));
    assert_eq!(goes("C3e4", 'w', "3e4"), format!("2e4 {}", step('3')));
}

#[test]
fn mage_is_a_queen_on_the_ground_and_steps_elsewhere() {
    let queen = "2a4 2a8 2b1 2b4 2b7 2c2 2c4 2c6 2d3 2d4 2d5 2e1 2e2 2e3 2e5 2e6 2e7 2e8 2f3 2f4 2f5 2g2 2g4 2g6 2h1 2h4 2h7 2i4 2i8 2j4 2k4 2l4";
    assert_eq!(goes("M2e4", 'w', "2e4"), format!("1e4 {queen} 3e4"));
    assert_eq!(goes("M1e4 d1d4", 'w', "1e4"), "1d4 1e3 1e5 1f4 2e4 3e4");
    assert_eq!(goes("M3e4 d1e4", 'w', "3e4"), "1e4 2e4 3d4 3e3 3e5 3f4");
}

#[test]
fn mage_needs_the_middle_square_empty_for_two_levels() {
    assert_eq!(goes("M1e4 w2e4 s3e4", 'w', "1e4"), "1d4 1e3 1e5 1f4 2e4");
    assert_eq!(goes("M3e4 W2e4", 'w', "3e4"), "3d4 3e3 3e5 3f4");
}

#[test]
fn king_returns_to_the_ground_only() {
    assert_eq!(goes("K2e4", 'w', "2e4"), "1e4 2d3 2d4 2d5 2e3 2e5 2f3 2f4 2f5 3e4");
    assert_eq!(goes("K1e4", 'w', "1e4"), "2e4");
    assert_eq!(goes("K3e4 w2e4", 'w', "3e4"), "2e4", "it may capture");
    assert_eq!(goes("K3e4 W2e4", 'w', "3e4"), "");
}

#[test]
fn paladin_is_king_and_knight_in_three_dimensions() {
    let ground = "1c4 1e2 1e6 1g4 2c3 2c5 2d2 2d3 2d4 2d5 2d6 2e3 2e5 2f2 2f3 2f4 2f5 2f6 2g3 2g5 3c4 3e2 3e6 3g4";
    assert_eq!(goes("P2e4", 'w', "2e4"), ground);
    let low = "1d3 1d4 1d5 1e3 1e5 1f3 1f4 1f5 2c4 2e2 2e6 2g4 3d4 3e3 3e5 3f4";
    assert_eq!(goes("P1e4 w2e4 s3d4", 'w', "1e4"), low);
    let high = "1d4 1e3 1e5 1f4 2c4 2e2 2e6 2g4 3d3 3d4 3d5 3e3 3e5 3f3 3f4 3f5";
    assert_eq!(goes("P3e4", 'w', "3e4"), high);
}

#[test]
fn dwarf_on_both_levels() {
    assert_eq!(goes("D1e4", 'w', "1e4"), "1d4 1e5 1f4");
    assert_eq!(goes("D1e4 d1e5 d1d5 d1f5 d1d4 w2e4", 'w', "1e4"), "1d5 1f4 1f5 2e4");
    assert_eq!(goes("D2e4 w2d5 w2e5", 'w', "2e4"), "1e4 2d4 2d5 2f4");
    assert_eq!(goes("D2e4 d1e4", 'w', "2e4"), "2d4 2e5 2f4", "down is a move, never a capture");
    assert_eq!(goes("d1e1", 'b', "1e1"), "1d1 1f1", "no promotion");
}

#[test]
fn basilisk_goes_forward_and_moves_back() {
    assert_eq!(goes("B1e4", 'w', "1e4"), "1d5 1e3 1e5 1f5");
    assert_eq!(goes("B1e4 d1e5 d1d5 d1e3 w2e4", 'w', "1e4"), "1d5 1e5 1f5");
    assert_eq!(goes("b1e4 D1d3", 'b', "1e4"), "1d3 1e3 1e5 1f3");
}

#[test]
fn elemental_on_level_1() {
    assert_eq!(goes("E1e4", 'w', "1e4"), "1c4 1d3 1d4 1d5 1e2 1e3 1e5 1e6 1f3 1f4 1f5 1g4");
    let blocked = goes("E1e4 d1e5 d1e6 d1c4 d1d5 D1f4", 'w', "1e4");
    assert_eq!(blocked, "1c4 1d3 1d4 1e2 1e3 1e5 1f3 1f5", "diagonally a move only; two steps through an empty square");
    let up = goes("E1e4 w2e5 w2d4 w2e4 w2d5 d1d4", 'w', "1e4");
    assert_eq!(up.split(' ').filter(|to| to.starts_with('2')).collect::<Vec<_>>(), ["2e5"], "up through an empty square");
}

#[test]
fn elemental_on_level_2() {
    assert_eq!(goes("E2e4 d1e5", 'w', "2e4"), "1d4 1e3 1e5 1f4");
    assert_eq!(goes("E2e4 d1e4", 'w', "2e4"), "");
}

// ---- Freezing ----

#[test]
fn a_frozen_man_cannot_move_or_capture() {
    for man in ["M", "H", "K", "W", "O", "C"] {
        assert_eq!(goes(&format!("{man}2e4 b1e4 w2d5"), 'w', "2e4"), "", "{man}");
    }
    assert_ne!(goes("M2e4 B1e4", 'w', "2e4"), "", "only the enemy's Basilisk freezes");
    assert_ne!(goes("M3e4 b1e4", 'w', "3e4"), "", "only on level 2");
}

#[test]
fn a_frozen_man_gives_no_check_and_guards_nothing() {
    assert!(is_check("K2e1 o2e8", 'w'));
    assert!(!is_check("K2e1 o2e8 B1e8", 'w'));
    assert!(goes("K2e1 w2e2 o2e8 B1e8", 'w', "2e1").contains("2e2"), "the Warrior is not guarded");
    assert!(!goes("K2e1 w2e2 o2e8", 'w', "2e1").contains("2e2"));
}

#[test]
fn a_frozen_man_still_blocks() {
    assert!(!is_check("K2e1 w2e4 B1e4 o2e8", 'w'));
    assert_eq!(goes("O2a4 W2c4 b1c4", 'w', "2a4").split(' ').filter(|to| to.ends_with('4')).count(), 1);
}

#[test]
fn a_basilisk_that_leaves_sets_free() {
    let mut game = referee("B1e4 m2e4", 'w');
    game.play("1e41e5").unwrap();
    assert!(game.play("2e42e5").is_ok());
}

#[test]
fn a_captured_basilisk_sets_free() {
    let mut game = referee("O2e4 b1e4 C1e3", 'w');
    assert!(game.play("2e42e5").is_err());
    game.play("1e31e4").unwrap();
    game.play("2l82l7").unwrap();
    assert!(game.play("2e42e5").is_ok());
}

#[test]
fn a_basilisk_may_not_set_an_attacker_of_its_king_free() {
    assert_eq!(goes("K2e1 o2e8 B1e8", 'w', "1e8"), "");
    assert_ne!(goes("K2e1 o2e8 W2e5 B1e8", 'w', "1e8"), "", "the line is closed");
    assert_eq!(goes("K2e1 u2f3 B1f3", 'w', "1f3"), "");
    assert_eq!(goes("K1e1 e2e2 B1e2", 'w', "1e2"), "", "it frees the Elemental and opens its way");
}

#[test]
fn a_basilisk_parries_by_stepping_under_the_checker() {
    let found = moves("K2e1 o2e8 B1e7", 'w');
    assert!(found.contains("1e71e8"));
    assert!(!found.contains("1e71d8"));
    let mut game = referee("K2e1 o2e8 B1e7", 'w');
    game.play("1e71e8").unwrap();
    assert_eq!(goes("K2e1 o2e8 B1e8", 'b', "2e8"), "");
    assert!(!game.in_check());
}

#[test]
fn stepping_above_an_enemy_basilisk_is_legal() {
    assert!(moves("K2e4 b1e5", 'w').contains("2e42e5"));
    assert!(moves("W2e4 b1e5", 'w').contains("2e42e5"));
}

#[test]
fn kings_may_stand_side_by_side_when_one_is_frozen() {
    for side in ['w', 'b'] {
        assert!(!is_check("K2e4 b1e4 k2f5 B1f5", side), "frozen kings give no check");
    }
    assert!(is_check("K2e4 b1e4 k2f5", 'w'), "a free one does");
    assert!(moves("K2e4 b1e4 k2g5", 'b').contains("2g52f5"));
    assert!(!moves("K2e4 k2g5", 'b').contains("2g52f5"));
}

#[test]
fn a_side_that_is_all_frozen_is_stalemated() {
    assert_eq!(outcome("K2a1 b1a1", 'w').as_deref(), Some("draw:stalemate"));
    assert_eq!(outcome("K2a1 b1a1 W2c4 b1c4", 'w').as_deref(), Some("draw:stalemate"));
}

// ---- Check ----

#[test]
fn a_remote_capture_gives_check() {
    assert!(is_check("K2e4 r3e5", 'w'));
    assert!(is_check("K2e4 r3e4", 'w'));
    assert!(!is_check("K2e4 r3f5", 'w'));
    assert!(!goes("K2e4 r3f6", 'w', "2e4").contains("2f5"), "the king cannot walk into it");
}

#[test]
fn a_remote_capture_parries_a_check() {
    let found = moves("K2e1 o2e8 R3d8", 'w');
    assert!(found.contains("3d8x2e8"));
    assert!(!moves("K2e1 o2e8 w2f7 R3f8", 'w').contains("3f8x2f7"), "another victim parries nothing");
}

#[test]
fn a_remote_capture_may_not_open_a_line_to_its_king() {
    let men = "K2e1 w2e4 o2e8 R3e4";
    assert!(!moves(men, 'w').contains("3e4x2e4"));
    assert!(moves("K2e1 w2e4 o2e8 B1e8 R3e4", 'w').contains("3e4x2e4"), "a frozen Oliphant attacks nothing");
    assert!(!moves("K2e1 o2e4 o2e8 R3e4", 'w').contains("3e4x2e4"), "behind the checker stands another");
    assert!(!moves("K3e1 u2e1 m1e1 R3f1", 'w').contains("3f1x2e1"), "a Mage sees two levels up");
}

#[test]
fn a_pinned_dragon_still_captures_remotely() {
    let found = goes("K3a1 R3c3 r3f6 w2c3", 'w', "3c3");
    assert_eq!(found, "3b2 3d4 3e5 3f6 x2c3");
}

#[test]
fn a_pinned_man_stays_on_its_line() {
    assert_eq!(goes("K2e1 O2e3 o2e6", 'w', "2e3"), "2e2 2e4 2e5 2e6");
    assert_eq!(goes("K2e1 U2e3 o2e6", 'w', "2e3"), "");
    assert_ne!(goes("K2e1 U2e3 o2e6 B1e6", 'w', "2e3"), "", "a frozen man pins nothing");
}

#[test]
fn a_check_by_an_elemental_is_closed_on_the_way() {
    assert!(is_check("K2e4 e1d4", 'w'), "up through the square below the king");
    assert!(moves("K2e4 e1d4 D1f4", 'w').contains("1f41e4"));
    assert!(!is_check("K2e4 e1d4 D1e4", 'w'));
    assert_eq!(goes("K2e4 e1d4 D1e4", 'w', "1e4"), "", "the Dwarf is pinned and cannot capture beside it");
    assert!(is_check("K1e4 e1e6", 'w'), "two steps");
    assert!(moves("K1e4 e1e6 D1d5", 'w').contains("1d51e5"));
    assert!(is_check("K1e4 e2e5", 'w'), "down and one step");
    assert!(moves("K1e4 e2e5 D1d5", 'w').contains("1d51e5"));
}

#[test]
fn one_man_can_close_two_lines() {
    let found = moves("K2e4 e1d4 e1f4 C1e3", 'w');
    assert!(found.contains("1e31e4"), "below the king");
    assert!(!found.contains("1e31d4") && !found.contains("1e31f4"), "capturing one is not enough");
    let pinned = goes("K2e4 e1d4 e1f4 C1e4", 'w', "1e4");
    assert_eq!(pinned, "", "pinned twice");
}

#[test]
fn a_check_over_two_levels_is_closed_on_the_ground() {
    assert!(is_check("K3e4 m1e4", 'w'));
    assert!(!is_check("K3e4 m1e4 W2e4", 'w'));
    assert_eq!(goes("K3e4 m1e4 W2e4", 'w', "2e4"), "");
    assert!(moves("K3e4 m1e4 O2a4", 'w').contains("2a42e4"));
}

#[test]
fn every_check_names_its_giver() {
    let game = referee("K2e4 u2f6 m2e8 e1d4 o2h4 B1h4", 'w');
    assert_eq!(game.checkers(), ["1d4", "2f6", "2e8"].map(String::from));
}

// ---- The end of a game ----

#[test]
fn mate_ends_the_game() {
    assert_eq!(outcome("K3a1 W2a1 r3d4", 'w').as_deref(), Some("black:mate"));
    assert_eq!(outcome("K3a1 W2a1 r3d5", 'w'), None);
}

#[test]
fn the_third_repetition_draws() {
    let mut game = referee("W2c2", 'w');
    let round = ["2a12a2", "2l82l7", "2a22a1", "2l72l8"];
    for token in round.iter().chain(&round[..3]) {
        game.play(token).unwrap();
        assert_eq!(game.outcome(), None);
    }
    game.play(round[3]).unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "draw:repetition");
}

#[test]
fn a_hundred_half_moves_without_progress_draw() {
    let at = |clock: u32, men: &str| {
        let mut game = TurnReferee::<Dragonchess>::new();
        game.set_position(Some(&place(men, 'w').replace("- - 0 1", &format!("- - {clock} 90"))), Reading::Strict, &[]).unwrap();
        game
    };
    let mut game = at(99, "W2c2 D1c2 w2d3");
    assert_eq!(game.outcome(), None);
    game.play("1c21c3").unwrap();
    assert_eq!(game.outcome().unwrap().to_string(), "draw:clock");
    for progress in ["2c22c3", "2c22d3"] {
        let mut game = at(99, "W2c2 D1c2 w2d3");
        game.play(progress).unwrap();
        assert_eq!(game.outcome(), None, "{progress}");
        assert!(game.text().ends_with(" 0 90"));
    }
    assert_eq!(at(100, "K3a1 W2a1 r3d4").outcome().unwrap().to_string(), "black:mate", "mate comes first");
    assert_eq!(at(100, "").outcome().unwrap().to_string(), "draw:bare-kings", "bare kings come before the clock");
}

#[test]
fn bare_kings_draw() {
    assert_eq!(outcome("", 'w').as_deref(), Some("draw:bare-kings"));
    assert_eq!(outcome("S3a1", 'w'), None);
}

// ---- Texts ----

#[test]
fn impossible_texts_are_refused_by_name() {
    let start = Dragonchess::INFO.start;
    let cases = [
        (start.replacen("2g3r3g1", "2g3r3g2", 1), "rank 8"),
        (start.replacen("2g3r3g1", "2g3r3g", 1), "rank 8"),
        (start.replacen("2g3r3g1", "02g3r3g1", 1), "leading zero"),
        (start.replacen("/12/", "/1x10/", 1), "no man has this letter"),
        (start.replacen("/12/", "/", 1), "7 ranks instead of 8"),
        ("12|12|12 w - - 0 1".into(), "1 rank instead of 8"),
        (start.replacen('|', "/", 1), "2 levels"),
        ("12/12 w - - 0 1".into(), "1 level instead of 3"),
        (start.replacen("/12/", "/1/", 1), "1 square instead of 12"),
        (start.replacen("TCMKP", "TCM1P", 1), "white has 0 kings instead of one"),
        (start.replacen("tcmkp", "tckkp", 1), "black has 2 kings"),
        (start.replacen("/12/", "/D11/", 1), "a Dwarf can never stand on level 3"),
        (start.replacen("/12/", "/E11/", 1), "an Elemental can never stand on level 3"),
        (start.replacen("/12/", "/O11/", 1), "an Oliphant can never stand on level 3"),
        (start.replacen("/12/", "/U11/", 1), "a Unicorn can never stand on level 3"),
        (start.replacen("2B3E3B1", "2B3E3G1", 1), "Griffin can never stand on level 1"),
        (start.replacen("ouhtcmkpthuo/", "ouhtcmkpthuW/", 1), "last rank"),
        (start.replacen("/OUHTCMKPTHUO", "/OUHTCMKPTHUw", 1), "last rank"),
        (start.replacen("S1S1S1S1S1S1", "SSS1S1S1S1S1", 1), "43 men"),
        (start.replace(" w - - 0 1", " x - - 0 1"), "side to move"),
        (start.replace(" w - - 0 1", " w KQ - 0 1"), "third field"),
        (start.replace(" w - - 0 1", " w - e3 0 1"), "fourth field"),
        (start.replace(" w - - 0 1", " w - - 00 1"), "half-move clock"),
        (start.replace(" w - - 0 1", " w - - 0 0"), "full-move number"),
        (start.replace(" w - - 0 1", " w - - 0"), "full-move number"),
        (start.replace(" w - - 0 1", "  w - - 0"), "empty field"),
        (place("K2e1 o2e8", 'b'), "in check"),
    ];
    let mut game = TurnReferee::<Dragonchess>::new();
    for (text, part) in cases {
        let error = game.set_position(Some(&text), Reading::Strict, &[]).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
        assert_eq!(game.text(), start, "the game stays");
    }
}

#[test]
fn odd_texts_are_accepted() {
    for text in [
        place("W2c1 w2d8 S3a8 s3a1 D1a8", 'w'),
        place("M2c1 M2c2 M2c3 M1c4 M3c5", 'w'),
        place("K2e1 o2e8 o2e7 u2f3 m1e1", 'w'),
        place("O2c3", 'b').replace("0 1", "65535 65535"),
    ] {
        assert_eq!(Dragonchess::read(&text, Reading::Strict).unwrap().write(), text);
    }
    let sloppy = Dragonchess::INFO.start.replace(" w - - 0 1", "   w");
    assert_eq!(Dragonchess::read(&sloppy, Reading::Lenient).unwrap().write(), Dragonchess::INFO.start);
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let mut game = referee("W2e7 M2c3 b1c3 R3e4 w2e4 w2h4", 'w');
    let before = game.text();
    for (token, part) in [
        ("", "two squares"),
        ("zz", "two squares"),
        ("e2e4", "two squares"),
        ("2e72e8q", "two squares"),
        ("2e74e8", "two squares"),
        ("3e4xx2e4", "two squares"),
        ("2e72e72e8", "two squares"),
        ("\u{e9}\u{e9}\u{e9}", "two squares"),
        ("2e72e7", "same square"),
        ("2e72e6", "not a legal move"),
        ("2c32c4", "frozen"),
        ("2d42d5", "empty"),
        ("2e42e3", "other side"),
        ("3e43e5h", "not a promotion"),
        ("2e7x2e8", "not a legal move"),
        ("3e42e4", "not a legal move"),
        ("3e4x2h4", "not a legal move"),
    ] {
        let error = game.play(token).unwrap_err().to_string();
        assert!(error.contains(part), "{token}: {error}");
    }
    assert_eq!(game.text(), before);
    game.play("2e72e8h").unwrap();
}

fn san(men: &str, side: char, token: &str) -> String {
    let game = referee(men, side);
    let found = game.legal_moves(true).moves.into_iter().find(|m| m.text == token);
    let san = found.unwrap_or_else(|| panic!("{token} is not legal")).san.unwrap();
    assert_eq!(game.read_san(&san).as_deref(), Ok(token));
    san
}

#[test]
fn san_names_piece_capture_and_target() {
    assert_eq!(san("W2e4", 'w', "2e42e5"), "W2e5");
    assert_eq!(san("S3e4 o2e4", 'w', "3e42e4"), "Sx2e4");
    assert_eq!(san("W2e7", 'w', "2e72e8h"), "W2e8=H");
    assert_eq!(san("W2e7 o2d8", 'w', "2e72d8h"), "Wx2d8=H");
}

#[test]
fn san_tells_check_and_mate() {
    assert_eq!(san("O2a7 K2b1", 'w', "2a72a8"), "O2a8+");
    assert_eq!(san("k3a1 d2a1 R3e4 K2l1", 'w', "3e43d4"), "R3d4#");
    assert_eq!(san("K2a1 B1e4 o2e4 O2b7", 'w', "1e41e5"), "B1e5");
}

#[test]
fn san_disambiguates_by_file_then_rank_then_square() {
    assert_eq!(san("O2a4 O2h4", 'w', "2a42c4"), "Oa2c4");
    assert_eq!(san("O2c2 O2c6", 'w', "2c22c4"), "O22c4");
    assert_eq!(san("O2c2 O2c6 O2a4", 'w', "2c22c4"), "O22c4");
    assert_eq!(san("M2c2 M2c6 M2a2", 'w', "2c22c4"), "M2c22c4");
    assert_eq!(san("C2e4 C1f5", 'w', "2e42f5"), "Ce2f5");
    assert_eq!(san("P3e4 P1e4", 'w', "3e42e6"), "P3e42e6", "only the level differs");
    assert_eq!(san("O2a4 O2h4 b1h4", 'w', "2a42c4"), "O2c4", "a frozen man could not");
    assert_eq!(san("K2a1 O2a4 O2h4 o2a8", 'w', "2h42c4"), "O2c4", "a pinned man could not");
}

#[test]
fn san_of_remote_captures() {
    assert_eq!(san("R3g1 w2g2", 'w', "3g1x2g2"), "Rx2g2");
    assert_eq!(san("R3g1 R3f2 w2g2", 'w', "3g1x2g2"), "Rgx2g2");
    assert_eq!(san("R3g1 R3g3 w2g2", 'w', "3g1x2g2"), "R1x2g2");
    assert_eq!(san("R3g1 R3g3 R3f2 R3h1 w2g2", 'w', "3g1x2g2"), "R1x2g2");
}

#[test]
fn bad_san_is_refused_with_a_reason() {
    let game = referee("O2a4 O2h4 w2c4", 'w');
    for (token, part) in [
        ("", "must be"),
        ("2c4", "must be"),
        ("X2c4", "must be"),
        ("Oz2c4", "must be"),
        ("\u{e9}2c4", "must be"),
        ("Ox2c\u{e9}", "must be"),
        ("O2c4", "no such move"),
        ("Ox2c4", "ambiguous"),
        ("Obx2c4", "no such move"),
        ("Oax2c4=H", "no such move"),
    ] {
        let error = game.read_san(token).unwrap_err().to_string();
        assert!(error.contains(part), "{token}: {error}");
    }
    assert_eq!(game.read_san("O2a4x2c4").as_deref(), Ok("2a42c4"), "more than is needed");
    assert_eq!(referee("W2e7", 'w').read_san("W2e8").as_deref(), Ok("2e72e8h"), "the promotion may be left out");
}

#[test]
fn the_drawing_shows_three_boards_in_a_hundred_columns() {
    let game = referee("M2e4 b1e4 S3c2", 'w');
    let plain = game.draw(Paint::Plain.into());
    assert!(plain.lines().all(|line| line.len() <= 100 && line.is_ascii() && !line.ends_with(' ')));
    let rank_4 = plain.lines().find(|line| line.starts_with('4')).unwrap();
    assert_eq!(rank_4.matches("M*").count(), 1, "frozen: {rank_4}");
    assert_eq!(rank_4.matches("b ").count(), 1, "{rank_4}");
    let third = |line: &'static str| plain.find(line).unwrap();
    assert!(third("sky") < third("ground") && third("ground") < third("underworld"));
    assert!(plain.contains("a b c d e f g h i j k l"));
    assert!(plain.contains("white to move"));
    let ansi = game.draw(Paint::Ansi.into());
    assert!(ansi.contains("\u{1b}["));
    let mut bare = String::new();
    for (i, part) in ansi.split('\u{1b}').enumerate() {
        bare += if i == 0 { part } else { part.split_once('m').unwrap().1 };
    }
    let trimmed =
        |text: &str| text.replace(['.', ':'], " ").lines().map(|line| line.trim_end().to_string()).collect::<Vec<_>>();
    assert_eq!(trimmed(&bare), trimmed(&plain), "colours apart the drawings are the same");
}

#[test]
fn levels_stand_under_each_other_where_columns_are_few() {
    let game = referee("M2e4 b1e4 S3c2", 'w');
    for (columns, rows) in [(usize::MAX, 1), (87, 1), (86, 2), (57, 2), (56, 3), (0, 3)] {
        let text = game.draw(Look { columns, ..Look::default() });
        assert_eq!(text.lines().filter(|line| line.starts_with("8 ")).count(), rows, "{columns}: {text}");
        assert!(text.lines().all(|line| line.len() <= columns.max(40)), "{columns}: {text}");
        let at = |name: &str| text.find(name).unwrap();
        assert!(at("sky") < at("ground") && at("ground") < at("underworld"));
    }
    let turned = game.draw(Look { bottom: Side::Black, ..Look::default() });
    assert!(turned.lines().nth(1).unwrap().starts_with("1 ") && turned.contains("l k j i h g f e d c b a"), "{turned}");
}

#[test]
fn the_mirror_image_exchanges_the_sides() {
    let position = Dragonchess::read(&place("S3e4 w2d3 B1c2 K2b1", 'w'), Reading::Strict).unwrap();
    assert_eq!(position.mirrored().write(), place("s3e5 W2d6 b1c7 k2b8 K2l1", 'b'));
}

#[test]
fn a_pass_changes_the_side_and_is_refused_in_check() {
    let position = Dragonchess::read(&place("O2c3", 'w'), Reading::Strict).unwrap();
    assert_eq!(position.pass().unwrap().write(), place("O2c3", 'b').replace("0 1", "1 1"));
    let check = Dragonchess::read(&place("K2e1 o2e8", 'w'), Reading::Strict).unwrap();
    assert!(check.pass().is_none());
}

#[test]
fn the_key_after_a_move_is_foretold() {
    for text in super::data_lines(super::BENCH) {
        let position = Dragonchess::read(text, Reading::Strict).unwrap();
        let mut moves = <Dragonchess as Position>::Moves::default();
        position.generate(ziggurat::game::MoveClass::All, &mut moves);
        for &m in &moves {
            let mut after = position.clone();
            after.play(m);
            assert_eq!(position.key_after(m), after.search_key());
        }
    }
}

#[test]
fn perft_of_the_suite() {
    for line in super::data_lines(include_str!("../../../positions/dragonchess.perft")) {
        let mut parts = line.split(" ;");
        let position = Dragonchess::read(parts.next().unwrap(), Reading::Strict).unwrap();
        for item in parts {
            let (depth, count) = item.strip_prefix('D').and_then(|item| item.split_once(' ')).unwrap();
            let (depth, count): (u32, u64) = (depth.parse().unwrap(), count.parse().unwrap());
            if depth <= 3 {
                assert_eq!(ziggurat::game::perft::perft(&position, depth), count, "{line}: depth {depth}");
            }
        }
    }
}
