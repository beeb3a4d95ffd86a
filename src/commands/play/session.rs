//! The game as it is played: whose turn it is, what is shown, and what every command does.

use super::complete::{Known, meant};
use super::input::{Entry, Source};
use super::record::{Made, Record, Verdict};
use super::thinker::{DEFAULT_TIME, Opinion, Strength, Thinker};
use crate::arena::limits::{Budget, TimeControl, read_move_time};
use crate::arena::pgn::{self, Remark};
use crate::arena::player::Thought;
use crate::commands::flags::{self, read_file};
use crate::commands::{Failure, paint, score_text};
use crate::game::registry::{self, Variant};
use crate::game::text::counted;
use crate::game::{Deed, InputError, Look, MoveStyle, Side};
use crate::search::{Score, Skill};
use crate::uci::tables;
use clap::ValueEnum;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How far a move may overstep the clock, as in matches.
const MARGIN: Duration = Duration::from_millis(50);

/// The engine takes a draw from this move on, where it thinks that it is not better off.
const DRAW_FROM: u32 = 10;

/// The sides that the player plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Seats {
    White,
    Black,
    /// Two people, and the engine only gives advice
    Both,
    /// The engine plays itself
    None,
}

impl Seats {
    fn has(self, side: Side) -> bool {
        match self {
            Seats::White => side == Side::White,
            Seats::Black => side == Side::Black,
            Seats::Both => true,
            Seats::None => false,
        }
    }
}

/// A command: its name, what is typed behind it, what `help` says of it, and what it does with the words behind it.
struct Command {
    name: &'static str,
    words: &'static str,
    help: &'static str,
    run: fn(&mut Session, &str) -> Result<(), Failure>,
}

#[rustfmt::skip]
static COMMANDS: &[Command] = &[
    Command { name: "help", words: "[VARIANT]", help: "this list, or the rules of a variant", run: |s, words| s.help(words) },
    Command { name: "rules", words: "", help: "the rules of this game in brief", run: |s, _| s.rules() },
    Command { name: "board", words: "", help: "draws the board again", run: |s, _| { s.stale = true; Ok(()) } },
    Command { name: "fen", words: "", help: "the text of the position", run: |s, _| s.say(&s.record.referee().text()) },
    Command { name: "flip", words: "", help: "shows the board from the other end", run: |s, _| { s.flipped = !s.flipped; s.stale = true; Ok(()) } },
    Command { name: "moves", words: "[SQUARE]", help: "the legal moves, or those of what stands there", run: |s, words| s.moves(words) },
    Command { name: "what", words: "SQUARE", help: "what stands there, and how it moves from there", run: |s, words| s.what(words) },
    Command { name: "hint", words: "", help: "what the engine would play, at full strength", run: |s, _| s.hint() },
    Command { name: "eval", words: "", help: "the terms of the evaluation", run: |s, _| s.say(tables::evaluation(s.record.referee()).trim_end()) },
    Command { name: "go", words: "", help: "the engine moves for the side whose turn it is", run: |s, _| s.go() },
    Command { name: "undo", words: "", help: "takes back your last move and all behind it", run: |s, _| s.undo() },
    Command { name: "veto", words: "", help: "takes back the other side's move, where the rules have that", run: |s, _| s.veto() },
    Command { name: "draw", words: "", help: "offers a draw", run: |s, _| s.offer_draw() },
    Command { name: "resign", words: "", help: "gives the game up", run: |s, _| s.resign() },
    Command { name: "side", words: "white|black|both|none", help: "the sides that you play", run: |s, words| s.set_side(words) },
    Command { name: "skill", words: "0..20", help: "how well the engine plays; 20 is as well as it can", run: |s, words| s.set_skill(words) },
    Command { name: "elo", words: "N", help: "the same as an Elo, where that was measured", run: |s, words| s.set_elo(words) },
    Command { name: "tc", words: "SECONDS[+S]", help: "a clock for both sides, such as 300+3", run: |s, words| s.set_clock(words) },
    Command { name: "st", words: "SECONDS", help: "the engine's time for every move", run: |s, words| s.set_move_time(words) },
    Command { name: "depth", words: "N", help: "the depth of its searches instead", run: |s, words| s.set_depth(words) },
    Command { name: "nodes", words: "N", help: "the nodes of its searches instead", run: |s, words| s.set_nodes(words) },
    Command { name: "new", words: "[VARIANT]", help: "a new game from the same start, or of another variant", run: |s, words| s.begin_anew(words) },
    Command { name: "shuffle", words: "[N]", help: "a new game from a shuffled start (Fischer Random), the Nth or any", run: |s, words| s.shuffle(words) },
    Command { name: "save", words: "FILE", help: "adds the game to a PGN file", run: |s, words| s.save(words) },
    Command { name: "load", words: "FILE [N]", help: "goes on with a game of a PGN file, the last or the Nth", run: |s, words| s.load(words) },
    Command { name: "quit", words: "", help: "ends the program", run: |s, _| { s.over = true; Ok(()) } },
];

