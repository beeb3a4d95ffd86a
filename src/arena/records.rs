//! The files of a match: PGN, and a state file from which it can be taken up again.
//!
//! Both grow game by game and are flushed, so that a program that is killed loses the games in play at most. The state
//! file has a JSON object a line: the settings, then a record for every game with the length of the PGN file behind it,
//! and the results at every end. Whatever stands behind the last whole record, in either file, is cut off when the match
//! is taken up again; the settings name the PGN file, so that no other is cut.

use super::log::{Log, place};
use super::tally::Record;
use crate::game::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The setting that names the PGN file.
const PGN: &str = "pgn";

/// A line of the state file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The first one: what must be the same for the match to go on, and where its games begin in the PGN file.
    Match { settings: Value, pgn: u64 },
    /// A finished game, and the length of the PGN file behind it.
    Game { record: Record, pgn: u64 },
    /// What the games added up to when the program ended.
    Result(Value),
}

/// Where to keep what.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The games.
    pub pgn: Option<PathBuf>,
    /// The state.
    pub state: Option<PathBuf>,
}

impl Paths {
    /// What the settings say of the PGN file: its place, told from the folder of the state if it lies there, so that both
    /// can be moved together.
    fn pgn_setting(&self, state: &Path) -> Result<Value, InputError> {
        let Some(pgn) = &self.pgn else { return Ok(Value::Null) };
        let (pgn, state) = (place(pgn), place(state));
        if pgn == state {
            return Err(InputError::new("file", pgn.to_string_lossy(), "cannot hold both the games (pgn) and the state"));
        }
        let beside = state.parent().and_then(|folder| pgn.strip_prefix(folder).ok());
        Ok(beside.unwrap_or(&pgn).to_string_lossy().into())
    }
}

/// The open files of a match.
#[derive(Debug, Default)]
pub struct Records {
    pgn: Option<Log>,
    state: Option<Log>,
}

impl Records {
    /// Opens the files. With `resume` a state file that exists is read, and its games come back; without, it must not
    /// exist, since it would be another match's. PGN is added to what a file holds already.
    ///
    /// # Errors
    /// A file that cannot be opened or written, one file for both, a state of another match, a PGN file that does not fit
    /// the state.
    pub fn open(paths: &Paths, settings: &Value, resume: bool) -> Result<(Records, Vec<Record>), InputError> {
        let open_pgn = || paths.pgn.as_deref().map(Log::open).transpose();
        let Some(path) = &paths.state else {
            return Ok((Records { pgn: open_pgn()?, state: None }, Vec::new()));
        };
        let mut settings = settings.clone();
        settings[PGN] = paths.pgn_setting(path)?;
        let mut state = Log::open(path)?;
        let text = state.whole_lines(resume)?;
        let past = read(&text, &state)?;
        if let Some(past) = &past {
            past.check(&settings, &state)?;
        }
        let mut pgn = open_pgn()?;
        // It is ours: what stands behind its last whole line goes.
        state.cut(text.len() as u64)?;
        let records = match past {
            Some(past) => {
                if let Some(pgn) = &mut pgn {
                    pgn.cut(past.pgn)?;
                }
                past.records
            }
            None => {
                let begin = pgn.as_ref().map_or(0, |log| log.length);
                state.add_line(&Line::Match { settings, pgn: begin })?;
                Vec::new()
            }
        };
        Ok((Records { pgn, state: Some(state) }, records))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, record: &Record, pgn: &str) -> Result<(), InputError> {
        if let Some(log) = &mut self.pgn {
            log.add(pgn.as_bytes())?;
        }
        let length = self.pgn.as_ref().map_or(0, |log| log.length);
        match &mut self.state {
            Some(state) => state.add_line(&Line::Game { record: record.clone(), pgn: length }),
            None => Ok(()),
        }
    }

    /// Keeps what the games added up to.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn conclude(&mut self, result: &Value) -> Result<(), InputError> {
        match &mut self.state {
            Some(state) => state.add_line(&Line::Result(result.clone())),
            None => Ok(()),
        }
    }

    /// Is any PGN kept?
    pub fn wants_pgn(&self) -> bool {
        self.pgn.is_some()
    }
}

/// What a state file says.
struct Past {
    settings: Value,
    records: Vec<Record>,
    /// The length of the PGN file behind the last record.
    pgn: u64,
}

impl Past {
    /// Is it the same match, with the same PGN file?
    fn check(&self, settings: &Value, log: &Log) -> Result<(), InputError> {
        let mut past = self.settings.clone();
        // States of old do not say which PGN file is theirs. Without games in one, and without one now, nothing is cut.
        if let Value::Object(past) = &mut past
            && !past.contains_key(PGN)
        {
            if self.pgn > 0 || !settings[PGN].is_null() {
                return Err(log.error("does not say which PGN file is its own, as an older version began it; begin anew"));
            }
            past.insert(PGN.to_owned(), Value::Null);
        }
        check_settings(&past, settings).map_err(|e| log.within(e))
    }
}

