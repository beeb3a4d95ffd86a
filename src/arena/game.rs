//! One game between two players, under the referee.

use super::adjudication::{Adjudicator, Rule, Rules};
use super::limits::{self, Budget, Clock};
use super::openings::Opening;
use super::player::{Failure, Fault, Player, Question, Thought};
use crate::game::{InputError, Notation, Outcome, Reading, Referee, Side};
use serde::{Deserialize, Serialize};
use std::mem;
use std::time::Duration;

/// What a game is played under.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// The limits of White and Black.
    pub budgets: [Budget; 2],
    /// How far a player may overstep its time before it loses.
    pub margin: Duration,
    /// When a game is ended before the rules end it.
    pub rules: Rules,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the variant.
    Board(Outcome),
    /// By adjudication.
    Adjudicated(Option<Side>, Rule),
    /// A side lost it away from the board.
    Forfeit {
        /// Who lost.
        loser: Side,
        /// How.
        fault: Fault,
        /// In words.
        detail: String,
    },
}

impl End {
    /// The winner; `None` is a draw.
    pub fn winner(&self) -> Option<Side> {
        match self {
            End::Board(outcome) => outcome.winner,
            End::Adjudicated(winner, _) => *winner,
            End::Forfeit { loser, .. } => Some(!*loser),
        }
    }
}

/// A move of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The move in its ways of writing.
    pub notation: Notation,
    /// What the player thought; `None` for moves of the opening.
    pub thought: Option<Thought>,
}

/// What a player used in a game, and how punctual it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Moves it chose.
    pub moves: u64,
    /// The time they took, in microseconds.
    pub micros: u64,
    /// The nodes it reported for them.
    pub nodes: u64,
    /// The sum of the depths it reported.
    pub depth: u64,
    /// Moves that took longer than allowed, but not longer than the margin.
    pub overruns: u64,
    /// The longest of them over its time, in microseconds.
    pub worst_overrun: u64,
    /// Lines it told that cannot be played, or go on behind the end of the game.
    #[serde(default)]
    pub bad_lines: u64,
}

