//! One test a clarification of the rules, in their order; then bad texts.

use super::read;
use super::rules::{after, game, moves, text};
use std::collections::BTreeSet;
use ziggurat::game::perft::perft;
use ziggurat::game::{Game, Position, Reading, Referee};
use ziggurat::variants::gnome::Gnome;

fn allowed(short: &str, wanted: &str) -> String {
    let moves = moves(short);
    let found: Vec<_> = wanted.split(' ').filter(|&m| moves.contains(m)).collect();
    found.join(" ")
}

fn castling(short: &str, token: &str) -> String {
    game(short, &[token]).text().split(' ').nth(2).unwrap().to_owned()
}

fn tokens(short: &str, played: &[&str]) -> BTreeSet<String> {
    game(short, played).legal_moves(false).moves.into_iter().map(|m| m.text).collect()
}

#[test]
fn the_known_counts_with_the_veto_in_them() {
    let start = read(Gnome::INFO.start);
    assert_eq!([1, 2, 3].map(|depth| perft(&start, depth)), [86, 7418, 519136]);
}

#[test]
fn a_drawn_position_still_lists_the_veto() {
    let start = "7k/8/8/8/8/8/P7/K7 w - - b0 - 99 80";
    let drawn = game(start, &["a1b1a1"]);
    assert_eq!(drawn.outcome().unwrap().to_string(), "draw:clock");
    assert!(tokens(start, &["a1b1a1"]).contains("veto"));
}

#[test]
fn a_mating_move_that_can_be_vetoed_does_not_end_the_game() {
    let mate = "1rr3qk/8/8/8/8/7r/7r/K7 b - - HOLDER - 20 40";
    let (free, vetoable) = (mate.replace("HOLDER", "b0"), mate.replace("HOLDER", "w0"));
    assert_eq!(game(&free, &["g8g1"]).outcome().unwrap().to_string(), "black:mate");
    assert_eq!((game(&vetoable, &["g8g1"]).outcome(), tokens(&vetoable, &["g8g1"])), (None, ["veto".to_owned()].into()));
    let late = vetoable.replace(" 20 ", " 99 ");
    assert_eq!(game(&late, &["g8g1"]).outcome().unwrap().to_string(), "draw:clock");
}

