//! The search as protocols and commands see it, for every variant; what needs a known position is chess.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::registry::{self, VARIANTS, Variant};
use ziggurat::game::{Engine, Reading};
use ziggurat::search::{
    Answer, Control, Current, Evaluation, Limits, Listener, Report, Resources, Score, Skill, bench, oracle,
};
use ziggurat::variants::chess::Chess;
use ziggurat::variants::dragonchess::Dragonchess;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// An engine with a small table of its own.
struct Searcher {
    engine: Box<dyn Engine>,
    resources: Arc<Resources>,
}

impl Searcher {
    fn new(variant: &Variant, threads: usize) -> Searcher {
        Searcher { engine: (variant.engine)(), resources: Arc::new(Resources::new(1, threads).unwrap()) }
    }

    fn chess(text: &str, moves: &[&str]) -> Searcher {
        let mut searcher = Searcher::new(registry::find("chess").unwrap(), 1);
        searcher.engine.referee_mut().set_position(Some(text), Reading::Strict, moves).unwrap();
        searcher
    }

    fn search(&self, limits: Limits) -> (Answer, Vec<Report>) {
        self.search_under(limits, &Arc::default())
    }

    fn search_under(&self, limits: Limits, control: &Arc<Control>) -> (Answer, Vec<Report>) {
        let mut reports = Vec::new();
        let job = self.engine.prepare(limits, &self.resources, control).unwrap();
        let answer = job(&mut |report: &Report| reports.push(report.clone()));
        (answer, reports)
    }

    /// Starts a search on another thread: its reports, the strings on it, and its answer.
    fn start(&self, limits: Limits) -> (Receiver<Report>, Arc<Control>, JoinHandle<Answer>) {
        let control = Arc::<Control>::default();
        let job = self.engine.prepare(limits, &self.resources, &control).unwrap();
        let (send, reports) = channel();
        let thread = spawn(move || job(&mut |report: &Report| _ = send.send(report.clone())));
        (reports, control, thread)
    }

