//! A match: games handed to workers, results gathered, an end found.

use super::adjudication::Rules;
use super::game::{self, CalledOff, End, Finished, Played, Terms, Usage};
use super::limits::Budget;
use super::openings::{Book, Opening};
use super::pgn::{self, Heading};
use super::player::{Failure, Patience, Player, UciPlayer};
use super::records::Records;
use super::schedule::{Fixture, Schedule};
use super::spec::EngineSpec;
use super::statistics::{Hypothesis, Sprt};
use super::tally::{Record, Tally};
use crate::game::registry::Variant;
use crate::game::{InputError, MoveStyle, Referee, Side};
use std::collections::HashSet;
use std::io;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the match looks whether it has been interrupted.
const GLANCE: Duration = Duration::from_millis(100);

/// A match between engines.
pub struct Match {
    /// The game that is played.
    pub variant: &'static Variant,
    /// How moves are written.
    pub style: MoveStyle,
    /// Its name in PGN.
    pub event: String,
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The limits of engines that have none of their own.
    pub limits: Budget,
    /// Who plays whom.
    pub schedule: Schedule,
    /// Where games begin.
    pub book: Book,
    /// How far a player may overstep its time.
    pub margin: Duration,
    /// When games are ended early.
    pub rules: Rules,
    /// How long engines may take for what is not thinking.
    pub patience: Patience,
    /// Games at once.
    pub concurrency: usize,
    /// A test of the first engine against the second that ends the match.
    pub sprt: Option<Sprt>,
}

/// Whoever watches a match. What it cannot write ends the match.
pub trait View {
    /// A worker begins a game, which need not be shown.
    ///
    /// # Errors
    /// It cannot be shown.
    fn started(&mut self, _worker: usize, _fixture: &Fixture) -> io::Result<()> {
        Ok(())
    }

    /// A move was made, which need not be shown: the number of half-moves, and the last of them.
    ///
    /// # Errors
    /// It cannot be shown.
    fn moved(&mut self, _worker: usize, _plies: usize, _played: &Played) -> io::Result<()> {
        Ok(())
    }

    /// A game is finished.
    ///
    /// # Errors
    /// It cannot be shown.
    fn finished(&mut self, worker: usize, record: &Record, tally: &Tally) -> io::Result<()>;

    /// Something else is to be told.
    ///
    /// # Errors
    /// It cannot be shown.
    fn note(&mut self, text: &str) -> io::Result<()>;
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All games were played.
    Complete,
    /// The test has an answer.
    Verdict(Hypothesis),
    /// It was interrupted.
    Interrupted,
}

/// Why a match could not be played.
#[derive(Debug)]
pub enum Trouble {
    /// An engine that does not start, or a file that cannot be written.
    Told(InputError),
    /// The view failed.
    View(io::Error),
}

