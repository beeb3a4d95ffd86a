//! Games to learn from and what is learned from them, as the program's users see it.

use super::folder::Folder;
#[cfg(unix)]
use super::program::interrupted;
use super::program::{run, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::registry::{VARIANTS, Variant};
use ziggurat::game::{MoveStyle, Reading, Side};
use ziggurat::tuning::games::{Kind, Record};
use ziggurat::tuning::samples::Samples;
use ziggurat::tuning::source;

/// Short games: they end as soon as anybody is ahead.
fn arguments<'a>(variant: &'a str, positions: &'a str, file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let always = ["datagen", "--variant", variant, "--nodes", "150", "--random-plies", "6", "--positions", positions];
    let ends = ["--resign", "count=2,score=300", "--max-moves", "30", file];
    [&always[..], &ends, more].concat()
}

fn generate(variant: &str, positions: &str, file: &str, more: &[&str]) -> String {
    stdout(&arguments(variant, positions, file, more), b"", 0)
}

fn each_variant() -> impl Iterator<Item = (&'static Variant, &'static str)> {
    VARIANTS.iter().map(|variant| (variant, variant.info.name))
}

#[test]
fn values_come_from_the_weights_as_the_composition_says() {
    let mut random = SplitMix::new(8);
    for (variant, name) in each_variant() {
        let mut referee = (variant.referee)();
        let weights: Vec<_> = referee.families().iter().flat_map(|family| family.weights).copied().collect();
        let mut checked = 0;
        for _ in 0..10 {
            referee.set_position(None, Reading::Strict, &[]).unwrap();
            for _ in 0..100 {
                if let Some(composition) = referee.composition() {
                    let (value, _) = referee.explain();
                    let for_white = if referee.side() == Side::White { value } else { -value };
                    let computed = composition.value(&weights);
                    // Each step of the evaluation rounds.
                    assert!((computed - for_white as f32).abs() < 2.5, "{name}: {}: {computed} {for_white}", referee.text());
                    checked += 1;
                }
                let Some(token) = referee.move_by_lot(&mut random).filter(|_| referee.outcome().is_none()) else { break };
                referee.play(&token).unwrap();
            }
        }
        assert!(checked > 300, "{name}: {checked}");
    }
}

#[test]
fn a_file_of_games_depends_on_its_flags_alone_and_is_taken_up_again() {
    for (_, name) in each_variant() {
        let folder = Folder::new(&format!("same-{name}"));
        let [one, two] = ["one", "two"].map(|name| folder.path(name));
        let said = generate(name, "60", &one, &[]);
        assert!(said.contains(" positions, ") && said.contains(" bytes each, "), "{said}");
        generate(name, "60", &two, &["--threads", "2"]);
        let bytes = fs::read(&one).unwrap();
        assert!(bytes == fs::read(&two).unwrap(), "{name}: two threads make another file");
        let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        // Cut in the middle of a game, somewhere, within the first game, behind the first line, and before it.
        for length in [bytes.len() - 7, bytes.len() / 2, header + 3, header, 0] {
            fs::write(&two, &bytes[..length]).unwrap();
            generate(name, "60", &two, &["--resume"]);
            assert!(bytes == fs::read(&two).unwrap(), "{name}: cut to {length} bytes");
        }
        generate(name, "60", &two, &["--resume"]);
        assert!(bytes == fs::read(&two).unwrap(), "{name}: a file that is full stays as it is");
        // Without even the first line it may be anything, and is left alone.
        fs::write(&two, &bytes[..20]).unwrap();
        assert!(stderr(&arguments(name, "60", &two, &["--resume"]), 1).contains("has no whole line"));
        assert_eq!(fs::read(&two).unwrap(), &bytes[..20]);
    }
}

#[test]
#[cfg(unix)]
fn who_interrupts_it_is_told_how_to_go_on() {
    let folder = Folder::new("tuning-interrupted");
    let file = folder.path("games");
    let has_begun = || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() > 1);
    let output = interrupted(&arguments("chess", "100000000", &file, &[]), has_begun);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said, "interrupted; the same command with --resume goes on from here\n");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn games_are_legal_and_their_positions_quiet() {
    for (variant, name) in each_variant() {
        let folder = Folder::new(&format!("legal-{name}"));
        let file = folder.path("games");
        let openings = format!("{}/positions/{name}.openings", env!("CARGO_MANIFEST_DIR"));
        generate(name, "60", &file, &["--openings", &openings, "--order", "random"]);
        let text = fs::read_to_string(&file).unwrap();
        let mut positions = 0;
        for line in text.lines().skip(1) {
            let game: Record = line.parse().unwrap();
            let mut referee = (variant.referee)();
            referee.set_position(game.fen.as_deref(), Reading::Strict, &[]).unwrap();
            for played in &game.moves {
                assert_eq!(referee.outcome(), None, "{name}: {line}");
                if played.score.is_some() {
                    assert!(referee.is_quiet(&played.token).unwrap(), "{name}: {}", referee.text());
                    positions += 1;
                }
                referee.play(&played.token).unwrap();
            }
            if let Some(outcome) = referee.outcome() {
                assert_eq!(game.winner, outcome.winner, "{name}: {line}");
            }
        }
        assert!(positions >= 60, "{name}: {positions}");
        let told = AtomicUsize::new(0);
        let tell = |games| {
            told.fetch_add(games, Relaxed);
        };
        let samples = Samples::read(&text, Kind { variant, style: MoveStyle::default() }, &tell).unwrap();
        assert_eq!((samples.len(), told.into_inner()), (positions, text.lines().count() - 1), "{name}");
    }
}

