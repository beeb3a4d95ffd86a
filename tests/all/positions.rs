//! Every line of every file in `positions/` is what its ending says.

use super::program::stderr;
use std::collections::HashSet;
use std::fs::{read_dir, read_to_string};
use std::path::PathBuf;
use ziggurat::game::registry::{self, VARIANTS, Variant};
use ziggurat::game::suite::{Entry, entries};
use ziggurat::game::{Reading, Referee};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("positions")
}

/// The text of a file.
pub fn text(name: &str) -> String {
    let path = folder().join(name);
    read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The depths and leaves of a line of a perft suite.
pub fn counts(entry: &Entry) -> Vec<(u32, u64)> {
    let numbers = |(depth, leaves): (&str, &str)| Some((depth.parse().ok()?, leaves.parse().ok()?));
    let items = entry.items.iter().filter_map(|(key, leaves)| Some((key.strip_prefix('D')?, *leaves)));
    items.map(|item| numbers(item).unwrap_or_else(|| panic!("line {}: {item:?}", entry.line))).collect()
}

/// A referee at the position of a line, read strictly.
fn referee(variant: &Variant, entry: &Entry) -> Box<dyn Referee> {
    let mut referee = (variant.referee)();
    referee
        .set_position(entry.fen(), Reading::Strict, &[])
        .unwrap_or_else(|e| panic!("{}: {}", variant.info.name, entry.error(e)));
    referee
}

/// Calls `check` with every line of the files of an ending, of which every variant has one.
fn for_every_line(ending: &str, check: impl Fn(&Variant, &Entry, &dyn Referee)) {
    for variant in VARIANTS {
        let text = text(&format!("{}.{ending}", variant.info.name));
        for entry in entries(&text).unwrap_or_else(|e| panic!("{}.{ending}: {e}", variant.info.name)) {
            check(variant, &entry, &*referee(variant, &entry));
        }
    }
}

#[test]
fn every_line_of_every_file_is_a_position_of_the_files_variant() {
    for file in read_dir(folder()).expect("positions/ is there") {
        let name = file.expect("a readable folder").file_name().into_string().expect("a plain name");
        if name == LADDER {
            continue;
        }
        let (variant, ending) = name.split_once('.').expect("<variant>.<ending>");
        let variant = registry::find(variant).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(
            ["perft", "mates", "epd", "openings", "bench", "mixed", "turns"].contains(&ending),
            "{name}: an unknown ending"
        );
        let text = text(&name);
        let entries = entries(&text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(!entries.is_empty(), "{name} is empty");
        entries.iter().for_each(|entry| drop(referee(variant, entry)));
    }
}

/// The matches of the standing regression.
const LADDER: &str = "ladder.matches";

#[test]
fn the_ladder_meets_the_last_version_in_every_variant() {
    let dir = std::env::temp_dir().join(format!("ziggurat-ladder-{}", std::process::id()));
    let [file, dir] = [folder().join(LADDER), dir].map(|path| path.to_string_lossy().into_owned());
    for variant in VARIANTS {
        // Without a program to compare with, the first line that needs one is refused, and nothing is played.
        let part = format!("{}-old", variant.info.name);
        let message = stderr(&["ladder", &file, "--dir", &dir, "--only", &part], 2);
        assert!(message.contains("-old: ") && message.contains("needs the program of --old"), "{message}");
        let text = text(LADDER);
        let rung = text.lines().find(|line| line.starts_with(&part)).unwrap_or_else(|| panic!("{part} is missing"));
        assert!(rung.contains(&format!("positions/{}.openings", variant.info.name)), "{rung}");
        assert!(rung.contains(&format!("--variant {} ", variant.info.name)), "{rung}");
    }
}

#[test]
fn perft_suites_count_consecutive_depths() {
    for_every_line("perft", |_, entry, referee| {
        let counts = counts(entry);
        let name = entry.position;
        assert!(counts.iter().map(|&(depth, _)| depth).eq(1..=counts.len() as u32), "{name}: {counts:?}");
        assert_eq!(counts.first(), Some(&(1, referee.legal_moves(false).count)), "{name}");
    });
}

#[test]
fn bench_positions_can_be_searched() {
    for_every_line("bench", |_, entry, referee| {
        assert_eq!((referee.outcome(), referee.text().as_str()), (None, entry.position));
    });
}

#[test]
fn openings_are_different_starts_without_check() {
    for_every_line("openings", |_, entry, referee| {
        let (outcome, check) = (referee.outcome(), referee.in_check());
        assert_eq!((outcome, check, referee.text().as_str()), (None, false, entry.position));
    });
    for variant in VARIANTS {
        let text = text(&format!("{}.openings", variant.info.name));
        let different: HashSet<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(different.len(), 300, "openings of {}", variant.info.name);
    }
}