impl From<InputError> for Trouble {
    fn from(error: InputError) -> Trouble {
        Trouble::Told(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::View(error)
    }
}

/// Counts how often a match was interrupted: once, no more games are begun; twice, those in play are called off.
#[derive(Debug, Default)]
pub struct Interrupts(AtomicUsize);

impl Interrupts {
    /// Interrupts once more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a worker tells.
enum Event {
    Started(Fixture),
    Moved(usize, Played),
    Finished(Box<(Record, String)>),
    /// An engine spoke before it was asked.
    Chatter(usize),
    /// What is wrong with an engine's line, in words.
    Complaint(usize, String),
}

/// The engines that a worker has running, by their numbers.
type Crew = Vec<Option<UciPlayer>>;

/// What workers share.
struct Desk<'m> {
    of: &'m Match,
    /// The number of the next game to look at.
    next: Mutex<usize>,
    /// Games that were played before.
    played: &'m HashSet<usize>,
    closed: AtomicBool,
    called_off: Arc<AtomicBool>,
    wants_pgn: bool,
}

impl Match {
    /// Plays the games that are not in `tally` yet, whose numbers are `played`.
    ///
    /// # Errors
    /// An engine does not start at all, a record cannot be written, the view fails.
    pub fn run(
        &self,
        records: &mut Records,
        tally: &mut Tally,
        played: &HashSet<usize>,
        interrupts: &Interrupts,
        view: &mut dyn View,
    ) -> Result<Ending, Trouble> {
        if let Some(verdict) = self.verdict(tally) {
            return Ok(Ending::Verdict(verdict));
        }
        let called_off = Arc::new(AtomicBool::new(false));
        let left = (0..self.schedule.len()).take(played.len() + self.concurrency).filter(|n| !played.contains(n)).count();
        if left == 0 {
            return Ok(Ending::Complete);
        }
        let mut first_crew = Some(self.muster(&called_off, tally)?);
        let wants_pgn = records.wants_pgn();
        let desk = Desk { of: self, next: Mutex::new(0), played, closed: AtomicBool::new(false), called_off, wants_pgn };
        thread::scope(|scope| {
            let (to, events) = channel();
            for worker in 0..self.concurrency.clamp(1, left) {
                let (to, desk) = (to.clone(), &desk);
                let crew = first_crew.take().unwrap_or_else(|| self.engines.iter().map(|_| None).collect());
                let work = move || desk.work(crew, &mut |event| drop(to.send((worker, event))));
                if let Err(error) = thread::Builder::new().name("game".into()).spawn_scoped(scope, work) {
                    desk.call_off();
                    return Err(Trouble::Told(InputError::new("concurrency", worker.to_string(), error.to_string())));
                }
            }
            drop(to);
            let ending = self.conduct(&desk, &events, records, tally, interrupts, view);
            desk.call_off();
            ending
        })
    }

    /// Starts every engine once, to see that it can be, and lets it go.
    ///
    /// # Errors
    /// An engine does not start, or not as the match needs it.
    pub fn prove(&self) -> Result<(), InputError> {
        self.muster(&Arc::default(), &mut Tally::new(self.engines.len())).map(drop)
    }

    /// Starts every engine once, to see that it can be: for the first worker.
    fn muster(&self, called_off: &Arc<AtomicBool>, tally: &mut Tally) -> Result<Crew, InputError> {
        let start = |(i, spec): (usize, &EngineSpec)| match self.start(spec, called_off) {
            Ok(player) => {
                if player.chatter() > 0 {
                    tally.add_chatter(i);
                }
                Ok(Some(player))
            }
            Err(Failure::Forfeit(_, detail)) => Err(InputError::new("engine", &spec.name, detail)),
            Err(Failure::CalledOff) => Ok(None),
        };
        self.engines.iter().enumerate().map(start).collect()
    }

    fn start(&self, spec: &EngineSpec, called_off: &Arc<AtomicBool>) -> Result<UciPlayer, Failure> {
        UciPlayer::start(spec, self.variant, self.style, self.patience, called_off)
    }

    fn verdict(&self, tally: &Tally) -> Option<Hypothesis> {
        self.sprt.and_then(|sprt| sprt.verdict(&tally.first_pairs()))
    }

