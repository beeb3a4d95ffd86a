//! Matches and their records, as the program's users see them.

use super::folder::Folder;
#[cfg(unix)]
use super::program::interrupted;
use super::program::{Session, run, stderr, stdout};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;
use ziggurat::game::registry::VARIANTS;

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The result line of a match that ends with `code`.
fn result(args: &[&str], code: i32) -> Value {
    let output = stdout(&[&["match", "--json"], args].concat(), b"", code);
    let last = json_lines(&output).pop().unwrap();
    assert_eq!(last["type"], "result", "{output}");
    last
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number"))
}

/// Twice the pairs, by the pentanomial counts.
fn games_in_pairs(engine: &Value) -> u64 {
    2 * engine["pentanomial"].as_array().unwrap().iter().map(number).sum::<u64>()
}

#[test]
fn every_variant_is_played_recorded_and_read_back() {
    for variant in VARIANTS {
        let name = variant.info.name;
        let folder = Folder::new(name);
        let pgn = folder.path("games.pgn");
        let args = [
            "--variant",
            name,
            "--nodes",
            "60",
            "--games",
            "4",
            "--random-plies",
            "6",
            "--max-moves",
            "20",
            "--concurrency",
            "2",
            "--pgn",
            &pgn,
        ];
        let result = result(&args, 0);
        assert_eq!((&result["games"], &result["planned"], &result["ending"]), (&json!(4), &json!(4), &json!("complete")));
        let engine = &result["engines"][0];
        assert_eq!((&engine["name"], &engine["forfeits"]), (&json!("ziggurat"), &json!({})), "{result}");
        assert_eq!(games_in_pairs(engine), 4);

        let count = json_lines(&stdout(&["pgn", "--json", &pgn], b"", 0)).remove(0);
        assert_eq!((&count["games"], &count["refused"]), (&json!(4), &json!(0)));
        assert!(number(&count["moves"]) > 4 * 6);
        let text = fs::read_to_string(&pgn).unwrap();
        assert_eq!(text.matches("[Variant ").count(), if variant.info.pgn_tag.is_some() { 4 } else { 0 });

        // What comes out as openings goes in as openings.
        // No game begins between the orders of one turn.
        let (count, plies) = if (variant.referee)().is_simultaneous() { (4, "4") } else { (5, "5") };
        let moves = folder.file("moves", &stdout(&["pgn", &pgn, "--to", "moves", "--plies", plies], b"", 0));
        assert_eq!(fs::read_to_string(&moves).unwrap().lines().next().unwrap().split(' ').count(), 2 + count);
        let last = folder.file("last", &stdout(&["pgn", &pgn, "--to", "last", "--plies", plies], b"", 0));
        for openings in [&moves, &last, &pgn] {
            let args =
                ["--variant", name, "--depth", "1", "--openings", openings, "--opening-plies", plies, "--max-moves", "1"];
            assert_eq!(self::result(&args, 0)["games"], 2, "{openings}");
        }
    }
}

#[test]
fn a_match_with_fixed_nodes_is_the_same_again() {
    let folder = Folder::new("arena-same");
    let games = |name: &str| {
        let pgn = folder.path(name);
        let args = ["--nodes", "300", "--games", "2", "--random-plies", "4", "--seed", "9", "--pgn", &pgn];
        result(&args, 0);
        stdout(&["pgn", &pgn, "--to", "moves"], b"", 0)
    };
    assert_eq!(games("a.pgn"), games("b.pgn"));
}

