//! The command line: what is printed and how it ends.

use super::program::{run, stderr, stdout};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;

fn text(args: &[&str]) -> String {
    stdout(args, b"", 0)
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&text(args)).unwrap()
}

/// A file that exists as long as this does.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        File::called(&format!("ziggurat-{}-{name}", std::process::id()), text)
    }

    fn called(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(name);
        fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        // The system clears what is left behind.
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn every_command_teaches_by_examples() {
    for command in [
        "uci",
        "analyse",
        "perft",
        "bench",
        "rules",
        "match",
        "pgn",
        "play",
        "plot",
        "serve",
        "variants",
        "help",
        "completions",
    ] {
        let help = text(&[command, "--help"]);
        assert!(help.contains("Examples:") && help.contains("Usage:"), "{command}: {help}");
        assert_eq!(help, text(&["help", command]), "{command}");
    }
    assert!(text(&["--help"]).contains("Examples:"));
    assert_eq!(text(&["--version"]), format!("ziggurat {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn variants_are_listed_and_explained() {
    assert!(text(&["variants"]).starts_with("chess "));
    let list = json_of(&["variants", "--json"]);
    assert_eq!((&list[0]["name"], &list[0]["files"], &list[0]["levels"]), (&json!("chess"), &json!(8), &json!(1)));
    for variant in list.as_array().unwrap() {
        let unspaced = |text: &str| text.split_ascii_whitespace().collect::<String>();
        let help = text(&["help", variant["name"].as_str().unwrap()]);
        assert!(unspaced(&help).contains(&unspaced(variant["startpos"].as_str().unwrap())), "{help}");
    }
    assert!(text(&["help"]).contains("chess"));
}

#[test]
fn wrong_usage_is_one_line_and_code_2() {
    for args in [
        &["help", "tiddlywinks"][..],
        &["perft", "1", "--fen", "8/8 w"],
        &["perft", "1", "--moves", "e2e5"],
        &["perft", "--suite", "/no/such/file"],
        &["analyse", "--depth", "1", "--hash", "4294967295"],
        &["perft", "1", "--hash", "4294967295"],
        &["perft", "--suite", "positions/chess.perft", "--hash", "4294967295"],
    ] {
        let message = stderr(args, 2);
        assert!(message.starts_with("error: ") && message.lines().count() == 1 && message.is_ascii(), "{args:?}: {message}");
    }
    for args in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "-1"],
        &["perft", "1000"],
        &["perft", "99999999999999999999"],
        &["perft", "1", "--variant", "tiddlywinks"],
        &["perft", "1", "--threads", "0"],
        &["analyse", "--depth", "0"],
        &["analyse", "--nodes", "x"],
        &["perft", "1", "--max-leaves", "5"],
        &["perft", "--depth", "1", "--max-leaves", "5"],
        &["perft", "--max-leaves", "5"],
        &["bench", "--depth", "0"],
        &["bench", "0"],
        &["bench", "2", "--depth", "2"],
        &["completions", "nonsense"],
    ] {
        assert!(stderr(args, 2).starts_with("error: "), "{args:?}");
    }
}

#[test]
fn perft_counts() {
    assert!(text(&["perft", "3"]).starts_with("Nodes searched: 8902\n"));
    assert!(text(&["perft", "--depth", "2", "--moves", "e2e4  e7e5"]).starts_with("Nodes searched: 835\n"));
    assert!(text(&["perft", "0"]).starts_with("Nodes searched: 1\n"));
    let divided = text(&["perft", "1", "--divide", "--fen", "4k3/8/8/8/8/8/8/4K2R w K -", "--chess960"]);
    assert!(divided.contains("e1h1: 1\n") && divided.contains("\nNodes searched: 15\n"), "{divided}");
    let answer = json_of(&["perft", "2", "--divide", "--json", "--threads", "2", "--hash", "1"]);
    assert_eq!((&answer["nodes"], &answer["divide"]["e2e4"]), (&json!(400), &json!(20)));
}

#[test]
fn a_suite_is_checked_count_by_count() {
    let good = "# counts\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D6 119060324\n\
                4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;c960 1 ;D1 15\n";
    let file = File::new("good", good);
    let args = ["perft", "--suite", file.path(), "--max-leaves", "1000"];
    let report = text(&args);
    assert!(report.starts_with("2 positions, 3 counts checked, 1 skipped, 0 wrong; 435 leaves"), "{report}");
    let answer = json_of(&[&args[..], &["--json"]].concat());
    assert_eq!((&answer["items"], &answer["failures"]), (&json!(3), &json!([])));

    let bad = File::new("bad", &good.replace("400", "401"));
    let report = stdout(&["perft", "--suite", bad.path(), "--max-leaves", "1000"], b"", 1);
    let row: Vec<_> = report.lines().nth(1).unwrap().split_ascii_whitespace().take(4).collect();
    assert_eq!(row, ["3", "2", "401", "400"], "{report}");
    assert!(report.contains("1 wrong"), "{report}");
}

#[test]
fn a_suite_is_of_the_variant_that_it_is_named_after() {
    let counts = ["perft", "--suite", "positions/dragonchess.perft", "--max-leaves", "1000"];
    assert!(text(&counts).contains(" 0 wrong"));
    let message = stderr(&[&counts[..], &["--variant", "chess"]].concat(), 2);
    assert!(message.contains("ranks instead of 8"), "{message}");

    // Castling as king takes rook is known only where the name of the file says so.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;am e1h1\n";
    let named = File::called(&format!("FischeRandom.{}.epd", std::process::id()), castling);
    assert!(text(&["epd", named.path(), "--depth", "1"]).contains(" of 1; "));
    let other = File::new("castling.epd", castling);
    assert!(stderr(&["epd", other.path(), "--depth", "1"], 2).contains("am: move \"e1h1\""));
}

#[test]
fn a_faulty_suite_is_refused_with_its_line() {
    for (name, content, place) in [
        ("number", "startpos ;D1 20\nstartpos ;D2 many\n", "line 2: D2 \"many\""),
        ("position", "\n8/8 w ;D1 20\n", "line 2: "),
        ("empty", "# nothing\n", "holds no counts"),
        ("deep", "startpos ;D999 20\n", "line 1: item \"D999\""),
    ] {
        let file = File::new(name, content);
        let message = stderr(&["perft", "--suite", file.path()], 2);
        assert!(message.contains(place) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn bench_ends_with_its_two_numbers() {
    let number = |line: &str| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
    let report = text(&["bench", "--depth", "2"]);
    let lines: Vec<_> = report.lines().rev().take(2).collect();
    assert!(lines[0].starts_with("Nodes/second: ") && number(lines[0]) > 0, "{report}");
    assert!(lines[1].starts_with("Nodes searched: "), "{report}");
    let answer = json_of(&["bench", "--depth", "2", "--json"]);
    assert_eq!(answer["total"]["nodes"], number(lines[1]));
    let chess = json_of(&["bench", "2", "--variant", "chess", "--json"]);
    assert_eq!(
        chess["variants"][0],
        answer["variants"][0]
            .as_object()
            .map(|v| {
                let mut v = v.clone();
                v["time"] = chess["variants"][0]["time"].clone();
                v["nps"] = chess["variants"][0]["nps"].clone();
                Value::Object(v)
            })
            .unwrap()
    );
}

#[test]
fn analyse_draws_and_searches() {
    let mate = ["analyse", "--fen", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--depth", "3"];
    let report = text(&mate);
    assert!(report.contains("Fen: 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\n") && report.contains("#1"), "{report}");
    assert!(report.ends_with("best move: a1a8\n") && !report.contains('\u{1b}'), "{report}");

    let report = text(&[&mate[..], &["--json", "--multipv", "2"]].concat());
    let lines: Vec<Value> = report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["variant"], "chess");
    assert!(lines.iter().any(|l| l["score"] == json!({ "mate": 1 }) && l["pv"] == json!(["a1a8"])), "{report}");
    assert!(lines.iter().any(|l| l["multipv"] == 2), "{report}");
    assert_eq!(lines.last().unwrap()["bestmove"], "a1a8");

    let over = text(&["analyse", "--fen", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "--nodes", "10"]);
    assert!(over.contains("Outcome: white:mate\n") && over.ends_with("best move: (none)\n"), "{over}");
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&["completions", shell]).contains("perft"), "{shell}");
    }
}

#[test]
fn without_a_command_it_speaks_uci() {
    let output = run(&[], b"uci\nquit\n");
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().ends_with("uciok\n"));
}