#[test]
fn a_capturing_pawn_promotes_only_if_it_is_still_there() {
    let goes = |board: &str| {
        let moves = moves(&format!("{board} w"));
        moves.iter().filter_map(|m| m.strip_prefix("c7d8")).map(String::from).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(goes("3n4/2P4k/8/8/8/8/8/K7"), "b n q r");
    assert_eq!(goes("3(rn)4/2P4k/8/8/8/8/8/K7"), "");
    assert_eq!(after("3(rn)4/2P4k/8/8/8/8/8/K7 w", &["c7d8"]), "3n4/7k/8/8/8/8/8/K7");
    assert_eq!(after("3b4/2P4k/8/8/8/8/8/K7 w", &["c7d8"]), "3b!4/7k/8/8/8/8/8/K7");
    assert_eq!(goes("3(rR)4/2P4k/8/8/8/8/8/K7"), " ^b ^n ^q ^r", "crushed by the rook above, or up on it");
}

#[test]
fn a_king_comes_back_to_his_rook_by_climbing_or_by_capturing_it() {
    let start = "7k/8/8/8/2(rK)5/8/8/8 w";
    assert_eq!(allowed(start, "c4^2b4c4 c4^2b4c4^"), "c4^2b4c4 c4^2b4c4^");
    assert_eq!(after(start, &["c4^2b4c4"]), "7k/8/8/8/2K5/8/8/8");
    assert_eq!(after(start, &["c4^2b4c4^"]), "7k/8/8/8/2(rK)5/8/8/8");
}

#[test]
fn no_castling_without_a_legal_second_step() {
    let shut = "k6r/8/8/8/8/8/5PP1/4K2(RN) w K - w1 - 0 1";
    assert_eq!(moves(shut).iter().filter(|m| m.starts_with("e1g1")).count(), 0);
    let open = shut.replace("k6r", "k7");
    assert_eq!(allowed(&open, "e1g1h1 e1g1h2 e1g1f1^"), "e1g1h1 e1g1h2");
}

#[test]
fn falls_of_a_blast_do_not_wait_for_the_second_step() {
    // The rook under the pawn is blasted by the queen on e2; the pawn has fallen when the king's second step takes it.
    assert_eq!(after("7k/8/8/8/8/3(Rp)4/4q3/4K3 w", &["e1e2d3"]), "7k/8/8/8/8/3K4/8/8");
    // What stood on the rook that the first step captured does.
    assert_eq!(after("7k/8/8/8/8/8/4(rp)3/4K3 w", &["e1e2e3"]), "7k/8/8/8/8/4K3/4p3/8");
}

#[test]
fn castling_rights_belong_to_the_rook_on_the_ground() {
    assert_eq!(castling("4k3/8/8/8/8/6N1/8/4K2R w K - w1 - 0 1", "g3h1^"), "K", "climbing does not touch it");
    assert_eq!(castling("4k3/8/8/8/8/6N1/8/4K2R w K - w1 - 0 1", "h1h3"), "-");
    assert_eq!(castling("4k3/8/8/8/8/8/7P/4K2R w K - w1 - 0 1", "h2~h1"), "-", "shifted");
    assert_eq!(castling("r3k3/8/8/8/8/8/8/R3K3 b Qq - b1 - 0 1", "a8a1"), "-", "captured, and moved");
    assert_eq!(castling("r3k3/8/8/8/8/8/8/R3K3 b Qq - b1 - 0 1", "a8a1^"), "Q", "climbed on");
    let pile = "4k3/8/8/8/8/4P3/3P4/4Kn1(RR) b K - b1 - 0 1";
    assert_eq!(castling(pile, "f1h2xh1"), "-", "another rook falls in its place");
    assert_eq!(castling(pile, "f1h2xh1^2"), "K");
    assert_eq!(castling("4k3/8/8/8/8/8/4P3/4K2R w K - w1 - 0 1", "e2~e1"), "-", "the king is shifted");
    assert_eq!(castling("4k3/8/8/8/8/8/6Qn/4K2R w K - w1 - 0 1", "g2*"), "-", "blasted");
}

#[test]
fn a_vetoed_position_is_struck_from_the_count() {
    let mut game = Game::new(read("7k/8/8/8/8/8/P7/K7 b - - w0 - 0 1"));
    for token in ["h8g8h8", "veto"] {
        let vetoed = game.position().repetition_key();
        let m = game.position().read_move(token, Default::default()).unwrap();
        game.play(m);
        assert_eq!((game.keys().len(), token == "veto" && game.keys().contains(&vetoed)), (2, false));
    }
}

#[test]
fn the_ban_is_a_position_and_part_of_the_state() {
    // Two paths to one position: the same ban under two names.
    let banned = |token: &str| read(&format!("7k/8/8/8/8/8/8/K6N w - - w1:{token} - 0 1"));
    assert_eq!(banned("a1b1a1").repetition_key(), banned("a1b2a1").repetition_key());
    assert_ne!(banned("a1b1a1").repetition_key(), banned("a1b1c1").repetition_key());
    let refused = Gnome::read("1rr4k/8/8/8/8/7r/7r/K7 w - - w1:a1b1a1 - 0 1", Reading::Strict).unwrap_err();
    assert_eq!(refused.to_string(), "veto \"w1:a1b1a1\": no other move is left, so this one could not be vetoed");
}

#[test]
fn equal_boards_with_different_pasts_have_different_vetoes() {
    let key = |played: &[&str]| {
        let mut position = read("7k/8/8/8/8/8/8/K6N w - - b0 - 0 1");
        for token in played {
            position.play(position.read_move(token, Default::default()).unwrap());
        }
        (position.repetition_key(), position.search_key())
    };
    // The same position, but the vetoed move would have been another.
    let [one, other] = [&["h1g3", "h8g8h8", "g3f5"][..], &["h1g3", "h8g8h8", "g3f5"]].map(key);
    assert_eq!(one, other);
    let [first, second] =
        [&["h1g3", "h8g8h8", "g3h5", "h8g8h8", "h5f6"][..], &["h1g3", "h8g8h8", "g3e4", "h8g8h8", "e4f6"]].map(key);
    assert_eq!(first.0, second.0);
    assert_ne!(first.1, second.1);
}

#[test]
fn pawns_on_piles_are_never_listed_and_have_moved() {
    let moves = moves("7k/8/8/8/8/8/(RP)7/7K w");
    assert!(moves.contains("a2^2a3") && !moves.contains("a2^2a4"));
    let fallen = game("7k/8/8/1R6/8/8/1(rP)6/K7 w", &["b5b2"]);
    assert_eq!(fallen.text(), "7k/8/8/8/8/8/1P6/K7 b - - w1 b2 0 1");
}

#[test]
fn bad_texts_are_refused_with_the_field_and_the_reason() {
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let fields = |veto: &str, moved: &str| format!("{kings} w - - {veto} {moved} 0 1");
    let board = |rank: &str| text(&format!("{rank}/8/8/8/8/8/8/4K3 w"));
    let cases = [
        (board("(r(rp))2k3"), "board: rank 8 \"(r(rp))2k3\": a pile within a pile"),
        (board("()3k3"), "board: rank 8 \"()3k3\": an empty pile"),
        (board("(r)3k3"), "board: rank 8 \"(r)3k3\": a pile of one is written without brackets"),
        (board("(rp3k3"), "board: rank 8 \"(rp3k3\": a pile is not closed"),
        (board("(rp3(rk)2"), "board: rank 8 \"(rp3(rk)2\": a pile is not closed"),
        (board("(r3p)k3"), "board: rank 8 \"3\": a pile cannot hold empty squares"),
        (board("4k2(rp"), "board: rank 8 \"4k2(rp\": a pile is not closed"),
        (board("rp)2k3"), "board: rank 8 \"rp)2k3\": a bracket is closed that was not opened"),
        (board("(pr)3k3"), "board: rank 8 \"p\": only rooks stand under others"),
        (board("(b!r)3k3"), "board: rank 8 \"b\": only rooks stand under others"),
        (board("n!3k3"), "board: rank 8 \"n\": only bishops are wounded"),
        (board("b!!2k3"), "board: rank 8 \"!\": not a piece"),
        (board("!3k3"), "board: rank 8 \"!\": not a piece"),
        (board("*3k3"), "board: rank 8 \"*\": not a piece"),
        (board("(rp)k5"), "board: rank 8 \"(rp)k5\": 7 squares instead of 8"),
        (board("8"), "board \"8/8/8/8/8/8/8/4K3\": 0 black kings instead of 1"),
        (
            board("(rrrrrrrrrrrrrrrr)3k3"),
            "board \"(rrrrrrrrrrrrrrrr)3k3/8/8/8/8/8/8/4K3\": 17 black men; a side has at most 16",
        ),
        (fields("x0", "-"), "veto \"x0\": must be w0, w1, b0 or b1, and : with a move after a veto"),
        (fields("b2", "-"), "veto \"b2\": must be w0, w1, b0 or b1, and : with a move after a veto"),
        (fields("w0:e1d1e1", "-"), "veto \"w0:e1d1e1\": who was vetoed holds the veto and waits, and is to move"),
        (fields("b1:e1d1e1", "-"), "veto \"b1:e1d1e1\": who was vetoed holds the veto and waits, and is to move"),
        (fields("w1:veto", "-"), "veto: banned: move \"veto\": there is no move that can be vetoed"),
        (fields("w1:a1a2", "-"), "veto: banned: move \"a1a2\": the origin is empty"),
        (
            fields("w1:", "-"),
            "veto: banned: move \"\": not of the form of a move, as e2e4, a1^2a7^, g1f3xg2, d1*, e1d1e1, e7e8q, b3~g3 or veto",
        ),
        (fields("b0", "a2"), "moved \"a2\": no lone pawn of its side stands on this home square"),
        (fields("b0", "a9"), "moved \"a9\": not a square"),
        (fields("b0", ""), "moved \"\": an empty field; fields are separated by one blank"),
        (
            "4k3/8/8/8/8/8/PP6/4K3 w - - b0 b2a2 0 1".to_owned(),
            "moved \"a2\": squares stand in the order a1, b1, ... h8, each once",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w H - b0 - 0 1".to_owned(), "castling \"H\": 'H' is not a castling right"),
        ("4k3/8/8/8/8/8/8/4K2R w KK - b0 - 0 1".to_owned(), "castling \"KK\": 'K' stands twice"),
        ("4k3/8/8/8/8/8/8/3(RK)3R w K - b0 - 0 1".to_owned(), "castling \"K\": 'K' is a right without king and rook at home"),
        (
            "4k3/8/8/8/4(Rp)3/8/8/4K3 w - e6 b0 - 0 1".to_owned(),
            "en passant \"e6\": no pawn can just have made a double step over it",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - b0 - 0".to_owned(),
            "full-move number \"\": missing; a position text has 8 fields (board, side to move, castling, en passant, veto, moved, half-move clock, full-move number)",
        ),
        ("k3R3/8/8/8/8/8/8/4K3 w - - b0 - 0 1".to_owned(), "side to move \"w\": the king of the other side is threatened"),
    ];
    for (bad, message) in cases {
        assert_eq!(Gnome::read(&bad, Reading::Strict).unwrap_err().to_string(), message, "{bad}");
    }
}

#[test]
fn lenient_reading_forgives_what_programs_do() {
    let lenient = |text: &str| Gnome::read(text, Reading::Lenient).unwrap_or_else(|e| panic!("{text}: {e}")).write();
    assert_eq!(lenient("4k3/8/8/8/8/8/8/4K2R"), "4k3/8/8/8/8/8/8/4K2R w - - b0 - 0 1");
    assert_eq!(lenient("4k3/8/8/8/8/8/8/4K2R  w  KQkq e6"), "4k3/8/8/8/8/8/8/4K2R w K - b0 - 0 1");
}