#[test]
fn a_ladder_plays_its_matches_once() {
    let folder = Folder::new("arena-ladder");
    let program = env!("CARGO_BIN_EXE_ziggurat");
    let rungs = "# comment\n\n\
        chess-1: --nodes 60 --games 2 --random-plies 4 --max-moves 6\n\
        gnome.2: --variant gnome --nodes 60 --games 2 --random-plies 4 --max-moves 6 --engine name=new --engine name=old,cmd=$OLD\n";
    let (file, dir) = (folder.file("a.matches", rungs), folder.path("games"));
    let args = ["ladder", &file, "--old", program, "--dir", &dir, "--json"];
    let lines = json_lines(&stdout(&args, b"", 0));
    assert_eq!(lines.iter().map(|line| &line["match"]).collect::<Vec<_>>(), ["chess-1", "gnome.2"]);
    assert_eq!((&lines[1]["games"], &lines[1]["engines"][1]["name"]), (&json!(2), &json!("old")));
    let games = fs::read_to_string(folder.path("games/gnome.2.pgn")).unwrap();
    assert_eq!(json_lines(&stdout(&args, b"", 0)), lines, "what was played is not played again");
    assert_eq!(fs::read_to_string(folder.path("games/gnome.2.pgn")).unwrap(), games);
    let table = stdout(&["ladder", &file, "--old", program, "--dir", &dir, "--only", "chess"], b"", 0);
    assert!(table.lines().count() == 2 && table.contains("\nchess-1 "), "{table}");
}

#[test]
fn what_is_wrong_with_a_ladder_is_one_line() {
    let folder = Folder::new("arena-ladder-faults");
    for (text, part) in [
        ("a: --engine name=new --engine cmd=$OLD --nodes 9", "line 1: a: match"),
        ("\na --nodes 9", "line 2: match \"a --nodes 9\": must be NAME: FLAGS"),
        ("../a: --nodes 9", "name \"../a\""),
        ("a: --nodes 9\na: --nodes 9", "line 2: name \"a\": stands twice"),
        ("a: --nods 9", "unexpected argument '--nods'"),
        ("a: --nodes '9", "a quote that is not closed"),
        ("a: --nodes 9 --resume", "line 1: a: flag \"--resume\": is the ladder's to say"),
        ("a: --nodes 9 --pgn=x.pgn", "line 1: a: flag \"--pgn=x.pgn\": is the ladder's to say"),
        ("a: --nodes 9 --opening-plies 3", "not provided: --openings <FILE>"),
        ("# nothing", "has no match"),
        // What a match would tell is told before the first game.
        ("a: --nodes 9\nb: --games 2", "line 2: b: engine \"ziggurat\": nothing limits its thinking"),
        ("a: --nodes 9\nb: --nodes 9 --openings /no/such/file", "line 2: b: file \"/no/such/file\""),
    ] {
        let message = stderr(&["ladder", &folder.file("faults", text), "--dir", &folder.path("games")], 2);
        assert!(message.contains(part) && message.lines().count() == 1, "{text}: {message}");
    }
    let missing = folder.file("missing", "a: --nodes 9\nb: --nodes 9 --engine cmd=/no/such/engine");
    let message = stderr(&["ladder", &missing, "--dir", &folder.path("games")], 1);
    assert!(message.contains("line 2: b: engine \"engine\": cannot be run") && message.lines().count() == 1, "{message}");
    assert!(!Path::new(&folder.path("games")).exists());
    let nowhere = ["ladder", &folder.file("right", "a: --nodes 9"), "--dir", "/dev/null/x"];
    assert!(stderr(&nowhere, 1).contains("/dev/null/x"));
}

