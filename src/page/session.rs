//! The game of one tab, and what can be done to it.

use super::thinking::{self, Search, Verdict, report_json, turned};
use super::{record, state};
use crate::arena::limits::{TimeControl, read_move_time};
use crate::arena::pgn;
use crate::game::registry::{self, Variant};
use crate::game::{Engine, InputError, MoveStyle, Outcome, Reading, Referee, Side};
use crate::search::{Answer, Clock, Control, Limits, MixedPlay, Report, Resources, Score, Skill, Strategy};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is kept back of the clock for the way of a move.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The greatest table in MiB, and the most threads, that a tab may ask for.
const MOST_HASH: usize = 4096;
const MOST_THREADS: usize = 256;
/// The most lines of analysis.
const MOST_LINES: usize = 8;
/// The highest level of strength: nothing is held back.
pub(super) const FULL_LEVEL: u32 = Skill::FULL / 100;

/// What a page asks for.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields, expecting = "an object that says what to \"do\"")]
pub(super) enum Action {
    /// A new game, from a position text or the start.
    New { variant: String, text: Option<String> },
    /// A new game from a start with the pieces in another order, drawn by lot.
    Shuffle {},
    /// A move in canonical or human notation, behind so many others.
    Move { text: String, ply: Option<usize> },
    /// The last move, and the engine's before it, never happened.
    Undo {},
    /// Turns the board.
    Flip {},
    /// Looks at the position behind so many moves.
    Show { ply: usize },
    /// Goes on from the position looked at; what came later is gone.
    Resume {},
    /// Changes who plays, and how.
    Settings(Wishes),
    /// Begins or ends the analysis.
    Analyse { on: bool },
    /// Sets up a game out of PGN.
    Load { pgn: String },
    /// Asks for the game as PGN.
    Pgn {},
    /// Asks how an order can be gone on with.
    Offers { draft: String },
    /// Asks how moves are written for people.
    Notation { texts: Vec<String> },
}

/// Changes of the settings; what is not named stays.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, expecting = "an object of settings")]
pub(super) struct Wishes {
    white: Option<Player>,
    black: Option<Player>,
    level: Option<u32>,
    threads: Option<usize>,
    hash: Option<usize>,
    lines: Option<usize>,
    timing: Option<Timing>,
    /// Seconds a move.
    seconds: Option<String>,
    /// `[moves/]seconds[+increment]`.
    clock: Option<String>,
}

/// Who plays a side.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Player {
    Human,
    Engine,
}

/// How the engine's time is measured.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub(super) enum Timing {
    /// So much for every move of the engine.
    Move,
    /// A clock for both sides.
    Clock,
}

/// Who plays, and how.
pub(super) struct Settings {
    pub players: [Player; 2],
    pub level: u32,
    pub threads: usize,
    pub hash: usize,
    pub lines: usize,
    pub timing: Timing,
    pub seconds: Duration,
    pub clock: TimeControl,
}

impl Default for Settings {
    fn default() -> Settings {
        let clock = TimeControl { moves: None, time: Duration::from_secs(300), increment: Duration::from_secs(3) };
        Settings {
            players: [Player::Human, Player::Engine],
            level: FULL_LEVEL,
            threads: 1,
            hash: 64,
            lines: 1,
            timing: Timing::Move,
            seconds: Duration::from_secs(1),
            clock,
        }
    }
}

impl Settings {
    /// The settings with all wishes fulfilled.
    fn with(self: &Settings, wishes: &Wishes) -> Result<Settings, InputError> {
        let [white, black] = self.players;
        let seconds = wishes.seconds.as_deref().map(read_move_time).transpose()?;
        let clock = wishes.clock.as_deref().map(read_clock).transpose()?;
        Ok(Settings {
            players: [wishes.white.unwrap_or(white), wishes.black.unwrap_or(black)],
            level: within("level", wishes.level, 0, FULL_LEVEL)?.unwrap_or(self.level),
            threads: within("threads", wishes.threads, 1, MOST_THREADS)?.unwrap_or(self.threads),
            hash: within("hash", wishes.hash, 1, MOST_HASH)?.unwrap_or(self.hash),
            lines: within("lines", wishes.lines, 1, MOST_LINES)?.unwrap_or(self.lines),
            timing: wishes.timing.unwrap_or(self.timing),
            seconds: seconds.unwrap_or(self.seconds),
            clock: clock.unwrap_or(self.clock),
        })
    }
}

