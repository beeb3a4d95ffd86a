//! One thread of a search: what it needs on its way through the tree.

use super::history::{Earlier, History, side_piece_to};
use super::picker::MoveStack;
use super::run::{Run, Stopped};
use super::{DRAW, INFINITE, MATE, MAX_PLY, Value};
use crate::game::{Game, Outcome, Position, Reason, Side};

/// The value of a node, unless the search must end.
pub(crate) type Searched = Result<Value, Stopped>;

/// The position one half-move further down, and the key that the move struck from the history.
pub(super) struct Child<P> {
    pub position: P,
    struck: Option<u64>,
}

impl<P: Clone> Child<P> {
    /// The position itself, for [`Worker::descend`] to play a move on where it lies: a board is large, and every copy counts.
    #[inline(always)]
    pub fn of(position: &P) -> Child<P> {
        Child { position: position.clone(), struck: None }
    }
}

/// What a node of the current line knows.
#[derive(Clone, Debug)]
pub(super) struct Frame<M> {
    /// The static evaluation, if it is worth anything.
    pub eval: Option<Value>,
    /// The move that is being searched, as [`side_piece_to`] numbers it.
    pub piece_to: Earlier,
    /// If it is quiet and a node of the main search follows: where its own statistics are ([`Position::history_index`]).
    pub quiet: Option<usize>,
    /// Is a pass being searched?
    pub passed: bool,
    /// The quiet move that last refuted the other side's move at this distance from the root.
    pub killer: Option<M>,
    /// How often nodes at this ply failed high since the node two half-moves before was entered; without a table move
    /// they count twice.
    pub cutoffs: u32,
    /// Does the node lie on a principal variation, or did it once?
    pub on_line: bool,
    /// The move that is left out, to see what the others are worth.
    pub excluded: Option<M>,
    /// The move that gave the node last searched at this ply its value; none if its value is an upper bound or no move's.
    /// One from the table need not be legal.
    pub best: Option<M>,
}

impl<M> Default for Frame<M> {
    fn default() -> Self {
        Frame {
            eval: None,
            piece_to: None,
            quiet: None,
            passed: false,
            killer: None,
            cutoffs: 0,
            on_line: false,
            excluded: None,
            best: None,
        }
    }
}

/// What [`Worker::ascend_from_pass`] needs to undo a pass.
pub(super) struct Fence(usize);