/// `.ci/ladder` in a repository of its own, with a cargo whose programs tell what they are told.
#[test]
#[cfg(unix)]
fn every_commit_has_games_of_its_own() {
    let folder = Folder::new("arena-ci-ladder");
    let script = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/ladder")).unwrap();
    for name in ["bin", ".ci"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    folder.file(".ci/ladder", &script);
    folder.file(
        "bin/cargo",
        "#!/bin/sh\nwhile [ \"$1\" ] && [ \"$1\" != --target-dir ]; do shift; done\nto=${2:-target}/release\nmkdir -p \"$to\"\n\
         printf '#!/bin/sh\\necho \"$@\"\\n' >\"$to/ziggurat\"\nchmod +x \"$to/ziggurat\"\n",
    );
    let sh = |command: &str| {
        let commands = format!("cd '{}' && PATH=\"$PWD/bin:$PATH\" && {command}", folder.path(""));
        let output = Command::new("/bin/sh").args(["-ec", &commands]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    };
    let commit = "git add .ci && git -c user.name=a -c user.email=a@example.org commit -qm a --allow-empty";
    sh(&format!("chmod +x bin/cargo && git init -q && {commit} && git tag v0.1 && {commit}"));
    let ladder = |dir: &str| {
        let told = sh("bash .ci/ladder v0.1 --only a");
        assert_eq!(
            told,
            format!(
                "ladder positions/ladder.matches --old target/ladder/v0.1/ziggurat --dir target/ladder/v0.1/{dir} --only a"
            )
        );
    };
    let head = sh("git rev-parse --short HEAD");
    ladder(&head);
    sh("echo '# a change' >>.ci/ladder");
    let change = sh("git diff --binary HEAD | git hash-object --stdin | cut -c 1-8");
    ladder(&format!("{head}-dirty-{change}"));
    sh(commit);
    ladder(&sh("git rev-parse --short HEAD"));
    assert_ne!(sh("git rev-parse --short HEAD"), head);
}

#[test]
fn only_matches_that_are_wanted_are_read() {
    let folder = Folder::new("arena-ladder-only");
    let file = folder.file("a.matches", "old: --nodes 9 --engine cmd=$OLD\nbad: --nods\nnew: --nodes 9 --max-moves 2\n");
    let table = stdout(&["ladder", &file, "--dir", &folder.path("games"), "--only", "new"], b"", 0);
    assert!(table.contains("\nnew "), "{table}");
    let message = stderr(&["ladder", &file, "--dir", &folder.path("games"), "--only", "ew"], 2);
    assert!(message.contains("only \"ew\": no match has a name that begins so"), "{message}");
}

#[test]
#[cfg(unix)]
fn the_old_program_may_lie_anywhere() {
    let folder = Folder::new("arena-ladder, old 'one'");
    let old = folder.path("an, old one");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_ziggurat"), &old).unwrap();
    for engine in ["--engine name=old,cmd=$OLD", "--engine=name=old,cmd=$OLD", "--engine 'name=old,cmd=$OLD'"] {
        let file = folder.file("a.matches", &format!("a: --nodes 9 --max-moves 2 --engine name=new {engine} --event $OLD\n"));
        let dir = folder.path("games");
        let lines = json_lines(&stdout(&["ladder", &file, "--old", &old, "--dir", &dir, "--json"], b"", 0));
        assert_eq!(lines[0]["engines"][1]["name"], "old", "{engine}");
        assert!(fs::read_to_string(folder.path("games/a.pgn")).unwrap().contains(&format!("[Event \"{old}\"]")));
        fs::remove_dir_all(dir).unwrap();
    }
}

/// An engine that starts once, when the matches are checked, and no more.
#[test]
#[cfg(unix)]
fn a_match_that_breaks_does_not_end_the_ladder() {
    let folder = Folder::new("arena-ladder-breaks");
    let once = format!("mkdir '{}' || exit 4\nexec '{}'\n", folder.path("started"), env!("CARGO_BIN_EXE_ziggurat"));
    let engine = format!("name=once,cmd=/bin/sh,args={}", folder.file("once", &once));
    let rungs = format!("a: --nodes 9 --max-moves 2 --engine {engine}\nb: --nodes 9 --max-moves 2\n");
    let output = run(&["ladder", &folder.file("rungs", &rungs), "--dir", &folder.path("games"), "--json"], b"");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("rungs line 1: a: engine \"once\": no uciok; exit status: 4"), "{errors}");
    assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 1));
    assert_eq!(json_lines(&String::from_utf8(output.stdout).unwrap())[0]["match"], "b");
}

