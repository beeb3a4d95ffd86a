//! Every line of every file in `positions/` is what its ending says.

use std::collections::HashSet;
use std::path::PathBuf;
use ziggurat::game::registry::{self, VARIANTS, Variant};
use ziggurat::game::{Reading, Referee};

/// One line of a perft suite.
pub struct PerftLine {
    /// The position text.
    pub text: String,
    /// Whether castling is written as in Fischer Random.
    pub chess960: bool,
    /// Depths with their leaves.
    pub counts: Vec<(u32, u64)>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("positions")
}

/// The lines of a file that are not comments.
fn lines(file: &str) -> Vec<String> {
    let path = folder().join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The lines of a perft suite.
pub fn perft_lines(file: &str) -> Vec<PerftLine> {
    lines(file).iter().map(|line| perft_line(line).unwrap_or_else(|| panic!("{file}: {line}"))).collect()
}

fn perft_line(line: &str) -> Option<PerftLine> {
    let mut items = line.split(" ;");
    let text = items.next()?.to_owned();
    let mut suite = PerftLine { text, chess960: false, counts: Vec::new() };
    for item in items {
        let (key, value) = item.split_once(' ')?;
        match key {
            "c960" => suite.chess960 = value == "1",
            _ => suite.counts.push((key.strip_prefix('D')?.parse().ok()?, value.parse().ok()?)),
        }
    }
    Some(suite)
}

/// The files of a variant with an ending.
fn file(variant: &Variant, ending: &str) -> String {
    format!("{}.{ending}", variant.info.name)
}

fn referee(variant: &Variant, text: &str) -> Box<dyn Referee> {
    let mut referee = (variant.referee)();
    referee.set_position(Some(text), Reading::Strict, &[]).unwrap_or_else(|e| panic!("{text}: {e}"));
    referee
}

#[test]
fn every_line_of_every_file_starts_with_a_position() {
    for entry in std::fs::read_dir(folder()).expect("positions/ is there") {
        let name = entry.expect("a readable folder").file_name().into_string().expect("a plain name");
        let known =
            VARIANTS.iter().any(|variant| ["perft", "openings", "bench"].iter().any(|ending| name == file(variant, ending)));
        assert!(known, "{name}: not <variant>.perft, .openings or .bench of a variant of the registry");
    }
}

#[test]
fn perft_suites_count_consecutive_depths_of_real_positions() {
    for variant in VARIANTS {
        for PerftLine { text, chess960, counts } in perft_lines(&file(variant, "perft")) {
            assert!(!chess960 || variant.info.name == "chess", "{text}: only chess has Fischer Random");
            assert!(counts.iter().map(|&(depth, _)| depth).eq(1..=counts.len() as u32), "{text}: {counts:?}");
            let moves = referee(variant, &text).legal_moves(false).count;
            assert_eq!(counts.first(), Some(&(1, moves)), "{text}");
        }
    }
}

#[test]
fn bench_positions_can_be_searched() {
    for variant in VARIANTS {
        let texts = lines(&file(variant, "bench"));
        assert!((12..=16).contains(&texts.len()), "{}: {} bench positions", variant.info.name, texts.len());
        for text in texts {
            let referee = referee(variant, &text);
            assert_eq!((referee.outcome(), referee.text()), (None, text.clone()), "{text}");
        }
    }
}

#[test]
fn openings_are_different_quiet_starts() {
    for variant in VARIANTS {
        let texts = lines(&file(variant, "openings"));
        assert_eq!(texts.len(), 300, "openings of {}", variant.info.name);
        assert_eq!(texts.iter().collect::<HashSet<_>>().len(), 300, "an opening stands twice");
        for text in texts {
            let referee = referee(variant, &text);
            assert_eq!((referee.outcome(), referee.in_check()), (None, false), "{text}");
            assert_eq!(referee.text(), text, "not canonical");
        }
    }
}
