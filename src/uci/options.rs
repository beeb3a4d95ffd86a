//! The options: one table, from which the handshake is written and `setoption` is obeyed.

use super::session::Session;
use crate::game::{InputError, MoveStyle, registry};
use crate::search::{DEFAULT_RISK, Evaluation, Skill};
use std::time::Duration;

/// The table size in MiB at the start.
pub const DEFAULT_HASH: u32 = 16;

/// The level at which nothing is held back.
const FULL_LEVEL: u32 = Skill::FULL / 100;

const LEAST_ELO: u32 = registry::ELO_RANGE.0;
const GREATEST_ELO: u32 = registry::ELO_RANGE.1;

/// An option of the engine.
pub(super) struct UciOption {
    name: &'static str,
    /// Would changing it pull the rug from under a running search?
    idle_only: bool,
    kind: Kind,
}

/// What values an option takes, and what setting it does.
enum Kind {
    Check { default: bool, set: fn(&mut Session, bool) },
    Spin { default: u32, least: u32, greatest: u32, set: fn(&mut Session, u32) -> Result<(), InputError> },
    Button { press: fn(&mut Session) },
    Combo { values: fn() -> Vec<&'static str>, set: fn(&mut Session, &str) -> Result<(), InputError> },
}

/// What the options that are mere values stand at; the others live where they act.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub hash_mib: usize,
    pub threads: usize,
    pub multi_pv: usize,
    /// `UCI_Chess960` as the client set it.
    pub chess960: bool,
    /// Did the client choose the variant by a name that means the same?
    pub chess960_by_name: bool,
    pub analysing: bool,
    overhead: Duration,
    pub skill_level: u32,
    pub evaluation: Evaluation,
    /// Is `elo` to be played, where there is a scale for it?
    pub limit_strength: bool,
    pub elo: u32,
    /// What the choices of chance start from; 0 is something else in every game.
    pub seed: u32,
    /// Is an order drawn from a mixed strategy, or the likeliest given?
    pub sample: bool,
    /// Centipawns that a mixed strategy may risk.
    pub risk: u32,
}

impl Settings {
    /// How moves are written and read.
    pub fn style(&self) -> MoveStyle {
        MoveStyle { chess960: self.chess960 || self.chess960_by_name }
    }

    /// The time kept back of every move. In analysis there is no referee whose clock could run out.
    pub fn overhead(&self) -> Duration {
        if self.analysing { Duration::ZERO } else { self.overhead }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: DEFAULT_HASH as usize,
            threads: 1,
            multi_pv: 1,
            chess960: false,
            chess960_by_name: false,
            analysing: false,
            overhead: Duration::from_millis(10),
            skill_level: FULL_LEVEL,
            evaluation: Evaluation::Full,
            limit_strength: false,
            elo: GREATEST_ELO,
            seed: 0,
            sample: true,
            risk: DEFAULT_RISK,
        }
    }
}