#[test]
fn options_are_tuned_and_a_tuning_is_taken_up() {
    let folder = Folder::new("arena-spsa");
    let state = folder.path("state");
    let tune = |more: &[&str]| {
        let args =
            ["spsa", "--param", "Skill Level,Move Overhead", "--nodes", "50", "--iterations", "3", "--games", "2", "--json"];
        let args = [&args[..], &["--random-plies", "4", "--max-moves", "4"], more].concat();
        json_lines(&stdout(&args, b"", 0)).remove(0)
    };
    let tuned = tune(&["--state", &state]);
    assert_eq!((&tuned["iterations"], &tuned["parameters"][0]["name"]), (&json!(3), &json!("Skill Level")));
    assert_eq!(tuned["parameters"][0]["bounds"], json!([0, 20]));
    assert_eq!(fs::read_to_string(&state).unwrap().lines().count(), 4);
    assert_eq!(tune(&["--state", &state, "--resume"]), tuned);
    for (args, part, code) in [
        (&["--param", "Skill Level,skill level", "--nodes", "9"][..], "stands twice", 2),
        (&["--param", "Evaluation", "--nodes", "9"], "no whole-number option", 2),
        (&["--param", "Hash"], "nothing limits its thinking", 2),
        (&["--param", "Hash", "--nodes", "9", "--engine", "cmd=/no/such/engine"], "cannot be run", 2),
        (&["--param", "Hash", "--nodes", "9", "--state", &state, "--resume"], "to be taken up has", 1),
    ] {
        let message = stderr(&[&["spsa"], args].concat(), code);
        assert!(message.contains(part) && message.lines().count() == 1, "{args:?}: {message}");
    }
}

#[test]
#[cfg(unix)]
fn who_interrupts_a_tuning_is_told_how_to_go_on() {
    let folder = Folder::new("arena-spsa-interrupted");
    let state = folder.path("state");
    let has_begun = || fs::read_to_string(&state).is_ok_and(|text| text.lines().count() > 1);
    let args =
        ["spsa", "--param", "Skill Level", "--nodes", "20", "--games", "2", "--max-moves", "2", "--iterations", "1000000"];
    let output = interrupted(&[&args[..], &["--random-plies", "2", "--state", &state]].concat(), has_begun);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.ends_with("interrupted; the same command with --resume goes on from here\n"), "{said}");
    assert_eq!(output.status.code(), Some(1));
}

/// A pipe gives its openings once.
#[test]
#[cfg(unix)]
fn the_openings_of_a_tuning_are_read_once() {
    let args = ["spsa", "--param", "Skill Level", "--nodes", "20", "--iterations", "3", "--games", "2", "--max-moves", "2"];
    let table = stdout(&[&args[..], &["--openings", "/dev/stdin"]].concat(), b"startpos moves e2e4\n", 0);
    assert!(table.ends_with("3 iterations\n"), "{table}");
}

#[test]
fn a_test_stops_by_itself_with_the_right_verdict() {
    let (full, weak) = ("name=full,nodes=2000", "name=weak,nodes=20");
    let test = |first, second| {
        let args = ["--engine", first, "--engine", second, "--random-plies", "4", "--max-moves", "60"];
        result(&[&args[..], &["--sprt", "elo0=0,elo1=100"]].concat(), 0)
    };
    let accepted = test(full, weak);
    assert_eq!((&accepted["ending"], &accepted["sprt"]["verdict"]), (&json!("verdict"), &json!("H1")));
    let refused = test(weak, full);
    assert_eq!((&refused["engines"][0]["name"], &refused["sprt"]["verdict"]), (&json!("weak"), &json!("H0")));
    assert!(number(&refused["games"]) < 1000);
}