#[test]
fn other_files_are_left_alone() {
    let folder = Folder::new("tuning-other");
    let file = folder.path("games");
    generate("chess", "60", &file, &[]);
    let bytes = fs::read(&file).unwrap();
    for (more, message) in [
        (&[][..], "exists already; take it up with --resume"),
        (&["--resume", "--seed", "2"], "seed \"2\": what is to be taken up has 1"),
        (&["--resume", "--hash", "2"], "hash \"2\": what is to be taken up has 1"),
    ] {
        let said = stderr(&arguments("chess", "60", &file, more), 1);
        assert!(said.contains(message), "{said}");
    }
    assert!(stderr(&arguments("iceage", "60", &file, &["--resume"]), 1).contains("variant \"\"iceage\"\""));
    assert!(stderr(&["datagen", &file], 2).contains("random-plies"));
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let torn =
        folder.file("torn", &String::from_utf8(bytes).unwrap().replacen("startpos", "nowhere", 1).replacen("1", "one", 1));
    assert!(stderr(&arguments("chess", "60", &torn, &["--resume"]), 1).contains("line 1: header"));
}

#[test]
fn weights_are_fitted_and_put_into_the_table() {
    for (variant, name) in each_variant() {
        let folder = Folder::new(&format!("fit-{name}"));
        let file = folder.path("games");
        generate(name, "300", &file, &[]);
        let table = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/variants/{name}/eval/weights.rs"));
        let old = fs::read_to_string(table).unwrap();
        let (written, drawn) = (folder.file("weights.rs", &old), folder.path("loss.svg"));
        let fit = |threads| {
            let quick = ["--rate", "5", "--epochs", "8", "--batch", "100", "--pull", "0", "--validation", "0.3"];
            let wanted = ["tune", &file, "--json", "--write", &written, "--svg", &drawn, "--threads", threads];
            stdout(&[&wanted[..], &quick].concat(), b"", 0)
        };
        let said = fit("1");
        fs::write(&written, &old).unwrap();
        assert_eq!(fit("2"), said, "{name}: the threads change the fit");
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(said["variant"], name);
        let losses = said["losses"].as_array().unwrap();
        assert!(losses.last().unwrap()[0].as_f64() < losses[0][0].as_f64(), "{name}: nothing is learned: {losses:?}");
        let families = (variant.referee)().families();
        let new = source::read(&fs::read_to_string(&written).unwrap(), &families).unwrap();
        let mut told = Vec::new();
        for family in &families {
            let pairs = said["weights"][family.name].as_array().unwrap();
            told.extend(pairs.iter().map(|pair| (pair[0].as_i64().unwrap() as i32, pair[1].as_i64().unwrap() as i32)));
        }
        assert_eq!(new, told, "{name}");
        assert!(fs::read_to_string(&drawn).unwrap().starts_with("<svg"));
    }
}

/// Games of which something can be learned, and the table of chess.
fn games_and_table(folder: &Folder) -> [String; 2] {
    let head = "{\"ziggurat-games\":1,\"variant\":\"chess\"}\n";
    let game = "1-0 startpos moves e2e4/20 e7e5/30 g1f3/25 a7a6/60 f3e5/150\n";
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants/chess/eval/weights.rs");
    [
        folder.file("games", &format!("{head}{}", game.repeat(20))),
        folder.file("weights.rs", &fs::read_to_string(table).unwrap()),
    ]
}

const QUICK: [&str; 6] = ["--rate", "2", "--epochs", "3", "--pull", "0"];

