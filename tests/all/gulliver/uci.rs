//! Gulliver in the protocol.

use crate::program::{Session, stdout};
use serde_json::{Value, json};
use ziggurat::game::{JointPosition, Reading, Side};
use ziggurat::variants::gulliver::Gulliver;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1";

fn session() -> Session {
    let mut s = Session::start(&[]);
    s.send(&["setoption name UCI_Variant value Gulliver", "setoption name Seed value 7"]);
    let expected = format!("info string variant gulliver files 8 ranks 8 levels 1 pocket 0 template fairy startpos {START}");
    assert_eq!(s.line(), expected);
    s
}

/// The words behind the beginning of the line that has it.
fn words<'l>(lines: &'l [String], beginning: &str) -> Vec<&'l str> {
    let line = lines.iter().find_map(|line| line.strip_prefix(beginning));
    line.unwrap_or_else(|| panic!("no {beginning:?} in {lines:?}")).split(' ').collect()
}

/// Asks for an order; all that is said, and the order.
fn order(s: &mut Session, position: &str, go: &str) -> (Vec<String>, String) {
    s.send(&[position, go]);
    let lines = s.until("bestmove");
    let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("an answer").to_owned();
    (lines, best)
}

#[test]
fn options_for_mixed_strategies_are_offered() {
    let mut s = Session::start(&[]);
    s.send(&["uci"]);
    let lines = s.until("uciok");
    for option in [
        "Mixed Play type combo default sample var sample var likeliest",
        "Seed type spin default 0 min 0 max 2147483647",
        "Risk type spin default 30 min 0 max 100",
    ] {
        assert!(lines.contains(&format!("option name {option}")), "{option}: {lines:?}");
    }
    assert!(s.ask(&["setoption name mixed play value LIKELIEST"]).is_empty());
    let refused = s.ask(&["setoption name Mixed Play value pure"]);
    assert!(refused.len() == 1 && refused[0].contains("must be sample or likeliest"), "{refused:?}");
}

#[test]
fn an_answer_comes_with_its_strategy_and_bounds() {
    let mut s = session();
    for (position, side) in [
        ("position startpos", Side::White),
        ("position startpos moves sealed", Side::Black),
        ("position startpos moves pe2e3 pe7e6", Side::White),
        ("position startpos moves pe2e3 pe7e6 sealed", Side::Black),
        ("position startpos moves pe2e3 pe7e6 nb1c3", Side::Black),
    ] {
        let (lines, best) = order(&mut s, position, "go depth 1");
        let strategy = words(&lines, "info string strategy ");
        assert!(strategy.len().is_multiple_of(2) && strategy.iter().step_by(2).any(|order| *order == best), "{lines:?}");
        let sum: f64 = strategy.iter().skip(1).step_by(2).map(|p| p.parse::<f64>().unwrap()).sum();
        assert!((sum - 1.0).abs() < 0.01, "{lines:?}");
        let value = words(&lines, "info string value ");
        assert_eq!((value[0], value[2]), ("lower", "upper"), "{lines:?}");
        assert!(value[1].parse::<i32>().unwrap() <= value[3].parse::<i32>().unwrap(), "{lines:?}");
        let pv = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap().split_once(" pv ").unwrap().1;
        assert_eq!(pv.split(' ').count(), if side == Side::White { 2 } else { 1 }, "{pv}");
        assert_eq!(pv.split(' ').next(), Some(best.as_str()));
        let from = best.chars().find(char::is_ascii_digit);
        assert!(if side == Side::White { "12" } else { "6789" }.contains(from.unwrap()), "{position}: {best}");
    }
}

/// Black's king is attacked and has two ways out; White can meet each with an order of its own, and not both.
const PENNIES: &str = "7k/8/Q7/1R2B3/8/8/1K2R3/5Q2[] w - - 0 1";
/// White's two orders.
const GUESSES: [&str; 2] = ["qf1f7", "qa6g6"];

/// What Black does best if it knows White's order.
fn best_answer(white: &str) -> String {
    let (position, _) = Gulliver::read(PENNIES, Reading::Strict).unwrap();
    let white = position.read_order(Side::White, white).unwrap();
    let mut answers = Vec::new();
    let _ = position.visit_orders(Side::Black, |black| -> std::ops::ControlFlow<()> {
        let after = position.after([white, black]);
        let value = if after.king_loss().is_some() { i32::MAX } else { after.evaluate() };
        answers.push((value, position.write_order(black)));
        std::ops::ControlFlow::Continue(())
    });
    answers.into_iter().min().expect("Black has orders").1
}