#[test]
fn a_match_that_was_killed_is_taken_up_again() {
    let folder = Folder::new("arena-killed");
    let (pgn, state) = (folder.path("games.pgn"), folder.path("state"));
    let args = [
        "match",
        "--json",
        "--nodes",
        "200",
        "--games",
        "120",
        "--random-plies",
        "4",
        "--max-moves",
        "30",
        "--concurrency",
        "2",
        "--pgn",
        &pgn,
        "--state",
        &state,
        "--resume",
    ];
    for _ in 0..2 {
        let mut session = Session::start(&args);
        // Killed when its second game of this time has been told.
        let mut told = 0;
        while told < 2 {
            told += usize::from(session.line().contains("\"type\":\"game\""));
        }
        drop(session);
    }
    let lines = json_lines(&stdout(&args, b"", 0));
    let before = number(&lines[0]["games"]);
    assert!((4..120).contains(&before), "{}", lines[0]);
    let result = lines.last().unwrap();
    assert_eq!((&result["games"], &result["ending"]), (&json!(120), &json!("complete")));

    // The totals are those of the records.
    let text = fs::read_to_string(&pgn).unwrap();
    let count = |engine: &str, outcome: &str| {
        text.split("[Event ").filter(|game| game.contains(engine) && game.contains(&format!("[Result \"{outcome}\"]"))).count()
            as u64
    };
    let wins = count("[White \"ziggurat\"]", "1-0") + count("[Black \"ziggurat\"]", "0-1");
    assert_eq!(number(&result["engines"][0]["wins"]), wins);
    assert_eq!(number(&result["engines"][0]["draws"]), count("[White ", "1/2-1/2"));
    assert_eq!(games_in_pairs(&result["engines"][0]), 120);
    assert_eq!(json_lines(&stdout(&["pgn", "--json", &pgn], b"", 0))[0]["games"], 120);

    let again = json_lines(&stdout(&args, b"", 0));
    assert_eq!(again.last().unwrap()["engines"], result["engines"], "a complete match plays no more");
    let other = stderr(&["match", "--nodes", "201", "--games", "120", "--random-plies", "4", "--state", &state, "--resume"], 1);
    assert!(other.contains("limits") && other.lines().count() == 1, "{other}");
    assert!(stderr(&["match", "--nodes", "200", "--state", &state], 1).contains("--resume"));
}