/// A game at the terminal.
pub struct Session<'o> {
    record: Record,
    thinker: Thinker,
    seats: Seats,
    flipped: bool,
    out: &'o mut dyn Write,
    /// Has the position changed since the board was drawn?
    stale: bool,
    /// When the player was asked for the move.
    asked: Option<Instant>,
    /// Was the engine stopped while it played alone? Then it waits to be told to go on.
    paused: bool,
    over: bool,
}

impl<'o> Session<'o> {
    pub fn new(record: Record, thinker: Thinker, seats: Seats, out: &'o mut dyn Write) -> Session<'o> {
        Session { record, thinker, seats, flipped: false, out, stale: true, asked: None, paused: false, over: false }
    }

    /// Plays until the player has enough.
    pub fn run(mut self, source: &mut dyn Source) -> Result<(), Failure> {
        self.greet()?;
        while !self.over {
            if self.is_engines_turn() {
                self.let_engine_move()?;
                continue;
            }
            self.show()?;
            let prompt = self.prompt();
            let known = || self.known();
            match source.next(&prompt, &known).map_err(Failure::Input)? {
                Entry::Text(line) => {
                    if self.is_secret(&line) {
                        source.hide_last();
                    }
                    self.obey(&line)?;
                }
                Entry::Bad(error) => self.refuse(&error)?,
                Entry::Interrupted | Entry::End => self.over = true,
            }
        }
        self.part()
    }

    // ---- What is said ----

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    fn refuse(&mut self, error: &InputError) -> Result<(), Failure> {
        self.say(&format!("error: {error}"))
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let you = match self.seats {
            Seats::White => "you are White",
            Seats::Black => "you are Black",
            Seats::Both => "both sides are yours",
            Seats::None => "the engine plays both sides",
        };
        let line = format!(
            "{}; {you}. The engine: {}, {}. `help` lists the commands.",
            self.variant().info.name,
            self.thinker.strength,
            budget_text(&self.thinker.budget)
        );
        self.say(&line)
    }

    /// The board and whose turn it is, or how the game ended, where that is news.
    fn show(&mut self) -> Result<(), Failure> {
        if !std::mem::take(&mut self.stale) {
            return Ok(());
        }
        let board = self.record.referee().draw(self.look());
        let state = self.record.end().unwrap_or_else(|| self.turn_text());
        self.say(&format!("\n{board}{state}"))?;
        self.asked = Some(Instant::now());
        Ok(())
    }

    fn look(&self) -> Look {
        let bottom = if (self.seats == Seats::Black) != self.flipped { Side::Black } else { Side::White };
        let columns = terminal_size::terminal_size().map_or(usize::MAX, |(width, _)| width.0.into());
        Look { paint: paint(), bottom, columns }
    }

    fn turn_text(&self) -> String {
        let referee = self.record.referee();
        let mut text = format!("Move {}, {}", self.record.number(), referee.side().name());
        if referee.in_check() {
            text.push_str(&format!(", in check from {}", referee.checkers().join(" ")));
        }
        if let Some(control) = self.thinker.budget.clock {
            let [white, black] = Side::BOTH.map(|side| self.record.clock(side, control).left().as_secs_f64());
            text.push_str(&format!("; white has {white:.1} seconds left, black {black:.1}"));
        }
        text
    }

    fn prompt(&self) -> String {
        let word = if self.record.end().is_some() { "over" } else { self.record.side().name() };
        format!("{word} {}> ", self.record.number())
    }

    /// Tells a move; a turn of orders when both are in.
    fn tell(&mut self) -> Result<(), Failure> {
        self.stale = true;
        if self.record.is_sealed() {
            return self.say("White has ordered; the order is sealed.");
        }
        let turn = if self.record.referee().is_simultaneous() { 2 } else { 1 };
        let moves = self.record.moves();
        let lines: Vec<_> = moves[moves.len().saturating_sub(turn)..].iter().map(|made| self.line_of(made)).collect();
        self.say(&lines.join("\n"))
    }

    fn line_of(&self, made: &Made) -> String {
        let notation = &made.played.notation;
        let thought = made.played.thought.as_ref();
        let score = thought.and_then(|thought| Some((thought.score?, thought.depth)));
        let score = score.map_or_else(String::new, |(score, depth)| format!(", {} at depth {depth}", score_text(score)));
        format!("{}: {}{score}", made.side.title(), both_forms(&notation.san, &notation.text))
    }

    /// What is told at the end.
    fn part(&mut self) -> Result<(), Failure> {
        if self.record.unsaved && !self.record.moves().is_empty() {
            let line = self.record.command_line();
            self.say(&format!("This game is not saved; to go on with it: {line}"))?;
        }
        Ok(())
    }

    // ---- Lines ----

    fn obey(&mut self, line: &str) -> Result<(), Failure> {
        let line = line.trim().trim_start_matches('\u{feff}');
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let done = match COMMANDS.iter().find(|command| command.name.eq_ignore_ascii_case(word)) {
            _ if word.is_empty() => Ok(()),
            Some(command) => (command.run)(self, rest.trim()),
            None => self.enter(line),
        };
        match done {
            Err(Failure::Usage(error)) => self.refuse(&error),
            done => done,
        }
    }

    /// A move that was typed.
    fn enter(&mut self, typed: &str) -> Result<(), Failure> {
        let text = self.record.read(typed);
        let meant = text.is_ok() || typed.contains(|c: char| c.is_ascii_digit());
        if let Some(end) = self.record.end().filter(|_| meant) {
            let reason = format!("the game is over ({}); there are undo, new, load, save and quit", end.trim_end_matches('.'));
            return Err(InputError::new("move", typed, reason).into());
        }
        let text = text.map_err(|error| not_a_move(typed, error))?;
        if !self.seats.has(self.record.side()) {
            return Err(InputError::new(
                "move",
                typed,
                "you play no side; `side white` gives you one, `go` lets the engine go on",
            )
            .into());
        }
        self.make(&text)
    }

    /// Makes a move of the player's.
    fn make(&mut self, text: &str) -> Result<(), Failure> {
        let time = self.asked.map_or(Duration::ZERO, |asked| asked.elapsed());
        if self.oversteps(time) {
            self.record.decide(Verdict::Overtime(self.record.side()));
            self.stale = true;
            return Ok(());
        }
        self.record.play(text, Some(Thought { token: text.to_owned(), time, ..Thought::default() }))?;
        self.tell()
    }

    fn oversteps(&self, time: Duration) -> bool {
        let clock = self.thinker.budget.clock.map(|control| self.record.clock(self.record.side(), control));
        clock.is_some_and(|clock| time > clock.left() + MARGIN)
    }

    /// Is the line an order that the other person at the terminal must not see?
    fn is_secret(&self, line: &str) -> bool {
        let referee = self.record.referee();
        let first = referee.is_simultaneous() && referee.side() == Side::White;
        first && self.seats == Seats::Both && self.record.read(line.trim()).is_ok()
    }

    /// All that can be typed.
    fn known(&self) -> Known {
        let referee = self.record.referee();
        let gestures = referee.offers("").map(|offers| offers.gestures).unwrap_or_default();
        let built = referee.is_simultaneous();
        let mut moves: Vec<_> = gestures.into_iter().map(|gesture| gesture.text).collect();
        if !built {
            let san: Vec<_> = moves.iter().filter_map(|text| Some(referee.notation(text).ok()?.san)).collect();
            moves.extend(san);
        }
        moves.sort_unstable();
        moves.dedup();
        let variants = || registry::VARIANTS.iter().map(|variant| variant.info.name.to_owned()).collect();
        let squares = || referee.scene().cells.into_iter().map(|cell| cell.square).collect();
        let next = |command: &Command| match command.words {
            "SQUARE" | "[SQUARE]" => squares(),
            "[VARIANT]" => variants(),
            words if words.contains('|') => words.split('|').map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        Known { commands: COMMANDS.iter().map(|command| (command.name, next(command))).collect(), moves, built }
    }

    // ---- The engine ----

    fn is_engines_turn(&self) -> bool {
        self.record.end().is_none() && !self.paused && !self.seats.has(self.record.side())
    }

    fn let_engine_move(&mut self) -> Result<(), Failure> {
        let opinion = self.thinker.think(&self.record, true)?;
        if self.thinker.interrupts.take() && self.seats == Seats::None {
            self.paused = true;
            self.say("The engine pauses; `go` lets it go on.")?;
        }
        let Some(best) = opinion.best else {
            return Err(Failure::Broken(InputError::new("engine", self.record.referee().text(), "gives no move")));
        };
        if self.oversteps(opinion.thought.time) {
            self.record.decide(Verdict::Overtime(self.record.side()));
            self.stale = true;
            return Ok(());
        }
        self.record.play(&best, Some(opinion.thought))?;
        self.tell()
    }

    fn go(&mut self) -> Result<(), Failure> {
        self.must_be_on("go")?;
        self.paused = false;
        if self.seats == Seats::None { Ok(()) } else { self.let_engine_move() }
    }

    /// What the engine thinks at full strength.
    fn opinion(&mut self) -> Result<Opinion, Failure> {
        let opinion = self.thinker.think(&self.record, false)?;
        // Ctrl-C has ended the thinking and nothing else.
        self.thinker.interrupts.take();
        Ok(opinion)
    }

    fn hint(&mut self) -> Result<(), Failure> {
        self.must_be_on("hint")?;
        let Opinion { best, thought, line } = self.opinion()?;
        let Some(best) = best else { return self.say("no hint: there is no move") };
        let notation = self.record.referee().notation(&best)?;
        let score =
            thought.score.map_or_else(String::new, |score| format!(", {} at depth {}", score_text(score), thought.depth));
        self.say(&format!("hint: {}{score}", both_forms(&notation.san, &notation.text)))?;
        // A line begins with the move it is about.
        if line.first() == Some(&best) && line.len() > 1 { self.say(&format!("line: {}", line.join(" "))) } else { Ok(()) }
    }

    fn offer_draw(&mut self) -> Result<(), Failure> {
        self.must_be_on("draw")?;
        match self.seats {
            Seats::None => return Err(InputError::new("draw", "", "you play no side that could offer one").into()),
            Seats::Both => {
                self.record.decide(Verdict::Agreed);
                self.stale = true;
                return Ok(());
            }
            Seats::White | Seats::Black => {}
        }
        let rule = format!("the engine takes a draw from move {DRAW_FROM} on when its own score is +0.00 or less");
        if self.record.number() < DRAW_FROM {
            return self.say(&format!("declined: it is move {}; {rule}", self.record.number()));
        }
        // The player is to move, so the engine sees the score from the other side.
        let Some(score) = self.opinion()?.thought.score.map(turned) else {
            return self.say("declined: no score in so short a time");
        };
        let at_most_level = match score {
            Score::Centipawns(value) => value <= 0,
            Score::Mate(moves) => moves <= 0,
        };
        self.say(&format!(
            "{}: its score is {}; {rule}",
            if at_most_level { "accepted" } else { "declined" },
            score_text(score)
        ))?;
        if at_most_level {
            self.record.decide(Verdict::Agreed);
            self.stale = true;
        }
        Ok(())
    }

    fn resign(&mut self) -> Result<(), Failure> {
        self.must_be_on("resign")?;
        let loser = match self.seats {
            Seats::None => return Err(InputError::new("resign", "", "you play no side that could").into()),
            Seats::White => Side::White,
            Seats::Black => Side::Black,
            Seats::Both => self.record.side(),
        };
        self.record.decide(Verdict::Resigned(loser));
        self.stale = true;
        Ok(())
    }

    fn must_be_on(&self, command: &str) -> Result<(), InputError> {
        let over = |end: String| Err(InputError::new(command, "", format!("the game is over ({})", end.trim_end_matches('.'))));
        self.record.end().map_or(Ok(()), over)
    }

    // ---- Questions ----

    fn variant(&self) -> &'static Variant {
        self.record.variant
    }

    fn help(&mut self, topic: &str) -> Result<(), Failure> {
        if !topic.is_empty() {
            let info = registry::find(topic).map_err(|error| error.within("help"))?.info;
            return self.say(info.help_text().trim_end());
        }
        let head = |command: &Command| format!("{} {}", command.name, command.words);
        let width = COMMANDS.iter().map(|command| head(command).len()).max().unwrap_or_default();
        let lines: Vec<_> = COMMANDS.iter().map(|command| format!("  {:<width$}  {}", head(command), command.help)).collect();
        self.say(&format!("A move, or one of these:\n{}", lines.join("\n")))
    }

    fn rules(&mut self) -> Result<(), Failure> {
        let text = self.variant().info.help_text();
        self.say(text.trim_end())
    }

    fn moves(&mut self, square: &str) -> Result<(), Failure> {
        self.must_be_on("moves")?;
        let info = self.variant().info;
        if !square.is_empty() {
            info.level_of(square)?;
        }
        let referee = self.record.referee();
        let gestures = referee.offers("")?.gestures;
        let here = gestures.into_iter().filter(|gesture| square.is_empty() || gesture.from.as_deref() == Some(square));
        let mut texts: Vec<_> = here.map(|gesture| gesture.text).collect();
        texts.sort_unstable();
        texts.dedup();
        let shown = |text: &String| {
            let san = referee.notation(text).map(|notation| notation.san);
            both_forms(san.as_ref().unwrap_or(text), text)
        };
        let list: Vec<_> = texts.iter().map(shown).collect();
        let note = if referee.is_simultaneous() { "; moves are joined by commas, 5 points at most" } else { "" };
        match list.len() {
            0 => self.say(&format!("no legal move from {square}")),
            count => self.say(&format!("{}: {}{note}", counted(count, "move"), list.join(", "))),
        }
    }

    fn what(&mut self, square: &str) -> Result<(), Failure> {
        if square.is_empty() {
            return Err(InputError::new("what", "", "must be followed by a square").into());
        }
        let pieces = self.record.referee().describe(square)?;
        let line = |piece: &crate::game::Description| {
            let owner = piece.piece.side.map_or_else(String::new, |side| format!("{} ", side.title()));
            format!("{square}: {owner}{} ({}). {}", piece.name, piece.piece.letter, piece.text)
        };
        let lines: Vec<_> = pieces.iter().map(line).collect();
        if lines.is_empty() { self.say(&format!("{square}: empty")) } else { self.say(&lines.join("\n")) }
    }

    // ---- The course of the game ----

    fn undo(&mut self) -> Result<(), Failure> {
        let seats = self.seats;
        let gone = self.record.undo(|side| seats == Seats::None || seats.has(side))?;
        self.stale = true;
        self.paused = seats == Seats::None;
        self.say(&gone)
    }

    fn veto(&mut self) -> Result<(), Failure> {
        self.must_be_on("veto")?;
        let gestures = self.record.referee().offers("")?.gestures;
        let veto = gestures.into_iter().find(|gesture| gesture.deed == Deed::Veto);
        let veto = veto.ok_or_else(|| InputError::new("veto", "", "there is no move that could be vetoed here"))?;
        self.enter(&veto.text)
    }

    fn begin_anew(&mut self, name: &str) -> Result<(), Failure> {
        let (variant, style) = if name.is_empty() {
            (self.variant(), self.record.style)
        } else {
            let choice = flags::choice(name)?;
            (choice.variant, MoveStyle { chess960: choice.chess960 })
        };
        let start = self.record.start().filter(|_| name.is_empty()).map(str::to_owned);
        let record = Record::new(variant, style, start.as_deref())?;
        self.sit_down_to(record)
    }

    /// A new game from one of the variant's other starts.
    fn shuffle(&mut self, number: &str) -> Result<(), Failure> {
        let variant = self.variant();
        let error = |reason: String| InputError::new("shuffle", number, reason);
        let starts = variant.shuffled.ok_or_else(|| error(format!("{} has one start only", variant.info.name)))?;
        let number = match number {
            "" => rand::random_range(0..starts.count),
            number => {
                let known = number.parse().ok().filter(|&n: &u32| n < starts.count);
                known.ok_or_else(|| error(format!("must be a whole number below {}", starts.count)))?
            }
        };
        let record = Record::new(variant, MoveStyle { chess960: true }, Some(&(starts.text)(number)))?;
        self.sit_down_to(record)?;
        self.say(&format!("Start {number} of {}.", starts.count))
    }

    /// Takes up another game; the one before is told if no file has it.
    fn sit_down_to(&mut self, record: Record) -> Result<(), Failure> {
        check_strength(self.thinker.strength, record.variant)?;
        self.part()?;
        self.thinker.new_game(record.variant);
        self.record = record;
        (self.stale, self.paused) = (true, false);
        self.greet()
    }

    fn save(&mut self, words: &str) -> Result<(), Failure> {
        let path = match shell_words("save", words)?.as_slice() {
            [path] => path.clone(),
            _ => {
                return Err(InputError::new(
                    "save",
                    words,
                    "must be followed by the name of a file, in quotes if it has blanks",
                )
                .into());
            }
        };
        let engine = format!("Ziggurat {}, {}", env!("CARGO_PKG_VERSION"), self.thinker.strength);
        let players = Side::BOTH.map(|side| if self.seats.has(side) { "Player" } else { engine.as_str() });
        let text = self.record.pgn(players, self.thinker.budget)?;
        add_to(Path::new(&path), &text)
            .map_err(|error| InputError::new("save", &path, format!("the game is not saved: {error}")))?;
        self.record.unsaved = false;
        let sealed = if self.record.is_sealed() { ", without the order under seal" } else { "" };
        self.say(&format!("saved, behind what {path} held before: {}{sealed}", counted(self.record.moves().len(), "half-move")))
    }

    fn load(&mut self, words: &str) -> Result<(), Failure> {
        let error = |reason: &str| InputError::new("load", words, reason);
        let (path, number) = match shell_words("load", words)?.as_slice() {
            [path] => (path.clone(), None),
            [path, number] => {
                let number: usize = number.parse().map_err(|_| error("must end with the number of a game"))?;
                (path.clone(), Some(number))
            }
            _ => return Err(error("must be followed by the name of a file, and perhaps the number of a game").into()),
        };
        let (record, number) = self.read_record(&path, number)?;
        let told = format!("loaded game {number} of {path}: {}", counted(record.moves().len(), "half-move"));
        self.sit_down_to(record)?;
        // Whoever loads a game looks at it before the engine goes on alone.
        self.paused = self.seats == Seats::None;
        self.say(&told)
    }

    /// A game of a file, the last one unless another is asked for, and its number.
    fn read_record(&self, path: &str, number: Option<usize>) -> Result<(Record, usize), InputError> {
        let text = read_file(Path::new(path))?;
        let number = number.unwrap_or_else(|| pgn::games(&text).count().max(1));
        let game = number.checked_sub(1).and_then(|skipped| pgn::games(&text).nth(skipped));
        let game =
            game.ok_or_else(|| InputError::new("game", number.to_string(), format!("{path} has none of this number")))??;
        let replay = pgn::replay(&game, self.variant(), self.record.style)?;
        let mut record = Record::new(replay.variant, replay.style, replay.fen.as_deref())?;
        for (text, comment) in replay.moves.iter().zip(&game.comments) {
            record.play(text, Remark::read(comment).thought())?;
        }
        if let Some(winner) = pgn::winner_of(&game.result).filter(|_| replay.outcome.is_none()) {
            record.decide(Verdict::Recorded(winner));
        }
        record.unsaved = false;
        Ok((record, number))
    }

    // ---- Settings ----

    fn set_side(&mut self, word: &str) -> Result<(), Failure> {
        let seats = Seats::from_str(word, true);
        self.seats = seats.map_err(|_| InputError::new("side", word, "must be white, black, both or none"))?;
        (self.stale, self.paused) = (true, false);
        self.greet()
    }

    fn set_strength(&mut self, strength: Strength) -> Result<(), Failure> {
        check_strength(strength, self.variant())?;
        self.thinker.strength = strength;
        self.greet()
    }

    fn set_skill(&mut self, word: &str) -> Result<(), Failure> {
        let full = Skill::FULL / 100;
        let level = word.parse().ok().filter(|&level: &u32| level <= full);
        let level = level.ok_or_else(|| InputError::new("skill", word, format!("must be a whole number from 0 to {full}")))?;
        self.set_strength(if level == full { Strength::Full } else { Strength::Skill(level) })
    }

    fn set_elo(&mut self, word: &str) -> Result<(), Failure> {
        let (least, greatest) = registry::ELO_RANGE;
        let elo = word.parse().ok().filter(|elo| (least..=greatest).contains(elo));
        let elo =
            elo.ok_or_else(|| InputError::new("elo", word, format!("must be a whole number from {least} to {greatest}")))?;
        self.set_strength(Strength::Elo(elo))
    }

    fn set_budget(&mut self, budget: Budget) -> Result<(), Failure> {
        self.thinker.budget = budget;
        self.greet()
    }

    fn set_clock(&mut self, word: &str) -> Result<(), Failure> {
        let clock: TimeControl = word.parse().map_err(|error: InputError| error.within("tc"))?;
        self.set_budget(Budget { clock: Some(clock), ..Budget::default() })
    }

    fn set_move_time(&mut self, word: &str) -> Result<(), Failure> {
        let time = read_move_time(word).map_err(|error| error.within("st"))?;
        self.set_budget(Budget { move_time: Some(time), ..Budget::default() })
    }

    fn set_depth(&mut self, word: &str) -> Result<(), Failure> {
        let depth = word.parse().ok().filter(|&depth: &u32| depth > 0);
        let depth = depth.ok_or_else(|| InputError::new("depth", word, "must be a whole number above 0"))?;
        self.set_budget(Budget { depth: Some(depth), ..Budget::default() })
    }

    fn set_nodes(&mut self, word: &str) -> Result<(), Failure> {
        let nodes = word.parse().ok().filter(|&nodes: &u64| nodes > 0);
        let nodes = nodes.ok_or_else(|| InputError::new("nodes", word, "must be a whole number above 0"))?;
        self.set_budget(Budget { nodes: Some(nodes), ..Budget::default() })
    }
}

/// Is there a scale for this strength in this variant?
///
/// # Errors
/// There is none.
pub fn check_strength(strength: Strength, variant: &Variant) -> Result<(), InputError> {
    match strength {
        Strength::Elo(elo) if variant.elo.is_none() => {
            let reason = format!("nobody has measured Elo in {}; `skill` is for all variants", variant.info.name);
            Err(InputError::new("elo", elo.to_string(), reason))
        }
        _ => Ok(()),
    }
}

/// Why something is neither a command nor a move.
fn not_a_move(typed: &str, error: InputError) -> InputError {
    let word = typed.split_whitespace().next().unwrap_or_default();
    let names = COMMANDS.iter().map(|command| command.name);
    match meant(word, names) {
        _ if word.contains(|c: char| c.is_ascii_digit()) => error,
        Some(name) => InputError::new("input", typed, format!("neither a command nor a legal move; did you mean {name}?")),
        None => InputError::new("input", typed, "neither a command nor a legal move; help lists the commands"),
    }
}

/// A move for people and for programs, once where both are the same.
fn both_forms(san: &str, text: &str) -> String {
    if san == text { text.to_owned() } else { format!("{san} ({text})") }
}

/// A score from the other side.
fn turned(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(-value),
        Score::Mate(moves) => Score::Mate(-moves),
    }
}

/// The limits in words.
fn budget_text(budget: &Budget) -> String {
    match (budget.clock, budget.depth, budget.nodes) {
        (Some(clock), ..) => format!("a clock of {clock} for both"),
        (_, Some(depth), _) => format!("depth {depth}"),
        (.., Some(nodes)) => format!("{nodes} nodes a move"),
        _ => format!("{} seconds a move", budget.move_time.unwrap_or(DEFAULT_TIME).as_secs_f64()),
    }
}

fn shell_words(command: &str, words: &str) -> Result<Vec<String>, InputError> {
    shlex::split(words).ok_or_else(|| InputError::new(command, words, "a quote that is not closed"))
}

/// Adds a game to a file and sees to it that it is there.
fn add_to(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