static OPTIONS: &[UciOption] = &[
    UciOption {
        name: "Hash",
        idle_only: true,
        kind: Kind::Spin {
            default: DEFAULT_HASH,
            least: 1,
            greatest: 33_554_432,
            set: |s, mib| s.resize(mib as usize, s.settings.threads),
        },
    },
    UciOption { name: "Clear Hash", idle_only: true, kind: Kind::Button { press: Session::forget } },
    UciOption {
        name: "Threads",
        idle_only: true,
        kind: Kind::Spin { default: 1, least: 1, greatest: 1024, set: |s, n| s.resize(s.settings.hash_mib, n as usize) },
    },
    UciOption {
        name: "MultiPV",
        idle_only: false,
        kind: Kind::Spin {
            default: 1,
            least: 1,
            greatest: 500,
            set: |s, n| {
                s.settings.multi_pv = n as usize;
                Ok(())
            },
        },
    },
    // A GUI ponders only with engines that have this option; nothing else depends on its value.
    UciOption { name: "Ponder", idle_only: false, kind: Kind::Check { default: false, set: |_, _| {} } },
    UciOption {
        name: "UCI_Variant",
        idle_only: true,
        kind: Kind::Combo { values: || registry::VARIANTS.iter().map(|v| v.info.name).collect(), set: Session::choose_variant },
    },
    UciOption { name: "UCI_Chess960", idle_only: false, kind: Kind::Check { default: false, set: Session::set_chess960 } },
    UciOption {
        name: "UCI_AnalyseMode",
        idle_only: false,
        kind: Kind::Check { default: false, set: |s, on| s.settings.analysing = on },
    },
    UciOption {
        name: "Move Overhead",
        idle_only: false,
        kind: Kind::Spin {
            default: 10,
            least: 0,
            greatest: 5000,
            set: |s, ms| {
                s.settings.overhead = Duration::from_millis(ms.into());
                Ok(())
            },
        },
    },
    UciOption {
        name: "Skill Level",
        idle_only: false,
        kind: Kind::Spin {
            default: FULL_LEVEL,
            least: 0,
            greatest: FULL_LEVEL,
            set: |s, level| {
                s.settings.skill_level = level;
                Ok(())
            },
        },
    },
    // What the table and the histories have learned by another evaluation is forgotten.
    UciOption {
        name: "Evaluation",
        idle_only: true,
        kind: Kind::Combo {
            values: || Evaluation::NAMES.map(|(name, _)| name).to_vec(),
            set: |s, value| {
                let found = Evaluation::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
                let error = || InputError::new("evaluation", value, "must be full or material");
                s.settings.evaluation = found.ok_or_else(error)?.1;
                s.forget();
                Ok(())
            },
        },
    },
    UciOption {
        name: "UCI_LimitStrength",
        idle_only: false,
        kind: Kind::Check { default: false, set: |s, on| s.settings.limit_strength = on },
    },
    UciOption {
        name: "UCI_Elo",
        idle_only: false,
        kind: Kind::Spin {
            default: GREATEST_ELO,
            least: LEAST_ELO,
            greatest: GREATEST_ELO,
            set: |s, elo| {
                s.settings.elo = elo;
                Ok(())
            },
        },
    },
    UciOption {
        name: "Seed",
        idle_only: false,
        kind: Kind::Spin {
            default: 0,
            least: 0,
            greatest: i32::MAX as u32,
            set: |s, seed| {
                s.settings.seed = seed;
                Ok(())
            },
        },
    },
    UciOption {
        name: "Mixed Play",
        idle_only: false,
        kind: Kind::Combo { values: || MIXED_PLAY.to_vec(), set: set_mixed_play },
    },
    UciOption {
        name: "Risk",
        idle_only: false,
        kind: Kind::Spin {
            default: DEFAULT_RISK,
            least: 0,
            greatest: GREATEST_RISK,
            set: |s, risk| {
                s.settings.risk = risk;
                Ok(())
            },
        },
    },
];

/// The numbers of the search as options.
#[cfg(feature = "tunable")]
mod tunables {
    use crate::game::InputError;
    use crate::search::TUNABLES;
    use std::sync::atomic::Ordering::Relaxed;

    pub fn lines() -> impl Iterator<Item = String> {
        TUNABLES
            .iter()
            .map(|t| format!("option name {} type spin default {} min {} max {}", t.name, t.default, t.least, t.greatest))
    }

    pub fn set(name: &str, value: &str) -> Result<bool, InputError> {
        let Some(tunable) = TUNABLES.iter().find(|t| t.name.eq_ignore_ascii_case(name)) else { return Ok(false) };
        let bounds = tunable.least..=tunable.greatest;
        let number = value.parse().ok().filter(|n| bounds.contains(n)).ok_or_else(|| {
            let reason = format!("must be a whole number from {} to {}", tunable.least, tunable.greatest);
            InputError::new(format!("option {}", tunable.name), value, reason)
        })?;
        tunable.value.store(number, Relaxed);
        Ok(true)
    }
}

/// The numbers of the search are constants.
#[cfg(not(feature = "tunable"))]
mod tunables {
    use crate::game::InputError;

    pub fn lines() -> impl Iterator<Item = String> {
        std::iter::empty()
    }

    pub fn set(_name: &str, _value: &str) -> Result<bool, InputError> {
        Ok(false)
    }
}

/// A pawn or so is the most that is worth risking on an order that is not known, in centipawns.
const GREATEST_RISK: u32 = 100;

/// How an order is taken from a mixed strategy: by lot, or the likeliest.
const MIXED_PLAY: [&str; 2] = ["sample", "likeliest"];