/// A state that knows of no games in PGN once cut any file that was named with it to nothing.
#[test]
fn a_match_is_not_taken_up_with_another_pgn_file() {
    let folder = Folder::new("arena-collection");
    let (state, collection) = (folder.path("state"), folder.file("collection.pgn", "[Event \"mine\"]\n\n1. e4 *\n"));
    let args = ["match", "--json", "--nodes", "50", "--max-moves", "2", "--state", &state, "--resume"];
    stdout(&args, b"", 0);
    let message = stderr(&[&args[..], &["--pgn", &collection]].concat(), 1);
    assert!(message.contains("pgn \"\"collection.pgn\"\": what is to be taken up has null"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert_eq!(fs::read_to_string(&collection).unwrap(), "[Event \"mine\"]\n\n1. e4 *\n");
    stdout(&args, b"", 0);
}

/// Ctrl-C once: no more games, those in play are finished. Twice: they are called off.
#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_match_in_good_order() {
    let interrupt = |session: &Session| {
        let sent = Command::new("kill").args(["-INT", &session.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()));
    };
    let until = |session: &mut Session, kind: &str| {
        let mut line = session.line();
        while !line.contains(&format!("\"type\":\"{kind}\"")) {
            line = session.line();
        }
        line
    };
    let args = ["match", "--json", "--nodes", "200", "--games", "100000", "--random-plies", "4", "--max-moves", "30"];
    let mut session = Session::start(&args);
    until(&mut session, "game");
    interrupt(&session);
    assert!(until(&mut session, "note").contains("finishing"));
    let result: Value = serde_json::from_str(&until(&mut session, "result")).unwrap();
    assert_eq!(result["ending"], "interrupted");
    session.end_with(1);

    // A game that would never end by itself.
    let mut session = Session::start(&["match", "--json", "--depth", "200", "--think-timeout", "1h"]);
    until(&mut session, "start");
    interrupt(&session);
    until(&mut session, "note");
    interrupt(&session);
    assert!(until(&mut session, "note").contains("calling off"));
    assert!(until(&mut session, "result").contains("\"games\":0"));
    session.end_with(1);
}

#[test]
fn a_round_robin_and_odds() {
    let args = [
        "--engine",
        "name=a,depth=1",
        "--engine",
        "name=b",
        "--engine",
        "name=c,option.Hash=2,st=0.01",
        "--nodes",
        "50",
        "--rounds",
        "2",
        "--max-moves",
        "10",
        "--random-plies",
        "2",
        "--margin",
        "10000",
    ];
    let full = result(&args, 0);
    assert_eq!((&full["games"], full["meetings"].as_array().unwrap().len()), (&json!(12), 3));
    assert!(full["engines"].as_array().unwrap().iter().all(|engine| engine["games"] == 8 && games_in_pairs(engine) == 8));
    let gauntlet = result(&[&args[..], &["--format", "gauntlet"]].concat(), 0);
    assert_eq!(gauntlet["meetings"].as_array().unwrap().len(), 2);
    assert_eq!(gauntlet["engines"][0]["games"], 8);
}

#[test]
fn what_is_wrong_with_a_match_is_one_line() {
    let folder = Folder::new("arena-wrong");
    let openings = folder.file("openings", "startpos\nstartpos moves e2e5\n");
    for (args, code, part) in [
        (&["--games", "2"][..], 2, "nothing limits"),
        (&["--nodes", "9", "--engine", "nmae=x"], 2, "no such key"),
        (&["--nodes", "9", "--engine", "name=a", "--engine", "name=a"], 2, "stands twice"),
        (&["--nodes", "9", "--engine", "name=a,option.Hsah=3"], 1, "Hsah"),
        (&["--nodes", "9", "--engine", "name=a,option.Hash=x"], 1, "option Hash"),
        (&["--nodes", "9", "--engine", "name=a,cmd=/no/such/engine"], 1, "cannot be run"),
        (&["--nodes", "9", "--openings", "/no/such/file"], 2, "/no/such/file"),
        (&["--nodes", "9", "--openings", &openings], 2, "line 2: move 1"),
        (&["--nodes", "9", "--pgn", "/no/such/folder/x"], 1, "/no/such/folder"),
        (&["--nodes", "9", "--state", "/no/such/folder/x"], 1, "/no/such/folder"),
        (&["--nodes", "9", "--state", &openings, "--pgn", &openings], 1, "cannot hold both the games (pgn) and the state"),
    ] {
        let message = stderr(&[&["match"], args].concat(), code);
        assert!(message.starts_with("error: ") && message.contains(part) && message.contains('\n'), "{args:?}: {message}");
    }
    for args in [
        &["--games", "3"][..],
        &["--tc", "x"],
        &["--tc", "0"],
        &["--st", "0"],
        &["--nodes", "9", "--engine", "name=a,st=0"],
        &["--tc", "1", "--st", "1"],
        &["--sprt", "elo0=9"],
        &["--draw", "moves=1"],
        &["--concurrency", "0"],
        &["--resume"],
    ] {
        assert!(stderr(&[&["match"], args].concat(), 2).starts_with("error: "), "{args:?}");
    }
}

#[test]
fn games_that_are_not_right_are_refused() {
    let folder = Folder::new("arena-refused");
    let text = "[Event \"1\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"2\"]\n\n1. e4 e5 2. Qxh9 *\n\n\
                [Event \"3\"]\n[Variant \"Dragonchess\"]\n\n1. W2d3 *\n\n[Event \"4\"]\n{ open";
    let pgn = folder.file("games.pgn", text);
    let output = run(&["pgn", &pgn, "--to", "moves"], b"");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("game 2, move 2.: ") && errors.contains("Qxh9") && errors.contains("game 4: "), "{errors}");
    let written = String::from_utf8(output.stdout).unwrap();
    assert!(written.starts_with("startpos moves e2e4 e7e5 g1f3\n"), "{written}");

    let piped = stdout(&["pgn", "-", "--to", "positions", "--json"], b"1. e4 *", 0);
    let game = json_lines(&piped).remove(0);
    assert_eq!(game["positions"].as_array().unwrap().len(), 2);
    assert_eq!(stdout(&["pgn", "-"], b"", 0), "0 games with 0 half-moves are right, 0 refused\n");
    assert!(stderr(&["pgn", "/no/such/file"], 2).contains("/no/such/file"));
}

/// Engines that break the rules of conduct, as shell scripts.
#[cfg(unix)]
mod hostile {
    use super::*;

    /// An engine that does `go` when it is to think, and `start` before anything else.
    fn script(start: &str, go: &str) -> String {
        format!(
            "{start}\nwhile read -r line; do\n  case \"$line\" in\n    uci) echo 'id name hostile'; echo uciok ;;\n    \
             isready) echo readyok ;;\n    go*) {go} ;;\n    quit) exit ;;\n  esac\ndone\n"
        )
    }

