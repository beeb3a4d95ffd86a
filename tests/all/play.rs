//! `play` as a script drives it through its standard input, and `plot`.

use super::folder::Folder;
use super::program::{Session, run, stdout};
use std::fs;
use std::thread;
use std::time::Duration;
use ziggurat::game::registry::VARIANTS;

/// What a session prints that ends with its input.
fn played(args: &[&str], lines: &[&str]) -> String {
    let args = [&["play"], args, &["--nodes", "300", "--seed", "1"]].concat();
    stdout(&args, (lines.join("\n") + "\n").as_bytes(), 0)
}

/// The line that starts so.
fn line<'t>(text: &'t str, start: &str) -> &'t str {
    text.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("no line {start:?} in\n{text}"))
}

/// A first move of each variant in both forms, a square with what it holds, an illegal move.
const FIRST: [(&str, &str, &str, &str, &str); 5] = [
    ("chess", "e2e4", "Nf3", "e2: White Pawn (P). ", "e2e5"),
    ("dragonchess", "2e22e3", "W2e3", "2e2: White Warrior (W). ", "2e22e5"),
    ("iceage", "e2f3", "exf3", "e4: Ice", "e2e4"),
    ("gnome", "e2e4", "Nf3", "e2: White Pawn (P). ", "e2e5"),
    ("gulliver", "pe2e3", "E2:E3", "e2: White Pawn (P). ", "pe2e5"),
];

#[test]
fn every_variant_is_played_against_the_engine() {
    assert_eq!(FIRST.map(|(name, ..)| name).to_vec(), VARIANTS.iter().map(|v| v.info.name).collect::<Vec<_>>());
    for (name, coordinates, san, what, illegal) in FIRST {
        let square = what.split(':').next().unwrap();
        let lines =
            [illegal, "hint", &format!("what {square}"), &format!("moves {square}"), "eval", coordinates, "undo", "fen"];
        let text = played(&[name], &lines);
        assert!(line(&text, "error: ").contains(illegal), "{text}");
        assert!(line(&text, "hint: ").contains(" at depth "), "{text}");
        assert!(line(&text, what).len() > what.len(), "{text}");
        let moves =
            text.lines().any(|line| line.contains("moves: ") || line.contains("move: ") || line.starts_with("no legal move"));
        assert!(moves, "{text}");
        assert!(text.contains("Evaluation for white"), "{text}");
        assert!(line(&text, "White: ").contains(coordinates), "{text}");
        line(&text, "Black: ");
        line(&text, "taken back: ");
        assert!(text.lines().any(|line| line == VARIANTS.iter().find(|v| v.info.name == name).unwrap().info.start), "{text}");
        // The same first move for people; both forms are always told.
        let again = played(&[name], &[san]);
        assert!(line(&again, "White: ").contains(san), "{again}");
        line(&again, "Black: ");
        let rest = line(&again, "This game is not saved; to go on with it: ziggurat play ");
        assert!(rest.contains(name) && rest.contains("--moves"), "{rest}");
    }
}

#[test]
fn games_are_saved_and_loaded_in_every_variant() {
    for (name, coordinates, ..) in FIRST {
        let folder = Folder::new(&format!("save-{name}"));
        let path = folder.path("my game.pgn");
        let text = played(&[name], &[coordinates, "fen", &format!("save '{path}'"), "resign", &format!("save '{path}'")]);
        assert!(!text.contains("not saved"), "{text}");
        line(&text, "White: ");
        line(&text, "Black wins: White resigns.");
        let fen = text.lines().nth(text.lines().position(|l| l.starts_with("saved, ")).unwrap() - 1).unwrap();
        let loaded = played(&["chess"], &[&format!("load '{path}' 1"), "fen"]);
        line(&loaded, "loaded game 1 of ");
        assert!(loaded.lines().any(|line| line == fen), "{fen} in {loaded}");
        assert!(!loaded.contains("not saved"), "{loaded}");
        let over = played(&["chess"], &[&format!("load '{path}'"), coordinates, "undo", "fen"]);
        line(&over, "loaded game 2 of ");
        line(&over, "Black wins, as the record says.");
        line(&over, "error: move");
        assert!(over.lines().any(|line| line == fen), "{over}");
        assert_eq!(stdout(&["pgn", &path, "--to", "last"], b"", 0).lines().next(), Some(fen));
    }
}