#[test]
#[cfg(unix)]
fn streams_that_fail_are_told_of() {
    use std::process::{Command, Stdio};
    let end = |args: &[&str], input: Stdio, output: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ziggurat"));
        let output = command.args(args).stdin(input).stdout(output).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(errors.lines().count(), 1, "{args:?}: {errors}");
        (output.status.code(), errors.split_inclusive(": ").take(2).collect::<String>())
    };
    for args in [&["uci"][..], &["rules"]] {
        let folder = fs::File::open(std::env::temp_dir()).unwrap();
        assert_eq!(end(args, folder.into(), Stdio::piped()), (Some(1), "error: input: ".into()), "{args:?}");
    }
    let Ok(full) = fs::File::create("/dev/full") else { return };
    let script = File::new("script", "{}\nuci\nisready\ngo depth 1\n");
    for args in [&["uci"][..], &["rules"], &["variants"]] {
        let input = fs::File::open(script.path()).unwrap();
        let output = full.try_clone().unwrap();
        assert_eq!(end(args, input.into(), output.into()), (Some(1), "error: output: ".into()), "{args:?}");
    }
}

#[test]
#[cfg(unix)]
fn a_reader_that_leaves_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    for args in [&["uci"][..], &["variants"], &["rules"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = Command::new(env!("CARGO_BIN_EXE_ziggurat"));
        let mut child = child.args(args).stdin(Stdio::piped()).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        // The input stays open: the program must not wait for its end.
        let mut input = child.stdin.take().unwrap();
        // A program that has already left takes no input, which is as good.
        _ = std::io::Write::write_all(&mut input, b"{}\nuci\ngo depth 3\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
        drop(input);
    }
}