    /// The score of a search to a depth.
    fn score(&self, depth: u32) -> Score {
        self.search(to_depth(depth)).1.last().unwrap().score
    }
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn to_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn chess_is_searched_as_by_minimax() {
    let many_men = [
        KIWIPETE,
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ];
    oracle::check::<Chess>(&many_men, 3);
    let few_men = [
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/8/5k2/8/3r4/5K2 b - - 20 60",
        "7k/8/5K2/8/8/8/8/6Q1 w - - 97 90",
        "8/k1P5/8/1K6/8/8/8/8 w - - 98 70",
        "5k2/5P2/4K3/8/8/8/8/8 b - - 3 50",
    ];
    oracle::check::<Chess>(&few_men, 4);
}

#[test]
fn dragonchess_is_searched_as_by_minimax() {
    let texts: Vec<_> =
        registry::find("dragonchess").unwrap().bench.positions.lines().filter(|l| !l.starts_with('#')).collect();
    oracle::check::<Dragonchess>(&texts[..3], 2);
    let few_men = [
        "12/12/12/2r9/12/12/12/12|11k/12/4w7/12/2W9/12/12/K11|12/12/4B7/12/12/12/12/12 w - - 98 60",
        "12/12/12/12/12/12/5R6/12|4k7/W11/12/12/12/12/11w/4K7|12/12/12/12/4e7/12/12/12 b - - 3 50",
    ];
    oracle::check::<Dragonchess>(&few_men, 3);
}

#[test]
fn a_game_that_is_over_has_no_answer() {
    for (text, score) in
        [("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Score::Mate(0)), ("5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", Score::Centipawns(0))]
    {
        let (answer, reports) = Searcher::chess(text, &[]).search(to_depth(3));
        assert_eq!(answer, Answer { best: None, ponder: None, nodes: 0 });
        let [report] = &reports[..] else { panic!("{reports:?}") };
        assert_eq!((report.depth, report.score, report.line.len()), (0, score, 0));
    }
}

#[test]
fn draws_are_worth_nothing() {
    let only = |m: &str| Limits { search_moves: vec![m.into()], ..to_depth(4) };
    let score = |searcher: &Searcher, limits| searcher.search(limits).1.last().unwrap().clone();

    let repeated = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"];
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let third = score(&Searcher::chess(start, &repeated), only("f6g8"));
    assert_eq!((third.score, third.line.len()), (Score::Centipawns(0), 1), "the third time is a draw");
    let second = score(&Searcher::chess(start, &repeated[..3]), only("f6g8"));
    assert!(second.line.len() > 1, "the second time in the game is not");
    // Checks on g5 and f6 for ever, or Black promotes.
    let perpetual = Searcher::chess("r4rk1/5p1p/5Q2/8/8/8/p1p5/7K w - - 0 50", &[]);
    assert_eq!(perpetual.score(9), Score::Centipawns(0), "the second time in the tree is a draw");

    let by_clock = score(&Searcher::chess("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90", &[]), only("g1a1"));
    assert_eq!((by_clock.score, by_clock.line.len()), (Score::Centipawns(0), 1));
    let mate = Searcher::chess("7k/8/5K2/8/8/8/8/6Q1 w - - 99 90", &[]).search(to_depth(4));
    assert_eq!(mate.1.last().unwrap().score, Score::Mate(1), "a mate on the last half-move stands");
    assert_eq!(mate.0.best.as_deref(), Some("g1g7"));

    let drawn = Searcher::chess("7k/8/5K2/8/8/8/8/1Q6 w - - 120 90", &[]);
    assert_eq!(drawn.score(8), Score::Mate(2), "a drawn root is searched like any other");
    let drawn = Searcher::chess("7k/8/2p5/3p4/4Q3/8/3P4/4K3 w - - 120 90", &[]).search(to_depth(8)).0;
    assert_eq!(drawn.best.as_deref(), Some("e4e8"), "and plays on to win");
}

#[test]
fn node_limits_are_exact() {
    for variant in VARIANTS {
        for threads in [1, 3] {
            for nodes in [1, 2, 1023, 1024, 1025, 20_000] {
                let (answer, reports) = Searcher::new(variant, threads).search(to_nodes(nodes));
                assert_eq!(answer.nodes, nodes, "{} with {threads} threads", variant.info.name);
                assert!(reports.iter().all(|report| report.nodes <= nodes));
                assert!(answer.best.is_some());
            }
        }
    }
}

#[test]
fn one_thread_is_deterministic() {
    for variant in VARIANTS {
        let mut searcher = Searcher::new(variant, 1);
        let strip = |(answer, reports): (Answer, Vec<Report>)| {
            let reports: Vec<_> = reports.into_iter().map(|r| (r.depth, r.sel_depth, r.score, r.nodes, r.line)).collect();
            (answer, reports)
        };
        let limits = || Limits { multi_pv: 2, ..to_nodes(30_000) };
        let first = strip(searcher.search(limits()));
        let second = strip(searcher.search(limits()));
        assert_ne!(first, second, "{}: nothing was learned", variant.info.name);
        searcher.engine.forget();
        searcher.resources.clear();
        assert_eq!(first, strip(searcher.search(limits())), "{}: something was not forgotten", variant.info.name);
    }
}

#[test]
fn a_bench_is_a_signature() {
    for variant in VARIANTS {
        let nodes = |depth| bench::run(variant, Some(depth), &Arc::default()).unwrap().nodes;
        let depth = variant.bench.depth.min(3);
        assert_eq!(nodes(depth), nodes(depth), "{}", variant.info.name);
        assert!(nodes(depth) > nodes(depth - 1));
    }
}

#[test]
fn the_depth_limit_is_exact() {
    for variant in VARIANTS {
        let (_, reports) = Searcher::new(variant, 1).search(to_depth(3));
        let mut depths: Vec<_> = reports.iter().map(|report| report.depth).collect();
        if (variant.referee)().is_simultaneous() {
            // A turn is told of again when more orders have been looked at.
            depths.dedup();
        }
        assert_eq!(depths, [1, 2, 3], "{}", variant.info.name);
    }
    let (_, reports) = Searcher::chess("7k/8/5K2/8/8/8/8/6Q1 w - - 0 90", &[]).search(to_depth(12));
    assert_eq!(reports.last().unwrap().depth, 12, "a mate does not end a search to a depth");
}

#[test]
fn a_search_stopped_at_once_has_something_to_say() {
    for variant in VARIANTS {
        let control = Arc::<Control>::default();
        control.stop();
        let searcher = Searcher::new(variant, 2);
        let (answer, reports) = searcher.search_under(Limits { infinite: true, ..Limits::default() }, &control);
        assert_eq!(answer.best.as_ref(), reports.last().unwrap().line.first());
        assert!(answer.best.is_some());
    }
}

/// Long enough for a search to depth 1 to have answered, were it allowed to; shorter makes the test weaker, not wrong.
const PATIENCE: Duration = Duration::from_millis(50);

#[test]
fn an_infinite_search_waits_for_stop() {
    for text in ["7k/8/5K2/8/8/8/8/6Q1 w - - 0 90", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"] {
        let limits = Limits { infinite: true, move_time: Some(Duration::ZERO), ..to_depth(2) };
        let (reports, control, thread) = Searcher::chess(text, &[]).start(limits);
        while reports.recv_timeout(PATIENCE).is_ok() {}
        control.ponder_hit();
        std::thread::sleep(PATIENCE);
        assert!(!thread.is_finished(), "{text}: answered before stop");
        control.stop();
        thread.join().unwrap();
    }
}

#[test]
fn a_pondering_search_waits_for_its_hit() {
    for pull in [Control::ponder_hit, Control::stop] {
        let limits = Limits { ponder: true, move_time: Some(Duration::ZERO), ..Limits::default() };
        let (reports, control, thread) = Searcher::chess(KIWIPETE, &[]).start(limits);
        reports.recv().unwrap();
        std::thread::sleep(PATIENCE);
        assert!(!thread.is_finished(), "the clock runs while pondering");
        pull(&control);
        assert!(thread.join().unwrap().best.is_some());
    }
}

#[test]
fn the_best_lines_are_sorted_and_different() {
    for variant in VARIANTS {
        let searcher = Searcher::new(variant, 1);
        let count = searcher.engine.referee().legal_moves(false).count as usize;
        // A million lines are not asked for.
        for lines in [4, count + 10].into_iter().filter(|&lines| lines < 1000) {
            let (answer, reports) = searcher.search(Limits { multi_pv: lines, ..to_depth(2) });
            let last = &reports[reports.len() - lines.min(count)..];
            assert_eq!(answer.best, last[0].line.first().cloned());
            for (i, report) in last.iter().enumerate() {
                assert_eq!((report.multi_pv, report.depth), (i + 1, 2));
                assert!(last[..i].iter().all(|other| other.line[0] != report.line[0]));
                assert!(i == 0 || worth(last[i - 1].score) >= worth(report.score));
            }
        }
    }
}

/// Hears the moves that a search comes to, and its reports.
#[derive(Default)]
struct Ears {
    moves: Vec<Current>,
    depths: Vec<u32>,
}

impl Listener for Ears {
    fn report(&mut self, report: &Report) {
        self.depths.push(report.depth);
    }

    fn current(&mut self, current: &Current) {
        self.moves.push(current.clone());
    }
}

#[test]
fn a_long_search_tells_the_move_that_it_has_come_to() {
    for variant in VARIANTS {
        let searcher = Searcher::new(variant, 2);
        let listen = |limits| {
            let mut ears = Ears::default();
            searcher.engine.prepare(limits, &searcher.resources, &Arc::default()).unwrap()(&mut ears);
            ears
        };
        let long_ago = Instant::now().checked_sub(Duration::from_secs(3)).unwrap();
        let Ears { moves, depths } = listen(Limits { start: long_ago, multi_pv: 2, ..to_depth(2) });
        if searcher.engine.referee().is_simultaneous() {
            assert!(depths.is_sorted() && depths.starts_with(&[1, 1, 2, 2]) && depths.ends_with(&[2, 2]), "{depths:?}");
            assert_eq!(moves, [], "a strategy is looked for, not a move");
            continue;
        }
        assert_eq!(depths, [1, 1, 2, 2]);
        let legal: Vec<_> = searcher.engine.referee().legal_moves(false).moves.into_iter().map(|m| m.text).collect();
        let mut heard: Vec<_> = moves.iter().take(legal.len()).map(|current| current.text.clone()).collect();
        heard.sort();
        assert_eq!(heard, legal, "{}", variant.info.name);
        assert!(
            moves.iter().take(legal.len()).map(|current| (current.depth, current.number)).eq((1..=legal.len()).map(|n| (1, n)))
        );
        assert!(moves.iter().any(|current| current.depth == 2));
        let hour = Instant::now() + Duration::from_secs(3600);
        assert_eq!(listen(Limits { start: hour, ..to_depth(2) }).moves, [], "too early");
    }
}

#[test]
fn weaker_play_is_short_random_and_repeatable() {
    for variant in VARIANTS {
        let play = |level, seed, multi_pv| {
            let searcher = Searcher::new(variant, 1);
            searcher.search(Limits { skill: Skill::new(level, seed), multi_pv, ..to_nodes(100_000) })
        };
        let mut moves = Vec::new();
        for seed in 0..30 {
            let (answer, reports) = play(0, seed, 1);
            assert_eq!(answer, play(0, seed, 1).0, "{}, seed {seed}", variant.info.name);
            assert!(answer.nodes < 1000, "{}: {} nodes", variant.info.name, answer.nodes);
            assert_eq!(answer.best.as_ref(), reports.last().unwrap().line.first(), "what is said last is played");
            assert!(reports.iter().all(|report| report.multi_pv == 1));
            moves.extend(answer.best);
        }
        moves.sort();
        moves.dedup();
        assert!(moves.len() > 1, "{} plays {moves:?} only", variant.info.name);
        let lines = play(0, 1, 2).1;
        assert!(lines.iter().any(|report| report.multi_pv == 2));
        assert!(play(1900, 0, 1).0.nodes > 50_000);
        assert_eq!(play(Skill::FULL, 0, 1).0.nodes, 100_000);
    }
}

#[test]
fn positions_are_judged_as_asked() {
    for variant in VARIANTS.iter().filter(|variant| !(variant.referee)().is_simultaneous()) {
        let scores = |evaluation| {
            let (_, reports) = Searcher::new(variant, 1).search(Limits { evaluation, ..to_nodes(3000) });
            reports.into_iter().map(|report| report.score).collect::<Vec<_>>()
        };
        assert_ne!(scores(Evaluation::Full), scores(Evaluation::Material), "{}", variant.info.name);
    }
    let score = |text: &str| {
        let limits = Limits { evaluation: Evaluation::Material, ..to_depth(3) };
        Searcher::chess(text, &[]).search(limits).1.last().unwrap().score
    };
    assert_eq!(score("4k3/p7/8/8/8/8/P7/4K3 w - - 0 1"), Score::Centipawns(0));
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) if moves > 0 => 1_000_000 - moves,
        Score::Mate(moves) => -1_000_000 - moves,
    }
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let searcher = Searcher::chess(KIWIPETE, &[]);
    let only = |moves: &[&str]| Limits { search_moves: moves.iter().map(|&m| m.into()).collect(), ..to_depth(2) };
    let (answer, _) = searcher.search(only(&["a2a3", "h1g1"]));
    assert!(["a2a3", "h1g1"].contains(&answer.best.unwrap().as_str()));
    let refused = searcher.engine.prepare(only(&["a2a3", "e1e4"]), &searcher.resources, &Arc::default()).err().unwrap();
    assert!(refused.to_string().starts_with("searchmoves: "), "{refused}");
}

/// Random games in every variant: each line that is told is legal and does not run past the end of the game.
#[test]
fn lines_are_legal() {
    let mut random = SplitMix::new(7);
    for variant in VARIANTS {
        let mut searcher = Searcher::new(variant, 1);
        for _ in 0..40 {
            searcher.engine.referee_mut().set_position(None, Reading::Strict, &[]).unwrap();
            let mut moves = Vec::new();
            for _ in 0..random.below(120) {
                let legal = searcher.engine.referee().legal_moves(false).moves;
                if legal.is_empty() {
                    break;
                }
                moves.push(legal[random.below(legal.len())].text.clone());
                searcher.engine.referee_mut().play(&moves[moves.len() - 1]).unwrap();
            }
            let (_, reports) = searcher.search(Limits { multi_pv: 3, ..to_nodes(4000) });
            for report in reports {
                check_line(variant, &moves, &report);
            }
        }
    }
}

fn check_line(variant: &Variant, moves: &[String], report: &Report) {
    let mut referee = (variant.referee)();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    referee.set_position(None, Reading::Strict, &moves).unwrap();
    for (i, token) in report.line.iter().enumerate() {
        assert!(i == 0 || referee.outcome().is_none(), "{moves:?}: {report:?} goes on after the end");
        referee.play(token).unwrap_or_else(|e| panic!("{moves:?}: {report:?}: {e}"));
    }
}