/// A thread's way through the tree.
pub(super) struct Worker<'a, P: Position> {
    pub run: &'a Run<'a>,
    pub history: &'a mut History,
    /// The moves not yet tried by the nodes of the current line.
    pub moves: MoveStack<P::Move>,
    /// The best lines found below the nodes of the current line, by half-move.
    pub lines: Lines<P::Move>,
    /// The positions reached by a move so far.
    pub nodes: u64,
    /// The longest line of the current iteration.
    pub sel_depth: usize,
    /// Nodes that may be searched before asking for more.
    batch: u64,
    /// The repetition keys from the start of the game to the current node.
    keys: Vec<u64>,
    /// How many keys there are at the root.
    root_keys: usize,
    /// What the root is drawn by already. Who plays on from there does not care, so it draws nothing further down either.
    root_draw: Option<Reason>,
    /// How many keys there were at the last pass: nothing before it can be repeated.
    fence: usize,
    /// The nodes of the current line.
    frames: Vec<Frame<P::Move>>,
    /// Nodes nearer to the root than this do not pass, while a pass is being verified.
    pub no_pass_before: usize,
}

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(run: &'a Run<'a>, history: &'a mut History, game: &Game<P>) -> Worker<'a, P> {
        Worker {
            run,
            history,
            moves: Vec::with_capacity(4096),
            lines: Lines::new(),
            nodes: 0,
            sel_depth: 0,
            batch: 0,
            keys: game.keys().to_vec(),
            root_keys: game.keys().len(),
            root_draw: game.position().board_draw(),
            fence: 0,
            frames: vec![Frame::default(); MAX_PLY + 2],
            no_pass_before: 0,
        }
    }

    /// The node of the current line at `ply`.
    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame<P::Move> {
        &mut self.frames[ply]
    }

    /// The node so many half-moves before, if the line is that long.
    #[inline(always)]
    pub fn frame_before(&self, ply: usize, back: usize) -> Option<&Frame<P::Move>> {
        self.frames.get(ply.checked_sub(back)?)
    }

    /// The nodes that this thread was handed and has not searched.
    pub fn nodes_left(&self) -> u64 {
        self.batch
    }

    /// Fetches what the table knows of the position after a move, which is perhaps going to be played.
    #[inline(always)]
    pub fn prefetch(&self, position: &P, m: P::Move) {
        self.run.table.prefetch(position.key_after(m));
    }

    /// Plays a move at `ply` on a copy of the position, which is one node.
    pub fn descend(&mut self, child: &mut Child<P>, position: &P, m: P::Move, ply: usize) -> Result<(), Stopped> {
        if self.batch == 0 {
            self.batch = self.run.next_batch(self.nodes == 0)?;
        }
        self.batch -= 1;
        self.nodes += 1;
        let frame = &mut self.frames[ply];
        frame.piece_to = Some(side_piece_to(position, m));
        frame.quiet = None;
        child.struck = if position.takes_back(m) { self.keys.pop() } else { None };
        child.position.play_from(position, m);
        self.keys.push(child.position.repetition_key());
        Ok(())
    }

    /// Takes the move back that led to `child`.
    pub fn ascend(&mut self, child: &Child<P>) {
        self.keys.pop();
        self.keys.extend(child.struck);
    }

    /// Passes at `ply`. That is no node: nothing is played.
    pub fn descend_by_pass(&mut self, passed: &P, ply: usize) -> Fence {
        let frame = &mut self.frames[ply];
        frame.piece_to = None;
        frame.quiet = None;
        frame.passed = true;
        let fence = std::mem::replace(&mut self.fence, self.keys.len());
        self.keys.push(passed.repetition_key());
        Fence(fence)
    }

    /// Takes the pass at `ply` back.
    pub fn ascend_from_pass(&mut self, fence: Fence, ply: usize) {
        self.frames[ply].passed = false;
        self.keys.pop();
        self.fence = fence.0;
    }

    /// The value of a position in which the game is over, unless that takes the knowledge of its moves.
    /// The order is the one of [`Game::outcome`].
    pub fn game_over(&self, position: &P, ply: usize) -> Option<Value> {
        if let Some(outcome) = position.king_loss() {
            return Some(value_of(outcome, position.side(), ply));
        }
        let drawn = position.board_draw().is_some_and(|reason| Some(reason) != self.root_draw);
        if !drawn && !self.is_repeated(position) {
            return None;
        }
        Some(if position.count_moves() == 0 { value_of(position.stuck(), position.side(), ply) } else { DRAW })
    }

    /// Has the current position stood once since the root, the root included, or twice before?
    /// Who can bring a position about twice in the tree can do so a third time.
    fn is_repeated(&self, position: &P) -> bool {
        let Some((&key, before)) = self.keys.split_last() else { return false };
        let reach = before.len().saturating_sub(position.reversible_plies()).max(self.fence.min(before.len()));
        let in_tree = reach.max(self.root_keys - 1).min(before.len());
        before[in_tree..].contains(&key) || before[reach..in_tree].iter().filter(|&&k| k == key).nth(1).is_some()
    }
}

/// Alpha-beta alone, with the table and histories of its own: what a position is worth to its side to move, looked ahead by
/// `depth` half-moves. The run must be of plain rigour.
pub(crate) fn plain<P: Position>(run: &Run, game: &Game<P>, depth: i32) -> Searched {
    let mut history = History::new::<P>();
    let mut worker = Worker::new(run, &mut history, game);
    worker.negamax::<true>(game.position(), (-INFINITE, INFINITE), depth, 0, false)
}

/// What an outcome that stands at `ply` half-moves from the root is worth to `side`.
pub(super) fn value_of(outcome: Outcome, side: Side, ply: usize) -> Value {
    match outcome.winner {
        None => DRAW,
        Some(winner) if winner == side => MATE - ply as Value,
        Some(_) => -MATE + ply as Value,
    }
}

/// The principal variations of the nodes of the current line (a triangular table).
pub(super) struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    fn new() -> Lines<M> {
        Lines((0..MAX_PLY + 2).map(|_| Vec::new()).collect())
    }

    /// The node at `ply` has no line yet.
    pub fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The best line at `ply` is `m` and what follows it.
    pub fn extend(&mut self, ply: usize, m: M) {
        let (above, below) = self.0.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(m);
        above[ply].extend_from_slice(&below[0]);
    }

    /// The best line of the node at `ply`.
    pub fn get(&self, ply: usize) -> &[M] {
        &self.0[ply]
    }
}
