//! README.md is true: its examples are run and print what it says, and nothing that the program has is missing in it.
//!
//! A block fenced as `console` holds commands, each behind `$ `, and below each what it prints on both streams.
//! `...` in a line of output stands for any text, a line that is nothing else for any number of lines; blanks at the
//! end of a line do not count. Blocks of other kinds are not run, but for the search of the quick start.

use super::program::stdout;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Stands for what differs from run to run.
const ANYTHING: &str = "...";

/// A command and what it should print.
struct Example {
    /// The number of the command's line in the file.
    line: usize,
    command: String,
    output: Vec<String>,
}

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn readme() -> String {
    fs::read_to_string(folder().join("README.md")).expect("README.md is there")
}

/// The examples of all `console` blocks. A command goes on in the next line behind a backslash.
fn examples(text: &str) -> Vec<Example> {
    let mut found: Vec<Example> = Vec::new();
    let mut block = None;
    for (line, number) in text.lines().zip(1..) {
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_none() { Some(kind) } else { None };
        } else if block == Some("console") {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push(Example { line: number, command: command.into(), output: Vec::new() }),
                (None, Some(last)) if last.output.is_empty() && last.command.ends_with('\\') => {
                    last.command = format!("{}\n{line}", last.command);
                }
                (None, Some(last)) => last.output.push(line.into()),
                (None, None) => panic!("README.md, line {number}: output without a command"),
            }
        }
    }
    found
}

/// What a command prints, run by the shell in the folder of the crate with the program on its path.
fn run(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_ziggurat")).parent().expect("the program is in a folder");
    let old = env::var_os("PATH").unwrap_or_default();
    let path = [program.into()].into_iter().chain(env::split_paths(&old));
    let output = Command::new("/bin/sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .env("PATH", env::join_paths(path).expect("folders without colons"))
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .expect("the shell starts");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Does the program's output agree with what is written?
fn agree(written: &[String], printed: &[&str]) -> bool {
    match written.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == ANYTHING => (0..=printed.len()).any(|skipped| agree(rest, &printed[skipped..])),
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(first, others)| line_agrees(line, first) && agree(rest, others))
        }
    }
}

fn line_agrees(written: &str, printed: &str) -> bool {
    let Some((start, rest)) = written.split_once(ANYTHING) else { return written == printed };
    let Some(mut printed) = printed.strip_prefix(start) else { return false };
    let (middle, end) = rest.rsplit_once(ANYTHING).map_or((None, rest), |(middle, end)| (Some(middle), end));
    for part in middle.into_iter().flat_map(|middle| middle.split(ANYTHING)) {
        match printed.split_once(part) {
            Some((_, behind)) => printed = behind,
            None => return false,
        }
    }
    printed.ends_with(end)
}

/// Is this a command of ours, perhaps ended after a while, or one that is fed by a plain one?
fn may_run(command: &str) -> bool {
    let command = command.strip_prefix("timeout 2 ").unwrap_or(command);
    let ours = |command: &str| command.split_whitespace().next() == Some("ziggurat");
    let fed = command.starts_with("printf ") || command.starts_with("echo ");
    ours(command) || (fed && command.split_once(" | ").is_some_and(|(_, command)| ours(command)))
}

#[test]
#[cfg(unix)]
fn every_example_prints_what_is_written_below_it() {
    let examples = examples(&readme());
    assert!(!examples.is_empty(), "README.md has no examples");
    for Example { line, command, output } in examples {
        assert!(may_run(&command), "README.md, line {line}: not a command of this program: {command}");
        let printed = run(&command);
        let lines: Vec<_> = printed.lines().map(str::trim_end).collect();
        assert!(
            agree(&output, &lines),
            "README.md, line {line}: {command}\n--- is written\n{}\n--- is printed\n{printed}",
            output.join("\n")
        );
    }
}

#[test]
#[cfg(unix)]
fn the_quick_start_finds_a_move() {
    let text = readme();
    let call = text.lines().find_map(|line| line.strip_prefix("cargo run --release -- ")).expect("the quick start");
    let (before, after) = call.split_once("--movetime 3000").expect("it lasts three seconds");
    let printed = run(&format!("ziggurat {before}--depth 1{after}"));
    let best = printed.lines().last().and_then(|line| line.strip_prefix("best move: "));
    assert!(best.is_some_and(|m| m != "(none)"), "{printed}");
}

#[test]
fn every_command_is_shown() {
    let examples = examples(&readme());
    let help = stdout(&["--help"], b"", 0);
    let list = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next()).expect("a list of commands");
    let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty());
    for name in names {
        let call = format!("ziggurat {name}");
        assert!(examples.iter().any(|e| e.command.contains(&call)), "README.md has no example of `{call}`");
    }
}

#[test]
fn every_command_and_option_of_a_session_is_named() {
    let text = readme();
    let session = stdout(&[], b"uci\nhelp\nquit\n", 0);
    let (options, commands) = session.split_once("uciok\n").expect("the end of the handshake");
    let options = options.lines().filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next());
    let commands = commands.lines().filter_map(|line| line.split(' ').next());
    for name in options.chain(commands) {
        let named = text.contains(&format!("`{name}`")) || text.contains(&format!("`{name} "));
        assert!(named, "README.md does not name `{name}`");
    }
}

#[test]
fn dots_stand_for_any_text_and_any_lines() {
    let agree = |written: &str, printed: &str| {
        let written: Vec<_> = written.lines().map(String::from).collect();
        agree(&written, &printed.lines().collect::<Vec<_>>())
    };
    assert!(agree("a\nb", "a\nb") && !agree("a\nb", "a") && !agree("a", "a\nb") && !agree("a", "a "));
    assert!(agree("in ... ms, ... /s", "in 3 ms, 9 /s") && !agree("in ... ms, ... /s", "in 3 ms") && !agree("aa...aa", "aaa"));
    assert!(agree("...\nb\n...", "a\na\nb") && agree("a\n...", "a") && !agree("a\n...\nb", "a\nb\nc"));
    let block = "```sh\n$ no\n```\n```console\n$ ziggurat \\\n  help\nline\n$ echo | ziggurat\n```\n$ no\n";
    let found: Vec<_> = examples(block).into_iter().map(|e| (e.line, e.command, e.output)).collect();
    let expected =
        [(5, "ziggurat \\\n  help".into(), vec!["line".into()]), (8, "echo | ziggurat".into(), Vec::<String>::new())];
    assert_eq!(found, expected);
    assert!(may_run("ziggurat") && may_run("echo '{}' | ziggurat rules") && !may_run("rm x") && !may_run("echo x | rm"));
}
