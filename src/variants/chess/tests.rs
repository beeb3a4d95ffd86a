//! The rules of chess.md, one by one.

use super::*;
use crate::game::Referee;
use crate::game::referee::TurnReferee;

const CLASSICAL: MoveStyle = MoveStyle { chess960: false };
const KING_TAKES_ROOK: MoveStyle = MoveStyle { chess960: true };

fn strict(text: &str) -> Chess {
    Chess::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn refusal(text: &str, reading: Reading) -> String {
    match Chess::read(text, reading) {
        Ok(position) => panic!("{text} was read as {}", position.write()),
        Err(error) => error.to_string(),
    }
}

/// The game from a text (`None`: the start) after moves.
fn game(text: Option<&str>, moves: &str) -> TurnReferee<Chess> {
    let mut referee = TurnReferee::new();
    let moves: Vec<_> = moves.split_whitespace().collect();
    referee.set_position(text, Reading::Strict, &moves).unwrap_or_else(|e| panic!("{text:?} {moves:?}: {e}"));
    referee
}

fn outcome(text: Option<&str>, moves: &str) -> Option<String> {
    game(text, moves).outcome().map(|outcome| outcome.to_string())
}

/// The canonical move of a SAN token.
fn meant(position: &Chess, san: &str) -> Result<String, String> {
    position.read_san(san).map(|m| position.write_move(m, CLASSICAL)).map_err(|e| e.to_string())
}

/// The SAN of every legal move, sorted.
fn all_san(text: &str) -> Vec<String> {
    let legal = game(Some(text), "").legal_moves(true);
    let mut san: Vec<_> = legal.moves.into_iter().filter_map(|m| m.san).collect();
    san.sort();
    san
}

// ---- Position texts ----

#[test]
fn strict_reading_refuses_what_cannot_be_a_position_and_names_field_and_token() {
    let board = |board: &str| format!("{board} w - - 0 1");
    let fields = |fields: &str| format!("r3k2r/8/8/8/8/8/8/R3K2R {fields}");
    let cases = [
        // Fields and blanks.
        (String::new(), r#"side to move "": missing"#),
        (fields("w - - 0"), r#"full-move number "": missing"#),
        (fields("w"), r#"castling "": missing"#),
        (fields("w - - 0 1 9"), r#"position text "9": more than the 6 fields"#),
        (fields(" w - - 0 1"), r#"side to move "": an empty field"#),
        (fields("w - - 0 1 "), r#"end "": an empty field"#),
        (fields("w\t-\t-\t0\t1"), r#"castling "": missing"#),
        // The board.
        (board("4k3/8/8/8/8/8/4K3"), r#"board "4k3/8/8/8/8/8/4K3": 7 ranks instead of 8"#),
        (board("4k3/8/8/8/8/8/8/8/4K3"), r#"board "4k3/8/8/8/8/8/8/8/4K3": 9 ranks instead of 8"#),
        (board("8"), r#"board "8": 1 rank instead of 8"#),
        (board("4k3/1/8/8/8/8/8/4K3"), r#"board "1": 1 square on rank 7 instead of 8"#),
        (board("4k3/7/8/8/8/8/8/4K3"), r#"board "7": 7 squares on rank 7 instead of 8"#),
        (board("4k3/8/8/8/8/8/ppppppppp/4K3"), r#"board "ppppppppp": 9 squares on rank 2 instead of 8"#),
        (board("4k3/44/8/8/8/8/8/4K3"), r#"board "44": more empty squares than the 8 files"#),
        (board("4k3/08/8/8/8/8/8/4K3"), r#"board "08": zero or a leading zero"#),
        (board("4k3/p07/8/8/8/8/8/4K3"), r#"board "07": zero or a leading zero"#),
        (board("4k3/99999999999999999999/8/8/8/8/8/4K3"), r#"board "99999999999999999999": more empty squares"#),
        (board("4k2z/8/8/8/8/8/8/4K3"), r#"board "z": not a piece"#),
        (board("4k2\u{e9}/8/8/8/8/8/8/4K3"), r#"board "\u{e9}": not a piece"#),
        // The men.
        (board("8/8/8/8/8/8/8/4K3"), r#"board "8/8/8/8/8/8/8/4K3": 0 black kings instead of 1"#),
        (board("4k3/8/8/8/8/8/8/3KK3"), r#"board "4k3/8/8/8/8/8/8/3KK3": 2 white kings instead of 1"#),
        (board("4k3/8/8/N7/8/8/PPPPPPPP/RNBQKBNR"), r#"board "4k3/8/8/N7/8/8/PPPPPPPP/RNBQKBNR": 17 white men"#),
        (board("P3k3/8/8/8/8/8/8/4K3"), r#"board "a8": a pawn on the first or last rank"#),
        (board("4k3/8/8/8/8/8/8/4K2p"), r#"board "h1": a pawn on the first or last rank"#),
        // The side to move.
        (fields("x - - 0 1"), r#"side to move "x": must be w or b"#),
        (fields("W - - 0 1"), r#"side to move "W": must be w or b"#),
        (board("4k3/4Q3/8/8/8/8/8/4K3"), r#"side to move "w": the other side is in check"#),
        (board("8/8/8/8/8/8/4k3/4K3"), r#"side to move "w": the other side is in check"#),
        // Castling.
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1".into(), r#"castling "K": 'K' is a right without king and rook at home"#),
        ("4k3/8/8/8/8/8/4K3/R6R w Q - 0 1".into(), r#"castling "Q": 'Q' is a right without king and rook at home"#),
        (fields("w KQB - 0 1"), r#"castling "KQB": 'B' is a right without king and rook at home"#),
        (fields("w KK - 0 1"), r#"castling "KK": 'K' gives a second right to one wing"#),
        (fields("w KH - 0 1"), r#"castling "KH": 'H' gives a second right to one wing"#),
        (fields("w KX - 0 1"), r#"castling "KX": 'X' is not a castling right"#),
        (fields("w K- - 0 1"), r#"castling "K-": '-' is not a castling right"#),
        // En passant.
        (fields("w - e9 0 1"), r#"en passant "e9": must be - or the name of a square"#),
        (fields("w - e 0 1"), r#"en passant "e": must be - or the name of a square"#),
        (fields("w - e6 0 1"), r#"en passant "e6": no pawn can just have made a double step"#),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1".into(), r#"en passant "d5": no pawn can just have made"#),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1".into(), r#"en passant "d6": no pawn can just have made"#),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1".into(), r#"en passant "d6": no pawn can just have made"#),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1".into(), r#"en passant "d6": no pawn can just have made"#),
        // Clocks.
        (fields("w - - -1 1"), r#"half-move clock "-1": must be a decimal number"#),
        (fields("w - - 00 1"), r#"half-move clock "00": has a leading zero"#),
        (fields("w - - +1 1"), r#"half-move clock "+1": must be a decimal number"#),
        (fields("w - - 65536 1"), r#"half-move clock "65536": is greater than 65535"#),
        (fields("w - - 0 0"), r#"full-move number "0": must be at least 1"#),
        (fields("w - - 0 01"), r#"full-move number "01": has a leading zero"#),
        (fields("w - - 0 one"), r#"full-move number "one": must be a decimal number"#),
        (fields("w - - 0 99999999999999999999"), r#"full-move number "99999999999999999999": is greater"#),
    ];
    for (text, message) in cases {
        let refusal = refusal(&text, Reading::Strict);
        assert!(refusal.starts_with(message), "{text:?}\n  says     {refusal}\n  not      {message}");
    }
}

#[test]
fn odd_but_possible_texts_are_accepted_and_written_as_read() {
    for text in [
        // Nine queens; nine pawns; sixteen men of odd kinds.
        "4k3/4p3/8/8/8/8/QQQQQQQQ/3QK3 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
        // Checked by three men at once.
        "4k3/8/8/1B2Q3/8/3N4/8/4KR2 b - - 0 1",
        "rk6/2N5/1Q6/8/4B3/8/8/4K3 b - - 0 1",
        // Odd clocks.
        "4k3/8/8/8/8/8/P7/4K3 w - - 250 1",
        "4k3/8/8/8/8/8/P7/4K3 b - - 65535 65535",
    ] {
        assert_eq!(strict(text).write(), text);
    }
    let shuffled = strict("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1");
    assert_eq!(shuffled.write(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling letters in any order");
}

#[test]
fn lenient_reading_forgives_what_sloppy_programs_write() {
    for (text, canonical) in [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K2R w K", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"),
        ("  4k3/8/8/8/8/8/8/4K3   b  - \t- 7  9 ", "4k3/8/8/8/8/8/8/4K3 b - - 7 9"),
        // Rights without king and rook at home, the others kept.
        ("4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1KNR w KQkq - 0 1",
        ),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1"),
        // En passant squares over which no pawn has stepped.
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
    ] {
        let position = Chess::read(text, Reading::Lenient).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(position.write(), canonical, "{text}");
    }
}

#[test]
fn lenient_reading_still_refuses_what_it_cannot_understand() {
    for (text, field) in [
        ("", "board"),
        ("   ", "board"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w none - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - xy 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "half-move clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "full-move number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves", "position text"),
    ] {
        let refusal = refusal(text, Reading::Lenient);
        assert!(refusal.starts_with(&format!("{field} \"")), "{text:?} says {refusal}, not {field}");
    }
}

#[test]
fn the_en_passant_square_is_written_only_where_a_capture_is_legal() {
    for (text, written) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "-"),
        // Two pawns leave the rank at once; the captured pawn shields; the capturer is pinned.
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "-"),
        ("6k1/8/b7/1pP5/8/8/4K3/8 w - b6 0 1", "-"),
        ("2r3k1/8/8/1pP5/8/8/8/2K5 w - b6 0 1", "-"),
        // Of two capturers one is pinned.
        ("3r3k/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "d6"),
        ("2r4k/8/8/2PpP3/8/8/8/2K5 w - d6 0 1", "d6"),
        // The pawn gives check, and taking it parries.
        ("8/8/8/3k4/3pP3/8/8/4K3 b - e3 0 1", "e3"),
    ] {
        assert_eq!(strict(text).write().split(' ').nth(3), Some(written), "{text}");
    }
    assert_eq!(game(None, "e2e4").text().split(' ').nth(3), Some("-"));
    assert_eq!(game(None, "e2e4 a7a6 e4e5 d7d5").text().split(' ').nth(3), Some("d6"));
}

#[test]
fn shredder_letters_are_read_and_written_only_where_x_fen_is_ambiguous() {
    for (text, rights) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "KQkq"),
        ("1r2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K2R b KBkq - 3 5", "KBkq"),
        ("1r2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K2R b HAgb - 3 5", "KQgq"),
    ] {
        assert_eq!(strict(text).write().split(' ').nth(2), Some(rights), "{text}");
    }
}

// ---- Moves ----

#[test]
fn castling_is_read_in_both_spellings_and_written_in_the_one_asked_for() {
    let position = strict("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (arrival, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        for style in [CLASSICAL, KING_TAKES_ROOK] {
            let m = position.read_move(arrival, style).unwrap();
            assert_eq!(position.read_move(rook, style), Ok(m));
            let written = if style.chess960 { rook } else { arrival };
            assert_eq!(position.write_move(m, style), written);
        }
    }
}

#[test]
fn castling_off_the_classical_squares_is_always_king_takes_rook() {
    let position = strict("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1");
    for (token, san, after) in
        [("f1h1", "O-O", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"), ("f1b1", "O-O-O", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1")]
    {
        for style in [CLASSICAL, KING_TAKES_ROOK] {
            let m = position.read_move(token, style).unwrap();
            assert_eq!((position.write_move(m, style), position.write_san(m)), (token.into(), san.into()));
            let mut castled = position;
            castled.play(m);
            assert_eq!(castled.write(), after);
        }
    }
    let step = position.read_move("f1g1", CLASSICAL).unwrap();
    assert_eq!(position.write_san(step), "Kg1", "one step is a step");
}

#[test]
fn castling_where_king_and_rook_exchange_squares() {
    assert_eq!(game(Some("4k3/8/8/8/8/8/8/5KR1 w K - 0 1"), "f1g1").text(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    assert_eq!(game(Some("4k3/8/8/8/8/8/8/2RK4 w Q - 0 1"), "d1c1").text(), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
}

#[test]
fn castling_needs_an_empty_way_and_no_attack_on_the_kings() {
    let wings = |text: &str| {
        let san = all_san(text);
        ["O-O", "O-O-O"].map(|wing| san.iter().any(|s| s.trim_end_matches('+') == wing))
    };
    for (text, king_and_queen_wing) in [
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", [true, true]),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", [false, false]),
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", [false, false]),
        // Out of, through and into check.
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", [false, false]),
        ("3rkr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", [false, false]),
        ("2r1k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", [false, false]),
        // The rook may be attacked and may cross an attacked square.
        ("1r2k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", [true, true]),
        // The castling rook was the shield of the back rank.
        ("4k3/8/8/8/8/8/8/qRK5 w Q - 0 1", [false, false]),
    ] {
        assert_eq!(wings(text), king_and_queen_wing, "{text}");
    }
}

#[test]
fn moves_that_are_not_are_refused_with_their_token() {
    let position = strict("r3k2r/4P3/8/8/8/8/8/R3K2R w KQ - 0 1");
    for token in [
        "",
        "e",
        "e1",
        "e1e",
        "zz",
        "e1e9",
        "i1e1",
        "e1e1",
        "e8e7",
        "e4e5",
        "e1e3",
        "e1g1q",
        "e7d8",
        "e7d8k",
        "a1a8q",
        "e7d8Q",
        "e1g1 ",
        "E1G1",
        "0000",
        "O-O",
        "e1h1\u{e9}",
        "\u{e9}\u{e9}",
    ] {
        let error = position.read_move(token, CLASSICAL).expect_err(token).to_string();
        let shown: String =
            token.chars().flat_map(|c| if c.is_ascii() { vec![c] } else { c.escape_default().collect() }).collect();
        assert!(error.starts_with(&format!("move \"{shown}\": ")), "{error}");
    }
}

// ---- SAN ----

#[test]
fn san_names_men_captures_promotions_castling_and_checks() {
    let text = "r3k3/1P6/8/8/8/8/8/3nK2R w K - 0 1";
    let position = strict(text);
    for (token, san) in [
        ("e1g1", "O-O"),
        ("e1d1", "Kxd1"),
        ("e1e2", "Ke2"),
        ("h1h8", "Rh8+"),
        ("b7b8q", "b8=Q+"),
        ("b7b8n", "b8=N"),
        ("b7a8q", "bxa8=Q+"),
        ("b7a8b", "bxa8=B"),
    ] {
        let m = position.read_move(token, CLASSICAL).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(position.write_san(m), san);
    }
    assert!(all_san("r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1").contains(&"O-O-O".to_owned()));
    assert!(all_san("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").contains(&"Ra8#".to_owned()));
    assert!(all_san("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1").contains(&"O-O-O+".to_owned()));
}

#[test]
fn san_tells_like_men_apart_by_file_then_rank_then_both() {
    let moves_to = |text: &str, target: &str| -> Vec<String> {
        all_san(text).into_iter().filter(|san| san.trim_end_matches(['+', '#']).ends_with(target)).collect()
    };
    for (text, target, expected) in [
        ("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1", "d2", &["Kd2", "Nbd2", "Nfd2"][..]),
        ("7k/R7/8/8/8/8/8/R3K3 w - - 0 1", "a4", &["R1a4", "R7a4"]),
        // The file serves although the ranks differ too.
        ("8/8/4k3/8/R7/8/8/K2R4 w - - 0 1", "d4", &["Rad4", "Rdd4"]),
        ("8/k7/8/8/4Q2Q/8/8/1K5Q w - - 0 1", "e1", &["Q1e1", "Qee1", "Qh4e1"]),
        // Pawns are told apart by the file that every capture names.
        ("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1", "d5", &["cxd5", "exd5"]),
        // A pinned man cannot reach the square, so it does not count.
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "e2", &["Ke2", "Ne2"]),
    ] {
        assert_eq!(moves_to(text, target), expected, "{text}");
    }
}

#[test]
fn san_of_an_en_passant_capture_is_the_file_of_origin_and_the_square_arrived_at() {
    let position = strict("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    let m = position.read_move("e5d6", CLASSICAL).unwrap();
    assert_eq!(position.write_san(m), "exd6");
    for token in ["exd6", "exd6e.p.", "exd6 e.p.", "ed6", "e5xd6"] {
        assert_eq!(meant(&position, token), Ok("e5d6".into()), "{token}");
    }
}

#[test]
fn san_is_read_with_zeros_and_without_signs() {
    let position = strict("r3k3/1P6/8/8/8/8/8/R2nK2R w KQ - 0 1");
    for (token, m) in [
        ("O-O", "e1g1"),
        ("0-0", "e1g1"),
        ("b8=Q+", "b7b8q"),
        ("b8=Q", "b7b8q"),
        ("b8Q", "b7b8q"),
        ("b8Q+", "b7b8q"),
        ("bxa8=N", "b7a8n"),
        ("bxa8N", "b7a8n"),
        ("Rh8", "h1h8"),
        ("Rh8+", "h1h8"),
        ("Rh8#", "h1h8"),
        ("Rh1h8", "h1h8"),
        ("R1h8", "h1h8"),
        ("Kxd1", "e1d1"),
    ] {
        assert_eq!(meant(&position, token), Ok(m.into()), "{token}");
    }
    let queen_wing = strict("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(meant(&queen_wing, "0-0-0"), Ok("e1c1".into()));
    assert_eq!(meant(&queen_wing, "O-O-O"), Ok("e1c1".into()));
}

#[test]
fn san_that_is_malformed_illegal_or_ambiguous_is_refused() {
    let position = strict("4k3/1P6/8/8/8/8/8/1N2KN2 w - - 0 1");
    for (token, why) in [
        ("", "not a move in algebraic notation"),
        ("N", "not a move in algebraic notation"),
        ("Nd9", "not a move in algebraic notation"),
        ("Zd2", "not a move in algebraic notation"),
        ("N\u{e9}d2", "not a move in algebraic notation"),
        ("\u{e9}", "not a move in algebraic notation"),
        ("Nbfd2", "not a move in algebraic notation"),
        ("Nd2", "ambiguous"),
        ("Ne5", "not legal in this position"),
        ("Nxe3", "not legal in this position"),
        ("b8", "not legal in this position"),
        ("b8=K", "not legal in this position"),
        ("O-O", "not legal in this position"),
        ("nbd2", "not a move in algebraic notation"),
    ] {
        let error = meant(&position, token).expect_err(token);
        assert!(error.starts_with("move \"") && error.contains(why), "{token}: {error}");
    }
}

// ---- Ends ----

#[test]
fn mate_and_stalemate() {
    assert_eq!(outcome(None, "f2f3 e7e5 g2g4 d8h4").as_deref(), Some("black:mate"));
    assert_eq!(outcome(Some("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8").as_deref(), Some("white:mate"));
    assert_eq!(outcome(Some("k7/8/8/1Q6/8/8/8/7K w - - 0 1"), "b5b6").as_deref(), Some("draw:stalemate"));
    assert_eq!(outcome(Some("k7/8/8/1Q6/8/8/8/7K w - - 0 1"), "b5c6"), None);
}

#[test]
fn the_third_occurrence_draws_with_the_start_counted() {
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 ";
    assert_eq!(outcome(None, back_and_forth), None);
    assert_eq!(outcome(None, &back_and_forth.repeat(2)).as_deref(), Some("draw:repetition"));
    assert_eq!(outcome(None, &(back_and_forth.repeat(2) + "e2e4")), None, "only the final position counts");
}

#[test]
fn repetition_tells_castling_rights_apart() {
    let text = Some("4k3/p7/8/8/8/8/P7/R3K3 w Q - 0 1");
    let back_and_forth = "a1b1 e8d8 b1a1 d8e8 ";
    assert_eq!(outcome(text, &back_and_forth.repeat(2)), None, "the right was lost on the way");
    assert_eq!(outcome(text, &back_and_forth.repeat(3)).as_deref(), Some("draw:repetition"));
}

#[test]
fn repetition_tells_en_passant_apart_only_where_the_capture_is_legal() {
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 ";
    // After the double step the first position has a capture that the later ones have not.
    let legal = "e2e4 a7a6 e4e5 d7d5 ";
    assert_eq!(outcome(None, &(legal.to_owned() + &back_and_forth.repeat(2))), None);
    assert_eq!(outcome(None, &(legal.to_owned() + &back_and_forth.repeat(3))).as_deref(), Some("draw:repetition"));
    // Nobody stands beside the pawn.
    let idle = "e2e4 d7d5 ";
    assert_eq!(outcome(None, &(idle.to_owned() + &back_and_forth.repeat(2))).as_deref(), Some("draw:repetition"));
}

#[test]
fn a_hundred_half_moves_without_capture_or_pawn_move_draw() {
    let text = Some("4k3/8/8/8/8/8/P7/R3K3 w - - 98 80");
    assert_eq!(outcome(text, "a1b1"), None);
    assert_eq!(outcome(text, "a1b1 e8e7").as_deref(), Some("draw:clock"));
    assert_eq!(outcome(text, "a1b1 e8e7 a2a3"), None, "a pawn move starts it anew");
    assert_eq!(outcome(Some("4k3/8/8/8/8/8/P6r/R3K2R w - - 99 80"), "h1h2"), None, "so does a capture");
}

#[test]
fn a_mate_on_the_hundredth_half_move_stands() {
    assert_eq!(outcome(Some("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"), "a1a8").as_deref(), Some("white:mate"));
    assert_eq!(outcome(Some("k7/8/8/1Q6/8/8/8/7K w - - 99 80"), "b5b6").as_deref(), Some("draw:stalemate"));
}

#[test]
fn bare_kings_and_men_that_cannot_mate_draw() {
    for (text, reason) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some("draw:bare-kings")),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", Some("draw:material")),
        ("4kn2/8/8/8/8/8/8/4K3 w - - 0 1", Some("draw:material")),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some("draw:material")),
        // All bishops on squares of one colour, however many and whose ever.
        ("2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", Some("draw:material")),
        ("2b1k3/8/8/5B2/8/8/8/3BKB2 w - - 0 1", Some("draw:material")),
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", None),
    ] {
        assert_eq!(outcome(Some(text), "").as_deref(), reason, "{text}");
    }
}

#[test]
fn ends_that_fall_together_have_an_order() {
    let waiting = "e1d1 e8d8 d1e1 d8e8 ";
    for (text, moves, reason) in [
        // Stalemate before material; material and bare kings before the clock; the clock before repetition.
        ("8/8/8/8/8/6k1/5b2/7K w - - 0 1", "", "draw:stalemate"),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 120 99", "", "draw:material"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 120 99", "", "draw:bare-kings"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 92 99", &waiting.repeat(2), "draw:clock"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 91 99", &waiting.repeat(2), "draw:repetition"),
    ] {
        assert_eq!(outcome(Some(text), moves).as_deref(), Some(reason), "{text} {moves}");
    }
}

#[test]
fn a_game_drawn_by_clock_repetition_or_material_still_lists_its_moves() {
    for text in ["4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 100 99"] {
        let game = game(Some(text), "");
        assert!(game.outcome().is_some() && game.legal_moves(false).count > 0, "{text}");
    }
}

// ---- Keys ----

/// The pawns' key, that of White's men and that of Black's: which of them differ after a move?
fn changed_parts(text: &str, san: &str) -> [bool; 3] {
    let before = strict(text);
    let mut after = before;
    after.play(before.read_san(san).unwrap());
    let (before, after) = (before.correction_keys(), after.correction_keys());
    [0, 1, 2].map(|part| before[part] != after[part])
}

#[test]
fn parts_of_the_key_follow_their_men() {
    let text = "r3k3/1P6/8/8/2pPp3/4N3/8/R3K2R b KQ d3 0 1";
    assert_eq!(changed_parts(text, "cxd3"), [true, false, false]);
    assert_eq!(changed_parts(text, "Rxa1+"), [false, true, true]);
    let text = "r3k3/1P6/8/8/2pPp3/4N3/8/R3K2R w KQ - 0 1";
    assert_eq!(changed_parts(text, "bxa8=Q+"), [true, true, true]);
    assert_eq!(changed_parts(text, "O-O"), [false, true, false]);
    assert_eq!(changed_parts(text, "Nxc4"), [true, true, false]);
}

#[test]
fn the_guess_of_the_next_key_is_right_for_ordinary_moves() {
    for (text, san) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra7"),
        ("4k3/8/8/8/2pP4/8/8/R3K3 b - d3 0 1", "Kd7"),
        ("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "bxa8=N"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1", "dxe4"),
    ] {
        let position = strict(text);
        let m = position.read_san(san).unwrap();
        let mut after = position;
        after.play(m);
        assert_eq!(position.key_after(m), after.search_key(), "{text} {san}");
    }
}