    /// Gathers what the workers tell until they have ended or the match is over.
    fn conduct(
        &self,
        desk: &Desk,
        events: &Receiver<(usize, Event)>,
        records: &mut Records,
        tally: &mut Tally,
        interrupts: &Interrupts,
        view: &mut dyn View,
    ) -> Result<Ending, Trouble> {
        let mut heeded = 0;
        loop {
            let count = interrupts.count().min(2);
            if count > heeded {
                heeded = count;
                desk.interrupt(count, view)?;
            }
            match events.recv_timeout(GLANCE) {
                Ok((worker, Event::Started(fixture))) => view.started(worker, &fixture)?,
                Ok((worker, Event::Moved(plies, played))) => view.moved(worker, plies, &played)?,
                Ok((_, Event::Chatter(engine))) => tally.add_chatter(engine),
                Ok((_, Event::Complaint(engine, text))) => view.note(&format!("{}: {text}", self.engines[engine].name))?,
                Ok((worker, Event::Finished(game))) => {
                    let (record, pgn) = *game;
                    records.add(&record, &pgn)?;
                    tally.add(&record);
                    view.finished(worker, &record, tally)?;
                    if let Some(verdict) = self.verdict(tally) {
                        return Ok(Ending::Verdict(verdict));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let complete = tally.games() >= self.schedule.len();
        Ok(if complete { Ending::Complete } else { Ending::Interrupted })
    }
}

impl Desk<'_> {
    fn call_off(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.called_off.store(true, Ordering::Relaxed);
    }

    fn interrupt(&self, count: usize, view: &mut dyn View) -> io::Result<()> {
        if count > 1 {
            self.call_off();
            return view.note("calling off the games in play");
        }
        self.closed.store(true, Ordering::Relaxed);
        view.note("finishing the games in play; once more calls them off")
    }

    /// The next game, if there is one.
    fn next(&self) -> Option<Fixture> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while self.played.contains(&next) {
            *next += 1;
        }
        let open = !self.closed.load(Ordering::Relaxed);
        let fixture = self.of.schedule.fixture(*next).filter(|_| open);
        *next += 1;
        fixture
    }

    /// Plays games until there are no more.
    fn work(&self, mut crew: Crew, tell: &mut dyn FnMut(Event)) {
        let mut referee = (self.of.variant.referee)();
        referee.set_style(self.of.style);
        while let Some(fixture) = self.next() {
            tell(Event::Started(fixture));
            let opening = self.of.book.opening(fixture.opening, referee.as_mut());
            let Ok(mut finished) = self.play(&fixture, &opening, referee.as_mut(), &mut crew, tell) else { return };
            for (engine, complaint) in fixture.players.into_iter().zip(mem::take(&mut finished.complaints)) {
                complaint.into_iter().for_each(|text| tell(Event::Complaint(engine, text)));
            }
            if let End::Forfeit { loser, .. } = finished.end {
                // It is not trusted any more; the next game begins with a fresh one.
                crew[fixture.players[loser.index()]] = None;
            }
            let pgn = self.pgn(&fixture, &opening, &finished, referee.as_mut());
            let record = Record::new(&fixture, &finished.end, finished.moves.len(), finished.usage);
            tell(Event::Finished(Box::new((record, pgn))));
        }
    }

    fn play(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        referee: &mut dyn Referee,
        crew: &mut Crew,
        tell: &mut dyn FnMut(Event),
    ) -> Result<Finished, CalledOff> {
        for side in Side::BOTH {
            let engine = fixture.players[side.index()];
            if crew[engine].is_some() {
                continue;
            }
            match self.of.start(&self.of.engines[engine], &self.called_off) {
                Ok(player) if player.chatter() > 0 => {
                    tell(Event::Chatter(engine));
                    crew[engine] = Some(player);
                }
                Ok(player) => crew[engine] = Some(player),
                Err(Failure::Forfeit(fault, detail)) => return Ok(unplayed(End::Forfeit { loser: side, fault, detail })),
                Err(Failure::CalledOff) => return Err(CalledOff),
            }
        }
        let Ok([Some(white), Some(black)]) = crew.get_disjoint_mut(fixture.players) else { return Err(CalledOff) };
        let players: [&mut dyn Player; 2] = [white, black];
        let terms = Terms { budgets: self.budgets(fixture), margin: self.of.margin, rules: self.of.rules };
        game::play(referee, players, opening, &terms, &mut |plies, played| tell(Event::Moved(plies, played.clone())))
    }

    fn budgets(&self, fixture: &Fixture) -> [Budget; 2] {
        fixture.players.map(|engine| self.of.engines[engine].budget.or(self.of.limits))
    }

    /// The game in PGN; empty where none is kept.
    fn pgn(&self, fixture: &Fixture, opening: &Opening, game: &Finished, referee: &mut dyn Referee) -> String {
        if !self.wants_pgn {
            return String::new();
        }
        let heading = Heading {
            event: &self.of.event,
            date: pgn::today(),
            round: format!("{}.{}", fixture.round + 1, fixture.number + 1),
            players: fixture.players.map(|engine| self.of.engines[engine].name.as_str()),
            budgets: self.budgets(fixture),
        };
        // The opening has just been played from.
        pgn::write(&heading, opening.fen.as_deref(), game, self.of.style, referee).unwrap_or_default()
    }
}

/// A game that ended before its first move.
fn unplayed(end: End) -> Finished {
    Finished { end, moves: Vec::new(), usage: [Usage::default(); 2], complaints: [None, None] }
}
