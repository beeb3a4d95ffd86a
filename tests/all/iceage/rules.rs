//! One test a rule of iceage.md, by its number.

use super::{game, goes, legal, outcome, text_after};
use std::collections::BTreeSet;
use ziggurat::game::{Position, Reading, Referee};
use ziggurat::variants::iceage::IceAge;

const START: &str = "rnbqkbnr/pppppppp/********/********/********/********/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn refusal(text: &str) -> String {
    match IceAge::read(text, Reading::Strict) {
        Ok(position) => panic!("{text} was read as {}", position.write()),
        Err(error) => error.to_string(),
    }
}

// ---- 1: ice ----

#[test]
fn the_start_is_ice_between_the_men_and_each_move_takes_some() {
    assert_eq!(IceAge::INFO.start, START);
    let mut expected = BTreeSet::from(["b1a3", "b1c3", "g1f3", "g1h3"].map(String::from));
    for (from, files) in "abcdefgh".chars().zip(["b", "ac", "bd", "ce", "df", "eg", "fh", "g"]) {
        expected.extend(files.chars().map(|to| format!("{from}2{to}3")));
    }
    assert_eq!(legal(START), expected);
}

#[test]
fn rule_1_any_man_takes_ice_and_lines_stop_at_the_first_cube() {
    let queen = "4k3/8/8/1*1*1*2/2***3/2*Q*3/2***3/4K3 w - - 0 1";
    assert_eq!(goes(queen, "d3"), "c2 c3 c4 d2 d4 e2 e3 e4");
    assert_eq!(goes(queen, "e1"), "d1 d2 e2 f1 f2");
    assert_eq!(goes("4k3/8/8/8/8/8/*1*5/1R2K3 w - - 0 1", "b1"), "a1 b2 b3 b4 b5 b6 b7 b8 c1 d1");
    assert_eq!(goes("4k3/*7/8/8/8/4*3/8/1*B*K3 w - - 0 1", "c1"), "a3 b2 d2 e3");
    // Knights leap over it and take it where they arrive.
    assert_eq!(goes("4k3/8/8/8/8/*1*5/***5/*N*1K3 w - - 0 1", "b1"), "a3 c3 d2");
    assert_eq!(
        text_after("4k3/8/8/8/8/2*5/8/1N2K3 w - - 0 1", "b1c3"),
        "4k3/8/8/8/8/2N5/8/4K3 b - - 1 1",
        "what is taken is gone"
    );
}

#[test]
fn rule_1_a_pawn_takes_ice_only_diagonally_forward() {
    assert_eq!(goes("4k3/8/8/8/8/*1*5/1P6/4K3 w - - 0 1", "b2"), "a3 b3 b4 c3");
    assert_eq!(goes("4k3/8/8/8/8/***5/*P*5/***1K3 w - - 0 1", "b2"), "a3 c3");
    assert_eq!(goes("4k3/1p6/*1*5/8/8/8/8/4K3 b - - 0 1", "b7"), "a6 b5 b6 c6");
}

#[test]
fn rule_1_ice_ahead_blocks_step_and_double_step() {
    assert_eq!(goes("4k3/8/8/8/8/1*6/1P6/4K3 w - - 0 1", "b2"), "");
    assert_eq!(goes("4k3/8/8/8/1*6/8/1P6/4K3 w - - 0 1", "b2"), "b3");
}

