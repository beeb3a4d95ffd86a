//! Where games begin.

use super::pgn;
use crate::game::keys::SplitMix;
use crate::game::registry::Variant;
use crate::game::{InputError, MoveStyle, Reading, Referee, Side, suite};

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Opening {
    /// The position text; `None` is the variant's start.
    pub fen: Option<String>,
    /// Moves from there, in canonical form.
    pub moves: Vec<String>,
}

/// In which order openings come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand in the file.
    Sequential,
    /// Shuffled with a seed.
    Random(u64),
}

/// The openings of a match. When all have been played they come again.
#[derive(Clone, Debug)]
pub struct Book {
    openings: Vec<Opening>,
    /// Random half-moves behind every opening.
    random_plies: u32,
    seed: u64,
}

/// How often random moves are tried anew where they end the game.
const TRIES: usize = 100;

impl Book {
    /// Openings in an order, with `random_plies` random half-moves behind each. Without openings: the start.
    pub fn new(mut openings: Vec<Opening>, order: Order, random_plies: u32, seed: u64) -> Book {
        if let Order::Random(seed) = order {
            SplitMix::new(seed).shuffle(&mut openings);
        }
        if openings.is_empty() {
            openings.push(Opening::default());
        }
        Book { openings, random_plies, seed }
    }

    /// The number of openings, random moves aside; at least one.
    pub fn size(&self) -> usize {
        self.openings.len()
    }

    /// Does every number have an opening of its own, by its random moves?
    pub fn is_random(&self) -> bool {
        self.random_plies > 0
    }

    /// The opening of a number, whatever was played before.
    pub fn opening(&self, number: usize, referee: &mut dyn Referee) -> Opening {
        let opening = &self.openings[number % self.openings.len()];
        let mut random = SplitMix::new(self.seed ^ (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let tries = (0..TRIES).filter_map(|_| with_random_moves(opening, self.random_plies, referee, &mut random));
        tries.take(1).next().unwrap_or_else(|| opening.clone())
    }
}

/// The opening with random moves behind it; `None` if they ended the game.
fn with_random_moves(opening: &Opening, plies: u32, referee: &mut dyn Referee, random: &mut SplitMix) -> Option<Opening> {
    let mut moves = opening.moves.clone();
    if plies > 0 {
        let tokens: Vec<&str> = moves.iter().map(String::as_str).collect();
        referee.set_position(opening.fen.as_deref(), Reading::Lenient, &tokens).ok()?;
    }
    for _ in 0..plies {
        moves.push(random_move(referee, random)?);
    }
    // No game begins between the orders of one turn.
    if plies > 0 && referee.is_simultaneous() && referee.side() == Side::Black {
        moves.push(random_move(referee, random)?);
    }
    let goes_on = plies == 0 || referee.outcome().is_none();
    goes_on.then(|| Opening { fen: opening.fen.clone(), moves })
}

/// Plays a random move; `None` where there is none.
fn random_move(referee: &mut dyn Referee, random: &mut SplitMix) -> Option<String> {
    let token = referee.move_by_lot(random)?;
    referee.play(&token).ok()?;
    Some(token)
}

/// How openings are read.
#[derive(Clone, Copy)]
pub struct Reader {
    /// The game that they belong to.
    pub variant: &'static Variant,
    /// How moves are written.
    pub style: MoveStyle,
    /// Only so many half-moves of each are taken.
    pub plies: Option<usize>,
}

impl Reader {
    /// Reads openings: PGN, or a line each: a position text or `startpos`, perhaps ` moves m1 m2 ...` behind it, `;`
    /// items ignored. Every one is checked.
    ///
    /// # Errors
    /// A bad opening with its place; a file without any.
    pub fn read(&self, text: &str) -> Result<Vec<Opening>, InputError> {
        let first = text.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with(['%', ';']));
        let openings = match first {
            Some(line) if line.starts_with('[') => pgn::games(text).map(|game| self.game(&game?)).collect(),
            _ => suite::entries(text)?.iter().map(|entry| self.line(entry)).collect::<Result<Vec<_>, _>>(),
        }?;
        if openings.is_empty() {
            return Err(InputError::new("openings", "", "there are none in it"));
        }
        Ok(openings)
    }

    fn game(&self, game: &pgn::RawGame) -> Result<Opening, InputError> {
        let replay = pgn::replay(game, self.variant, self.style)?;
        let (found, wanted) = (replay.variant.info.name, self.variant.info.name);
        let checked = if found == wanted {
            self.check(Opening { fen: replay.fen, moves: replay.moves }, self.style)
        } else {
            Err(InputError::new("variant", found, format!("is not {wanted}")))
        };
        checked.map_err(|e| e.within(format_args!("game {}", game.number)))
    }

    fn line(&self, entry: &suite::Entry) -> Result<Opening, InputError> {
        let mut words = entry.position.split_ascii_whitespace();
        let place: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
        let fen = (place != ["startpos"]).then(|| place.join(" "));
        let moves = words.map(str::to_owned).collect();
        let style = MoveStyle { chess960: self.style.chess960 || entry.is_chess960() };
        self.check(Opening { fen, moves }, style).map_err(|e| entry.error(e))
    }

    /// The opening as far as it is wanted, in canonical form.
    fn check(&self, opening: Opening, style: MoveStyle) -> Result<Opening, InputError> {
        let mut referee = (self.variant.referee)();
        referee.set_style(style);
        referee.set_position(opening.fen.as_deref(), Reading::Lenient, &[])?;
        let fen = opening.fen.as_ref().map(|_| referee.text());
        let mut moves = Vec::with_capacity(opening.moves.len());
        for (i, token) in opening.moves.iter().take(self.plies.unwrap_or(usize::MAX)).enumerate() {
            let notation = referee.notation(token).map_err(|e| e.within(format_args!("move {}", i + 1)))?;
            referee.play(&notation.text)?;
            moves.push(notation.text);
        }
        if referee.is_simultaneous() && referee.side() == Side::Black {
            return Err(InputError::new("opening", referee.text(), "ends between the orders of one turn"));
        }
        match referee.outcome() {
            Some(outcome) => Err(InputError::new("opening", outcome.to_string(), "the game is over before it begins")),
            None => Ok(Opening { fen, moves }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::registry;
    use std::collections::HashSet;

    fn chess(text: &str) -> Result<Vec<Opening>, InputError> {
        reader(registry::default(), None).read(text)
    }

    fn reader(variant: &'static Variant, plies: Option<usize>) -> Reader {
        Reader { variant, style: MoveStyle::default(), plies }
    }

    fn opening(fen: Option<&str>, moves: &[&str]) -> Opening {
        Opening { fen: fen.map(str::to_owned), moves: moves.iter().map(|&m| m.to_owned()).collect() }
    }

    #[test]
    fn lines_are_texts_and_move_lists() {
        let text = "# openings\nstartpos moves e2e4 e7e5\n4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1 ;id one\n\nstartpos\n\
                    4k3/8/8/8/8/8/8/4K2R  w\n";
        assert_eq!(
            chess(text).unwrap(),
            [
                opening(None, &["e2e4", "e7e5"]),
                opening(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &["e1g1"]),
                opening(None, &[]),
                opening(Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), &[]),
            ]
        );
    }

    #[test]
    fn games_are_openings_too() {
        let text =
            "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n";
        let expected = [opening(None, &["e2e4", "e7e5", "g1f3"]), opening(Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), &["e1g1"])];
        assert_eq!(chess(text).unwrap(), expected);
        let short = reader(registry::default(), Some(1)).read(text).unwrap();
        assert_eq!(short[0], opening(None, &["e2e4"]));
        let mated = "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        assert!(chess(mated).is_err() && reader(registry::default(), Some(3)).read(mated).is_ok());
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, place) in [
            ("startpos\nstartpos moves e2e5\n", "line 2: move 1: "),
            ("8/8 w\n", "line 1: "),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n", "line 1: opening \"white:mate\""),
            ("# none\n", "openings"),
            ("[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n", "game 1, move 2"),
            ("[Variant \"Dragonchess\"]\n\n*\n", "is not chess"),
        ] {
            let message = chess(text).unwrap_err().to_string();
            assert!(message.contains(place), "{text}: {message}");
        }
    }

