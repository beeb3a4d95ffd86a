//! One test for every rule of the rules file, by its number, and all its checks.

use super::*;
use crate::game::perft::Method;
use crate::game::{Asked, JointGame, JointReferee, Paint, Referee};
use std::collections::BTreeSet;
use std::ops::ControlFlow::Break;

fn read(text: &str) -> Gulliver {
    Gulliver::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}")).0
}

/// A position with kings out of the way and no stock.
fn board(ranks: &str) -> String {
    format!("{ranks}[] w - - 3 7")
}

/// The text after a turn, up to the side.
fn after(text: &str, white: &str, black: &str) -> String {
    let position = read(text);
    let order = |side, token: &str| position.read_order(side, token).unwrap_or_else(|e| panic!("{text}: {e}"));
    let next = position.after([order(Side::White, white), order(Side::Black, black)]);
    assert_eq!(next.key(), next.key_from_scratch(), "{text}: {white} {black}");
    next.write(Side::White)
}

/// Why an order of White's is refused.
fn refusal(text: &str, token: &str) -> String {
    read(text).read_order(Side::White, token).expect_err(token).to_string()
}

fn accepts(text: &str, token: &str) -> bool {
    read(text).read_order(Side::White, token).is_ok()
}

fn orders(position: &Gulliver, side: Side) -> Vec<Order> {
    let mut orders = Vec::new();
    let _ = position.visit_orders(side, |order| -> ControlFlow<()> {
        orders.push(order);
        Continue(())
    });
    orders
}

fn outcome(text: &str) -> Option<String> {
    let (position, side) = Gulliver::read(text, Reading::Strict).unwrap();
    JointGame::new(position, side).outcome().map(|outcome| outcome.to_string())
}

const START: &str = Gulliver::INFO.start;

// ---- Rule 1: orders ----

#[test]
fn rule_1a_several_pieces_move_for_at_most_five() {
    for token in ["nb1c3,ng1f3,pa2a3", "pa2a3,pb2b3,pc2c3,pd2d3,pe2e3", "ra1a2,nb1c3", "qd1d2,pa2a3"] {
        assert!(accepts(START, token), "{token}");
    }
    assert!(refusal(START, "nb1c3,ng1f3,pa2a3,pb2b3").contains("worth 6 are moved, more than 5"));
    assert!(refusal(START, "pa2a3,pb2b3,pc2c3,pd2d3,pe2e3,pf2f3").contains("worth 6 are moved, more than 5"));
    assert!(refusal(START, "ra1a2,ra1a2").contains("ordered 2 times"));
}

#[test]
fn rule_1a_each_piece_moves_at_most_once() {
    let text = board("4k3/8/8/8/8/3(PP)4/8/4K3");
    assert!(accepts(&text, "pd3c3,pd3d4") && accepts(&text, "pd3d4,pd3d4"));
    assert!(refusal(&text, "pd3c3,pd3c4,pd3d4").contains("ordered 3 times; 2 there"));
    assert!(refusal(START, "pa2a3,pa2a3").contains("ordered 2 times; 1 there"));
}

#[test]
fn rule_1b_a_king_moves_alone() {
    let text = board("4k3/8/8/8/8/8/7P/4K3");
    assert!(accepts(&text, "ke1e2"));
    for token in ["ke1e2,ph2h3", "ph2h3,ke1e2"] {
        assert!(refusal(&text, token).contains("a king moves alone"), "{token}");
    }
}

#[test]
fn rule_1c_an_exchange_brings_back_no_more_than_leaves() {
    let text = "4k3/8/8/8/8/8/8/R3(KBP)3[QRNPP] w - - 0 1";
    for token in ["e1:bp=r", "e1:bp=np", "e1:p=p", "a1:r=npp"] {
        assert_eq!(accepts(text, token), token != "a1:r=npp", "{token}");
    }
    assert_eq!(after(text, "e1:bp=r", "0000"), "4k3/8/8/8/8/8/8/R3(KR)3[QBNPPP] w - - 1 2");
    assert_eq!(after(text, "a1:r=pp", "0000"), "4k3/8/8/8/8/8/8/(PP)3(KBP)3[QRRN] w - - 1 2");
    assert!(refusal(text, "a1:r=q").contains("4 enter for 3"));
    assert!(refusal(text, "e1:kp=r").contains("never exchanged"));
    assert!(refusal(text, "e1:p=k").contains("never exchanged"));
    assert!(refusal(text, "e1:bp=b").contains("no b in stock"));
    assert!(refusal(text, "e1:r=r").contains("no r on e1"));
    assert!(refusal(text, "e1:=p").contains("needs pieces on both sides"));
    assert!(refusal(text, "e1:p=").contains("needs pieces on both sides"));
    assert!(refusal(START, "a2:p=p").contains("no p in stock"));
}

