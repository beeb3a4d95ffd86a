//! The referee: JSON lines in, JSON lines out.

use super::program::{Session, stdout};
use serde_json::{Value, json};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The answers to some lines, as they are written.
fn raw(args: &[&str], lines: &[&str]) -> Vec<String> {
    let args: Vec<&str> = ["rules"].iter().chain(args).copied().collect();
    stdout(&args, (lines.join("\n") + "\n").as_bytes(), 0).lines().map(str::to_owned).collect()
}

fn ask(args: &[&str], request: &Value) -> Value {
    let answers = raw(args, &[&request.to_string()]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    serde_json::from_str(&answers[0]).unwrap()
}

fn chess(request: &Value) -> Value {
    ask(&["--variant", "chess"], request)
}

#[test]
fn a_position_is_answered_in_the_order_of_the_protocol() {
    let request = r#"{"fen": "8/8/8/8/8/5k2/7q/7K w - - 0 1", "moves": [], "id": 7, "san": true}"#;
    let expected = concat!(
        r#"{"id":7,"fen":"8/8/8/8/8/5k2/7q/7K w - - 0 1","check":true,"outcome":null,"#,
        r#""legal":{"h1h2":"8/8/8/8/8/5k2/7K/8 b - - 0 1"},"san":{"h1h2":"Kxh2"}}"#
    );
    assert_eq!(raw(&[], &[request]), [expected]);
}

#[test]
fn moves_are_played_and_listed_in_byte_order() {
    let answer = chess(&json!({ "fen": "startpos", "moves": ["e2e4"] }));
    assert_eq!(answer["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!((&answer["check"], &answer["outcome"]), (&json!(false), &Value::Null));
    let moves: Vec<_> = answer["legal"].as_object().unwrap().keys().collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.is_sorted(), "{moves:?}");
    assert_eq!(answer["legal"]["e7e5"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert!(answer.get("san").is_none() && answer.get("id").is_none());
}

#[test]
fn results() {
    let fools_mate = chess(&json!({ "fen": "startpos", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] }));
    assert_eq!((&fools_mate["outcome"], &fools_mate["legal"]), (&json!("black:mate"), &json!({})));
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let twice = [shuffle, shuffle].concat();
    let thrice = chess(&json!({ "fen": "startpos", "moves": twice }));
    assert_eq!(thrice["outcome"], "draw:repetition");
    assert_eq!(thrice["legal"].as_object().unwrap().len(), 20, "a drawn position still lists its moves");
}

#[test]
fn counts() {
    assert_eq!(chess(&json!({ "fen": "startpos", "moves": [], "perft": 3 }))["total"], 8902);
    let answer = raw(&[], &[r#"{"id": "x", "perft": 1, "fen": "8/8/8/8/8/5k2/7q/7K w - - 0 1"}"#]);
    assert_eq!(answer, [r#"{"id":"x","perft":{"h1h2":1},"total":1}"#]);
    assert_eq!(chess(&json!({ "fen": "startpos", "perft": 0 })), json!({ "perft": {}, "total": 1 }));
}

#[test]
fn castling_in_fischer_random() {
    let request = json!({ "fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "moves": [] });
    assert!(chess(&request)["legal"].get("e1g1").is_some());
    for args in [&["--chess960"][..], &["--variant", "fischerandom"]] {
        assert!(ask(args, &request)["legal"].get("e1h1").is_some(), "{args:?}");
    }
    let mut one = request.clone();
    one["chess960"] = json!(true);
    let answers = raw(&[], &[&one.to_string(), &request.to_string()]);
    let castles: Vec<bool> = answers.iter().map(|answer| answer.contains("e1h1")).collect();
    assert_eq!(castles, [true, false], "the request's style does not stay");
}

#[test]
fn an_error_is_one_line_and_the_next_request_is_answered() {
    let errors = [
        "",
        "x",
        "{",
        "[]",
        "7",
        r#"{"fen": "startpos""#,
        "{}",
        r#"{"moves": []}"#,
        r#"{"fen": 7, "moves": []}"#,
        r#"{"fen": "startpos", "moves": "e2e4"}"#,
        r#"{"fen": "startpos", "moves": [1]}"#,
        r#"{"fen": "startpos", "moves": ["e2e5"]}"#,
        r#"{"fen": "startpos", "moves": [""]}"#,
        r#"{"fen": "startpos", "san": 1}"#,
        r#"{"fen": "startpos", "chess960": "yes"}"#,
        r#"{"fen": "startpos", "perft": -1}"#,
        r#"{"fen": "startpos", "perft": 1000000}"#,
        r#"{"fen": "startpos", "perft": 1.5}"#,
        r#"{"fen": "startpos", "white": "e2e4"}"#,
        r#"{"fen": "startpos", "white": "e2e4", "black": "e7e5"}"#,
        r#"{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w KQkq - 0 1", "moves": []}"#,
        r#"{"fen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", "moves": []}"#,
    ];
    let good = r#"{"fen": "startpos", "moves": []}"#;
    let lines: Vec<&str> = errors.iter().flat_map(|&error| [error, good]).collect();
    let answers = raw(&[], &lines);
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(&answers) {
        let keys: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(keys.get("error").is_some(), *line != good, "{line}: {answer}");
        assert!(answer.is_ascii());
    }
}

#[test]
fn an_error_tells_whose_it_is_and_why() {
    let answer = chess(&json!({ "fen": "startpos", "moves": ["e2e4", "zz"], "id": [1, { "a": null }] }));
    assert_eq!(answer["id"], json!([1, { "a": null }]));
    assert!(answer["error"].as_str().unwrap().starts_with("move 2: "), "{answer}");
    let answer = chess(&json!({ "fen": "startpos", "moves": [7] }));
    assert_eq!(answer, json!({ "error": "move 1 \"7\": must be a string" }));
}

#[test]
fn an_id_is_echoed_to_the_last_byte() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let ids = [
        "1e5",
        "1.0",
        "-0",
        "123456789012345678901234567890",
        "1E400",
        "0.1000000000000000000000001",
        r#""\u0041\/""#,
        r#"{"b": 1, "a": [ 2 ], "b": 3}"#,
        "null",
        &deep,
    ];
    let requests = ids.map(|id| format!(r#"{{"fen": "startpos", "perft": 0, "id": {id} }}"#));
    let answers = raw(&[], &requests.each_ref().map(String::as_str));
    let expected = ids.map(|id| format!(r#"{{"id":{id},"perft":{{}},"total":1}}"#));
    assert_eq!(answers, expected);
    let refused = raw(&[], &[r#"{"id": 1.50, "fen": 7}"#]);
    assert_eq!(refused, [r#"{"id":1.50,"error":"fen \"7\": must be a string"}"#]);
}

#[test]
fn hostile_bytes_get_an_error_each() {
    let mut s = Session::start(&["rules"]);
    let mut long = vec![b'x'; 1 << 20];
    long.push(b'\n');
    let deep = "[".repeat(100_000) + "\n";
    for bytes in [&b"\xff\xfe{}\n"[..], b"\0\n", b"\r\n", &long, deep.as_bytes()] {
        s.send_bytes(bytes);
        let line = s.line();
        assert!(line.starts_with("{\"error\":") && line.is_ascii() && line.len() < 300, "{line}");
    }
    s.send_bytes(b"{\"fen\": \"startpos\"}\r\n");
    assert!(s.line().starts_with(&format!("{{\"fen\":\"{START}\"")));
    assert_eq!(s.end(), [""; 0]);
}