#[test]
fn the_engine_does_not_look_at_a_sealed_order() {
    let answer = |order: &str| {
        let text = played(&["gulliver"], &[order]);
        line(&text, "White has ordered; the order is sealed.");
        let sealed = text.find("sealed").unwrap();
        assert!(!text[..sealed].contains("White: ") && text[sealed..].contains("White: "), "told before both are in: {text}");
        line(&text, "Black: ").to_owned()
    };
    assert_eq!(answer("pe2e3"), answer("nb1c3,pd2d3"), "one strategy, one lot, whatever White has ordered");
    let black = played(&["gulliver", "--side", "black"], &["hint", "pe7e6"]);
    let (before, after) = black.split_once("hint: ").unwrap();
    assert!(before.contains("the order is sealed") && !before.contains("White: "), "{black}");
    line(after, "White: ");
    assert!(line(after, "Black: ").contains("pe7e6"), "{after}");
}

#[test]
fn a_move_is_vetoed_by_either_name() {
    let text = played(&["gnome", "--side", "both"], &["e2e4", "veto", "fen"]);
    assert!(line(&text, "Black: ").contains("veto"), "{text}");
    assert!(text.lines().any(|line| line.contains(" w ") && line.contains(":e2e4")), "{text}");
    let none = played(&["chess"], &["veto"]);
    assert_eq!(line(&none, "error: "), "error: veto \"\": there is no move that could be vetoed here");
}