#[test]
fn an_order_under_seal_is_never_looked_at() {
    assert_ne!(best_answer(GUESSES[0]), best_answer(GUESSES[1]), "knowing White's order would change the choice");
    // Sealed, or given in the list: the answers are the same to the last word, times and speeds aside.
    let say = |last: &str| {
        let (lines, best) = order(&mut session(), &format!("position fen {PENNIES} moves {last}"), "go depth 1");
        let strategy = words(&lines, "info string strategy ").join(" ");
        let value = words(&lines, "info string value ").join(" ");
        let reports = lines.iter().filter_map(|line| line.split_once(" nps ")).map(|(report, _)| report.to_owned());
        (strategy, value, best, reports.collect::<Vec<_>>())
    };
    let sealed = say("sealed");
    assert!(sealed.0.split(' ').count() >= 4, "a mixed strategy: {}", sealed.0);
    for white in GUESSES.into_iter().chain(["0000"]) {
        assert_eq!(say(white), sealed, "{white}");
    }
}

#[test]
fn orders_are_drawn_by_the_seed() {
    let mut s = session();
    let position = format!("position fen {PENNIES}");
    let mut drawn = Vec::new();
    for seed in 1..20 {
        let seed = format!("setoption name Seed value {seed}");
        s.send(&[&seed]);
        let [first, second] = [(); 2].map(|()| order(&mut s, &position, "go depth 1").1);
        assert_eq!(first, second, "{seed}");
        drawn.push(first);
    }
    drawn.sort();
    drawn.dedup();
    assert!(drawn.len() > 1, "{drawn:?}");
    s.send(&["setoption name Mixed Play value likeliest"]);
    let (lines, best) = order(&mut s, &position, "go depth 1");
    assert_eq!(words(&lines, "info string strategy ")[0], best);
}

#[test]
fn a_long_search_is_stopped_and_a_pondering_one_waits() {
    let mut s = session();
    s.send(&["position startpos", "go infinite"]);
    assert!(s.ask(&["ponderhit"]).iter().all(|line| line.starts_with("info depth")));
    s.send(&["stop"]);
    assert_ne!(s.best_move(), "(none)");
    s.send(&["position startpos moves sealed", "go ponder movetime 50"]);
    assert!(s.ask(&[]).iter().all(|line| line.starts_with("info depth")));
    s.send(&["ponderhit"]);
    let line = s.until("bestmove").pop().unwrap();
    assert!(!line.contains("ponder"), "nobody knows what to ponder on: {line}");
}

#[test]
fn only_the_orders_asked_for_are_given() {
    let mut s = session();
    let (_, best) = order(&mut s, "position startpos", "go depth 2 searchmoves 0000 pa2a3");
    assert!(["0000", "pa2a3"].contains(&best.as_str()), "{best}");
    let (lines, best) = order(&mut s, "position startpos moves sealed", "go depth 1 searchmoves pa2a3");
    assert!(best == "(none)" && lines[0].starts_with("info string error: searchmoves: order \"pa2a3\""), "{lines:?}");
}

#[test]
fn finished_games_are_told_by_their_score() {
    let mut s = session();
    for (fen, score) in [
        ("8/8/8/8/8/8/4R3/4K3[] w - - 0 1", "mate 1"),
        ("8/8/8/8/8/8/4R3/4K3[] b - - 0 1", "mate 0"),
        ("8/8/8/8/8/8/4N3/4b3[] w - - 0 1", "cp 0"),
    ] {
        let (lines, _) = order(&mut s, &format!("position fen {fen}"), "go depth 3");
        assert_eq!(lines, [&format!("info depth 0 score {score}"), "bestmove (none)"]);
    }
}

