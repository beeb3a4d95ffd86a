//! What an engine is, as the command line says it: `name=a,cmd=...,option.Hash=64`.

use super::limits::{Budget, read_move_time};
use crate::game::InputError;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// An engine of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineSpec {
    /// What it is called in results; empty until it is given or made up.
    pub name: String,
    /// The program to run; `None` is this very program, in-process.
    pub program: Option<Program>,
    /// Options to set, name and value.
    pub options: Vec<(String, String)>,
    /// Its own limits, where they differ from those of all.
    pub budget: Budget,
}

/// A program that speaks UCI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The file to run.
    pub command: PathBuf,
    /// Where to run it.
    pub directory: Option<PathBuf>,
    /// Its arguments.
    pub arguments: Vec<String>,
}

/// Reads `key=value` pairs separated by commas; a doubled comma stands for one.
impl FromStr for EngineSpec {
    type Err = InputError;

    fn from_str(text: &str) -> Result<EngineSpec, InputError> {
        let mut spec = EngineSpec::default();
        let (mut command, mut directory, mut arguments) = (None, None, None);
        for item in items(text) {
            let error = |reason: &str| InputError::new("engine", &item, reason);
            let (key, value) = item.split_once('=').ok_or_else(|| error("must be key=value"))?;
            let count = || value.parse().ok().filter(|&n: &u64| n > 0).ok_or_else(|| error("must be a number above 0"));
            match key {
                "name" => spec.name = value.to_owned(),
                "cmd" => command = Some(PathBuf::from(value)),
                "dir" => directory = Some(PathBuf::from(value)),
                "args" => arguments = Some(shlex::split(value).ok_or_else(|| error("has a quote that is not closed"))?),
                "tc" => spec.budget.clock = Some(value.parse()?),
                "st" => spec.budget.move_time = Some(read_move_time(value)?),
                "depth" => spec.budget.depth = Some(u32::try_from(count()?).map_err(|_| error("is too deep"))?),
                "nodes" => spec.budget.nodes = Some(count()?),
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => spec.options.push((name.to_owned(), value.to_owned())),
                    _ => return Err(error("no such key; known: name, cmd, dir, args, option.NAME, tc, st, depth, nodes")),
                },
            }
        }
        let whole = |reason: &str| InputError::new("engine", text, reason);
        if spec.budget.clock.is_some() && spec.budget.move_time.is_some() {
            return Err(whole("has both a clock (tc) and a time for every move (st)"));
        }
        spec.program = match command {
            Some(command) => Some(Program { command, directory, arguments: arguments.unwrap_or_default() }),
            None if directory.is_some() || arguments.is_some() => return Err(whole("has dir or args, but no cmd to run")),
            None => None,
        };
        Ok(spec)
    }
}

/// Splits at single commas.
fn items(text: &str) -> Vec<String> {
    // A line cannot hold the character that stands for the doubled comma meanwhile.
    let marked = text.replace(",,", "\n");
    marked.split(',').filter(|item| !item.is_empty()).map(|item| item.replace('\n', ",")).collect()
}

/// The form that is read, with everything in one order.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut items = vec![format!("name={}", self.name)];
        if let Some(Program { command, directory, arguments }) = &self.program {
            items.push(format!("cmd={}", command.display()));
            items.extend(directory.iter().map(|dir| format!("dir={}", dir.display())));
            let quoted = shlex::try_join(arguments.iter().map(String::as_str)).unwrap_or_default();
            items.extend((!arguments.is_empty()).then(|| format!("args={quoted}")));
        }
        items.extend(self.options.iter().map(|(name, value)| format!("option.{name}={value}")));
        items.extend(self.budget.clock.map(|clock| format!("tc={clock}")));
        items.extend(self.budget.move_time.map(|time| format!("st={}", time.as_secs_f64())));
        items.extend(self.budget.depth.map(|depth| format!("depth={depth}")));
        items.extend(self.budget.nodes.map(|nodes| format!("nodes={nodes}")));
        f.write_str(&items.iter().map(|item| item.replace(',', ",,")).collect::<Vec<_>>().join(","))
    }
}

/// Gives every engine a name of its own: the program's name where none is given, and a number behind names that stand
/// twice.
///
/// # Errors
/// Two engines that were given the same name.
pub fn settle_names(engines: &mut [EngineSpec]) -> Result<(), InputError> {
    for i in 0..engines.len() {
        let (before, rest) = engines.split_at_mut(i);
        let [engine, ..] = rest else { continue };
        let taken = |name: &str| before.iter().any(|other| other.name == name);
        if engine.name.is_empty() {
            let file = engine.program.as_ref().and_then(|p| p.command.file_stem()).map(|s| s.to_string_lossy().into_owned());
            let base = file.unwrap_or_else(|| "ziggurat".to_owned());
            let numbered = (2..).map(|n| format!("{base}-{n}"));
            engine.name = [base.clone()].into_iter().chain(numbered).find(|name| !taken(name)).unwrap_or(base);
        } else if taken(&engine.name) {
            return Err(InputError::new("engine name", &engine.name, "stands twice"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EngineSpec, InputError> {
        text.parse()
    }

    #[test]
    fn every_key_is_read_and_written_again() {
        let text = "name=a,cmd=/bin/e,dir=/tmp,args=-x 'y z',option.Hash=64,option.Mixed Play=p,,q,tc=5+0.05,depth=3,nodes=9";
        let spec = read(text).unwrap();
        let program = spec.program.clone().unwrap();
        assert_eq!(program.arguments, ["-x", "y z"]);
        assert_eq!(spec.options, [("Hash".into(), "64".into()), ("Mixed Play".into(), "p,q".into())]);
        assert_eq!((spec.budget.depth, spec.budget.nodes), (Some(3), Some(9)));
        assert_eq!(spec.to_string(), text);
        assert_eq!(read(&spec.to_string()), Ok(spec));
        assert_eq!(read("").unwrap(), EngineSpec::default());
    }

    #[test]
    fn faults_are_named() {
        for (text, part) in [
            ("a", "\"a\": must be key=value"),
            ("nmae=a", "no such key"),
            ("option.=3", "no such key"),
            ("nodes=0", "above 0"),
            ("depth=99999999999", "too deep"),
            ("args=x", "no cmd"),
            ("cmd=x,args='y", "not closed"),
            ("tc=1,st=1", "both a clock"),
            ("tc=x", "time control \"x\""),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn names_are_made_up_and_told_apart() {
        let mut engines: Vec<_> = ["", "cmd=/bin/toga2", "name=ziggurat-2", ""].map(|text| read(text).unwrap()).into();
        settle_names(&mut engines).unwrap();
        let names: Vec<_> = engines.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["ziggurat", "toga2", "ziggurat-2", "ziggurat-3"]);
        let mut twins = [read("name=a").unwrap(), read("name=a").unwrap()];
        assert!(settle_names(&mut twins).is_err());
    }
}