/// The reader of the output has gone before the first line: the fit goes on, and its files are kept.
#[test]
#[cfg(unix)]
fn what_was_fitted_is_kept_though_nobody_reads() {
    let folder = Folder::new("tuning-unread");
    let [games, table] = games_and_table(&folder);
    let (old, drawn) = (fs::read_to_string(&table).unwrap(), folder.path("loss.svg"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_ziggurat"))
        .args([&["tune", &games, "--write", &table, "--svg", &drawn][..], &QUICK].concat())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert_ne!(fs::read_to_string(&table).unwrap(), old);
    assert!(fs::read_to_string(&drawn).unwrap().starts_with("<svg"));
}

#[test]
fn files_that_cannot_be_written_are_told_before_the_fit() {
    let folder = Folder::new("tuning-files");
    let [games, table] = games_and_table(&folder);
    let old = fs::read_to_string(&table).unwrap();
    let told = |svg: &str| stderr(&[&["tune", &games, "--write", &table, "--svg", svg][..], &QUICK].concat(), 1);
    assert!(told("/no/such/folder/loss.svg").contains("file \"/no/such/folder/loss.svg\": "));
    assert!(told(&table).contains("is the table that is to be written"));
    assert_eq!(fs::read_to_string(&table).unwrap(), old);
    // What is wrong otherwise leaves no empty file behind.
    let drawn = folder.path("loss.svg");
    stderr(&["tune", &games, "--svg", &drawn, "--groups", "fruit"], 2);
    assert!(!Path::new(&drawn).exists());
}

#[test]
fn a_table_of_another_program_is_left_alone() {
    let folder = Folder::new("tuning-outdated");
    let [games, table] = games_and_table(&folder);
    stdout(&[&["tune", &games, "--write", &table][..], &QUICK].concat(), b"", 0);
    let fitted = fs::read_to_string(&table).unwrap();
    let message = stderr(&[&["tune", &games, "--write", &table][..], &QUICK].concat(), 2);
    assert!(message.contains("weights.rs: group ") && message.contains("not this program's; build it anew first"), "{message}");
    assert_eq!((message.lines().count(), fs::read_to_string(&table).unwrap()), (1, fitted));
}

#[test]
fn only_the_groups_that_are_named_are_fitted() {
    let folder = Folder::new("tuning-groups");
    let file = folder.path("games");
    generate("gnome", "200", &file, &[]);
    let fit = ["tune", &file, "--groups", "material,side to move", "--rate", "5", "--epochs", "3", "--validation", "0.3"];
    let said = stdout(&fit, b"", 0);
    let row = |name: &str| said.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().last().unwrap();
    assert_eq!(row("mobility"), "0");
    assert!(said.lines().any(|line| line.starts_with("epoch")), "{said}");
    let message = stderr(&["tune", &file, "--groups", "fruit"], 2);
    assert!(message.contains("group \"fruit\": there is none of that name; known: material,"), "{message}");
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_place() {
    let folder = Folder::new("tuning-bad");
    let head = "{\"ziggurat-games\":1,\"variant\":\"chess\"}\n";
    let good = "1-0 startpos moves e2e4 e7e5/20\n";
    for (text, place) in [
        ("", "games: line 1: header \"\": does not begin a file of games"),
        ("e2e4\n", "games: line 1: header \"e2e4\""),
        (&format!("{head}{good}1-0 startpos moves e2e5\n"), "games: line 3: move 1: move \"e2e5\""),
        (&format!("{head}{good}2-0 startpos moves e2e4\n"), "games: line 3: result \"2-0\""),
        (
            &format!("{head}{good}1-0 startpos moves e2e4/"),
            "games: line 3: game \"1-0 startpos moves e2e4/\": ends in the middle",
        ),
        (&format!("{head}1-0 8/8 moves e2e4\n"), "games: line 2: "),
        (&head.replace("chess", "checkers"), "games: line 1: variant \"checkers\""),
        (&format!("{head}{good}"), "validation \"0.1\": keeps back none of 1 positions in 1 games"),
    ] {
        let file = folder.file("games", text);
        let said = stderr(&["tune", &file], 2);
        assert!(said.contains(place) && said.lines().count() == 1, "{text}: {said}");
    }
    let [chess, gnome] = ["chess", "gnome"].map(|name| folder.file(name, &head.replace("chess", name)));
    assert!(stderr(&["tune", &chess, &gnome], 2).contains("variant \"gnome\": the files before are of chess"));
    let table = folder.file("weights.rs", "nothing\n");
    let file = folder.file("games", &format!("{head}{}", good.repeat(20)));
    let said = stderr(&["tune", &file, "--write", &table], 2);
    assert!(said.contains("weights.rs: group \"material\": must stand there exactly once"), "{said}");
    assert_eq!(fs::read_to_string(table).unwrap(), "nothing\n");
    assert_eq!(run(&["tune", &file, "--lambda", "2"], b"").status.code(), Some(2));
    let said = stderr(&["tune", &file, "--validation", "1"], 2);
    assert_eq!(said, "error: validation \"1\": leaves none to learn from of 20 positions in 20 games\n");
}