#[test]
fn bad_input_is_one_clear_line_and_changes_nothing() {
    let mut s = session();
    let crowd = "4k3/8/8/8/8/8/3(PP)4/4K3[R] w - - 0 1";
    for (position, reason) in [
        ("startpos moves nb1c3,ng1f3,pa2a3,pb2b3", "pieces worth 6 are moved, more than 5"),
        ("startpos moves nb3c5", "white has no n on b3"),
        ("startpos moves pa2a3,pa2b3", "pa2 is ordered 2 times; 1 there"),
        ("startpos moves a2:k=p", "a king is never exchanged"),
        ("startpos moves a2:p=p", "white has no p in stock"),
        ("startpos moves pa2a9", "not a square"),
        ("startpos moves pe2e3 pe7e6 PD2D3", "must be moves as in"),
        ("startpos moves sealed pe7e6", "can only stand at the end"),
        ("startpos moves pe2e3 sealed", "White has ordered already"),
        ("fen 4k3/8/8/8/8/8/3(Pp)4/4K3[] w - - 0 1", "pieces of both colours on one square"),
        ("fen 4k3/8/8/8/8/8/8/4K3[] b - - 0 1 moves 0000", "White's order is not known"),
    ] {
        assert!(s.ask(&[&format!("position fen {crowd}")]).is_empty());
        let lines = s.ask(&[&format!("position {position}")]);
        assert!(lines.len() == 1 && lines[0].starts_with("info string error: ") && lines[0].contains(reason), "{lines:?}");
        assert!(s.ask(&["d"]).contains(&format!("Fen: {crowd}")), "{position}");
        assert_eq!(s.ask(&["go depth 1"]), ["bestmove (none)"]);
    }
}

#[test]
fn a_drawing_shows_crowds_and_stocks_and_no_secret() {
    let mut s = session();
    let lines = s.ask(&["position fen 4k3/8/8/8/3(QPP)4/8/8/4K3[RPq] w - - 0 1 moves pd4d5", "d"]);
    for line in [
        "4  .  -  .  QPP  .  -  .  -",
        "white: 6 on the board, in stock RP",
        "black: 0 on the board, in stock q",
        "Black's order is asked, White's is given and not shown",
        "Fen: 4k3/8/8/8/3(QPP)4/8/8/4K3[RPq] b - - 0 1",
    ] {
        assert!(lines.iter().any(|l| l == line), "{line}: {lines:#?}");
    }
}

// ---- Beside the protocol ----

fn rules(request: &Value) -> Value {
    let answer = stdout(&["rules", "--variant", "gulliver"], format!("{request}\n").as_bytes(), 0);
    serde_json::from_str(&answer).unwrap()
}

#[test]
fn the_referee_takes_both_orders_at_once() {
    let answer = rules(&json!({ "fen": "startpos", "white": "pe2e3", "black": "nb8c6" }));
    let after = "r1bqkbnr/pppppppp/2n5/8/8/4P3/PPPP1PPP/RNBQKBNR[] w - - 1 2";
    assert_eq!(answer, json!({ "fen": after, "outcome": null }));
    let refused = rules(&json!({ "fen": "startpos", "white": "pe2e3", "black": "nb1c3" }));
    assert_eq!(refused, json!({ "error": "black: order \"nb1c3\": black has no n on b1" }));
    let sealed = rules(&json!({ "fen": "startpos", "moves": ["sealed"] }));
    assert!(sealed["error"].as_str().unwrap().contains("sealed"), "{sealed}");
}

#[test]
fn too_many_orders_are_counted_and_the_first_shown() {
    let answer = rules(&json!({ "fen": "startpos", "moves": [] }));
    assert_eq!((&answer["legal_count"], answer["legal"].as_object().unwrap().len()), (&json!(1_511_671), 200));
    assert_eq!((&answer["check"], &answer["legal"]["0000"]), (&json!(false), &Value::Null));
}

#[test]
fn analysis_ends_with_the_strategy_as_a_table() {
    let args = ["analyse", "--variant", "gulliver", "--depth", "1", "--fen", PENNIES];
    let text = stdout(&args, b"", 0);
    assert!(text.contains("\nstrategy:\n") && text.contains("\nvalue: "), "{text}");
    let json = stdout(&[&args[..], &["--json"]].concat(), b"", 0);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let strategy = lines.iter().find(|line| line.get("strategy").is_some()).expect("a line with the strategy");
    assert!(strategy["strategy"].as_object().unwrap().len() >= 2, "{strategy}");
    assert!(strategy["lower"].as_f64() <= strategy["upper"].as_f64(), "{strategy}");
}