    /// A match against the script: its result, and the words of the games that it lost.
    fn play(name: &str, script: &str, limits: &[&str]) -> (Value, Vec<String>) {
        let folder = Folder::new(name);
        let spec = format!("name=hostile,cmd=/bin/sh,args={}", folder.file("engine", script));
        let patience = ["--think-timeout", "300ms", "--games", "4", "--concurrency", "2"];
        let engines = ["match", "--json", "--engine", "name=good,nodes=100", "--engine", &spec];
        let lines = json_lines(&stdout(&[&engines[..], &patience, limits].concat(), b"", 0));
        let lost = lines.iter().filter(|line| line["type"] == "game").map(|line| line["words"].as_str().unwrap().to_owned());
        let lost = lost.collect();
        (lines.into_iter().next_back().unwrap(), lost)
    }

    /// Every game is lost by this fault, and said so.
    fn loses_by(fault: &str, words: &str, script: &str, limits: &[&str]) {
        let (result, lost) = play(fault, script, limits);
        let [good, hostile] = [&result["engines"][0], &result["engines"][1]];
        assert_eq!(hostile["forfeits"], json!({ fault: 4 }), "{lost:?}");
        assert_eq!((&good["won_by"]["forfeit"], &good["won_by"]["board"]), (&json!(4), &json!(0)));
        assert_eq!(result["ending"], "complete");
        assert!(lost.iter().all(|line| line.contains(&format!("forfeits by {fault}: ")) && line.contains(words)), "{lost:?}");
    }

    const NODES: [&str; 4] = ["--nodes", "100", "--stop-timeout", "300ms"];

    /// On a busy machine it takes a while to hear a flood.
    const PATIENT: [&str; 4] = ["--nodes", "100", "--stop-timeout", "30s"];

    #[test]
    fn never_answers() {
        loses_by("stall", "nor after stop", &script("", ":"), &NODES);
    }

    #[test]
    fn prints_megabytes() {
        loses_by("flood", "without end", &script("", "exec yes 'info string and so on and so on and so on'"), &PATIENT);
    }

    #[test]
    fn floods_empty_lines() {
        loses_by("flood", "without end", &script("", "exec yes ''"), &PATIENT);
    }

    #[test]
    fn prints_a_line_without_an_end() {
        loses_by("flood", "without end", &script("", "exec cat /dev/zero"), &PATIENT);
    }

    #[test]
    fn exits_in_the_middle_of_a_game() {
        loses_by("crash", "exit status: 3", &script("", "exit 3"), &NODES);
    }

    #[test]
    fn plays_an_illegal_move() {
        loses_by("illegal", "\"e2e5\"", &script("", "echo bestmove e2e5"), &NODES);
        loses_by("illegal", "\"(none)\"", &script("", "echo 'bestmove (none)'"), &NODES);
        loses_by("illegal", "\"\"", &script("", "echo bestmove"), &NODES);
    }

    #[test]
    fn answers_late() {
        loses_by(
            "time",
            "beyond the margin",
            &script("", "sleep 1; echo bestmove a7a6"),
            &["--st", "0.2", "--stop-timeout", "30s"],
        );
    }

    #[test]
    fn dies_between_games() {
        let engine = script("games=0", "echo bestmove x").replace(" go*)", " ucinewgame) exit 7 ;;\n    go*)");
        loses_by("crash", "exit status: 7", &engine, &NODES);
    }

    /// It hears nothing before its time, and what it says unasked is no answer.
    #[test]
    fn talks_before_it_is_asked() {
        let engine = format!("echo Welcome\necho bestmove e2e4\necho readyok\nexec {}\n", env!("CARGO_BIN_EXE_ziggurat"));
        let (result, _) = play("talks", &engine, &["--nodes", "50", "--max-moves", "10"]);
        let hostile = &result["engines"][1];
        assert_eq!((&hostile["forfeits"], &hostile["games"]), (&json!({}), &json!(4)), "{result}");
        assert_eq!(hostile["unasked_starts"], 2, "once for each of the two games at once");
    }

