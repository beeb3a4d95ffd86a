//! A session: what the engine knows between commands, and what every command does.

use super::go::{self, Go};
use super::info::{NO_MOVE, best_move_line, current_line, info_line, strategy_lines};
use super::lines::Line;
use super::options::{self, Settings};
use super::output::Output;
use super::tables;
use super::worker::{Patience, Setting, Worker};
use crate::game::perft::Method;
use crate::game::registry::{self, Variant};
use crate::game::{Engine, InputError, Paint, Reading};
use crate::search::bench::{self, Measure};
use crate::search::{Control, Current, Limits, Listener, MixedPlay, Report, Resources, Skill, Strategy};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// How long a search that ends by itself may go on when the input has ended, and a count when something would end it.
const GRACE: Duration = Duration::from_secs(5);

/// The same for `bench`, whose work at the variants' own depths has an end on the slowest machine.
const BENCH_GRACE: Duration = Duration::from_secs(60);

/// The author as the handshake names it.
const AUTHOR: &str = "the Ziggurat developers";

/// What a session waits for.
pub(super) enum Event {
    /// A line, and when it was read.
    Line(Line, Instant),
    /// The input has ended, or cannot be read on.
    End(io::Result<()>),
    /// Nobody reads the output any more.
    Closed,
}

/// What the engine is doing.
enum State {
    Idle,
    /// A search of nothing, which answers when it is told to, as `go infinite` and `go ponder` must.
    Held {
        /// Does `ponderhit` release it too?
        pondering: bool,
    },
    Working(Worker),
}

/// A session with a GUI.
pub(super) struct Session {
    output: Output,
    events: SyncSender<Event>,
    paint: Paint,
    pub settings: Settings,
    variant: &'static Variant,
    engine: Box<dyn Engine>,
    resources: Arc<Resources>,
    state: State,
    /// Was the last position refused, so that there is nothing to search?
    refused: bool,
    debug: bool,
    over: bool,
    /// How the input ended.
    input: io::Result<()>,
    /// What the choices of chance start from in this game, if the client does not say.
    game_seed: u64,
}

/// What is said of a count that did not come to its end.
const BROKEN_OFF: &str = "stopped before its end, no totals";

/// The words of a line. Some consoles put a byte order mark before the first.
fn words(line: &str) -> Vec<&str> {
    line.trim_start_matches('\u{feff}').split_ascii_whitespace().collect()
}

/// Tells the client how a search goes, and stops one that nobody listens to any more.
struct Speaker<'s> {
    output: &'s Output,
    control: &'s Control,
}

impl Speaker<'_> {
    fn line(&self, line: &str) {
        self.output.line(line);
        if self.output.is_closed() {
            self.control.stop();
        }
    }
}

impl Listener for Speaker<'_> {
    fn report(&mut self, report: &Report) {
        self.line(&info_line(report));
    }

    fn current(&mut self, current: &Current) {
        self.line(&current_line(current));
    }

    fn strategy(&mut self, strategy: &Strategy) {
        strategy_lines(strategy).iter().for_each(|line| self.line(line));
    }
}

/// A command: its name, what `help` says of it, and what it does with the words behind it.
struct Command {
    name: &'static str,
    /// Does the published protocol have it? Then it is found behind unknown words too, as the protocol wants it.
    published: bool,
    help: &'static str,
    run: fn(&mut Session, &[&str], Instant),
}

