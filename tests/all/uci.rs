//! Whole sessions in the protocol.

use super::program::{Session, run};

fn session() -> Session {
    Session::start(&[])
}

fn errors(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info string error: ")).collect()
}

const BAD_FEN: &str = "position fen rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// ---- Handshake and options ----

#[test]
fn the_handshake_says_who_it_is_and_nothing_else() {
    let mut s = session();
    s.send(&["uci"]);
    let lines = s.until("uciok");
    assert_eq!(lines[0], format!("id name Ziggurat {}", env!("CARGO_PKG_VERSION")));
    assert!(lines[1].starts_with("id author "));
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")), "{lines:?}");
    assert!(lines.iter().all(|line| line.is_ascii() && line.trim() == line), "{lines:?}");
    for option in ["Hash type spin default 16 min 1 max 33554432", "MultiPV type spin default 1 min 1 max 500"] {
        assert!(lines.contains(&format!("option name {option}")), "{option}: {lines:?}");
    }
    let variants = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    assert!(variants.starts_with("option name UCI_Variant type combo default chess var chess"), "{variants}");
    assert_eq!(s.end(), [""; 0]);
}

#[test]
fn nothing_is_said_unasked() {
    let mut s = session();
    let lines = ["xboard", "", "  ", "joho debug off", "setoption name NoSuchOption value 1", "stop", "ponderhit", "setoption"];
    assert_eq!(s.ask(&lines), [""; 0]);
    assert_eq!(s.ask(&["  setoption \t name hAsH  value  2 ", "setoption name clear hash", "ucinewgame"]), [""; 0]);
}

#[test]
fn debug_tells_what_is_ignored() {
    let mut s = session();
    let lines = s.ask(&["debug on", "joho", "setoption name NoSuchOption value 1", "debug off", "joho"]);
    assert_eq!(
        lines,
        ["info string command \"joho\": unknown, ignored", "info string option \"NoSuchOption\": unknown, ignored"]
    );
    assert_eq!(errors(&s.ask(&["debug", "debug maybe"])).len(), 2);
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut s = session();
    s.send(&["joho isready"]);
    assert_eq!(s.line(), "readyok");
}