    #[test]
    fn the_order_depends_on_the_seed_alone() {
        let openings: Vec<_> = (1..=20).map(|n| opening(Some(&n.to_string()), &[])).collect();
        let order = |order| {
            let book = Book::new(openings.clone(), order, 0, 0);
            let mut referee = (registry::default().referee)();
            (0..40).map(|n| book.opening(n, referee.as_mut()).fen.unwrap()).collect::<Vec<_>>()
        };
        let sequential = order(Order::Sequential);
        assert_eq!((sequential[0].as_str(), sequential[19].as_str(), sequential[20].as_str()), ("1", "20", "1"));
        let random = order(Order::Random(7));
        assert_eq!(random, order(Order::Random(7)));
        assert_ne!(random, order(Order::Random(8)));
        assert_eq!(random[..20].iter().collect::<HashSet<_>>().len(), 20);
        assert_eq!(random[..20], random[20..]);
    }

    #[test]
    fn random_moves_are_legal_and_differ_by_number() {
        for variant in registry::VARIANTS {
            let book = Book::new(Vec::new(), Order::Sequential, 8, 5);
            let mut referee = (variant.referee)();
            let openings: Vec<_> = (0..20).map(|n| book.opening(n, referee.as_mut())).collect();
            assert_eq!(book.opening(3, referee.as_mut()), openings[3]);
            assert!(openings.iter().collect::<HashSet<_>>().len() > 15);
            for opening in openings {
                assert_eq!(opening.moves.len(), 8);
                assert_eq!(reader(variant, None).check(opening.clone(), MoveStyle::default()), Ok(opening));
            }
        }
    }
}