#[test]
fn rule_1_taking_ice_on_the_last_rank_promotes() {
    let text = "1*2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(goes(text, "a7"), "a8b a8n a8q a8r b8b b8n b8q b8r");
    assert_eq!(text_after(text, "a7b8n"), "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert_eq!(game(Some(text), "").notation("a7b8q").unwrap().san, "axb8=Q+");
}

// ---- 2: all else as in chess ----

#[test]
fn rule_2_ice_shields_from_check_and_pin() {
    assert!(game(Some("4k3/8/8/8/8/8/8/K3R3 b - - 0 1"), "").in_check());
    assert!(!game(Some("4k3/8/4*3/8/8/8/8/K3R3 b - - 0 1"), "").in_check());
    assert_eq!(goes("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2"), "", "pinned");
    assert_eq!(goes("4r2k/8/8/8/4*3/8/4N3/4K3 w - - 0 1", "e2"), "c1 c3 d4 f4 g1 g3");
    // The cube itself is attacked, so a king may not take it.
    assert_eq!(goes("4r2k/8/8/8/8/8/4*3/4K3 w - - 0 1", "e1"), "d1 d2 f1 f2");
}

#[test]
fn rule_2_castling_needs_squares_empty_of_ice() {
    let castles = |rank: &str| {
        let goes = goes(&format!("4k3/8/8/8/8/8/8/{rank} w KQ - 0 1"), "e1");
        [goes.contains("c1"), goes.contains("g1")]
    };
    assert_eq!(castles("R3K2R"), [true, true]);
    assert_eq!(castles("R2*K1*R"), [false, false]);
    assert_eq!(castles("R*2K*1R"), [false, false]);
    assert_eq!(castles("R1*1K2R"), [false, true]);
}

#[test]
fn rule_2_en_passant() {
    let passed = text_after("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2a4");
    assert_eq!(passed, "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1");
    assert_eq!(text_after(&passed, "b4a3"), "4k3/8/8/8/8/p7/8/4K3 w - - 0 2");
}

// ---- 3: the Ice Age ----

#[test]
fn rule_3_the_ice_falls_with_blacks_move_twenty_forty_and_so_on_only() {
    let board = "4k3/4p3/8/8/8/8/4P3/4K3";
    for number in [1, 10, 19, 21, 39, 119] {
        assert!(!text_after(&format!("{board} b - - 0 {number}"), "e8d8").contains('*'), "{number}");
    }
    for number in [20, 40, 60, 65520] {
        let after = text_after(&format!("{board} b - - 0 {number}"), "e8d8");
        let frozen = "***k****/****p***/********/********/********/********/****P***/****K***";
        assert_eq!(after, format!("{frozen} w - - 1 {}", number + 1));
    }
    assert!(!text_after(&format!("{board} w - - 0 20"), "e1d1").contains('*'), "White's move brings none");
}

#[test]
fn rule_3a_closed_squares_stay_open_and_the_edge_is_closed() {
    let before = "2q2rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1Nr2P1*/PPPQ4/1K1R3R b - - 0 20";
    let after = "***q1rk*/***bpp**/***p1bP*/****n***/****P***/*Nr**P**/PPPQ****/1K1R**** w - - 1 21";
    assert_eq!(text_after(before, "c8d8"), after, "the published diagram");
    // Ice beside a square does not close it.
    let after = text_after("4k3/4p3/8/8/8/8/*N6/1KN5 b - - 0 20", "e8d8");
    assert!(after.contains("/*N******/*KN***** w"), "{after}");
}

#[test]
fn rule_3b_a_man_without_any_neighbour_freezes() {
    let after = text_after("4k3/4p3/8/n6P/8/8/4P2N/4K1b1 b - - 3 20", "e8d8");
    // The knight on a5 and the pawn on h5 have nobody; bishop and knight of two colours touch by a corner.
    assert_eq!(after, "***k****/****p***/********/********/********/********/****P**N/****K*b1 w - - 4 21");
}

#[test]
fn rule_3_the_right_of_en_passant_lapses() {
    let text = |number| format!("4k3/4pp2/8/3P4/8/8/4P3/4K3 b - - 0 {number}");
    assert!(text_after(&text(19), "e7e5").contains(" w - e6 "));
    assert_eq!(
        text_after(&text(20), "e7e5"),
        "****k***/*****p**/********/***Pp***/********/********/****P***/****K*** w - - 0 21"
    );
}

#[test]
fn rule_3_a_right_to_castle_lapses_with_its_rook() {
    let after = text_after("r3k3/3pp3/8/8/8/8/4P1PP/R3K2R b KQq - 0 20", "d7d6");
    assert_eq!(after, "****k***/****p***/***p****/********/********/********/****P*PP/****K**R w K - 0 21");
}

#[test]
fn rule_3_a_right_to_castle_lapses_with_its_king() {
    let after = text_after("4k3/3pp3/8/8/8/8/6PP/4K2R b K - 0 20", "d7d6");
    assert_eq!(after, "****k***/****p***/***p****/********/********/********/******PP/*******R w - - 0 21");
}

// ---- 4: frozen kings ----

#[test]
fn rule_4_a_frozen_king_loses() {
    let white_freezes = ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 20", "e8d8");
    assert_eq!(outcome(Some(white_freezes.0), white_freezes.1).as_deref(), Some("black:frozen"));
    let game = game(Some(white_freezes.0), white_freezes.1);
    assert_eq!((game.legal_moves(false).count, game.in_check()), (0, false));
    assert_eq!(outcome(Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 20"), "e8d8").as_deref(), Some("white:frozen"));
}

#[test]
fn rule_4_both_kings_frozen_draw() {
    assert_eq!(outcome(Some("4k3/p7/8/8/8/8/8/4K3 b - - 0 20"), "a7a6").as_deref(), Some("draw:both-kings"));
}

#[test]
fn rule_4_comes_before_anything_else() {
    // Mate to White, whose mated king stays while Black's freezes; and the hundredth half-move.
    let mate = |number| outcome(Some(&format!("7k/8/8/8/8/1q6/2r5/K7 b - - 0 {number}")), "b3b2");
    assert_eq!(mate(19).as_deref(), Some("black:mate"));
    assert_eq!(mate(20).as_deref(), Some("white:frozen"));
    assert_eq!(outcome(Some("4k3/4p3/8/8/8/8/8/4K3 b - - 99 20"), "e8d8").as_deref(), Some("black:frozen"));
}

// ---- 5: Black's move and the ice ----

#[test]
fn rule_5_blacks_move_must_be_legal_before_the_ice_falls() {
    // Ice would fill b8, c8 and d8; the check must be met all the same.
    assert_eq!(legal("R3k3/3pp3/8/8/8/8/4P3/4K3 b - - 0 20"), BTreeSet::from(["e8f7".to_owned()]));
}

#[test]
fn rule_5_a_mate_counts_only_if_it_stands_in_the_ice() {
    let game_at = |number| game(Some(&format!("6k1/5ppp/8/8/8/8/r4PPP/6K1 b - - 0 {number}")), "");
    let after = |number| outcome(Some(&game_at(number).text()), "a2a1");
    assert_eq!((after(19).as_deref(), after(20).as_deref()), (Some("black:mate"), None));
    let san = |number| game_at(number).notation("a2a1").unwrap().san;
    assert_eq!((san(19).as_str(), san(20).as_str()), ("Ra1#", "Ra1"), "the sign tells what stands after the ice");
    let near = Some("8/8/8/8/8/6k1/5q2/7K b - - 0 20");
    assert_eq!(outcome(near, "f2g2").as_deref(), Some("black:mate"), "a mate that no ice undoes");
}

#[test]
fn rule_5_a_stalemate_counts_only_if_it_stands_in_the_ice() {
    let text = |number| format!("8/8/8/8/6k1/p7/P6p/7K b - - 0 {number}");
    assert_eq!(outcome(Some(&text(19)), "g4g3").as_deref(), Some("draw:stalemate"));
    assert_eq!(outcome(Some(&text(20)), "g4g3"), None);
    assert_eq!(legal(&text_after(&text(20), "g4g3")), BTreeSet::from(["a2b3".to_owned()]), "the ice can be taken");
}

#[test]
fn rule_5_white_may_mate_on_move_twenty() {
    assert_eq!(outcome(Some("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 20"), "a1a8").as_deref(), Some("white:mate"));
}

// ---- 6: draws ----

#[test]
fn rule_6_only_bare_kings_are_a_draw_by_material() {
    assert_eq!(outcome(Some("4k3/8/8/3*4/8/8/8/4K3 w - - 0 1"), "").as_deref(), Some("draw:bare-kings"));
    for men in ["4KN2", "4KB2", "1B2K1B1", "4KR2"] {
        assert_eq!(outcome(Some(&format!("4k3/8/8/8/8/8/8/{men} w - - 0 1")), ""), None, "{men}");
    }
}

#[test]
fn rule_6_stalemate_draws() {
    assert_eq!(outcome(Some("8/8/8/8/8/p5k1/P6p/7K w - - 0 5"), "").as_deref(), Some("draw:stalemate"));
}

#[test]
fn rule_6_a_hundred_half_moves_without_pawn_move_or_capture_of_a_man_draw() {
    let text = "4k3/4p3/8/8/8/3*4/3RP3/4K3 w - - 99 30";
    assert_eq!(outcome(Some(text), "d2d3").as_deref(), Some("draw:clock"), "ice taken by a piece does not count");
    assert_eq!(outcome(Some(text), "e2d3"), None, "taken by a pawn it does");
    assert_eq!(text_after(text, "e2d3"), "4k3/4p3/8/8/8/3P4/3R4/4K3 b - - 0 30");
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 20";
    assert_eq!(outcome(Some(mate), "a1a8").as_deref(), Some("white:mate"), "a mate on the last half-move stands");
}

#[test]
fn rule_6_the_ice_age_does_not_reset_the_clock() {
    assert!(text_after("4k3/4p3/8/8/n7/8/4P3/4K3 b - - 5 20", "e8d8").ends_with(" w - - 6 21"));
    let last = "4k3/4p3/8/8/n7/8/4P3/4K3 b - - 99 20";
    assert_eq!(outcome(Some(last), "e8d8").as_deref(), Some("draw:clock"));
}

#[test]
fn rule_6_a_repetition_takes_forty_moves() {
    let text = "****k***/***pp***/********/********/********/********/***PP***/****K*** w - - 0 21";
    let round = "e1d1 e8d8 d1e1 d8e8 ";
    for rounds in [2, 4, 10, 19] {
        assert_eq!(outcome(Some(text), &round.repeat(rounds)), None, "{rounds}");
    }
    let end = game(Some(text), &round.repeat(20));
    assert_eq!(end.text(), text.replace("0 21", "80 61"));
    assert_eq!(end.outcome().map(|o| o.to_string()).as_deref(), Some("draw:repetition"));
}

// ---- Notation and known facts ----

#[test]
fn the_first_twenty_moves_of_a_real_game() {
    let score = "dxe3 dxe6 bxc3 bxc6 axb3 Bb7 gxf3 cxd6 Bg2 exf6 exd3 axb6 Ne2 Ne7 Bb2 Nd7 Nd2 Qc7 hxg3 hxg6 cxd4 cxd5 fxe4 \
                 dxe4 dxe4 O-O-O Nc3 Bc6 bxc4 bxc5 d5 exd5 exd5 Bb7 Nxb5 Qb8 Ne4 Nb6 Nexd6+ Rxd6";
    let mut game = game(None, "");
    for (i, san) in score.split_whitespace().enumerate() {
        let token = game.read_san(san).unwrap_or_else(|e| panic!("half-move {}: {e}", i + 1));
        assert_eq!(game.notation(&token).unwrap().san, san);
        game.play(&token).unwrap();
    }
    let board = "*qk**b1r/*b**npp*/*n*r*pp*/*NpP****/**P*****/****P*P*/*BP**PB*/R**QK**R";
    assert_eq!(game.text(), format!("{board} w KQ - 0 21"));
}

#[test]
fn a_text_without_a_king_is_a_game_that_the_ice_has_just_ended() {
    for (text, result) in [
        ("********/****p***/****k***/********/********/********/********/******** w - - 1 21", "black:frozen"),
        ("********/********/********/********/********/****K***/****P***/******** w - - 7 41", "white:frozen"),
        ("********/****pp**/********/********/********/********/***PP***/******** w - - 0 101", "draw:both-kings"),
    ] {
        let game = game(Some(text), "");
        assert_eq!(game.outcome().map(|o| o.to_string()).as_deref(), Some(result));
        assert_eq!((game.text().as_str(), game.legal_moves(false).count, game.in_check()), (text, 0, false));
    }
    let board = "********/****p***/****k***/********/********/********/********/********";
    for rest in ["b - - 0 21", "w - - 0 1", "w - - 0 20", "w - - 0 22", "b - - 0 20", "w - - 0 31"] {
        assert!(refusal(&format!("{board} {rest}")).contains("no white king; only the ice takes kings"), "{rest}");
    }
    let game = game(Some(&format!("{board} w - - 0 21")), "");
    assert!(game.notation("e6e5").unwrap_err().to_string().contains("a king is frozen"));
    assert!(game.read_san("Kxe5").unwrap_err().to_string().contains("a king is frozen"));
}

#[test]
fn bad_texts_are_refused_with_field_and_token() {
    let ranks = "********/********/********/********/PPPPPPPP/RNBQKBNR";
    for (text, message) in [
        (START.replacen("********", "*******", 1), r#"board "*******": 7 squares on rank 6"#),
        (START.replacen("********", "*********", 1), r#"board "*********": 9 squares on rank 6"#),
        (START.replacen("********", "8*", 1), r#"board "8*": 9 squares on rank 6"#),
        (START.replacen("********", "*07", 1), r#"board "07": zero or a leading zero"#),
        (START.replacen("********", "***#****", 1), r##"board "#": not a piece"##),
        (
            format!("rnbq*bnr/pppppppp/{ranks} w - - 0 2"),
            r#"board "rnbq*bnr/pppppppp/********/********/****...": no black king"#,
        ),
        (
            format!("rnbqkbnr/pppkpppp/{ranks} w - - 0 21"),
            r#"board "rnbqkbnr/pppkpppp/********/********/****...": 2 black kings"#,
        ),
        (
            format!("rnbqkbnr/pppppppp/p*******/{} w - - 0 2", &ranks[9..]),
            r#"board "rnbqkbnr/pppppppp/p*******/********/****...": 17 black men"#,
        ),
        (format!("rnb1kbnr/pppppppp/{} w - - 0 2", ranks.replacen("RNBQ", "PNBQ", 1)), r#"board "a1": a pawn on the first"#),
        (
            "****k***/********/********/********/********/********/*******K/R******R w K - 0 1".into(),
            r#"castling "K": 'K' is a right"#,
        ),
        (
            "****k***/********/********/********/********/********/********/R******R w K - 0 21".into(),
            r#"castling "K": 'K' is a right"#,
        ),
        ("****k***/8/4*3/3Pp3/8/8/8/4K3 w - e6 0 1".into(), r#"en passant "e6": no pawn can just have"#),
        ("****k***/4*3/8/3Pp3/8/8/8/4K3 w - e6 0 1".into(), r#"en passant "e6": no pawn can just have"#),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1".into(), r#"side to move "w": the other side is in check"#),
        (START.replace(" 0 1", " 0 0"), r#"full-move number "0": must be at least 1"#),
        (START.replace(" w ", " * "), r#"side to move "*": must be w or b"#),
    ] {
        let refusal = refusal(&text);
        assert!(refusal.starts_with(message), "{text:?}\n  says     {refusal}\n  not      {message}");
    }
}

#[test]
fn odd_but_possible_texts_are_written_as_read() {
    for text in [
        "QQQQk***/8/8/8/8/8/8/*QQQQQ1K b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 65535 65535",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 20",
        "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 20",
    ] {
        assert_eq!(IceAge::read(text, Reading::Strict).map(|p| p.write()).as_deref(), Ok(text));
    }
    let sloppy = IceAge::read("4k3/8/8/8/8/8/8/4K2*  w KQ e3", Reading::Lenient).unwrap();
    assert_eq!(sloppy.write(), "4k3/8/8/8/8/8/8/4K2* w - - 0 1");
}