#[rustfmt::skip]
static COMMANDS: &[Command] = &[
    Command { name: "uci", published: true, help: "name and options", run: |s, _, _| s.greet() },
    Command { name: "debug", published: true, help: "on | off: remarks on commands and options that are ignored", run: |s, words, _| s.set_debug(words) },
    Command { name: "isready", published: true, help: "answered by readyok at once", run: |s, _, _| s.output.line("readyok") },
    Command { name: "setoption", published: true, help: "name NAME [value VALUE]", run: |s, words, _| s.set_option(words) },
    Command { name: "ucinewgame", published: true, help: "forgets what was learned", run: |s, _, _| s.new_game() },
    Command { name: "position", published: true, help: "startpos | fen TEXT [moves M1 M2 ...]", run: |s, words, _| s.set_position(words) },
    Command { name: "go", published: true, help: "[searchmoves M1 ...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [depth N] [nodes N] [mate N] [movetime MS] [infinite] | perft N", run: Session::go },
    Command { name: "stop", published: true, help: "ends the search, which answers", run: |s, _, _| s.stop() },
    Command { name: "ponderhit", published: true, help: "the move pondered on was played", run: |s, _, _| s.ponder_hit() },
    Command { name: "quit", published: true, help: "ends the program", run: |s, _, _| s.over = true },
    Command { name: "d", published: false, help: "draws the board", run: |s, _, _| s.output.text(&tables::position(s.engine.referee(), s.paint)) },
    Command { name: "eval", published: false, help: "the terms of the evaluation", run: |s, _, _| s.output.text(&tables::evaluation(s.engine.referee())) },
    Command { name: "flip", published: false, help: "exchanges the sides", run: |s, _, _| s.engine.referee_mut().flip() },
    Command { name: "bench", published: false, help: "[DEPTH]: searches fixed positions of every variant and counts nodes", run: |s, words, _| s.bench(words) },
    Command { name: "variants", published: false, help: "the variants with the shapes of their boards", run: |s, _, _| s.output.text(&tables::variants()) },
    Command { name: "help", published: false, help: "[VARIANT]: this list, or the rules and texts of a variant", run: |s, words, _| s.help(words) },
];

/// The command of a line and the words behind it.
fn find<'l>(words: &'l [&'l str]) -> Option<(&'static Command, &'l [&'l str])> {
    words.iter().enumerate().find_map(|(i, &word)| {
        let command = COMMANDS.iter().find(|c| c.name == word && (i == 0 || c.published))?;
        Some((command, &words[i + 1..]))
    })
}

impl Session {
    /// A session with the default variant at its start.
    ///
    /// # Errors
    /// The machine cannot hold the smallest useful table.
    pub fn new(output: Output, events: SyncSender<Event>, paint: Paint) -> Result<Session, InputError> {
        let settings = Settings::default();
        let variant = registry::default();
        Ok(Session {
            resources: Arc::new(Resources::new(settings.hash_mib, settings.threads)?),
            engine: (variant.engine)(),
            variant,
            settings,
            output,
            events,
            paint,
            state: State::Idle,
            refused: false,
            debug: false,
            over: false,
            input: Ok(()),
            game_seed: rand::random(),
        })
    }

    /// Obeys until the session is over.
    pub fn obey(&mut self, event: Event) {
        match event {
            Event::Closed => self.over = true,
            Event::End(result) => {
                if let State::Working(worker) = &self.state {
                    worker.outlast_input();
                }
                self.input = result;
                self.over = true;
            }
            Event::Line(Line::TooLong(start), _) => {
                let text = String::from_utf8_lossy(&start);
                self.refuse_line(&text, &words(&text));
            }
            Event::Line(Line::Whole(bytes), read_at) => {
                let text = String::from_utf8_lossy(&bytes);
                let words = words(&text);
                match find(&words) {
                    Some((command, rest)) => (command.run)(self, rest, read_at),
                    None => self.remark("command", &words.join(" ")),
                }
            }
        }
        self.over |= self.output.is_closed();
    }

    /// Is there nothing more to do?
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Ends whatever is going on; how the input ended.
    pub fn close(mut self) -> io::Result<()> {
        if self.output.is_closed() {
            // Nobody waits for an answer.
            self.stop();
        } else {
            self.finish();
        }
        self.input
    }

    /// Refuses a line of which only the beginning was kept, as its command would refuse bad words behind it.
    fn refuse_line(&mut self, start: &str, words: &[&str]) {
        let error = InputError::new("line", start, "too long");
        match find(words).map(|(command, _)| command.name) {
            Some("go") => {
                self.finish();
                self.decline(&error);
            }
            name => {
                self.refused |= name == Some("position");
                self.output.error(&error);
            }
        }
    }

    /// Is a search going on whose answer is still to come?
    pub fn is_searching(&self) -> bool {
        match &self.state {
            State::Idle => false,
            State::Held { .. } => true,
            State::Working(worker) => worker.is_searching(),
        }
    }

    fn remark(&self, what: &str, token: &str) {
        if self.debug && !token.is_empty() {
            self.output.info(&InputError::new(what, token, "unknown, ignored").to_string());
        }
    }

    fn greet(&self) {
        let mut lines = format!("id name Ziggurat {}\nid author {AUTHOR}\n", env!("CARGO_PKG_VERSION"));
        lines.extend(options::lines().map(|line| line + "\n"));
        self.output.text(&(lines + "uciok\n"));
    }

