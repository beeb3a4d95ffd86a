//! Chess against its contract and against the generator of the crate cozy-chess.

use super::mates;
use super::positions::{counts, text};
use cozy_chess::Board;
use std::collections::BTreeSet;
use ziggurat::game::contract::{self, Effort};
use ziggurat::game::keys::SplitMix;
use ziggurat::game::perft::perft;
use ziggurat::game::suite::entries;
use ziggurat::game::{Game, MoveClass, MoveStyle, Position, Reading};
use ziggurat::variants::chess::Chess;

const TEXTS: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9",
    "1r2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K2R b KBkq - 3 5",
];

/// Lines of a suite are counted to the deepest item of at most so many leaves; `perft --suite` counts them all.
const LEAVES: u64 = 2_000_000;

/// The greatest length of a random game.
const PLIES: usize = 120;

/// How the judge writes moves: castling is king takes rook.
const KING_TAKES_ROOK: MoveStyle = MoveStyle { chess960: true };

#[test]
fn contract() {
    contract::check::<Chess>(&TEXTS, Effort { games: 12, plies: 60 });
}

/// The suite's numbers, this program's and the judge's are the same.
#[test]
fn perft_suite_agrees_with_another_generator() {
    for entry in entries(&text("chess.perft")).expect("a suite") {
        let text = entry.position;
        let (position, board) = (read(text), judge(text));
        for (depth, expected) in counts(&entry).into_iter().filter(|&(_, leaves)| leaves <= LEAVES) {
            let counted = (perft(&position, depth), judged_perft(&board, depth));
            assert_eq!(counted, (expected, expected), "{text}: perft({depth}) here and by the judge");
        }
    }
}

/// In random games from every position of the suite and from random Fischer Random starts.
#[test]
fn legal_moves_agree_with_another_generator() {
    let mut random = SplitMix::new(0xc0);
    let suite = text("chess.perft");
    let suite = entries(&suite).expect("a suite").into_iter().map(|entry| entry.position.to_owned());
    let mut starts = SplitMix::new(960);
    let fischer_random = (0..100).map(|_| {
        let [white, black] = [0; 2].map(|_: u32| starts.below(960) as u32);
        format!("{:#}", Board::double_chess960_startpos(white, black))
    });
    let mut compared = 0;
    for text in suite.chain(fischer_random) {
        let mut game = Game::new(read(&text));
        let mut board = judge(&text);
        for _ in 0..PLIES {
            let position = game.position();
            let moves = legal_moves(position);
            let written = moves.iter().map(|&m| position.write_move(m, KING_TAKES_ROOK)).collect();
            assert_eq!(judged_moves(&board), written, "{}", position.write());
            compared += 1;
            // The judge knows no clock beyond 100.
            if moves.is_empty() || board.halfmove_clock() == 100 {
                break;
            }
            let m = moves[random.below(moves.len())];
            board.play(position.write_move(m, KING_TAKES_ROOK).parse().expect("a move that both write alike"));
            game.play(m);
            assert_eq!(game.position().in_check(), !board.checkers().is_empty(), "{}", game.position().write());
        }
    }
    assert!(compared > 10_000, "only {compared} positions were compared");
}

fn read(text: &str) -> Chess {
    Chess::read(text, Reading::Strict).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn legal_moves(position: &Chess) -> Vec<<Chess as Position>::Move> {
    let mut moves = <Chess as Position>::Moves::default();
    position.generate(MoveClass::All, &mut moves);
    moves.to_vec()
}

/// The judge's board of a position text; it knows castling rights by file only.
fn judge(text: &str) -> Board {
    let mut fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').collect();
    let rights: String = fields[2].chars().map(|letter| rook_file_letter(&ranks, letter)).collect();
    fields[2] = &rights;
    Board::from_fen(&fields.join(" "), true).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The Shredder letter of an X-FEN letter: the file of the outermost rook on that side.
fn rook_file_letter(ranks: &[&str], letter: char) -> char {
    let (rank, rook) = if letter.is_ascii_uppercase() { (ranks[7], 'R') } else { (ranks[0], 'r') };
    let squares: Vec<char> = rank.chars().flat_map(|c| vec![c; c.to_digit(10).unwrap_or(1) as usize]).collect();
    let file = match letter.to_ascii_uppercase() {
        'K' => squares.iter().rposition(|&c| c == rook),
        'Q' => squares.iter().position(|&c| c == rook),
        _ => return letter,
    };
    let file = b'A' + file.expect("a right has its rook") as u8;
    char::from(if letter.is_ascii_uppercase() { file } else { file.to_ascii_lowercase() })
}

fn judged_moves(board: &Board) -> BTreeSet<String> {
    let mut written = BTreeSet::new();
    board.generate_moves(|moves| {
        written.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    written
}

fn judged_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        leaves += match depth {
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|m| {
                    let mut child = board.clone();
                    child.play_unchecked(m);
                    judged_perft(&child, depth - 1)
                })
                .sum(),
        };
        false
    });
    leaves
}

#[test]
fn mates_have_the_one_solution_that_is_told() {
    mates::are_proved::<Chess>(&text("chess.mates"), 3);
}

#[test]
fn mates_are_found() {
    mates::are_found("chess", &text("chess.mates"), 4);
}