#[test]
fn rule_1c_the_stock_is_that_before_the_turn_and_no_budget_limits_it() {
    let text = "4k3/8/8/8/8/8/8/(QR)3K3[QR] w - - 0 1";
    assert_eq!(after(text, "a1:qr=qr", "0000"), "4k3/8/8/8/8/8/8/(QR)3K3[QR] w - - 1 2");
    assert!(refusal("4k3/8/8/8/8/8/8/(QR)3K3[P] w - - 0 1", "a1:qr=r").contains("no r in stock"));
}

#[test]
fn rule_1d_a_pass_changes_nothing_but_the_clock() {
    assert_eq!(after(START, "0000", "0000"), START.replace(" 0 1", " 1 2"));
}

// ---- Rules 2 and 3: where pieces go ----

/// The squares to which one piece can go, as the listing has them.
fn targets(text: &str, piece: &str) -> String {
    let position = read(text);
    let single = |order: &Order| matches!(order, Order::Moves(steps) if steps.len() == 1);
    let texts = orders(&position, Side::White).into_iter().filter(single).map(|order| position.order_text(order));
    let found: BTreeSet<String> = texts.filter_map(|t| Some(t.strip_prefix(piece)?.to_owned())).collect();
    found.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn rule_2_sliders_pass_empty_squares_only_and_end_anywhere() {
    let text = board("4k3/8/8/2p5/8/p1R1P3/8/K1B5");
    assert_eq!(targets(&text, "rc3"), "a3 b3 c1 c2 c4 c5 d3 e3");
    assert_eq!(targets(&text, "bc1"), "a3 b2 d2 e3");
    let queen = board("4k3/8/8/3p4/2P5/8/8/K1Q5");
    assert_eq!(targets(&queen, "qc1"), "a1 a3 b1 b2 c2 c3 c4 d1 d2 e1 e3 f1 f4 g1 g5 h1 h6");
}

#[test]
fn rule_2_knights_leap_and_pawns_step_in_all_directions() {
    let text = board("4k3/8/8/8/3PP3/8/4N3/4K3");
    assert_eq!(targets(&text, "ne2"), "c1 c3 d4 f4 g1 g3");
    assert_eq!(targets(&text, "pd4"), "c3 c4 c5 d3 d5 e3 e4 e5");
    assert!(refusal(START, "pa2a4").contains("pa2 cannot reach a4"), "no double step");
    assert!(refusal(START, "qd1d8").contains("qd1 cannot reach d8"));
    assert!(refusal(&text, "pd4d4").contains("pd4 cannot reach d4"), "never on its own square");
    assert!(refusal(START, "pa7a6").contains("white has no p on a7"));
}

#[test]
fn rule_2_a_piece_may_join_its_own_king() {
    assert_eq!(after(START, "qd1e1", "0000"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1(KQ)BNR[] w - - 1 2");
}

#[test]
fn rule_2_the_geometry_is_that_before_the_turn() {
    let text = board("4k3/8/8/8/8/4P3/8/R3K3");
    let rook = board("4k3/8/8/8/8/P7/8/R3K3");
    assert!(accepts(&text, "ra1a8"));
    assert!(!accepts(&rook, "pa3b3,ra1a8"), "the pawn still stands in the way");
    assert_eq!(after(&rook, "pa3b3,ra1a3", "0000"), "4k3/8/8/8/8/RP6/8/4K3[] w - - 4 8");
}

#[test]
fn rule_3_a_king_is_not_ordered_to_an_attacked_square() {
    let text = board("4k3/8/8/8/8/8/3r4/4K3");
    let reached = |text: &str, king: &str| -> Vec<String> {
        let position = read(text);
        let kings = orders(&position, Side::White).into_iter().filter(|order| matches!(order, Order::King { .. }));
        kings.map(|order| position.order_text(order).replacen(king, "", 1)).collect()
    };
    // The rook does not attack the square on which it stands.
    assert_eq!(reached(&text, "ke1"), ["d2", "f1"]);
    assert!(refusal(&text, "ke1d1").contains("d1 is attacked"));
    // The king's body still shields the square behind him.
    assert_eq!(reached(&board("4k3/8/8/8/8/8/8/r3K3"), "ke1"), ["d2", "e2", "f1", "f2"]);
    // The other king counts, but he does not attack his own square.
    assert_eq!(reached(&board("8/8/8/8/8/8/4k3/4K3"), "ke1"), ["e2"]);
    // What stands in stock attacks nothing.
    assert_eq!(reached("4k3/8/8/8/8/8/8/4K3[qrbn] w - - 0 1", "ke1").len(), 5);
    // An attacked king may stay.
    assert!(accepts(&board("4k3/8/8/8/8/8/4r3/4K2P"), "ph1h2"));
}

// ---- Rules 4 to 6: carrying out ----

#[test]
fn rule_4_pieces_that_cross_do_not_meet() {
    let text = board("4k3/8/8/3p4/3P4/8/8/4K3");
    assert_eq!(after(&text, "pd4d5", "pd5d4"), "4k3/8/8/3P4/3p4/8/8/4K3[] w - - 4 8");
    // Neither do a piece that leaves and one that comes.
    assert_eq!(after(&text, "pd4d5", "pd5e5"), "4k3/8/8/3Pp3/8/8/8/4K3[] w - - 4 8");
}

#[test]
fn rule_5a_two_arriving_kings_cannot_meet() {
    // Wherever one could go the other attacks, so the tie of rule 5a is never reached by orders.
    for white in 0..64 {
        for black in (0..64).filter(|&black| black != white) {
            let mut position = Gulliver::EMPTY;
            position.put_king(Side::White, white);
            position.put_king(Side::Black, black);
            assert_eq!(position.king_targets(Side::White) & position.king_targets(Side::Black), 0, "{white} {black}");
        }
    }
}

#[test]
fn rule_5b_an_arriving_king_beats_everybody() {
    let text = board("4k3/8/8/8/8/8/4(qrr)3/4K3");
    assert_eq!(after(&text, "ke1e2", "0000"), "4k3/8/8/8/8/8/4K3/8[qrr] w - - 0 8");
    // Companions of the arriving king are untouched, the other king is captured.
    let kings = board("8/8/8/8/8/8/4k3/4K3");
    assert_eq!(after(&kings, "ke1e2", "0000"), "8/8/8/8/8/8/4K3/8[] w - - 0 8");
    let companion = board("7k/8/8/8/8/8/3bP3/4K3");
    assert_eq!(after(&companion, "ke1e2", "bd2e1"), "7k/8/8/8/8/8/4(KP)3/4b3[] w - - 4 8");
}

#[test]
fn rule_5b_a_king_lives_where_pieces_come_that_were_not_seen_to_attack() {
    // d2 attacks e1, e2 and e3 are not attacked: the pawn that comes to e2 is beaten by the king who arrives there.
    let text = board("7k/8/8/8/6p1/5p2/8/4K3");
    assert!(!accepts(&text, "ke1e2"));
    assert_eq!(after(&text, "ke1d1", "pf3e2"), "7k/8/8/8/6p1/8/4p3/3K4[] w - - 4 8");
}

#[test]
fn rule_5c_a_standing_king_is_captured_whoever_is_with_him() {
    let text = board("7k/8/8/8/8/8/3p4/4(KQRR)3");
    assert_eq!(after(&text, "0000", "pd2e1"), "7k/8/8/8/8/8/8/4(QRR)3[p] w - - 0 8");
    // The others settle by their sums: here the queen's companions are too few.
    let weak = board("7k/8/8/8/8/8/3(qp)4/4(KR)3");
    assert_eq!(after(&weak, "0000", "qd2e1,pd2e1"), "7k/8/8/8/8/8/8/4(qp)3[R] w - - 0 8");
    let alone = board("7k/8/8/8/8/8/3p4/4K3");
    assert_eq!(after(&alone, "0000", "pd2e1"), "7k/8/8/8/8/8/8/4p3[] w - - 0 8");
}

#[test]
fn rule_5d_the_lower_sum_is_captured() {
    let text = board("4k3/8/8/3(pp)4/3(PP)1P2/5N2/8/4K3");
    assert_eq!(after(&text, "pd4d5,pd4d5,pf4e5", "0000"), "4k3/8/8/3(pp)P3/3(PP)4/5N2/8/4K3[] w - - 4 8", "a tie");
    assert_eq!(after(&text, "nf3e5,pd4d5,pd4d5", "pd5e5,pd5d6"), "4k3/8/3p4/3(PP)N3/5P2/8/8/4K3[p] w - - 0 8");
}

#[test]
fn rule_5d_a_tie_sends_back_who_arrived() {
    let text = board("4k3/8/8/3n4/8/8/1B6/4K3");
    assert_eq!(after(&text, "bb2c3", "nd5c3"), "4k3/8/8/3n4/8/8/1B6/4K3[] w - - 4 8");
}

#[test]
fn rule_5d_who_goes_back_is_not_there_in_that_round() {
    // N ties on c3 and goes back to b1, where p has come in the same turn: a second battle, in the next round, which the
    // knight wins.
    let text = board("4k3/8/8/8/8/2b5/p7/1N2K3");
    assert_eq!(after(&text, "nb1c3", "pa2b1"), "4k3/8/8/8/8/2b5/8/1N2K3[p] w - - 0 8");
}

#[test]
fn rule_6_captured_pieces_join_their_owners_stock_and_the_clock_starts_anew() {
    let text = "4k3/8/8/2(qr)5/3(PPP)4/8/8/4K3[Pn] w - - 30 40";
    assert_eq!(after(text, "pd4c5", "0000"), "4k3/8/8/2(qr)5/3(PP)4/8/8/4K3[PPn] w - - 0 41");
    assert_eq!(after(text, "pd4d5", "0000"), "4k3/8/8/2(qr)P4/3(PP)4/8/8/4K3[Pn] w - - 31 41");
    assert_eq!(after("4k3/8/8/8/8/8/8/R3K3[R] w - - 8 9", "a1:r=r", "0000"), "4k3/8/8/8/8/8/8/R3K3[R] w - - 9 10");
}

// ---- Rule 7: the end ----

#[test]
fn rule_7_a_lost_king_loses_and_the_lower_sum_wins_where_both_are_lost() {
    assert_eq!(outcome("8/8/8/8/8/8/4R3/4K3[] w - - 0 1").as_deref(), Some("white:king-captured"));
    assert_eq!(outcome("4k3/8/8/8/8/8/4R3/8[] w - - 50 1").as_deref(), Some("black:king-captured"));
    assert_eq!(outcome("8/8/8/8/8/8/4R3/4b3[] w - - 0 1").as_deref(), Some("black:both-kings"));
    assert_eq!(outcome("8/8/8/8/8/8/4P3/4b3[RR] w - - 0 1").as_deref(), Some("white:both-kings"));
    assert_eq!(outcome("8/8/8/8/8/8/4N3/4b3[] w - - 0 1").as_deref(), Some("draw:both-kings"));
    let both = board("4k3/3P4/8/8/8/8/3pp3/4K3");
    assert_eq!(after(&both, "pd7e8", "pd2e1"), "4P3/8/8/8/8/8/4p3/4p3[] w - - 0 8");
    assert_eq!(read("8/8/8/8/8/8/4R3/4K3[] w - - 0 1").count_orders(Side::White), 0);
}

#[test]
fn rule_7_draws_by_bare_kings_and_clock() {
    assert_eq!(outcome("4k3/8/8/8/8/8/8/4K3[QRr] w - - 0 1").as_deref(), Some("draw:bare-kings"));
    assert_eq!(outcome("4k3/4p3/8/8/8/8/8/4K3[] w - - 49 1"), None);
    assert_eq!(outcome("4k3/4p3/8/8/8/8/8/4K3[] w - - 50 1").as_deref(), Some("draw:clock"));
    assert_eq!(outcome("4k3/8/8/8/8/8/8/4K3[] w - - 50 1").as_deref(), Some("draw:bare-kings"));
    assert!(read("4k3/4p3/8/8/8/8/8/4K3[] w - - 50 1").count_orders(Side::White) > 0, "orders are still listed");
}

#[test]
fn rule_7_two_double_passes_draw_by_repetition() {
    let mut referee = JointReferee::<Gulliver>::new();
    for (turn, outcome) in [(1, None), (2, Some("draw:repetition"))] {
        referee.play("0000").unwrap();
        referee.play("0000").unwrap();
        assert_eq!(referee.outcome().map(|o| o.to_string()).as_deref(), outcome, "turn {turn}");
    }
    referee.set_position(None, Reading::Strict, &["0000", "0000", "pa2a3", "0000", "pa3a2", "0000"]).unwrap();
    assert_eq!(referee.outcome().map(|o| o.to_string()).as_deref(), Some("draw:repetition"), "the start counts");
}

// ---- Texts ----

#[test]
fn position_texts_are_written_canonically() {
    for (text, canonical) in [
        ("4k3/8/8/8/8/3(P)4/8/4K3[] w - - 0 1", "4k3/8/8/8/8/3P4/8/4K3[] w - - 0 1"),
        ("4k3/8/8/8/8/3(PNQBR)4/8/4K3[pPqQ] b - - 0 1", "4k3/8/8/8/8/3(QRBNP)4/8/4K3[QPqp] b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4(PK)3[] w - - 0 1", "4k3/8/8/8/8/8/8/4(KP)3[] w - - 0 1"),
        ("8/8/8/8/8/8/8/8[] w - - 0 1", "8/8/8/8/8/8/8/8[] w - - 0 1"),
        ("P7/8/8/8/8/8/8/p7[] w - - 0 1", "P7/8/8/8/8/8/8/p7[] w - - 0 1"),
        ("(QQQQQQQQQQQQQQQQ)7/8/8/8/8/8/8/8[] w - - 0 1", "(QQQQQQQQQQQQQQQQ)7/8/8/8/8/8/8/8[] w - - 0 1"),
    ] {
        let (position, side) = Gulliver::read(text, Reading::Strict).unwrap();
        assert_eq!(position.write(side), canonical);
    }
    let sloppy = Gulliver::read("4k3/8/8/8/8/8/8/4K3  w", Reading::Lenient).unwrap().0;
    assert_eq!(sloppy.write(Side::White), "4k3/8/8/8/8/8/8/4K3[] w - - 0 1");
}

#[test]
fn bad_position_texts_are_refused_with_the_place_and_the_reason() {
    for (text, reason) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", "missing; it stands in square brackets"),
        ("4k3/8/8/8/8/8/8/4K3[ w - - 0 1", "must end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[]x w - - 0 1", "must end with ]"),
        ("4k3/8/8/8/8/8/8/4K3[] w KQkq - 0 1", "third field \"KQkq\": must be -"),
        ("4k3/8/8/8/8/8/8/3(Kk)4[] w - - 0 1", "both colours on one square"),
        ("4k3/8/8/8/8/8/8/3(Pn)K3[] w - - 0 1", "both colours on one square"),
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "a king never comes back"),
        ("4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", "not a piece"),
        ("4(k3/8/8/8/8/8/8/4K3[] w - - 0 1", "a number between brackets"),
        ("4k2(r/8/8/8/8/8/8/4K3[] w - - 0 1", "not closed"),
        ("4k2(r(r))/8/8/8/8/8/8/4K3[] w - - 0 1", "within a square"),
        ("4k2)1/8/8/8/8/8/8/4K3[] w - - 0 1", "closes what was not opened"),
        ("()3k3/8/8/8/8/8/8/4K3[] w - - 0 1", "empty brackets"),
        ("4k3/8/8/8/8/8/8/3KK3[] w - - 0 1", "a second king"),
        ("4k3/8/8/8/8/8/8/4K4[] w - - 0 1", "9 squares instead of 8"),
        ("4k3/8/8/8/8/8/4K3[] w - - 0 1", "7 ranks instead of 8"),
        ("4k3/8/8/44/8/8/8/4K3[] w - - 0 1", "more empty squares than the 8 files"),
        ("4k3/8/8/8/8/8/8/(KQQQQQQQQ)7[PPPPPPPP] w - - 0 1", "17 pieces on board and in stock"),
        ("4k3/8/8/8/8/8/8/4K3[] x - - 0 1", "must be w or b"),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 00 1", "leading zero"),
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 0", "must be at least 1"),
    ] {
        let error = Gulliver::read(text, Reading::Strict).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let crowded = format!("4k3/8/8/8/8/8/8/({})7[] w - - 0 1", "Q".repeat(1_000_000));
    assert!(Gulliver::read(&crowded, Reading::Strict).is_err());
    let stocked = format!("4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1", "q".repeat(1_000_000));
    assert!(Gulliver::read(&stocked, Reading::Strict).is_err());
}

#[test]
fn orders_are_read_in_any_order_and_written_in_one() {
    let text = "4k3/8/8/8/3(NPP)4/8/8/R3K3[QRBNPP] w - - 0 1";
    let position = read(text);
    for (token, canonical) in [
        ("pd4d5,nd4f5", "nd4f5,pd4d5"),
        ("pd4d5,pd4c5", "pd4c5,pd4d5"),
        ("pd4d5,ra1a2", "ra1a2,pd4d5"),
        ("d4:pn=pb", "d4:np=bp"),
        ("ke1e2", "ke1e2"),
        ("0000", "0000"),
    ] {
        let order = position.read_order(Side::White, token).unwrap();
        assert_eq!(position.write_order(order), canonical);
    }
}

#[test]
fn malformed_orders_are_refused() {
    for token in [
        "",
        ",",
        "pa2",
        "pa2a3,",
        "PA2A3",
        "pa2-a3",
        "pa2 a3",
        "pa2a9",
        "xa2a3",
        "a2a3",
        "ke1",
        "ke1e9",
        "ke1e2x",
        "e5:",
        "e5:p",
        "z9:p=p",
        "a2:P=p",
        "a2:x=p",
        "00000",
        "sealed",
        "pa2a3;pb2b3",
        "p\u{e9}2a3",
        "k\u{1f600}",
        ":=",
    ] {
        let error = refusal(START, token);
        assert!(error.is_ascii() && error.starts_with("order \""), "{token}: {error}");
    }
    let long = vec!["pa2a3"; 100_000].join(",");
    assert!(refusal(START, &long).contains("more than 5"));
    assert!(refusal(START, &format!("a2:{}=p", "p".repeat(1_000_000))).contains("more pieces than a side can have"));
    assert!(refusal(START, "kd1d2").contains("white's king is not on d1"));
    assert!(refusal(&board("4k3/8/8/8/8/8/8/4K3"), "ke1e3").contains("one square"));
}

#[test]
fn the_sources_notation() {
    let text = "4k3/8/8/8/3(NPP)4/8/P7/R3(KBP)3[QRBNPP] w - - 0 1";
    let position = read(text);
    for (token, san) in [
        ("pa2a3", "A2:A3"),
        ("nd4f5,pd4d5", "D4(\u{109}F5,pD5)"),
        ("nd4f5", "D4(\u{109}F5)"),
        ("pd4d5,pd4d5", "D4(pD5,pD5)"),
        ("ra1b1,pa2a3,pd4d5", "A1(tB1); A2:A3; D4:D5"),
        ("ke1f1", "E1(rF1)"),
        ("e1:bp=r", "E1(k+p)=t"),
        ("d4:npp=rp", "D4(\u{109}+p+p)=t+p"),
        ("0000", "-"),
    ] {
        let order = position.read_order(Side::White, token).unwrap();
        assert_eq!(position.write_san(order), san);
        assert_eq!(position.read_san(Side::White, san), Ok(order));
    }
    let read = |san: &str| position.read_san(Side::White, san).map(|order| position.write_order(order));
    assert_eq!(read("E1(p+k) = t").as_deref(), Ok("e1:bp=r"), "as the source writes it");
    assert_eq!(read("D4(pD5,cF5)").as_deref(), Ok("nd4f5,pd4d5"));
    for san in
        ["", "d4:d5", "D4", "D4()", "D4(D5)", "D4(pD5", "D4(pD5)x", "E1(r+p)=t", "E1(rF1,pE2)", "A1(kB2)", "E1()=", "E1(kp)=t"]
    {
        assert!(position.read_san(Side::White, san).is_err(), "{san}");
    }
}

// ---- The checks of the rules file ----

#[test]
fn the_battles_of_the_rules_file() {
    let b1c3 = "7k/8/5b2/8/8/8/8/1N2K3[] w - - 0 1";
    assert_eq!(after(b1c3, "nb1c3", "bf6c3"), b1c3.replace(" 0 1", " 1 2"), "both go back");
    let pawns = "7k/8/8/3p4/3PP3/8/8/4K3[] w - - 0 1";
    assert_eq!(after(pawns, "pd4d5,pe4d5", "0000"), "7k/8/8/3(PP)4/8/8/8/4K3[p] w - - 0 2");
    let two = "7k/8/8/8/8/2(pp)5/8/1N2K3[] w - - 0 1";
    assert_eq!(after(two, "nb1c3", "0000"), two.replace(" 0 1", " 1 2"), "the knight goes back");
    let twice = "7k/8/8/8/8/2b5/3n4/1N2K3[] w - - 0 1";
    assert_eq!(after(twice, "nb1c3", "nd2b1"), "7k/8/8/8/8/2b5/3n4/4K3[N] w - - 0 2");
    let queen = "7k/8/8/8/8/8/4p3/4(KQ)3[] w - - 0 1";
    assert_eq!(after(queen, "0000", "pe2e1"), "7k/8/8/8/8/8/8/4Q3[p] w - - 0 2");
    let king = "7k/8/8/8/8/8/4n3/4K3[] w - - 0 1";
    assert_eq!(after(king, "ke1e2", "0000"), "7k/8/8/8/8/8/4K3/8[n] w - - 0 2");
}

#[test]
fn the_known_counts_by_arithmetic_and_one_by_one() {
    for (text, counts) in [
        ("4k3/4p3/8/8/8/8/4P3/4K3[] w - - 0 1", &[14, 196, 2744, 38416][..]),
        ("8/8/3k4/2pp4/8/2PP4/8/2K5[] w - - 0 1", &[86, 7654, 634_390]),
        ("7k/8/4(qrbnp)3/8/3(QRBNP)4/8/8/K7[] w - - 0 1", &[1799, 2_862_209]),
        (START, &[1_511_671]),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] b - - 0 1", &[1_511_671]),
    ] {
        let mut referee = JointReferee::<Gulliver>::new();
        referee.set_position(Some(text), Reading::Strict, &[]).unwrap();
        for (depth, &count) in (1..).zip(counts) {
            for bulk in [true, false] {
                assert_eq!(referee.perft(depth, Method { bulk, ..Method::default() }), count, "{text} at {depth}, bulk {bulk}");
            }
        }
    }
}

// ---- Listing, counting and lots say the same ----

/// Positions of random games from the start, most of them wild, and what both sides can do there.
fn wander(games: usize, turns: usize, mut visit: impl FnMut(&Gulliver)) {
    let mut random = SplitMix::new(5);
    for _ in 0..games {
        let mut position = read(START);
        for _ in 0..turns {
            visit(&position);
            let [white, black] = Side::BOTH.map(|side| position.order_by_lot(side, &mut random));
            let (Some(white), Some(black)) = (white, black) else { break };
            position = position.after([white, black]);
        }
    }
}

#[test]
fn the_listing_is_in_byte_order_without_doubles_and_counted_right() {
    let mut compared = 0;
    wander(25, 120, |position| {
        for side in Side::BOTH {
            let count = position.count_orders(side);
            if count > 8000 {
                continue;
            }
            compared += 1;
            let text = position.write(side);
            let texts: Vec<String> = orders(position, side).into_iter().map(|order| position.order_text(order)).collect();
            assert_eq!(texts.len() as u64, count, "{text}");
            assert!(texts.is_sorted_by(|a, b| a < b), "{text}");
            for token in texts.iter().step_by(37) {
                let order = position.read_order(side, token).unwrap_or_else(|e| panic!("{text}: {e}"));
                assert_eq!(&position.order_text(order), token);
                assert_eq!(position.read_san(side, &position.san(order)), Ok(order), "{text}: {token}");
            }
        }
    });
    assert!(compared > 150, "{compared}");
}

#[test]
fn every_order_is_drawn_as_often_as_every_other() {
    let position = read("7k/8/8/8/8/8/1(NPP)6/K6R[RP] w - - 0 1");
    let all = orders(&position, Side::White);
    let mut random = SplitMix::new(3);
    let mut drawn = vec![0_u32; all.len()];
    let rounds = 200 * all.len();
    for _ in 0..rounds {
        let order = position.order_by_lot(Side::White, &mut random).unwrap();
        drawn[all.iter().position(|&other| other == order).expect("a legal order")] += 1;
    }
    // 200 each, give or take six standard deviations.
    assert!(drawn.iter().all(|&times| (115..285).contains(&times)), "{:?}", drawn.iter().minmax());
}

/// The least and the greatest.
trait MinMax: Iterator {
    fn minmax(self) -> Option<(Self::Item, Self::Item)>;
}

impl<'a, I: Iterator<Item = &'a u32> + Clone> MinMax for I {
    fn minmax(self) -> Option<(&'a u32, &'a u32)> {
        Some((self.clone().min()?, self.max()?))
    }
}

#[test]
fn a_listing_can_be_broken_off() {
    let mut seen = 0;
    let found = read(START).visit_orders(Side::White, |order| {
        seen += 1;
        if seen == 3 { Break(order) } else { Continue(()) }
    });
    let Break(order) = found else { panic!("not broken off") };
    assert_eq!(read(START).write_order(order), "bc1b2,bf1e2");
}

// ---- Games ----

#[test]
fn what_lies_under_seal_is_no_part_of_the_text() {
    let mut referee = JointReferee::<Gulliver>::new();
    referee.play("pe2e3").unwrap();
    let asked = START.replace(" w ", " b ");
    assert_eq!((referee.text(), referee.side()), (asked.clone(), Side::Black));
    let order = read(START).read_order(Side::White, "pe2e3").unwrap();
    assert_eq!(referee.game().asked(), Asked::Black(Some(order)));
    assert!(referee.legal_moves(false).moves[0].after.as_deref().is_some_and(|after| after.contains("/4P3/")));
    assert!(!referee.draw(Paint::Plain.into()).contains("e3"));
    referee.set_position(Some(&asked), Reading::Strict, &[]).unwrap();
    assert_eq!(referee.legal_moves(false).moves[0].after, None);
    let error = referee.set_position(Some(&asked), Reading::Strict, &["0000"]).unwrap_err().to_string();
    assert!(error.starts_with("move 1: ") && error.contains("White's order is not known"), "{error}");
}

#[test]
fn sealed_stands_for_whites_order_at_the_end_of_a_list() {
    let mut referee = JointReferee::<Gulliver>::new();
    referee.set_position(None, Reading::Lenient, &["pe2e3", "pe7e6", "sealed"]).unwrap();
    let text = referee.text();
    assert_eq!(text, "rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR[] b - - 1 2");
    assert_eq!(referee.game().asked(), Asked::Black(None));
    assert!(referee.play("0000").is_err(), "nobody knows what White ordered");
    for moves in [&["pe2e3", "sealed"][..], &["sealed", "pe7e6"], &["sealed", "sealed"], &["pe2e3", "sealed", "pe7e6"]] {
        let error = referee.set_position(None, Reading::Lenient, moves).expect_err("in the wrong place").to_string();
        assert!(error.starts_with("move ") && error.contains("sealed"), "{error}");
        assert_eq!(referee.text(), text, "a refusal changed the game");
    }
    assert!(referee.set_position(None, Reading::Strict, &["sealed"]).is_err(), "the referee for scripts has no secrets");
}

#[test]
fn an_order_is_what_is_left_of_it_joined_with_what_was_taken_out() {
    let position = read(START);
    let mut random = SplitMix::new(9);
    let mut taken = 0;
    for _ in 0..300 {
        let order = position.order_by_lot(Side::White, &mut random).unwrap();
        let less = position.lessened(order);
        let units = position.units(Side::White);
        for &left in &less {
            assert!(accepts(START, &position.write_order(left)));
            assert!(units.iter().any(|&unit| position.joined(Side::White, left, unit) == Some(order)), "{order:?} {left:?}");
            taken += 1;
        }
        let Order::Moves(steps) = order else {
            assert!(less.is_empty());
            continue;
        };
        assert_eq!(less.len(), if steps.len() == 1 { 0 } else { steps.len() });
    }
    assert!(taken > 100);
}