    fn set_debug(&mut self, words: &[&str]) {
        match words.first() {
            Some(&"on") => self.debug = true,
            Some(&"off") => self.debug = false,
            other => self.output.error(&InputError::new("debug", other.unwrap_or(&""), "must be on or off")),
        }
    }

    fn help(&self, words: &[&str]) {
        if words.is_empty() {
            let lines: String = COMMANDS.iter().map(|c| format!("{:<11} {}\n", c.name, c.help)).collect();
            return self.output.text(&lines);
        }
        match registry::find(&words.join(" ")) {
            Ok(variant) => self.output.text(&format!("{}\n", variant.info.help_text().trim_end())),
            Err(error) => self.output.error(&error),
        }
    }

    // ---- Options ----

    fn set_option(&mut self, words: &[&str]) {
        let Some(assignment) = options::parse(words) else {
            return self.remark("setoption", &words.join(" "));
        };
        match options::set(self, &assignment) {
            Ok(true) => {}
            Ok(false) => self.remark("option", &assignment.name),
            Err(error) => self.output.error(&error),
        }
    }

    /// Makes a new table; the old one stays if that fails.
    pub fn resize(&mut self, hash_mib: usize, threads: usize) -> Result<(), InputError> {
        self.resources = Arc::new(Resources::new(hash_mib, threads)?);
        self.settings.hash_mib = hash_mib;
        self.settings.threads = threads;
        Ok(())
    }

    /// Changes the variant and sets its start position.
    pub fn choose_variant(&mut self, name: &str) -> Result<(), InputError> {
        self.variant = registry::find(name)?;
        self.engine = (self.variant.engine)();
        self.settings.chess960_by_name = registry::implies_chess960(name);
        self.apply_style();
        // The keys of two variants may agree.
        self.resources.clear();
        self.refused = false;
        let info = self.variant.info;
        let (files, ranks, levels) = info.shape;
        self.output.info(&format!(
            "variant {} files {files} ranks {ranks} levels {levels} pocket 0 template fairy startpos {}",
            info.name, info.start
        ));
        Ok(())
    }

    /// Changes how castling is written, whatever the name of the variant said of it.
    pub fn set_chess960(&mut self, chess960: bool) {
        self.settings.chess960 = chess960;
        self.settings.chess960_by_name = false;
        self.apply_style();
    }

    fn apply_style(&mut self) {
        self.engine.referee_mut().set_style(self.settings.style());
    }

    /// What chance starts from in this game.
    fn seed(&self) -> u64 {
        if self.settings.seed == 0 { self.game_seed } else { self.settings.seed.into() }
    }

    /// How well to play.
    fn skill(&self) -> Option<Skill> {
        let limited = self.variant.elo.filter(|_| self.settings.limit_strength);
        Skill::new(limited.map_or(self.settings.skill_level * 100, |scale| scale.level(self.settings.elo)), self.seed())
    }

    /// Forgets what earlier searches learned.
    pub fn forget(&mut self) {
        self.resources.clear();
        self.engine.forget();
    }

    // ---- Games ----

    fn new_game(&mut self) {
        if self.is_searching() {
            self.finish();
        }
        self.forget();
        self.game_seed = rand::random();
    }

    fn set_position(&mut self, words: &[&str]) {
        let result = self.read_position(words);
        self.refused = result.is_err();
        if let Err(error) = result {
            self.output.error(&error);
        }
    }

    fn read_position(&mut self, words: &[&str]) -> Result<(), InputError> {
        let end = words.iter().position(|&w| w == "moves");
        let (place, moves) = (&words[..end.unwrap_or(words.len())], end.map_or(&[][..], |at| &words[at + 1..]));
        let text = match place {
            ["startpos"] => None,
            ["fen", text @ ..] => Some(text.join(" ")),
            ["startpos", extra, ..] => return Err(InputError::new("position", extra, "only moves can follow startpos")),
            _ => return Err(InputError::new("position", place.join(" "), "must be startpos or fen with a position text")),
        };
        self.engine.referee_mut().set_position(text.as_deref(), Reading::Lenient, moves)
    }

    // ---- Searches ----

    fn go(&mut self, words: &[&str], read_at: Instant) {
        self.finish();
        match go::parse(words, read_at) {
            Ok(Go::Search(limits)) if self.refused && go::waits(&limits) => {
                self.state = State::Held { pondering: !limits.infinite };
            }
            Ok(_) if self.refused => self.output.line(NO_MOVE),
            Ok(Go::Search(limits)) => self.search(*limits),
            Ok(Go::Perft(depth)) => self.perft(depth),
            Err(error) => self.decline(&error),
        }
    }