#[test]
fn chess_is_begun_from_shuffled_starts() {
    let text = played(&["chess", "--side", "both"], &["shuffle 0", "fen", "shuffle", "fen", "shuffle 960", "shuffle x"]);
    line(&text, "Start 0 of 960.");
    assert!(text.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"), "{text}");
    assert_eq!(text.matches(" of 960.").count(), 2, "{text}");
    for bad in ["960", "x"] {
        assert_eq!(
            line(&text, &format!("error: shuffle \"{bad}\"")),
            format!("error: shuffle \"{bad}\": must be a whole number below 960")
        );
    }
    let none = played(&["gnome"], &["shuffle"]);
    assert_eq!(line(&none, "error: "), "error: shuffle \"\": gnome has one start only");
}

#[test]
fn draws_are_taken_by_a_rule() {
    let early = played(&["chess"], &["draw"]);
    assert!(line(&early, "declined: it is move 1; ").contains("from move 10 on"), "{early}");
    let lost = played(&["chess", "--fen", "5k2/8/8/8/8/8/QQ6/K7 w - - 0 30"], &["draw"]);
    line(&lost, "accepted: its score is ");
    line(&lost, "Draw: agreed.");
    let won = played(&["chess", "--fen", "k7/qq6/8/8/8/8/8/3K4 w - - 0 30"], &["draw"]);
    line(&won, "declined: its score is ");
    assert!(!won.contains("Draw: "), "{won}");
    line(&played(&["chess", "--side", "both"], &["draw"]), "Draw: agreed.");
}

#[test]
fn ends_are_told_in_words() {
    let mate = played(&["chess", "--side", "both"], &["f3", "e5", "g4", "Qh4#", "e4", "hint", "undo", "new"]);
    line(&mate, "Black wins: White is mated.");
    line(&mate, "error: move \"e4\": the game is over (Black wins: White is mated)");
    line(&mate, "error: hint");
    line(&mate, "taken back: Qh4#");
    let stalemate = played(&["chess", "--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "--side", "both"], &["Qf7"]);
    line(&stalemate, "Draw: no legal move, and no check.");
    let frozen = played(&["iceage", "--side", "both", "--fen", "7k/8/8/8/8/8/PPP5/KRR4r b - - 0 20"], &["h1g1"]);
    line(&frozen, "White wins: Black's king is frozen.");
    let alone = played(&["gulliver", "--side", "both", "--fen", "4k3/8/8/8/8/8/4P3/4K3[] w - - 0 1"], &["pe2e3", "0000"]);
    line(&alone, "Move 2, white");
    let captured = played(&["gulliver", "--side", "both", "--fen", "4k3/8/8/8/8/8/8/4Q2K[] w - - 0 1"], &["qe1e8", "0000"]);
    line(&captured, "White wins: Black's king is captured.");
}

#[test]
fn the_engine_plays_alone_to_the_end() {
    let text = played(&["chess", "--side", "none", "--fen", "7k/R7/8/8/8/8/8/1R5K w - - 0 1"], &["e2e4", "resign"]);
    line(&text, "White wins: Black is mated.");
    line(&text, "error: move \"e2e4\": the game is over");
}

#[test]
fn strength_and_limits_are_set_or_refused() {
    let lines = [
        "skill 3",
        "elo 1400",
        "elo 9",
        "skill 21",
        "tc 300+3",
        "st 0.01",
        "depth 2",
        "nodes 0",
        "tc x",
        "side up",
        "side both",
    ];
    let text = played(&["chess"], &lines);
    for told in [
        "skill 3, 300 nodes",
        "Elo 1400, 300 nodes",
        "a clock of 300+3",
        "0.01 seconds a move",
        "depth 2",
        "both sides are yours",
    ] {
        assert!(text.contains(told), "{told} in {text}");
    }
    assert_eq!(text.lines().filter(|line| line.starts_with("error: ")).count(), 5, "{text}");
    line(&played(&["gnome"], &["elo 1400"]), "error: elo \"1400\": nobody has measured Elo in gnome");
}

#[test]
#[cfg(unix)]
fn ctrl_c_makes_the_engine_move_and_then_ends_the_program() {
    let mut session = Session::start(&["play", "--st", "3600"]);
    let interrupt = |session: &Session| {
        let done = std::process::Command::new("kill").args(["-INT", &session.id().to_string()]).status();
        assert!(done.unwrap().success());
    };
    session.until("Move");
    session.send(&["e4"]);
    session.until("White:");
    interrupt(&session);
    session.until("Black:");
    session.until("Move");
    interrupt(&session);
    session.until("This");
    session.end();
}

#[test]
fn who_oversteps_the_clock_loses() {
    let mut session = Session::start(&["play", "--tc", "0.1", "--side", "both"]);
    let asked = session.until("Move").pop().unwrap();
    assert_eq!(asked, "Move 1, white; white has 0.1 seconds left, black 0.1");
    thread::sleep(Duration::from_millis(400));
    session.send(&["e4"]);
    assert_eq!(session.until("Black").pop().unwrap(), "Black wins: White has overstepped its time.");
    session.send(&["undo"]);
    session.until("Move");
    session.send(&["quit"]);
    session.end();
}

#[test]
fn whatever_is_typed_is_answered_and_changes_nothing() {
    let mut input = b"\n   \nhnit\nxyzzy\ne2\xff\xfee4\nmoves z9\nwhat\nsave\nload\nload /nowhere/x.pgn\nsave /nowhere/x.pgn\nsave 'x\nnew rithmomachia\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\n\x1b[A\x00\nundo\nfen\n");
    input.extend(vec![b'y'; 9 << 20]);
    let text = stdout(&["play", "chess", "--nodes", "10"], &input, 0);
    line(&text, "error: input \"hnit\": neither a command nor a legal move; did you mean hint?");
    line(&text, "error: input \"xyzzy\": neither a command nor a legal move; help lists the commands");
    line(&text, "error: line \"e2\\u{fffd}\\u{fffd}e4\": not UTF-8 at byte 2");
    line(&text, "error: square \"z9\"");
    line(&text, "error: what \"\": must be followed by a square");
    line(&text, "error: save \"/nowhere/x.pgn\": the game is not saved: ");
    line(&text, "error: file \"/nowhere/x.pgn\": ");
    line(&text, "error: save \"'x\": a quote that is not closed");
    line(&text, "error: variant \"rithmomachia\": not a variant");
    line(&text, "error: undo \"\": there is no move of yours to take back");
    line(&text, "error: line \"yyyy");
    assert!(text.lines().any(|line| line == VARIANTS[0].info.start), "{text}");
    assert!(text.lines().all(|line| line.len() < 400) && !text.contains('\u{1b}'));
    assert_eq!(text.matches("This game is not saved").count(), 0, "nothing was played");
}

#[test]
fn bad_starts_are_wrong_usage() {
    for args in [
        &["play", "rithmomachia"][..],
        &["play", "--fen", "8/8 w"],
        &["play", "--moves", "e2e4 e2e4"],
        &["play", "gnome", "--elo", "1400"],
        &["play", "--st", "1", "--tc", "5"],
        &["play", "--skill", "21"],
        &["play", "gulliver", "--fen", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1"],
    ] {
        let output = run(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}

// ---- plot ----

#[test]
fn games_of_matches_are_drawn_in_every_variant() {
    for variant in VARIANTS {
        let name = variant.info.name;
        let folder = Folder::new(&format!("plot-{name}"));
        let (pgn, svg) = (folder.path("games.pgn"), folder.path("game.svg"));
        stdout(
            &[
                "match",
                "--variant",
                name,
                "--nodes",
                "60",
                "--games",
                "2",
                "--random-plies",
                "4",
                "--max-moves",
                "12",
                "--pgn",
                &pgn,
            ],
            b"",
            0,
        );
        assert_eq!(stdout(&["plot", &pgn, "--game", "2", "-o", &svg], b"", 0), "");
        let drawn = fs::read_to_string(&svg).unwrap();
        assert!(drawn.starts_with("<svg ") && drawn.trim_end().ends_with("</svg>"), "{drawn}");
        assert!(drawn.contains(&format!("{name}: ziggurat")) && drawn.contains("polyline"), "{drawn}");
        assert_eq!(stdout(&["plot", &pgn, "--game", "2"], b"", 0), drawn);
        let missing = run(&["plot", &pgn, "--game", "3"], b"");
        assert_eq!(missing.status.code(), Some(2));
    }
}

#[test]
fn what_cannot_be_drawn_is_refused_in_a_line() {
    let folder = Folder::new("play-plot-bad");
    let error = |name: &str, text: &str, wanted: &str| {
        let path = folder.file(name, text);
        let output = run(&["plot", &path], b"");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {told}");
        assert!(told.contains(wanted) && told.lines().count() == 1, "{name}: {told}");
    };
    error("empty", "", "the file has none of this number");
    error("bare", "1. e4 e5 *", "no move has a score");
    error("tags", "[Event \"a\"]\n\n*", "no move has a score");
    error("illegal", "1. e4 {+0.10/3 0.1s} Ke4 *", "move 1...");
    error("comment", "1. e4 {+0.10/3", "a comment that does not end");
    error("variant", "[Variant \"rithmomachia\"]\n\n1. e4 {+0.10/3} *", "rithmomachia");
    error("words", "1. e4 {nan/3 infs} e5 {1e999/2 -1s 9e99s} *", "no move has a score");
    let hostile = folder.file(
        "hostile",
        "[White \"<script>&\\\"'\"]\n[Black \"x\u{7}y\"]\n\n1. e4 {+M1/3 1s} e5 {-99999999999/2} 2. Nf3 {+0.1/99} *",
    );
    let drawn = stdout(&["plot", &hostile], b"", 0);
    assert!(!drawn.contains("<script>") && drawn.contains("&lt;script&gt;") && !drawn.contains('\u{7}'), "{drawn}");
    let output = run(&["plot", &hostile, "-o", "/nowhere/x.svg"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/x.svg"));
}