impl Usage {
    fn note(&mut self, thought: &Thought, allowed: Option<Duration>) {
        self.moves += 1;
        self.micros += micros(thought.time);
        self.nodes = self.nodes.saturating_add(thought.nodes);
        self.depth += u64::from(thought.depth);
        let over = allowed.map_or(Duration::ZERO, |allowed| thought.time.saturating_sub(allowed));
        if !over.is_zero() {
            self.overruns += 1;
            self.worst_overrun = self.worst_overrun.max(micros(over));
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct Finished {
    /// How it ended.
    pub end: End,
    /// Its moves, those of the opening first.
    pub moves: Vec<Played>,
    /// What White and Black used.
    pub usage: [Usage; 2],
    /// What is wrong with the first bad line of White and of Black.
    pub complaints: [Option<String>; 2],
}

/// The match was called off, so the game has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalledOff;

/// Plays a game to its end. `watch` is told of every move.
///
/// # Errors
/// The match was called off.
pub fn play(
    referee: &mut dyn Referee,
    players: [&mut dyn Player; 2],
    opening: &Opening,
    terms: &Terms,
    watch: &mut dyn FnMut(usize, &Played),
) -> Result<Finished, CalledOff> {
    let clocks = terms.budgets.map(|budget| budget.clock.map(Clock::new));
    let watchman = Adjudicator::new(terms.rules);
    let (usage, complaints) = Default::default();
    let mut table = Table { referee, opening, terms, clocks, watchman, sealed: None, moves: Vec::new(), usage, complaints };
    let end = table.run(players, watch)?;
    Ok(Finished { end, moves: table.moves, usage: table.usage, complaints: table.complaints })
}

/// The table at which a game is played.
struct Table<'g> {
    referee: &'g mut dyn Referee,
    opening: &'g Opening,
    terms: &'g Terms,
    clocks: [Option<Clock>; 2],
    watchman: Adjudicator,
    /// White's order, which Black may not know yet (simultaneous variants only).
    sealed: Option<Played>,
    moves: Vec<Played>,
    usage: [Usage; 2],
    complaints: [Option<String>; 2],
}

impl Table<'_> {
    fn run(&mut self, players: [&mut dyn Player; 2], watch: &mut dyn FnMut(usize, &Played)) -> Result<End, CalledOff> {
        if let Err(error) = self.set_up() {
            // The opening was checked when it was read.
            return Ok(End::Forfeit { loser: Side::White, fault: Fault::Illegal, detail: error.to_string() });
        }
        for side in Side::BOTH {
            if let Err(failure) = players[side.index()].new_game() {
                return lost(side, failure);
            }
        }
        loop {
            let side = self.referee.side();
            if let Some(end) = self.end() {
                return Ok(end);
            }
            match self.turn(side, players[side.index()]) {
                Ok(()) if self.sealed.is_some() => {}
                Ok(()) => self.moves.last().into_iter().for_each(|played| watch(self.moves.len(), played)),
                Err(failure) => return lost(side, failure),
            }
        }
    }

    fn set_up(&mut self) -> Result<(), InputError> {
        self.referee.set_position(self.opening.fen.as_deref(), Reading::Lenient, &[])?;
        for token in &self.opening.moves {
            let notation = self.referee.notation(token)?;
            self.referee.play(&notation.text)?;
            self.moves.push(Played { notation, thought: None });
        }
        Ok(())
    }

    /// The end of the game, if this is one. Between the orders of one turn there is none.
    fn end(&self) -> Option<End> {
        if self.sealed.is_some() {
            return None;
        }
        let adjudicated = || self.watchman.verdict().map(|(winner, rule)| End::Adjudicated(winner, rule));
        self.referee.outcome().map(End::Board).or_else(adjudicated)
    }

    /// Lets a side move. In a simultaneous variant White's order stays under seal until Black's is in.
    fn turn(&mut self, side: Side, player: &mut dyn Player) -> Result<(), Failure> {
        let budget = self.terms.budgets[side.index()];
        let allowed = self.clocks[side.index()].as_ref().map(Clock::left).or(budget.move_time);
        let question = Question {
            position: self.position(),
            go: limits::go(side, &budget, &self.clocks),
            time: allowed.map(|time| time + self.terms.margin),
        };
        let mut thought = player.think(&question)?;
        self.check_lines(side, &mem::take(&mut thought.lines));
        self.usage[side.index()].note(&thought, allowed);
        if let Some(clock) = &mut self.clocks[side.index()] {
            clock.press(thought.time);
        }
        let notation = self.accept(&thought.token).map_err(|detail| Failure::Forfeit(Fault::Illegal, detail))?;
        self.watchman.note(side, thought.score);
        let played = Played { notation, thought: Some(thought) };
        if self.referee.is_simultaneous() && side == Side::White {
            self.sealed = Some(played);
        } else {
            self.moves.extend(self.sealed.take());
            self.moves.push(played);
        }
        Ok(())
    }

    /// Counts the lines that a player told and that are none.
    fn check_lines(&mut self, side: Side, lines: &[String]) {
        for line in lines {
            // Who does not know what lies under seal cannot know what is legal behind it.
            let known = if self.sealed.is_some() { 1 } else { usize::MAX };
            let moves: Vec<_> = line.split(' ').take(known).collect();
            if let Err(error) = self.referee.check_line(&moves) {
                self.usage[side.index()].bad_lines += 1;
                let complaint = || format!("line {line:?}: {error}, from {}", self.referee.text());
                self.complaints[side.index()].get_or_insert_with(complaint);
            }
        }
    }

    /// Plays a move that a player gave, if it is one; otherwise what is wrong, in words.
    fn accept(&mut self, token: &str) -> Result<Notation, String> {
        let refused = |error: InputError| format!("{error}, in {}", self.referee.text());
        let notation = self.referee.notation(token).map_err(refused)?;
        self.referee.play(&notation.text).map_err(|e| e.to_string())?;
        Ok(notation)
    }

    /// The `position` command, without what the side to move may not know.
    fn position(&self) -> String {
        let mut words = match &self.opening.fen {
            None => "position startpos".to_owned(),
            Some(fen) => format!("position fen {fen}"),
        };
        let sealed = self.sealed.as_ref().map(|_| "sealed");
        if !self.moves.is_empty() || sealed.is_some() {
            words.push_str(" moves");
        }
        for word in self.moves.iter().map(|played| played.notation.text.as_str()).chain(sealed) {
            words.push(' ');
            words.push_str(word);
        }
        words
    }
}

fn lost(loser: Side, failure: Failure) -> Result<End, CalledOff> {
    match failure {
        Failure::Forfeit(fault, detail) => Ok(End::Forfeit { loser, fault, detail }),
        Failure::CalledOff => Err(CalledOff),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::perft::{Method, Stop};
    use crate::game::referee::LegalMoves;
    use crate::game::{EvalTerm, Look, MoveStyle, Offers, Reason, Scene, VariantInfo, registry};
    use crate::search::Score;

    /// A player that says what it was told to say, and remembers what it was asked.
    #[derive(Default)]
    struct Parrot {
        answers: Vec<Result<Thought, Failure>>,
        heard: Vec<Question>,
    }

    impl Parrot {
        fn new(moves: &[&str]) -> Parrot {
            let thought = |token: &&str| Ok(Thought { token: (*token).into(), ..Thought::default() });
            Parrot { answers: moves.iter().rev().map(thought).collect(), heard: Vec::new() }
        }

        fn positions(&self) -> Vec<&str> {
            self.heard.iter().map(|question| question.position.as_str()).collect()
        }
    }

    impl Player for Parrot {
        fn new_game(&mut self) -> Result<(), Failure> {
            Ok(())
        }

        fn think(&mut self, question: &Question) -> Result<Thought, Failure> {
            self.heard.push(question.clone());
            self.answers.pop().unwrap_or(Err(Failure::Forfeit(Fault::Crash, "nothing left to say".into())))
        }
    }

    fn terms() -> Terms {
        Terms { budgets: [Budget { nodes: Some(1), ..Budget::default() }; 2], margin: Duration::ZERO, rules: Rules::default() }
    }

    fn chess(white: &mut Parrot, black: &mut Parrot, opening: &Opening, terms: &Terms) -> Finished {
        let mut referee = (registry::default().referee)();
        play(referee.as_mut(), [white, black], opening, terms, &mut |_, _| {}).unwrap()
    }

    #[test]
    fn a_mate_on_the_board() {
        let (mut white, mut black) = (Parrot::new(&["g2g4"]), Parrot::new(&["e7e5", "d8h4"]));
        let opening = Opening { fen: None, moves: vec!["f2f3".into()] };
        let game = chess(&mut white, &mut black, &opening, &terms());
        assert_eq!(game.end, End::Board(Outcome::win(Side::Black, Reason::Mate)));
        let san: Vec<_> = game.moves.iter().map(|m| m.notation.san.as_str()).collect();
        assert_eq!(san, ["f3", "e5", "g4", "Qh4#"]);
        assert!(game.moves[0].thought.is_none() && game.moves[1].thought.is_some());
        assert_eq!(black.positions()[1], "position startpos moves f2f3 e7e5 g2g4");
        assert_eq!((game.usage[0].moves, game.usage[1].moves), (1, 2));
    }

    #[test]
    fn a_move_that_is_none_loses() {
        let game = chess(&mut Parrot::new(&["e2e5"]), &mut Parrot::default(), &Opening::default(), &terms());
        let End::Forfeit { loser: Side::White, fault: Fault::Illegal, detail } = game.end else { panic!("{:?}", game.end) };
        assert!(detail.contains("e2e5") && detail.contains("RNBQKBNR w KQkq"), "{detail}");
    }

    #[test]
    fn castling_is_passed_on_in_its_canonical_form() {
        let opening = Opening { fen: Some("4k3/7p/8/8/8/8/8/4K2R w K - 0 1".into()), moves: Vec::new() };
        let mut black = Parrot::default();
        chess(&mut Parrot::new(&["e1h1"]), &mut black, &opening, &terms());
        assert_eq!(black.positions(), ["position fen 4k3/7p/8/8/8/8/8/4K2R w K - 0 1 moves e1g1"]);
    }

    #[test]
    fn overruns_within_the_margin_are_counted() {
        let ms = Duration::from_millis;
        let late = |token: &str, time| Ok(Thought { token: token.into(), time: ms(time), ..Thought::default() });
        let mut white = Parrot { answers: vec![late("d2d4", 40), late("e2e4", 130)], heard: Vec::new() };
        let mut black = Parrot::new(&["e7e5", "d7d5"]);
        let budget = Budget { clock: "0.1+0.05".parse().ok(), ..Budget::default() };
        let terms = Terms { budgets: [budget; 2], margin: ms(50), rules: Rules::default() };
        let game = chess(&mut white, &mut black, &Opening::default(), &terms);
        assert_eq!((game.usage[0].overruns, game.usage[0].worst_overrun), (1, 30_000));
        assert_eq!(white.heard[0].time, Some(ms(150)));
        assert_eq!(white.heard[1].go, "go wtime 50 btime 150 winc 50 binc 50");
    }

    #[test]
    fn lines_that_cannot_be_played_are_counted() {
        let lines = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
        let told = |token: &str, told: &[&str]| Ok(Thought { token: token.into(), lines: lines(told), ..Thought::default() });
        let mate = "g2g4 d8h4";
        let mut white = Parrot { answers: vec![told("g2g4", &[mate, "g2g4 d8h4 e2e4", "e5e4", "g2g4 "])], heard: Vec::new() };
        let opening = Opening { fen: None, moves: vec!["f2f3".into(), "e7e5".into()] };
        let game = chess(&mut white, &mut Parrot::new(&["d8h4"]), &opening, &terms());
        assert_eq!(game.usage.map(|usage| usage.bad_lines), [3, 0]);
        let [Some(complaint), None] = game.complaints else { panic!("{:?}", game.complaints) };
        assert!(complaint.contains("move 3") && complaint.contains("e2e4") && complaint.contains("is over"), "{complaint}");
    }

    #[test]
    fn a_drawn_game_may_be_adjudicated() {
        let level = |token: &str| Ok(Thought { token: token.into(), score: Some(Score::Centipawns(0)), ..Thought::default() });
        let mut white = Parrot { answers: vec![level("g1f3")], heard: Vec::new() };
        let mut black = Parrot { answers: vec![level("g8f6")], heard: Vec::new() };
        let rules = Rules { draw: "move=1,count=1".parse().ok(), ..Rules::default() };
        let game = chess(&mut white, &mut black, &Opening::default(), &Terms { rules, ..terms() });
        assert_eq!(game.end, End::Adjudicated(None, Rule::Draw));
    }

    // ---- A game of simultaneous orders: each side names a number, thrice; the greater sum wins ----

    #[derive(Default)]
    struct Numbers {
        orders: Vec<u32>,
    }

    impl Referee for Numbers {
        fn variant(&self) -> &'static VariantInfo {
            registry::default().info
        }

        fn set_style(&mut self, _: MoveStyle) {}

        fn set_position(&mut self, _: Option<&str>, _: Reading, moves: &[&str]) -> Result<(), InputError> {
            self.orders.clear();
            moves.iter().try_for_each(|token| self.play(token))
        }

        fn play(&mut self, token: &str) -> Result<(), InputError> {
            self.orders.push(token.parse().map_err(|_| InputError::new("order", token, "not a number"))?);
            Ok(())
        }

        fn read_san(&self, token: &str) -> Result<String, InputError> {
            Ok(token.to_owned())
        }

        fn notation(&self, token: &str) -> Result<Notation, InputError> {
            let number: u32 = token.parse().map_err(|_| InputError::new("order", token, "not a number"))?;
            Ok(Notation { text: number.to_string(), san: number.to_string() })
        }

        fn is_simultaneous(&self) -> bool {
            true
        }

        fn branch(&self) -> Box<dyn Referee> {
            Box::new(Numbers { orders: self.orders.clone() })
        }

        fn text(&self) -> String {
            format!("{:?}", self.orders)
        }

        fn side(&self) -> Side {
            Side::BOTH[self.orders.len() % 2]
        }

        fn in_check(&self) -> bool {
            false
        }

        fn checkers(&self) -> Vec<String> {
            Vec::new()
        }

        fn outcome(&self) -> Option<Outcome> {
            assert!(self.orders.len().is_multiple_of(2), "half a turn has no outcome");
            let sum = |side: usize| self.orders.iter().skip(side).step_by(2).sum::<u32>();
            let winner = if sum(0) > sum(1) { Side::White } else { Side::Black };
            (self.orders.len() == 6).then(|| Outcome::win(winner, Reason::KingCaptured))
        }

        fn legal_moves(&self, _: bool) -> LegalMoves {
            LegalMoves { count: 0, moves: Vec::new() }
        }

        fn divide_until(&self, _: u32, _: Method, _: Stop) -> Option<Vec<(String, u64)>> {
            None
        }

        fn draw(&self, _: Look) -> String {
            String::new()
        }

        fn scene(&self) -> Scene {
            Scene::default()
        }

        fn offers(&self, _: &str) -> Result<Offers, InputError> {
            Ok(Offers { gestures: Vec::new(), left: None })
        }

        fn touched(&self, _: &str) -> Result<Vec<String>, InputError> {
            Ok(Vec::new())
        }

        fn key(&self) -> u64 {
            0
        }

        fn explain(&self) -> (i32, Vec<EvalTerm>) {
            (0, Vec::new())
        }

        fn flip(&mut self) {}
    }

    #[test]
    fn both_are_asked_before_either_is_shown() {
        let (mut white, mut black) = (Parrot::new(&["5", "1", "7"]), Parrot::new(&["6", "2", "3"]));
        let mut told = Vec::new();
        let mut watch = |count: usize, played: &Played| told.push((count, played.notation.text.clone()));
        let game = play(&mut Numbers::default(), [&mut white, &mut black], &Opening::default(), &terms(), &mut watch).unwrap();
        assert_eq!(game.end, End::Board(Outcome::win(Side::White, Reason::KingCaptured)));
        assert_eq!(white.positions(), ["position startpos", "position startpos moves 5 6", "position startpos moves 5 6 1 2"]);
        assert_eq!(
            black.positions(),
            ["position startpos moves sealed", "position startpos moves 5 6 sealed", "position startpos moves 5 6 1 2 sealed"]
        );
        let order: Vec<_> = game.moves.iter().map(|m| m.notation.text.as_str()).collect();
        assert_eq!(order, ["5", "6", "1", "2", "7", "3"]);
        assert_eq!(told, [(2, "6".to_owned()), (4, "2".to_owned()), (6, "3".to_owned())], "nothing is told under seal");
    }

    #[test]
    fn a_bad_sealed_order_is_its_own_sides_fault() {
        let (mut white, mut black) = (Parrot::new(&["x"]), Parrot::new(&["6"]));
        let game = play(&mut Numbers::default(), [&mut white, &mut black], &Opening::default(), &terms(), &mut |_, _| {});
        let End::Forfeit { loser, fault, .. } = game.unwrap().end else { panic!() };
        assert_eq!((loser, fault), (Side::White, Fault::Illegal));
        assert!(black.heard.is_empty());
    }
}