    /// Says why there is no search, and answers all the same.
    fn decline(&self, error: &InputError) {
        self.output.error(error);
        self.output.line(NO_MOVE);
    }

    fn search(&mut self, limits: Limits) {
        let patience = if go::ends(&limits) { Patience::Grace(GRACE) } else { Patience::None };
        let (multi_pv, overhead, skill) = (self.settings.multi_pv, self.settings.overhead(), self.skill());
        let mixed_play = if self.settings.sample { MixedPlay::Sample(self.seed()) } else { MixedPlay::Likeliest };
        let evaluation = self.settings.evaluation;
        let risk = self.settings.risk;
        let limits = Limits { multi_pv, overhead, skill, evaluation, mixed_play, risk, ..limits };
        let control = Arc::new(Control::default());
        let job = match self.engine.prepare(limits, &self.resources, &control) {
            Ok(job) => job,
            Err(error) => return self.decline(&error),
        };
        self.start(Arc::clone(&control), patience, Some(NO_MOVE), move |output| {
            best_move_line(&job(&mut Speaker { output, control: &control })) + "\n"
        });
    }

    fn perft(&mut self, depth: u32) {
        let mut referee = (self.variant.referee)();
        referee.set_style(self.settings.style());
        if let Err(error) = referee.set_position(Some(&self.engine.referee().text()), Reading::Strict, &[]) {
            return self.output.error(&error);
        }
        let method = Method { threads: self.settings.threads, ..Method::default() };
        let control = Arc::new(Control::default());
        self.start(Arc::clone(&control), Patience::Count(GRACE), None, move |output| {
            let Some(counts) = referee.divide_until(depth, method, &|| control.is_stopped()) else {
                output.info(&format!("perft {depth}: {BROKEN_OFF}"));
                return String::new();
            };
            let total: u64 = if depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
            let lines: String = counts.iter().map(|(m, n)| format!("{m}: {n}\n")).collect();
            format!("{lines}\nNodes searched: {total}\n")
        });
    }

    fn bench(&mut self, words: &[&str]) {
        self.finish();
        let depth = words.first().map(|word| word.parse().ok().filter(|&n| n > 0).ok_or(word));
        let depth = match depth.transpose() {
            Ok(depth) => depth,
            Err(word) => return self.output.error(&InputError::new("bench", word, "must be a depth of at least 1")),
        };
        let control = Arc::new(Control::default());
        self.start(Arc::clone(&control), Patience::Count(BENCH_GRACE), None, move |output| {
            let mut total = Measure::default();
            for variant in registry::VARIANTS {
                let measure = bench::run(variant, depth, &control);
                if control.is_stopped() {
                    output.info(&format!("bench: {BROKEN_OFF}"));
                    return String::new();
                }
                match measure {
                    Ok(measure) => {
                        output.text(&tables::bench(variant.info.name, &measure));
                        total += measure;
                    }
                    Err(error) => output.error(&error),
                }
            }
            tables::bench_total(&total)
        });
    }

    fn start(
        &mut self,
        control: Arc<Control>,
        patience: Patience,
        apology: Option<&'static str>,
        work: impl FnOnce(&Output) -> String + Send + 'static,
    ) {
        let (output, events) = (self.output.clone(), self.events.clone());
        match Worker::start(Setting { control, output, events, patience, apology }, work) {
            Ok(worker) => self.state = State::Working(worker),
            Err(error) => {
                self.output.error(&InputError::new("search", "", format!("no thread for it: {error}")));
                if let Some(line) = apology {
                    self.output.line(line);
                }
            }
        }
    }

    fn stop(&mut self) {
        match &self.state {
            State::Idle => {}
            State::Held { .. } => self.release(),
            State::Working(worker) => worker.control().stop(),
        }
    }

    fn ponder_hit(&mut self) {
        match &self.state {
            State::Held { pondering: true } => self.release(),
            State::Working(worker) => worker.control().ponder_hit(),
            State::Idle | State::Held { pondering: false } => {}
        }
    }

    fn release(&mut self) {
        self.state = State::Idle;
        self.output.line(NO_MOVE);
    }

    /// Sees to it that what was asked for before is answered: searches are stopped, counts are given time first.
    fn finish(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Idle => {}
            State::Held { .. } => self.release(),
            State::Working(worker) => worker.finish(),
        }
    }
}