    /// A tuning by this script of an option that it has.
    fn tune(name: &str, go: &str) -> (Option<i32>, Vec<String>) {
        let folder = Folder::new(name);
        let option = "echo 'option name X type spin default 5 min 0 max 10'; echo uciok";
        let engine = folder.file("engine", &script("", go).replace("echo uciok", option));
        let engine = format!("name=tuned,cmd=/bin/sh,args={engine}");
        let args = ["spsa", "--param", "X", "--engine", &engine, "--st", "0.05", "--stop-timeout", "30s", "--games", "2"];
        let output = run(&args, b"");
        (output.status.code(), String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_tuning_names_the_fault() {
        let (code, said) = tune("arena-spsa-crash", "exit 3");
        assert_eq!((code, said.len()), (Some(1), 1), "{said:?}");
        let start =
            "error: engine \"tuned\": a game that it forfeits says nothing of its numbers: black:white forfeits by crash";
        assert!(said[0].starts_with(start), "{said:?}");
    }

    #[test]
    fn a_tuning_ends_with_the_third_iteration_that_oversteps_its_time() {
        let (code, said) = tune("arena-spsa-late", "sleep 0.4; echo bestmove a7a6");
        assert_eq!((code, said.len()), (Some(1), 3), "{said:?}");
        assert!(said[..2].iter().all(|line| line.starts_with("iteration 1 is played again: black:white forfeits by time: ")));
        assert!(said[2].starts_with("error: engine \"tuned\": ") && said[2].contains("forfeits by time"), "{said:?}");
    }

    #[test]
    fn one_overstepped_time_does_not_end_a_tuning() {
        let folder = Folder::new("arena-spsa-once");
        let filter =
            "while read -r line; do\n  case \"$line\" in go*) mkdir FLAG && sleep 2 ;; esac\n  echo \"$line\"\ndone | ";
        let filter = filter.replace("FLAG", &folder.path("flag")) + env!("CARGO_BIN_EXE_ziggurat");
        let engine = format!("cmd=/bin/sh,args={}", folder.file("engine", &filter));
        let args = ["spsa", "--param", "Skill Level", "--engine", &engine, "--iterations", "2", "--games", "2", "--json"];
        let output = run(&[&args[..], &["--st", "0.1", "--margin", "900", "--max-moves", "2"]].concat(), b"");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("iteration 1 is played again: ") && said.lines().count() == 1, "{said}");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(json_lines(&String::from_utf8(output.stdout).unwrap())[0]["iterations"], 2);
    }

    #[test]
    fn never_starts() {
        let folder = Folder::new("arena-start");
        let spec = format!("name=mute,cmd=/bin/sh,args={}", folder.file("engine", "exec sleep 100"));
        let message = stderr(&["match", "--nodes", "9", "--engine", &spec, "--start-timeout", "200ms"], 1);
        assert_eq!(message, "error: engine \"mute\": no uciok within 200ms\n");
        let spec = format!("name=gone,cmd=/bin/sh,args={}", folder.file("engine", "exit 4"));
        let message = stderr(&["match", "--nodes", "9", "--engine", &spec], 1);
        assert_eq!(message, "error: engine \"gone\": no uciok; exit status: 4\n");
        let spec = format!("name=plain,cmd=/bin/sh,args={}", folder.file("engine", &script("", ":")));
        let message = stderr(&["match", "--nodes", "9", "--variant", "dragonchess", "--engine", &spec], 1);
        assert!(message.contains("no option UCI_Variant"), "{message}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_ends_the_match_at_once() {
        let pgn = run(&["match", "--nodes", "9", "--max-moves", "2", "--pgn", "/dev/full"], b"");
        let state = run(&["match", "--nodes", "9", "--max-moves", "2", "--state", "/dev/full"], b"");
        for output in [pgn, state] {
            let message = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1));
            assert!(message.starts_with("error: file \"/dev/full\": ") && message.lines().count() == 1, "{message}");
        }
    }
}