/// A clock by which a game can begin.
fn read_clock(text: &str) -> Result<TimeControl, InputError> {
    let control: TimeControl = text.parse()?;
    if control.time.is_zero() {
        return Err(InputError::new("clock", text, "must begin with more than no time at all"));
    }
    Ok(control)
}

fn within<N: PartialOrd + Copy + std::fmt::Display>(
    name: &str,
    wish: Option<N>,
    least: N,
    most: N,
) -> Result<Option<N>, InputError> {
    match wish {
        Some(number) if number < least || number > most => {
            Err(InputError::new(name, number.to_string(), format!("must be from {least} to {most}")))
        }
        wish => Ok(wish),
    }
}

/// Why a search runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To make a move.
    Play,
    /// To be looked at.
    Analyse,
}

/// A move of the game.
#[derive(Clone)]
pub(super) struct Made {
    pub text: String,
    pub san: String,
    pub touched: Vec<String>,
    /// The time that it took, where that is known.
    pub time: Option<Duration>,
    /// What the engine thought of it.
    pub verdict: Option<Verdict>,
}

/// The clocks of a game.
pub(super) struct GameClock {
    left: [Duration; 2],
    control: TimeControl,
    /// Since when the side to move is thinking.
    since: Option<Instant>,
}

impl GameClock {
    fn new(control: TimeControl) -> GameClock {
        GameClock { left: [control.time; 2], control, since: None }
    }

    /// What is left of both clocks while a side is to move.
    pub fn left(&self, mover: Side) -> [Duration; 2] {
        let mut left = self.left;
        let spent = self.since.map_or(Duration::ZERO, |since| since.elapsed());
        left[mover.index()] = left[mover.index()].saturating_sub(spent);
        left
    }

    /// How many moves a side that has made so many has to make until it gets more time.
    fn moves_to_go(&self, made: u32) -> Option<u32> {
        self.control.moves.map(|moves| moves - made % moves)
    }

    pub fn runs(&self) -> bool {
        self.since.is_some()
    }

    /// A side has made a move, its `made`th of the game.
    fn press(&mut self, mover: Side, made: u32) {
        self.left = self.left(mover);
        if self.since.is_some() {
            self.left[mover.index()] += self.control.increment;
        }
        if self.control.moves.is_some_and(|moves| made.is_multiple_of(moves)) {
            self.left[mover.index()] += self.control.time;
        }
        self.since = Some(Instant::now());
    }
}

/// The game of a tab, who listens to it, and when it was last used.
pub(super) struct Session {
    pub id: String,
    table: Mutex<Table>,
    listeners: Mutex<Vec<Sender<Arc<str>>>>,
    /// How many streams of events are open.
    streams: AtomicUsize,
    used: Mutex<Instant>,
}

/// All that a session knows.
pub(super) struct Table {
    pub variant: &'static Variant,
    pub chess960: bool,
    /// The text of the start; `None` is the variant's own.
    pub start: Option<String>,
    pub moves: Vec<Made>,
    /// How many of the moves have been made in the position that is looked at.
    pub shown: usize,
    pub flipped: bool,
    pub settings: Settings,
    pub analysing: bool,
    /// The best that is known of every position, by the number of moves before it.
    pub verdicts: Vec<Option<Verdict>>,
    pub clock: Option<GameClock>,
    /// The side that overstepped its time.
    pub flagged: Option<Side>,
    pub search: Option<Search>,
    /// Why there is no search, if there should be one.
    pub trouble: Option<String>,
    /// Counts the changes of what is shown.
    pub version: u64,
    searches: u64,
    turn_began: Instant,
    engine: Box<dyn Engine>,
    resources: Option<(usize, usize, Arc<Resources>)>,
}