fn set_mixed_play(session: &mut Session, value: &str) -> Result<(), InputError> {
    let known = MIXED_PLAY.iter().position(|word| word.eq_ignore_ascii_case(value));
    let known = known.ok_or_else(|| InputError::new("value", value, format!("must be {}", MIXED_PLAY.join(" or "))))?;
    session.settings.sample = known == 0;
    Ok(())
}

/// The `option` lines of the handshake.
pub(super) fn lines() -> impl Iterator<Item = String> {
    let numbers = tunables::lines();
    let line = |option: &UciOption| {
        let name = option.name;
        match &option.kind {
            Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, least, greatest, .. } => {
                format!("option name {name} type spin default {default} min {least} max {greatest}")
            }
            Kind::Button { .. } => format!("option name {name} type button"),
            Kind::Combo { values, .. } => {
                let values = values();
                let vars: String = values.iter().map(|v| format!(" var {v}")).collect();
                format!("option name {name} type combo default {}{vars}", values.first().unwrap_or(&""))
            }
        }
    };
    OPTIONS.iter().map(line).chain(numbers)
}

/// The words after `setoption`: a name and perhaps a value, both of which may hold blanks.
pub(super) struct Assignment {
    pub name: String,
    value: Option<String>,
}

/// Splits the words after `setoption`; `None` where there is no name.
pub(super) fn parse(words: &[&str]) -> Option<Assignment> {
    let is = |keyword: &'static str| move |word: &&str| word.eq_ignore_ascii_case(keyword);
    let (first, rest) = words.split_first()?;
    if !is("name")(first) {
        return None;
    }
    let end = rest.iter().position(is("value"));
    let name = rest[..end.unwrap_or(rest.len())].join(" ");
    let value = end.map(|at| rest[at + 1..].join(" "));
    (!name.is_empty()).then_some(Assignment { name, value })
}

/// Sets an option. Returns whether there is one of that name.
///
/// # Errors
/// A bad value, or a change that a running search forbids; the option keeps its value.
pub(super) fn set(session: &mut Session, assignment: &Assignment) -> Result<bool, InputError> {
    let value = assignment.value.as_deref().unwrap_or_default();
    let Some(option) = OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(&assignment.name)) else {
        return tunables::set(&assignment.name, value);
    };
    let error = |reason: String| InputError::new(format!("option {}", option.name), value, reason);
    if option.idle_only && session.is_searching() {
        return Err(error("cannot be changed during a search".into()));
    }
    match &option.kind {
        Kind::Check { set, .. } => match value.to_ascii_lowercase().as_str() {
            "true" => set(session, true),
            "false" => set(session, false),
            _ => return Err(error("must be true or false".into())),
        },
        Kind::Spin { least, greatest, set, .. } => {
            let number = value.parse().ok().filter(|n| (least..=greatest).contains(&n));
            let number = number.ok_or_else(|| error(format!("must be a whole number from {least} to {greatest}")))?;
            set(session, number)?;
        }
        Kind::Button { press } => press(session),
        Kind::Combo { set, .. } => set(session, value).map_err(|e| e.within(format_args!("option {}", option.name)))?,
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Option<(String, Option<String>)> {
        parse(&text.split_ascii_whitespace().collect::<Vec<_>>()).map(|a| (a.name, a.value))
    }

    #[test]
    fn names_and_values_may_hold_blanks() {
        assert_eq!(split("name Clear Hash"), Some(("Clear Hash".into(), None)));
        assert_eq!(split("NAME  Mixed Play VALUE a  b"), Some(("Mixed Play".into(), Some("a b".into()))));
        assert_eq!(split("name Hash value"), Some(("Hash".into(), Some(String::new()))));
        assert_eq!(split("Hash value 3"), None);
        assert_eq!(split("name value 3"), None);
        assert_eq!(split(""), None);
    }

    #[test]
    fn the_table_of_options_is_sound() {
        for (i, option) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[..i].iter().all(|o| !o.name.eq_ignore_ascii_case(option.name)), "{} stands twice", option.name);
            if let Kind::Spin { default, least, greatest, .. } = option.kind {
                assert!((least..=greatest).contains(&default), "the default of {}", option.name);
            }
        }
    }
}