/// Reads the whole lines of a state file; `None` without any.
fn read(text: &str, log: &Log) -> Result<Option<Past>, InputError> {
    let mut past: Option<Past> = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |reason: String| log.error(&format!("line {}: {reason}", i + 1));
        match (serde_json::from_str(line), &mut past) {
            (Ok(Line::Match { settings, pgn }), None) => past = Some(Past { settings, records: Vec::new(), pgn }),
            (Ok(Line::Game { record, pgn }), Some(past)) => {
                past.records.push(record);
                past.pgn = pgn;
            }
            (Ok(Line::Result(_)), Some(_)) => {}
            (Ok(_), _) => return Err(fault("is out of place".into())),
            (Err(error), _) => return Err(fault(format!("is not the state of a match: {error}"))),
        }
    }
    Ok(past)
}

/// A match, or another long work, goes on only if what its results depend on is the same.
///
/// # Errors
/// The first setting that differs.
pub fn check_settings(past: &Value, now: &Value) -> Result<(), InputError> {
    let (Value::Object(past), Value::Object(now)) = (past, now) else {
        return Err(InputError::new("settings", past.to_string(), "must be an object"));
    };
    let mut keys = now.keys().chain(past.keys());
    match keys.find(|&key| past.get(key) != now.get(key)) {
        None => Ok(()),
        Some(key) => {
            let show = |settings: &serde_json::Map<String, Value>| settings.get(key).map_or("nothing".into(), Value::to_string);
            Err(InputError::new(key, show(now), format!("what is to be taken up has {}", show(past))))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::End;
    use crate::arena::schedule::Fixture;
    use crate::game::{Outcome, Reason};
    use serde_json::json;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use std::path::Path;

    /// A folder that exists as long as this does.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("ziggurat-records-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir(&path).unwrap();
            Folder(path)
        }

        fn paths(&self) -> Paths {
            Paths { pgn: Some(self.0.join("games.pgn")), state: Some(self.0.join("state")) }
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            // The system clears what is left behind.
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn record(number: usize) -> Record {
        let fixture = Fixture { number, round: 0, players: [0, 1], opening: 0 };
        Record::new(&fixture, &End::Board(Outcome::draw(Reason::Clock)), 9, Default::default())
    }

    fn add_text(path: &Path, text: &str) {
        OpenOptions::new().append(true).open(path).unwrap().write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn a_match_is_taken_up_where_its_last_whole_record_ends() {
        let folder = Folder::new("resume");
        let (paths, settings) = (folder.paths(), json!({ "tc": "1", "seed": 1 }));
        let [pgn, state] = [paths.pgn.clone().unwrap(), paths.state.clone().unwrap()];
        fs::write(&pgn, "older\n").unwrap();
        let (mut records, past) = Records::open(&paths, &settings, true).unwrap();
        assert!(past.is_empty() && records.wants_pgn());
        records.add(&record(1), "game 1\n").unwrap();
        records.add(&record(0), "game 0\n").unwrap();
        records.conclude(&json!({ "games": 2 })).unwrap();
        drop(records);
        // Killed between the two files, and in the middle of a line.
        add_text(&pgn, "game 2, without a record\n");
        add_text(&state, "{\"game\":{\"rec");
        let (mut records, past) = Records::open(&paths, &settings, true).unwrap();
        assert_eq!(past, [record(1), record(0)]);
        records.add(&record(2), "game 2\n").unwrap();
        drop(records);
        assert_eq!(fs::read_to_string(&pgn).unwrap(), "older\ngame 1\ngame 0\ngame 2\n");
        assert_eq!(Records::open(&paths, &settings, true).unwrap().1.len(), 3);
    }

    #[test]
    fn other_matches_are_left_alone() {
        let folder = Folder::new("other");
        let (paths, settings) = (folder.paths(), json!({ "tc": "1", "seed": 1 }));
        drop(Records::open(&paths, &settings, false).unwrap());
        let message = |settings: Value, resume| Records::open(&paths, &settings, resume).unwrap_err().to_string();
        assert!(message(settings.clone(), false).contains("exists already"));
        let other = message(json!({ "tc": "2", "seed": 1 }), true);
        assert!(other.contains("tc \"\"2\"\": what is to be taken up has \"1\""), "{other}");
        assert!(message(json!({ "tc": "1" }), true).contains("seed"));
        fs::write(paths.state.clone().unwrap(), "[1]\n").unwrap();
        assert!(message(settings.clone(), true).contains("line 1: is not the state of a match"));
        fs::write(paths.state.clone().unwrap(), "{\"result\":1}\n").unwrap();
        assert!(message(settings, true).contains("line 1: is out of place"));
    }

    #[test]
    fn no_other_pgn_file_is_cut() {
        let folder = Folder::new("other-pgn");
        let (paths, alone) = (folder.paths(), Paths { pgn: None, ..folder.paths() });
        let [pgn, state] = [paths.pgn.clone().unwrap(), paths.state.clone().unwrap()];
        let open = |paths: &Paths, resume| Records::open(paths, &json!({ "seed": 1 }), resume);
        let refused = |paths: &Paths, resume| open(paths, resume).unwrap_err().to_string();
        fs::write(&pgn, "my collection\n").unwrap();
        drop(open(&alone, false).unwrap());
        assert!(refused(&paths, true).contains("pgn \"\"games.pgn\"\": what is to be taken up has null"));
        assert_eq!(fs::read_to_string(&pgn).unwrap(), "my collection\n");
        assert!(open(&alone, true).is_ok());

        // A state that an older version began.
        let begun =
            |pgn: u64| fs::write(&state, format!("{{\"match\":{{\"settings\":{{\"seed\":1}},\"pgn\":{pgn}}}}}\n")).unwrap();
        begun(0);
        assert!(open(&alone, true).is_ok());
        assert!(refused(&paths, true).contains("does not say which PGN file"));
        begun(3);
        assert!(refused(&alone, true).contains("does not say which PGN file"));
        fs::write(&state, "{\"match\":{\"settings\":[1],\"pgn\":0}}\n").unwrap();
        assert!(refused(&alone, true).contains("must be an object"));
        assert_eq!(fs::read_to_string(&pgn).unwrap(), "my collection\n");
    }

    #[test]
    fn games_and_state_are_two_files() {
        let folder = Folder::new("one-file");
        let Paths { state, .. } = folder.paths();
        let pgn = folder.0.join("none/../state");
        fs::create_dir(folder.0.join("none")).unwrap();
        for pgn in [pgn, state.clone().unwrap()] {
            let paths = Paths { pgn: Some(pgn), state: state.clone() };
            let message = Records::open(&paths, &json!({}), false).unwrap_err().to_string();
            assert!(message.contains("cannot hold both"), "{message}");
        }
        assert!(state.is_some_and(|state| !state.exists()));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_the_state_is_the_state() {
        let folder = Folder::new("link");
        let [state, link] = ["state", "link"].map(|name| folder.0.join(name));
        fs::write(&state, "").unwrap();
        std::os::unix::fs::symlink(&state, &link).unwrap();
        let paths = Paths { pgn: Some(link), state: Some(state) };
        assert!(Records::open(&paths, &json!({}), false).unwrap_err().to_string().contains("cannot hold both"));
    }

    #[test]
    fn files_that_lie_together_can_be_moved_together() {
        let folder = Folder::new("moved");
        let inside = |name: &str| {
            let place = folder.0.join(name);
            Paths { pgn: Some(place.join("games.pgn")), state: Some(place.join("state")) }
        };
        fs::create_dir(folder.0.join("a")).unwrap();
        let (mut records, _) = Records::open(&inside("a"), &json!({}), false).unwrap();
        records.add(&record(0), "game 0\n").unwrap();
        fs::rename(folder.0.join("a"), folder.0.join("b")).unwrap();
        assert_eq!(Records::open(&inside("b"), &json!({}), true).unwrap().1.len(), 1);
        let apart = Paths { pgn: Some(folder.0.join("games.pgn")), ..inside("b") };
        assert!(Records::open(&apart, &json!({}), true).is_err() && !folder.0.join("games.pgn").exists());
    }

    #[test]
    fn a_pgn_that_was_cut_meanwhile_is_noticed() {
        let folder = Folder::new("cut");
        let paths = folder.paths();
        let (mut records, _) = Records::open(&paths, &json!({}), false).unwrap();
        records.add(&record(0), "game 0\n").unwrap();
        fs::write(paths.pgn.clone().unwrap(), "").unwrap();
        assert!(Records::open(&paths, &json!({}), true).unwrap_err().to_string().contains("changed since"));
    }

    #[test]
    fn what_cannot_be_written_is_said() {
        let nowhere = Paths { pgn: Some("/no/such/folder/games.pgn".into()), state: None };
        assert!(Records::open(&nowhere, &json!({}), false).unwrap_err().to_string().contains("/no/such/folder"));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_said_at_once() {
        let full = Path::new("/dev/full");
        let state = Paths { pgn: None, state: Some(full.into()) };
        assert!(Records::open(&state, &json!({}), false).is_err());
        let pgn = Paths { pgn: Some(full.into()), state: None };
        let (mut records, _) = Records::open(&pgn, &json!({}), false).unwrap();
        let message = records.add(&record(0), "game\n").unwrap_err().to_string();
        assert!(message.contains("/dev/full") && message.contains("space"), "{message}");
    }
}
