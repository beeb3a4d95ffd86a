//! A tuning that can be taken up again: a file with a JSON object a line, the settings and what every iteration led to.

use super::log::Log;
use super::records::check_settings;
use super::spsa::{Spsa, Trial};
use crate::game::InputError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// The first one: what must be the same for the tuning to go on.
    Tuning(Value),
    /// An iteration: how many are over, the points that the first engine won more, what the numbers stand at.
    Iteration { done: u32, points: f64, values: Vec<f64> },
}

/// The numbers, and the file that remembers them.
#[derive(Debug)]
pub struct Tuning {
    spsa: Spsa,
    log: Option<Log>,
}

impl Tuning {
    /// Begins, or takes up what the file holds.
    ///
    /// # Errors
    /// A file that cannot be opened or written, or that holds another tuning.
    pub fn open(mut spsa: Spsa, path: Option<&Path>, settings: Value, resume: bool) -> Result<Tuning, InputError> {
        let Some(path) = path else { return Ok(Tuning { spsa, log: None }) };
        let mut log = Log::open(path)?;
        let text = log.whole_lines(resume)?;
        if text.is_empty() {
            log.add_line(&Line::Tuning(settings))?;
            return Ok(Tuning { spsa, log: Some(log) });
        }
        for (i, line) in text.lines().enumerate() {
            let fault = |reason: String| log.error(&format!("line {}: {reason}", i + 1));
            match serde_json::from_str(line).map_err(|e| fault(format!("is not the state of a tuning: {e}")))? {
                Line::Tuning(past) if i == 0 => check_settings(&past, &settings).map_err(|e| e.within(path.display()))?,
                Line::Iteration { done, values, .. } if i > 0 && values.len() == spsa.values().len() => {
                    spsa.take_up(done, values);
                }
                _ => return Err(fault("is out of place".into())),
            }
        }
        log.cut(text.len() as u64)?;
        Ok(Tuning { spsa, log: Some(log) })
    }

    /// The numbers as they stand.
    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// The first engine of a trial won so many points more than the second.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn learn(&mut self, trial: &Trial, points: f64) -> Result<(), InputError> {
        self.spsa.learn(trial, points);
        let line = Line::Iteration { done: self.spsa.done(), points, values: self.spsa.values().to_vec() };
        self.log.as_mut().map_or(Ok(()), |log| log.add_line(&line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::spsa::{Parameter, USUAL_RATE};
    use serde_json::json;
    use std::fs;

    fn spsa() -> Spsa {
        Spsa::new(vec![Parameter { name: "a".into(), default: 5, least: 0, greatest: 10 }], 9, USUAL_RATE, 1)
    }

    #[test]
    fn a_tuning_is_taken_up_behind_its_last_whole_line() {
        let path = std::env::temp_dir().join(format!("ziggurat-tuning-{}", std::process::id()));
        // One that an earlier process of that number left behind.
        let _ = fs::remove_file(&path);
        let open = |settings: Value, resume| Tuning::open(spsa(), Some(&path), settings, resume);
        let mut tuning = open(json!({ "nodes": 1 }), false).unwrap();
        for points in [2.0, -1.0] {
            let trial = tuning.spsa().trial();
            tuning.learn(&trial, points).unwrap();
        }
        let values = tuning.spsa().values().to_vec();
        drop(tuning);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.clone() + "{\"iteration\":{\"do").unwrap();
        let again = open(json!({ "nodes": 1 }), true).unwrap();
        assert_eq!((again.spsa().done(), again.spsa().values()), (2, values.as_slice()));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
        assert!(open(json!({ "nodes": 1 }), false).unwrap_err().to_string().contains("exists already"));
        assert!(open(json!({ "nodes": 2 }), true).unwrap_err().to_string().contains("nodes"));
        fs::write(&path, "{\"tuning\":{\"nodes\":1}}\n{\"iteration\":{\"done\":1,\"points\":0.0,\"values\":[]}}\n").unwrap();
        assert!(open(json!({ "nodes": 1 }), true).unwrap_err().to_string().contains("line 2: is out of place"));
        // What is not ours is left as it is, its last line too.
        for (other, part) in [("[]\nnotes", "line 1: is not the state"), ("notes", "has no whole line")] {
            fs::write(&path, other).unwrap();
            assert!(open(json!({ "nodes": 1 }), true).unwrap_err().to_string().contains(part));
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        fs::remove_file(&path).unwrap();
    }
}