#[test]
fn bad_values_are_refused_and_change_nothing() {
    let mut s = session();
    let bad = [
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash",
        "setoption name MultiPV value two",
        "setoption name Ponder value perhaps",
        "setoption name UCI_Variant value tiddlywinks",
        "setoption name Move Overhead value -1",
        "setoption name Evaluation value none",
    ];
    let lines = s.ask(&bad);
    assert_eq!(errors(&lines).len(), bad.len(), "{lines:?}");
    assert_eq!(lines[0], "info string error: option Hash \"0\": must be a whole number from 1 to 33554432");
    s.send(&["go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
}

#[test]
fn a_table_that_cannot_be_held_is_refused() {
    let mut s = session();
    let lines = s.ask(&["setoption name Hash value 33554432"]);
    assert!(lines.len() <= 1 && errors(&lines).len() == lines.len(), "{lines:?}");
    s.send(&["go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
}

#[test]
fn a_variant_is_announced_and_stands_at_its_start() {
    let mut s = session();
    let lines = s.ask(&["position startpos moves e2e4", "setoption name uci_variant value Standard"]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let expected = format!("info string variant chess files 8 ranks 8 levels 1 pocket 0 template fairy startpos {start}");
    assert_eq!(lines, [expected]);
    assert!(s.ask(&["d"]).contains(&format!("Fen: {start}")));
}

#[test]
fn fischerandom_writes_castling_as_king_takes_rook() {
    let castle = ["position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1"];
    for (setting, expected) in [
        ("setoption name UCI_Variant value chess", "e1g1: 1"),
        ("setoption name UCI_Variant value FischeRandom", "e1h1: 1"),
        ("setoption name UCI_Chess960 value true", "e1h1: 1"),
        ("setoption name UCI_Variant value fischerandom\nsetoption name UCI_Variant value chess", "e1g1: 1"),
        ("setoption name UCI_Chess960 value true\nsetoption name UCI_Variant value chess", "e1h1: 1"),
        ("setoption name UCI_Variant value chess960\nsetoption name UCI_Chess960 value false", "e1g1: 1"),
        (
            "setoption name UCI_Chess960 value true\nsetoption name UCI_Variant value fischerandom\n\
             setoption name UCI_Variant value standard",
            "e1h1: 1",
        ),
    ] {
        let mut s = session();
        s.send(&[setting]);
        s.send(&castle);
        let counts = s.until("Nodes");
        assert!(counts.iter().any(|line| line == expected), "{setting}: {counts:?}");
    }
}

// ---- Positions ----

#[test]
fn a_refused_position_leaves_the_last_good_one_but_is_not_searched() {
    let mut s = session();
    let refused = [
        BAD_FEN,
        "position",
        "position fen",
        "position startpos moves e2e5",
        "position startpos moves e2e4 \u{1f600}",
        "position startpos e2e4",
        "position nowhere",
    ];
    for line in refused {
        assert_eq!(s.ask(&["position startpos moves d2d4"]), [""; 0]);
        let lines = s.ask(&[line]);
        assert!(lines.len() == 1 && errors(&lines).len() == 1 && lines[0].is_ascii(), "{line}: {lines:?}");
        let drawing = s.ask(&["d"]);
        assert!(drawing.iter().any(|l| l.starts_with("Fen: rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b")), "{line}");
        for go in ["go depth 1", "go perft 1"] {
            s.send(&[go]);
            assert_eq!(s.line(), "bestmove (none)", "{line}");
        }
    }
    s.send(&["position startpos", "go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
}

#[test]
fn even_without_a_position_an_endless_search_waits_to_be_told() {
    let mut s = session();
    assert_eq!(s.ask(&[BAD_FEN]).len(), 1);
    assert_eq!(s.ask(&["go infinite", "ponderhit"]), [""; 0]);
    assert_eq!(s.ask(&["stop"]), ["bestmove (none)"]);
    assert_eq!(s.ask(&["go ponder wtime 1000"]), [""; 0]);
    assert_eq!(s.ask(&["ponderhit", "stop"]), ["bestmove (none)"]);
    assert_eq!(s.ask(&["go infinite", "go depth 1"]), ["bestmove (none)"; 2]);
}

#[test]
fn sloppy_positions_are_read() {
    let mut s = session();
    let fen = "position  fen   rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq  moves   e2e4 ";
    let drawing = s.ask(&[fen, "d"]);
    assert!(drawing.iter().any(|line| line.starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")), "{drawing:?}");
}

#[test]
fn long_games_are_read() {
    let mut s = session();
    let game = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(150));
    assert_eq!(s.ask(&[&game]), [""; 0]);
    s.send(&["go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
}

// ---- Searches ----

#[test]
fn a_search_reports_and_answers_once() {
    let mut s = session();
    for limit in [
        "depth 3",
        "nodes 500",
        "movetime 50",
        "wtime 100",
        "wtime 1 btime 1",
        "mate 1 depth 2",
        "depth 2 nodes 9000 movetime 5000",
    ] {
        s.send(&["position startpos", &format!("go {limit}")]);
        let lines = s.until("bestmove");
        let report = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap_or_else(|| panic!("{limit}: {lines:?}"));
        let (_, line) = report.split_once(" pv ").unwrap_or_else(|| panic!("{report}"));
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        assert_eq!(line.split(' ').next(), Some(best), "{limit}: {lines:?}");
        assert_eq!(s.ask(&[]), [""; 0], "{limit}");
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut s = session();
    s.send(&["position startpos", "go depth 2 searchmoves a2a3"]);
    assert_eq!(s.best_move(), "a2a3");
}

#[test]
fn malformed_searches_are_declined() {
    let mut s = session();
    for go in [
        "go depth",
        "go depth x",
        "go nodes -1",
        "go wtime",
        "go searchmoves",
        "go searchmoves e2e5",
        "go movetime 99999999999999999999",
    ] {
        let lines = s.ask(&["position startpos", go]);
        assert_eq!(lines.len(), 2, "{go}: {lines:?}");
        assert_eq!((errors(&lines).len(), lines[1].as_str()), (1, "bestmove (none)"), "{go}");
    }
    let lines = s.ask(&["go perft", "go perft 1000000"]);
    assert_eq!(errors(&lines).len(), 2, "{lines:?}");
    s.send(&["go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
}

#[test]
fn no_error_holds_a_bare_word_of_an_info_line() {
    let mut s = session();
    let mut lines = s.ask(&["position fen pv score 3 nodes time", "position depth pv", "go depth pv", "go nodes time"]);
    lines.extend(s.ask(&["position startpos moves pv", "setoption name Hash value pv depth"]));
    for line in errors(&lines) {
        let bare = line.split(' ').skip(2).any(|word| ["pv", "score", "depth", "nodes", "time"].contains(&word));
        assert!(!bare, "{line}");
    }
    assert_eq!(errors(&lines).len(), 6);
}

#[test]
fn finished_games_are_told_by_their_score() {
    let mut s = session();
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "info depth 0 score cp 0"),
    ] {
        s.send(&[&format!("position fen {fen}"), "go depth 3"]);
        assert_eq!(s.until("bestmove"), [score, "bestmove (none)"]);
    }
}

#[test]
fn a_weaker_engine_searches_less_and_repeats_itself_by_its_seed() {
    let mut s = session();
    s.send(&["setoption name Skill Level value 0", "setoption name Seed value 7"]);
    let mut answers = [(); 2].map(|()| {
        s.send(&["ucinewgame", "position startpos moves e2e4 e7e5", "go depth 30"]);
        s.until("bestmove").pop().unwrap()
    });
    assert_eq!(answers[0], answers[1]);
    s.send(&["setoption name Seed value 0"]);
    let play = |s: &mut super::program::Session| {
        s.send(&["ucinewgame", "go depth 30"]);
        s.best_move()
    };
    // Of fifty games with seeds of their own some differ.
    answers[0] = play(&mut s);
    assert!((0..50).any(|_| play(&mut s) != answers[0]), "{answers:?}");
}

#[test]
fn strength_is_limited_where_it_was_measured() {
    let mut s = session();
    s.send(&["uci"]);
    let lines = s.until("uciok");
    let bounds = lines.iter().find_map(|line| line.strip_prefix("option name UCI_Elo type spin ")).unwrap();
    let bounds: Vec<&str> = bounds.split(' ').collect();
    let ["default", _, "min", least, "max", greatest] = bounds[..] else { panic!("{bounds:?}") };
    // Does a search that may take 3000 nodes take less?
    let is_weak = |s: &mut super::program::Session, options: &[&str]| {
        for option in options {
            s.send(&[&format!("setoption name {option}")]);
        }
        s.send(&["ucinewgame", "go nodes 3000"]);
        let lines = s.until("bestmove");
        let words: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
        let nodes = words.iter().position(|&word| word == "nodes").and_then(|at| words.get(at + 1));
        nodes.unwrap().parse::<u32>().unwrap() < 3000
    };
    let least = format!("UCI_Elo value {least}");
    assert!(!is_weak(&mut s, &[&least]));
    assert!(is_weak(&mut s, &["UCI_LimitStrength value true"]));
    assert!(!is_weak(&mut s, &[&format!("UCI_Elo value {greatest}")]));
    assert!(!is_weak(&mut s, &[&least, "UCI_Variant value dragonchess"]), "nobody knows its Elo");
    assert!(is_weak(&mut s, &["Skill Level value 0"]));
    assert!(!is_weak(&mut s, &["Skill Level value 20"]));
}

#[test]
fn an_endless_search_listens_and_waits_for_stop() {
    let mut s = session();
    // A mate in one: there is nothing left to search, and still no answer may come.
    for position in ["position startpos", "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"] {
        s.send(&[position, "go infinite"]);
        let lines = s.ask(&["ponderhit", "joho"]);
        assert!(lines.iter().all(|line| line.starts_with("info depth")), "{lines:?}");
        s.send(&["stop"]);
        assert_ne!(s.best_move(), "(none)");
        assert_eq!(s.ask(&["stop", "stop"]), [""; 0]);
    }
}

#[test]
fn pondering_ends_by_hit_or_by_stop() {
    let mut s = session();
    s.send(&["setoption name Ponder value true", "position startpos moves e2e4 e7e5", "go ponder wtime 100 btime 100"]);
    assert!(s.ask(&[]).iter().all(|line| line.starts_with("info depth")));
    s.send(&["ponderhit"]);
    assert_ne!(s.best_move(), "(none)");
    s.send(&["go ponder wtime 60000 btime 60000", "stop"]);
    assert_ne!(s.best_move(), "(none)");
    assert_eq!(s.ask(&[]), [""; 0]);
}

#[test]
fn a_go_stops_the_one_before() {
    let mut s = session();
    s.send(&["position startpos", "go infinite", "position startpos moves e2e4", "go infinite", "go depth 1"]);
    for player in ["White", "Black", "Black"] {
        let best = s.best_move();
        let rank = if player == "White" { ['1', '2'] } else { ['7', '8'] };
        assert!(best[1..].starts_with(rank), "{player}: {best}");
    }
    assert_eq!(s.ask(&[]), [""; 0]);
}

#[test]
fn what_a_search_stands_on_is_not_pulled_away() {
    let mut s = session();
    s.send(&["position startpos", "go infinite"]);
    let options = ["Hash value 32", "Clear Hash", "UCI_Variant value chess"].map(|option| format!("setoption name {option}"));
    let lines = s.ask(&options.each_ref().map(String::as_str));
    assert_eq!(errors(&lines).len(), options.len(), "{lines:?}");
    let lines = s.ask(&["setoption name MultiPV value 2"]);
    assert_eq!(errors(&lines).len(), 0, "{lines:?}");
    s.send(&["ucinewgame"]);
    assert_ne!(s.best_move(), "(none)");
    assert_eq!(s.ask(&options.each_ref().map(String::as_str)).len(), 1, "only the variant is announced");
}

#[test]
fn an_answer_leaves_the_engine_idle_at_once() {
    let mut s = session();
    for _ in 0..50 {
        s.send(&["go infinite", "stop"]);
        s.best_move();
        assert_eq!(s.ask(&["setoption name Clear Hash"]), [""; 0]);
    }
}

// ---- Beside the published protocol ----

#[test]
fn perft_lists_moves_and_their_sum() {
    let mut s = session();
    s.send(&["position startpos moves e2e4", "go perft 3"]);
    let lines = s.until("Nodes");
    assert_eq!(lines.len(), 22);
    assert_eq!((lines[0].as_str(), lines[20].as_str(), lines[21].as_str()), ("a7a5: 624", "", "Nodes searched: 13160"));
    s.send(&["go perft 0"]);
    assert_eq!(s.until("Nodes").pop().unwrap(), "Nodes searched: 1");
}

#[test]
fn a_count_is_stopped_and_disturbs_nobody() {
    let mut s = session();
    for threads in ["1", "2"] {
        s.send(&[&format!("setoption name Threads value {threads}"), "go perft 20"]);
        assert_eq!(s.ask(&["ucinewgame", "setoption name Hash value 2", "ponderhit"]), [""; 0]);
        s.send(&["stop"]);
        assert_eq!(s.line(), "info string perft 20: stopped before its end, no totals");
        assert_eq!(s.ask(&["stop"]), [""; 0]);
    }
    s.send(&["bench 99"]);
    assert_eq!(s.ask(&["ucinewgame"]), [""; 0]);
    s.send(&["stop"]);
    assert_eq!(s.line(), "info string bench: stopped before its end, no totals");
    s.send(&["go perft 1"]);
    assert_eq!(s.until("Nodes").pop().unwrap(), "Nodes searched: 20");
}

#[test]
fn drawings_and_tables() {
    let mut s = session();
    let drawing = s.ask(&["position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "d"]);
    assert!(drawing.contains(&"Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1".to_owned()), "{drawing:?}");
    assert!(drawing.contains(&"Checkers: e2".to_owned()), "{drawing:?}");
    assert!(drawing.iter().all(|line| line.trim_end() == line), "{drawing:?}");
    assert!(!drawing.iter().any(|line| line.contains('\u{1b}')), "colours without a terminal");
    assert!(s.ask(&["eval"]).last().unwrap().starts_with("Evaluation for white"));
    assert!(s.ask(&["flip", "d"]).contains(&"Fen: 4k3/4R3/8/8/8/8/8/4K3 b - - 0 1".to_owned()));
    assert!(s.ask(&["variants"])[0].starts_with("chess"));
    assert!(s.ask(&["help"]).iter().any(|line| line.starts_with("position ")));
    assert!(s.ask(&["help chess"]).iter().any(|line| line.starts_with("Moves")));
    assert_eq!(errors(&s.ask(&["help tiddlywinks"])).len(), 1);
}

#[test]
fn bench_counts_the_same_nodes_twice() {
    let mut s = session();
    let mut counts = [(); 2].map(|()| {
        s.send(&["bench 2"]);
        s.until("Nodes").pop().unwrap()
    });
    assert!(counts[0].starts_with("Nodes searched: "), "{counts:?}");
    counts.sort();
    assert_eq!(counts[0], counts[1]);
    assert_eq!(errors(&s.ask(&["bench 0", "bench x"])).len(), 2);
}

// ---- Hostile input, and the end ----

#[test]
fn hostile_bytes_harm_nobody() {
    let mut s = session();
    s.send_bytes(b"\xff\xfe\x00\x01\x80go\n\0\0\0\n\r\n\xef\xbb\xbfisready\r\n");
    assert_eq!(s.line(), "readyok");
    let mut long = vec![b'x'; 1 << 20];
    long.push(b'\n');
    s.send_bytes(&long);
    s.send_bytes(format!("position startpos moves {}\n", "e2e4 ".repeat(200_000)).as_bytes());
    s.send_bytes(format!("position fen {}\n", "8/".repeat(500_000)).as_bytes());
    s.send_bytes(format!("setoption name {0} value {0}\n", "Hash".repeat(100_000)).as_bytes());
    let lines = s.ask(&["position fen \u{fffd}\u{0}\u{7} w - - 0 1", "position startpos moves \u{ff10}"]);
    assert_eq!((errors(&lines).len(), lines.len()), (4, 4), "{lines:?}");
    assert!(lines.iter().all(|line| line.is_ascii() && line.len() < 300), "{lines:?}");
    s.send(&["position startpos", "go depth 1"]);
    assert_ne!(s.best_move(), "(none)");
    // Too long to be kept: nobody knows what position that was.
    s.send_bytes(format!("position startpos moves {}\n", "e2e4 ".repeat(2_000_000)).as_bytes());
    s.send_bytes(format!("go searchmoves {}\n", "e2e4 ".repeat(2_000_000)).as_bytes());
    s.send(&["go depth 1"]);
    let lines = s.ask(&[]);
    assert_eq!((errors(&lines).len(), &lines[2..]), (2, &["bestmove (none)"; 2].map(String::from)[..]), "{lines:?}");
    assert_eq!(s.end(), [""; 0]);
}

#[test]
fn the_end_of_the_input_ends_an_endless_search() {
    let mut s = session();
    s.send(&["position startpos", "go infinite"]);
    assert_eq!(s.end().iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
    let mut s = session();
    assert_eq!(s.ask(&[BAD_FEN]).len(), 1);
    s.send(&["go infinite"]);
    assert_eq!(s.end(), ["bestmove (none)"]);
}

#[test]
fn a_script_without_an_end_gets_its_answer() {
    let output = run(&["uci"], b"position startpos\ngo perft 3\nposition startpos\ngo depth 3");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Nodes searched: 8902\n"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("info depth 3 ")), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}

#[test]
fn what_comes_after_an_endless_count_is_heard() {
    for next in ["go depth 1", "bench 1", "quit"] {
        let mut s = session();
        s.send(&["go perft 20", next]);
        assert_eq!(s.line(), "info string perft 20: stopped before its end, no totals", "{next}");
        assert!(s.end().is_empty() == (next == "quit"), "{next}");
    }
}

#[test]
fn counts_are_finished_whatever_follows() {
    let output = run(&["uci"], b"go perft 4\nsetoption name Hash value 2\nposition startpos moves e2e4\ngo perft 3\nquit\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let totals: Vec<_> = text.lines().filter(|line| line.starts_with("Nodes searched")).collect();
    assert_eq!(totals, ["Nodes searched: 197281", "Nodes searched: 13160"]);
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn quit_ends_a_search() {
    let mut s = session();
    s.send(&["go infinite", "quit"]);
    assert_eq!(s.end().iter().filter(|line| line.starts_with("bestmove ")).count(), 1);
}