impl Session {
    /// A new game of a variant.
    pub fn new(id: String, variant: &str) -> Result<Session, InputError> {
        let table = Mutex::new(Table::new(variant, None)?);
        Ok(Session { id, table, listeners: Mutex::default(), streams: AtomicUsize::new(0), used: Mutex::new(Instant::now()) })
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listeners(&self) -> MutexGuard<'_, Vec<Sender<Arc<str>>>> {
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When it was last asked for anything, and whether somebody listens to it.
    pub fn last_use(&self) -> (bool, Instant) {
        (self.streams.load(Relaxed) > 0, *self.used.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn use_now(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// The session as the page is told of it.
    pub fn state(&self) -> Value {
        self.use_now();
        state::of(&mut self.table())
    }

    /// Everything that happens from now on, ready to be sent. An analysis that nobody looked at goes on.
    pub fn listen(self: &Arc<Session>) -> Receiver<Arc<str>> {
        let (sender, receiver) = channel();
        self.streams.fetch_add(1, Relaxed);
        self.listeners().push(sender);
        self.think(&mut self.table());
        receiver
    }

    /// A stream of events has ended. An analysis that nobody looks at any more is not worth its heat.
    pub fn leave(&self) {
        if self.streams.fetch_sub(1, Relaxed) > 1 {
            return;
        }
        let mut table = self.table();
        if table.search.as_ref().is_some_and(|search| search.purpose == Purpose::Analyse) {
            table.search = None;
        }
    }

    fn tell(&self, kind: &str, what: &Value) {
        let event: Arc<str> = format!("event: {kind}\ndata: {what}\n\n").into();
        self.listeners().retain(|listener| listener.send(event.clone()).is_ok());
    }

    /// Does what a page asks for, and answers it.
    pub fn act(self: &Arc<Session>, action: Action) -> Result<Value, InputError> {
        self.use_now();
        let mut table = self.table();
        match action {
            Action::Pgn {} => return Ok(json!({ "pgn": record::write(&table)? })),
            Action::Offers { draft } => return table.draft(&draft),
            Action::Notation { texts } => return table.notations(&texts),
            Action::New { variant, text } => {
                let fresh = Table::new(&variant, text.as_deref())?;
                table.replace(fresh);
            }
            Action::Shuffle {} => {
                let fresh = table.shuffled()?;
                table.replace(fresh);
            }
            Action::Move { text, ply } => table.move_by_hand(&text, ply)?,
            Action::Undo {} => table.undo(),
            Action::Flip {} => table.flipped = !table.flipped,
            Action::Show { ply } => table.shown = ply.min(table.moves.len()),
            Action::Resume {} => table.resume(),
            Action::Settings(wishes) => table.change_settings(&wishes)?,
            Action::Analyse { on } => table.analysing = on,
            Action::Load { pgn } => {
                let fresh = record::read(&pgn, table.variant)?;
                table.replace(fresh);
                // A game that is looked at does not go on by itself.
                table.settings.players = [Player::Human; 2];
            }
        }
        Ok(self.changed(&mut table))
    }

    /// Lets the engine do what is to be done now, and tells everybody.
    fn changed(self: &Arc<Session>, table: &mut Table) -> Value {
        self.think(table);
        table.version += 1;
        let state = state::of(table);
        self.tell("state", &state);
        state
    }

    /// Begins the search that is due, unless it runs already.
    fn think(self: &Arc<Session>, table: &mut Table) {
        table.trouble = None;
        let due = table.due();
        if table.search.as_ref().map(|search| (search.purpose, search.ply)) == due {
            return;
        }
        table.search = None;
        let Some((purpose, ply)) = due else { return };
        table.searches += 1;
        let number = table.searches;
        let control = Arc::new(Control::default());
        let begun = table.prepare(purpose, ply, &control).and_then(|job| {
            thinking::begin(self, number, job).map_err(|e| InputError::new("search", "", format!("no thread to work on: {e}")))
        });
        match begun {
            Ok(()) => table.search = Some(Search { number, purpose, ply, control }),
            Err(error) => table.trouble = Some(error.to_string()),
        }
    }

    /// A search reports its lines, the best first.
    pub fn hear(&self, number: u64, reports: &[Report]) {
        let mut table = self.table();
        let search = table.search.as_ref().filter(|search| search.number == number);
        let Some((purpose, ply)) = search.map(|search| (search.purpose, search.ply)) else { return };
        let referee = table.referee(ply);
        let side = referee.side();
        let verdict = |report: &Report| Verdict { score: white_score(report.score, side), depth: report.depth };
        if let Some(best) = reports.first() {
            table.note(ply, verdict(best));
        }
        if purpose == Purpose::Play && referee.is_simultaneous() {
            // What the engine is about to order is its secret.
            return;
        }
        let lines: Vec<_> = reports.iter().map(|r| report_json(r, verdict(r), &line_text(referee.as_ref(), &r.line))).collect();
        drop(table);
        self.tell("analysis", &json!({ "ply": ply, "lines": lines }));
    }

    /// A search reports the mixed strategy behind its answer.
    pub fn hear_strategy(&self, number: u64, strategy: &Strategy) {
        let table = self.table();
        // What the engine mixes from while it plays against somebody is its secret.
        let search = table.search.as_ref().filter(|search| search.number == number && search.purpose == Purpose::Analyse);
        let Some(ply) = search.map(|search| search.ply) else { return };
        let referee = table.referee(ply);
        let orders: Vec<_> = strategy
            .orders
            .iter()
            .map(|(order, p)| json!({ "order": line_text(referee.as_ref(), std::slice::from_ref(order)), "share": p }))
            .collect();
        drop(table);
        self.tell("strategy", &json!({ "ply": ply, "orders": orders, "lower": strategy.lower, "upper": strategy.upper }));
    }

    /// A search has ended.
    pub fn conclude(self: &Arc<Session>, number: u64, answer: &Answer) {
        let mut table = self.table();
        match table.search.as_ref() {
            Some(search) if search.number == number && search.purpose == Purpose::Play => {}
            _ => return,
        }
        table.search = None;
        if let Some(best) = &answer.best
            && let Err(error) = table.make(best)
        {
            table.trouble = Some(error.to_string());
            table.version += 1;
            let state = state::of(&mut table);
            return self.tell("state", &state);
        }
        self.changed(&mut table);
    }
}

/// A score from White's point of view.
fn white_score(score: Score, mover: Side) -> Score {
    if mover == Side::White { score } else { turned(score) }
}

/// A line in the notation for people, as far as it can be played.
fn line_text(referee: &dyn Referee, line: &[String]) -> String {
    let mut branch = referee.branch();
    let mut words = Vec::with_capacity(line.len());
    for token in line {
        let san = branch.notation(token).map(|notation| notation.san);
        let playable = san.is_ok() && branch.play(token).is_ok();
        words.push(san.unwrap_or_else(|_| token.clone()));
        if !playable {
            break;
        }
    }
    words.join(" ")
}

impl Table {
    /// A game from a position text, or from the start.
    pub fn new(name: &str, text: Option<&str>) -> Result<Table, InputError> {
        let variant = registry::find(name)?;
        let chess960 = registry::implies_chess960(name);
        let mut referee = (variant.referee)();
        referee.set_style(MoveStyle { chess960 });
        let text = text.map(str::trim).filter(|text| !text.is_empty() && *text != "startpos");
        referee.set_position(text, Reading::Lenient, &[])?;
        Ok(Table {
            variant,
            chess960,
            start: text.map(|_| referee.text()),
            moves: Vec::new(),
            shown: 0,
            flipped: false,
            settings: Settings::default(),
            analysing: false,
            verdicts: vec![None],
            clock: None,
            flagged: None,
            search: None,
            trouble: None,
            version: 0,
            searches: 0,
            turn_began: Instant::now(),
            engine: (variant.engine)(),
            resources: None,
        })
    }

    /// A game from another start of the variant, drawn by lot.
    fn shuffled(&self) -> Result<Table, InputError> {
        let name = self.variant.info.name;
        let starts = self.variant.shuffled;
        let starts = starts.ok_or_else(|| InputError::new("shuffle", name, "this variant has one start only"))?;
        let text = (starts.text)(rand::random_range(0..starts.count));
        Ok(Table { chess960: true, ..Table::new(name, Some(&text))? })
    }

    /// Takes another game, and keeps who plays it and how.
    fn replace(&mut self, fresh: Table) {
        let Table { variant, chess960, start, moves, shown, verdicts, engine, .. } = fresh;
        self.search = None;
        (self.variant, self.chess960, self.start, self.engine) = (variant, chess960, start, engine);
        (self.moves, self.shown, self.verdicts) = (moves, shown, verdicts);
        self.flagged = None;
        self.turn_began = Instant::now();
        self.reset_clock();
        if let Some((_, _, resources)) = &self.resources {
            resources.clear();
        }
    }

    fn reset_clock(&mut self) {
        self.clock = (self.settings.timing == Timing::Clock).then(|| GameClock::new(self.settings.clock));
    }

    pub fn style(&self) -> MoveStyle {
        MoveStyle { chess960: self.chess960 }
    }

    /// The game behind so many of its moves.
    pub fn referee(&self, ply: usize) -> Box<dyn Referee> {
        let mut referee = (self.variant.referee)();
        self.set_up(referee.as_mut(), self.texts(ply));
        referee
    }

    fn texts(&self, ply: usize) -> Vec<&str> {
        self.moves.iter().take(ply).map(|made| made.text.as_str()).collect()
    }

    /// Start and moves have been checked when they came in.
    fn set_up(&self, referee: &mut dyn Referee, moves: Vec<&str>) {
        referee.set_style(self.style());
        let set = referee.set_position(self.start.as_deref(), Reading::Lenient, &moves);
        debug_assert!(set.is_ok(), "{set:?}");
    }

    /// The position where the game goes on.
    pub fn end(&self) -> Box<dyn Referee> {
        self.referee(self.moves.len())
    }

    /// Is the position looked at the one where the game goes on?
    pub fn is_at_end(&self) -> bool {
        self.shown == self.moves.len()
    }

    pub fn player(&self, side: Side) -> Player {
        self.settings.players[side.index()]
    }

    /// Has White given an order that Black must not see, so that the last move is a secret?
    pub fn is_sealed(&self, referee: &dyn Referee) -> bool {
        referee.is_simultaneous() && referee.side() == Side::Black && !self.moves.is_empty()
    }

    /// The result on the board, or by the clock.
    pub fn outcome(&self, referee: &dyn Referee) -> Option<Ending> {
        let by_time = || self.flagged.map(|loser| Ending::Time(!loser));
        referee.outcome().map(Ending::Board).or_else(by_time)
    }

    /// Sees whether the side to move has overstepped its time.
    pub fn look_at_clock(&mut self) {
        let side = self.end().side();
        let empty = |clock: &GameClock| clock.runs() && clock.left(side)[side.index()].is_zero();
        if self.flagged.is_none() && self.clock.as_ref().is_some_and(empty) {
            self.flagged = Some(side);
            self.search = None;
        }
    }

    // ---- Moves ----

    /// A move in canonical or human notation.
    fn move_by_hand(&mut self, token: &str, ply: Option<usize>) -> Result<(), InputError> {
        let refuse = |why: &str| Err(InputError::new("move", token, why));
        let referee = self.end();
        if ply.is_some_and(|ply| ply != self.moves.len()) {
            return refuse("the game has gone on meanwhile");
        }
        if !self.is_at_end() {
            return refuse("an earlier position is shown; go on from there, or go back to the end");
        }
        if self.player(referee.side()) == Player::Engine {
            return refuse("it is the engine's move");
        }
        self.look_at_clock();
        self.make(token)
    }

    /// Makes a move at the end of the game.
    pub fn make(&mut self, token: &str) -> Result<(), InputError> {
        let referee = self.end();
        if let Some(ending) = self.outcome(referee.as_ref()) {
            return Err(InputError::new("move", token, format!("the game is over: {}", ending.word())));
        }
        let canonical = referee.notation(token).or_else(|error| match referee.read_san(token) {
            Ok(text) => referee.notation(&text),
            Err(_) => Err(error),
        })?;
        let touched = referee.touched(&canonical.text)?;
        let thought = self.player(referee.side()) == Player::Engine;
        let verdict = self.verdicts.last().copied().flatten().filter(|_| thought);
        let made = Made { text: canonical.text, san: canonical.san, touched, time: Some(self.turn_began.elapsed()), verdict };
        if let Some(clock) = &mut self.clock {
            clock.press(referee.side(), self.moves.len() as u32 / 2 + 1);
        }
        self.turn_began = Instant::now();
        let follows = self.is_at_end();
        self.search = None;
        self.moves.push(made);
        self.verdicts.push(None);
        if follows {
            self.shown = self.moves.len();
        }
        Ok(())
    }

    /// Back to the last position where a human was to move.
    fn undo(&mut self) {
        (self.flagged, self.search) = (None, None);
        while self.moves.pop().is_some() {
            self.verdicts.pop();
            if self.player(self.end().side()) == Player::Human {
                break;
            }
        }
        self.go_to_end();
    }

    fn resume(&mut self) {
        (self.flagged, self.search) = (None, None);
        self.moves.truncate(self.shown);
        self.verdicts.truncate(self.shown + 1);
        self.go_to_end();
    }

    fn go_to_end(&mut self) {
        self.shown = self.moves.len();
        self.turn_began = Instant::now();
        if let Some(clock) = &mut self.clock {
            clock.since = clock.since.map(|_| Instant::now());
        }
    }

    fn change_settings(&mut self, wishes: &Wishes) -> Result<(), InputError> {
        self.settings = self.settings.with(wishes)?;
        self.search = None;
        if wishes.timing.is_some() || wishes.clock.is_some() {
            self.flagged = None;
            self.reset_clock();
        }
        Ok(())
    }

    /// How an order can be gone on with, if it is a human's to give.
    fn draft(&self, draft: &str) -> Result<Value, InputError> {
        let offers = self.end().offers(draft)?;
        Ok(json!({ "draft": draft, "offers": offers }))
    }

    fn notations(&self, texts: &[String]) -> Result<Value, InputError> {
        let referee = self.end();
        let san = |text: &String| referee.notation(text).map(|notation| notation.san);
        Ok(json!({ "san": texts.iter().map(san).collect::<Result<Vec<_>, _>>()? }))
    }

    // ---- Searches ----

    /// The search that should run now, and the position for it.
    fn due(&self) -> Option<(Purpose, usize)> {
        let end = self.end();
        let over = self.outcome(end.as_ref()).is_some();
        if !over && self.player(end.side()) == Player::Engine {
            return Some((Purpose::Play, self.moves.len()));
        }
        let open = self.referee(self.shown).outcome().is_none();
        (self.analysing && open).then_some((Purpose::Analyse, self.shown))
    }

    fn prepare(
        &mut self,
        purpose: Purpose,
        ply: usize,
        control: &Arc<Control>,
    ) -> Result<crate::game::engine::Job, InputError> {
        let referee = self.referee(ply);
        let sealed = self.is_sealed(referee.as_ref()) && ply > 0;
        let limits = self.limits(purpose, referee.side());
        let mut moves: Vec<String> = self.texts(ply).into_iter().map(str::to_owned).collect();
        if sealed {
            // Who chooses Black's order is not told White's.
            moves.pop();
            moves.push("sealed".to_owned());
        }
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let style = self.style();
        let game = self.engine.referee_mut();
        game.set_style(style);
        game.set_position(self.start.as_deref(), Reading::Lenient, &moves)?;
        if let (Purpose::Play, Some(clock)) = (purpose, &mut self.clock) {
            clock.since.get_or_insert_with(Instant::now);
        }
        let resources = self.resources()?;
        self.engine.prepare(limits, &resources, control)
    }

    fn resources(&mut self) -> Result<Arc<Resources>, InputError> {
        let (hash, threads) = (self.settings.hash, self.settings.threads);
        match &self.resources {
            Some((mib, number, resources)) if (*mib, *number) == (hash, threads) => Ok(resources.clone()),
            _ => {
                let resources = Arc::new(Resources::new(hash, threads)?);
                self.resources = Some((hash, threads, resources.clone()));
                Ok(resources)
            }
        }
    }

    fn limits(&self, purpose: Purpose, side: Side) -> Limits {
        if purpose == Purpose::Analyse {
            return Limits { infinite: true, multi_pv: self.settings.lines, ..Limits::default() };
        }
        let skill = Skill::new(self.settings.level * 100, rand::random());
        let limits = Limits { skill, mixed_play: MixedPlay::Sample(rand::random()), overhead: OVERHEAD, ..Limits::default() };
        match &self.clock {
            None => Limits { move_time: Some(self.settings.seconds), overhead: Duration::ZERO, ..limits },
            Some(clock) => {
                let time = clock.left(side).map(Some);
                let increment = [clock.control.increment; 2];
                let moves_to_go = clock.moves_to_go(self.moves.len() as u32 / 2);
                Limits { clock: Clock { time, increment, moves_to_go }, ..limits }
            }
        }
    }

    /// Notes what a search says of a position, unless more is known of it.
    fn note(&mut self, ply: usize, verdict: Verdict) {
        if let Some(slot) = self.verdicts.get_mut(ply)
            && slot.is_none_or(|known| known.depth <= verdict.depth)
        {
            *slot = Some(verdict);
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ending {
    Board(Outcome),
    /// The other side's time was over; the winner.
    Time(Side),
}

impl Ending {
    pub fn winner(self) -> Option<Side> {
        match self {
            Ending::Board(outcome) => outcome.winner,
            Ending::Time(winner) => Some(winner),
        }
    }

    /// `white:mate`.
    pub fn word(self) -> String {
        match self {
            Ending::Board(outcome) => outcome.to_string(),
            Ending::Time(winner) => format!("{}:time", winner.name()),
        }
    }

    /// `1-0`.
    pub fn result(self) -> &'static str {
        pgn::result_of(self.winner())
    }
}
