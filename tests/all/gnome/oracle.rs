//! Gnome Chess from its rules alone, rule by rule, without any of the program's code: piles are lists of letters, every move
//! that the geometry allows is executed in full, and every question about kings is answered by trying all moves.

use arrayvec::ArrayVec;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A wounded bishop, White's and Black's; the text writes `B!` and `b!`.
const WOUNDED: [char; 2] = ['X', 'x'];
/// The same, wounded in the move that is being executed.
const FRESH: [char; 2] = ['Y', 'y'];

/// Men from bottom to top; more than all there are.
type Pile = ArrayVec<char, 32>;

/// The board and everything else that the text holds, and the position before the last move while that can be vetoed.
#[derive(Clone, PartialEq, Debug)]
pub struct Oracle {
    /// By square, a1, b1, ... h8, each from bottom to top.
    piles: [Pile; 64],
    white: bool,
    castling: Vec<char>,
    en_passant: Option<usize>,
    white_holds: bool,
    waits: bool,
    banned: Option<(String, Box<Oracle>)>,
    moved: BTreeSet<usize>,
    clock: u32,
    number: u32,
    before: Option<(String, Box<Oracle>)>,
    /// Has the move being executed captured, crushed, blasted, or moved a pawn?
    progress: bool,
}

fn square(file: i32, rank: i32) -> Option<usize> {
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn file(square: usize) -> i32 {
    square as i32 % 8
}

fn rank(square: usize) -> i32 {
    square as i32 / 8
}

fn offset(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    square(file(from) + files, rank(from) + ranks)
}

pub fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

fn parse_square(name: &str) -> usize {
    let [file, rank] = name.as_bytes() else { panic!("{name}") };
    usize::from(rank - b'1') * 8 + usize::from(file - b'a')
}

fn is_white(man: char) -> bool {
    man.is_ascii_uppercase()
}

fn kind(man: char) -> char {
    man.to_ascii_lowercase()
}

fn of_side(kind: char, white: bool) -> char {
    if white { kind.to_ascii_uppercase() } else { kind }
}

const ORTHOGONAL: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn around(square: usize) -> Vec<usize> {
    let mut beside: Vec<usize> = ORTHOGONAL.iter().chain(&DIAGONAL).filter_map(|&step| offset(square, step)).collect();
    beside.sort_unstable();
    beside
}

/// The four squares of the 2x3 rectangle of a knight's leap beside its ends.
fn path(from: usize, to: usize) -> Vec<usize> {
    let span = |a: i32, b: i32| a.min(b)..=a.max(b);
    let squares = span(rank(from), rank(to)).flat_map(|r| span(file(from), file(to)).filter_map(move |f| square(f, r)));
    squares.filter(|&s| s != from && s != to).collect()
}

/// Text, position after it.
type Moves = BTreeMap<String, Oracle>;

impl Oracle {
    // ---- Texts ----

    pub fn read(text: &str) -> Oracle {
        let fields: Vec<&str> = text.split(' ').collect();
        let [board, side, castling, en_passant, veto, moved, clock, number] = fields[..] else { panic!("{text}") };
        let mut piles = [const { Pile::new_const() }; 64];
        for (row, rank) in board.split('/').zip((0..8).rev()) {
            let (mut file, mut in_pile) = (0, false);
            for c in row.chars() {
                match c {
                    '1'..='8' => file += c.to_digit(10).unwrap() as usize,
                    '(' => in_pile = true,
                    ')' => {
                        in_pile = false;
                        file += 1;
                    }
                    '!' => {
                        let pile: &mut Pile = &mut piles[rank * 8 + if in_pile { file } else { file - 1 }];
                        let bishop = pile.pop().unwrap();
                        pile.push(WOUNDED[usize::from(bishop == 'b')]);
                    }
                    man => {
                        piles[rank * 8 + file].push(man);
                        file += usize::from(!in_pile);
                    }
                }
            }
        }
        let (state, ban) = veto.split_once(':').map_or((veto, None), |(state, ban)| (state, Some(ban)));
        let squares = |field: &str| (0..field.len() / 2).map(|i| parse_square(&field[2 * i..2 * i + 2])).collect();
        let mut oracle = Oracle {
            piles,
            white: side == "w",
            castling: castling.chars().filter(|&c| c != '-').collect(),
            en_passant: (en_passant != "-").then(|| parse_square(en_passant)),
            white_holds: state.starts_with('w'),
            waits: state.ends_with('1'),
            banned: None,
            moved: if moved == "-" { BTreeSet::new() } else { squares(moved) },
            clock: clock.parse().unwrap(),
            number: number.parse().unwrap(),
            before: None,
            progress: false,
        };
        if let Some(ban) = ban {
            let after = oracle.pseudo_moves(true).remove(ban).unwrap_or_else(|| panic!("{text}: {ban}"));
            oracle.banned = Some((ban.to_owned(), Box::new(after)));
        }
        oracle
    }

    pub fn write(&self) -> String {
        let ranks: Vec<String> = (0..8).rev().map(|rank| self.write_rank(rank)).collect();
        let or_none = |field: String| if field.is_empty() { "-".to_owned() } else { field };
        let castling: String = "KQkq".chars().filter(|c| self.castling.contains(c)).collect();
        let ban = self.banned.as_ref().map_or(String::new(), |(token, _)| format!(":{token}"));
        let holder = if self.white_holds { 'w' } else { 'b' };
        format!(
            "{} {} {} {} {holder}{}{ban} {} {} {}",
            ranks.join("/"),
            if self.white { 'w' } else { 'b' },
            or_none(castling),
            or_none(self.en_passant.map_or(String::new(), name)),
            u8::from(self.waits),
            or_none(self.moved.iter().map(|&square| name(square)).collect()),
            self.clock,
            self.number
        )
    }

    fn write_rank(&self, rank: usize) -> String {
        let (mut text, mut empty) = (String::new(), 0);
        for file in 0..8 {
            let pile = &self.piles[rank * 8 + file];
            if pile.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let letters: String = pile.iter().collect();
            let letters = letters.replace('X', "B!").replace('x', "b!");
            text += &if pile.len() > 1 { format!("({letters})") } else { letters };
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    // ---- Rules 17 to 20 ----

    /// Every legal move, the veto included.
    pub fn legal_moves(&self) -> Moves {
        let mut legal: Moves = self.pseudo_moves(true).into_iter().filter(|(_, after)| self.is_allowed(after)).collect();
        if let Some(vetoed) = self.vetoed() {
            legal.insert("veto".to_owned(), vetoed);
        }
        legal.into_iter().map(|(token, after)| (token.clone(), self.completed(token, after))).collect()
    }

    /// Rule 17 and, after a veto, rule 20a.
    fn is_allowed(&self, after: &Oracle) -> bool {
        let banned = self.banned.as_ref().is_some_and(|(_, banned)| banned.is_same_position(after));
        after.has_king(self.white) && !after.is_threatened(self.white) && !banned
    }

    fn is_same_position(&self, other: &Oracle) -> bool {
        let state =
            |o: &Oracle| (o.piles.clone(), o.castling.iter().copied().collect::<BTreeSet<_>>(), o.en_passant, o.moved.clone());
        state(self) == state(other)
    }

    /// The position that a veto restores, if it is allowed: the vetoed side must have another move (rule 20c).
    fn vetoed(&self) -> Option<Oracle> {
        let (token, before) = self.before.as_ref()?;
        let mut restored = (**before).clone();
        restored.white_holds = restored.white;
        restored.waits = true;
        let mut banned = self.clone();
        banned.before = None;
        restored.banned = Some((token.clone(), Box::new(banned)));
        restored.before = None;
        restored.pseudo_moves(true).values().any(|after| restored.is_allowed(after)).then_some(restored)
    }

    /// Rule 19: what a move does to the veto.
    fn completed(&self, token: String, mut after: Oracle) -> Oracle {
        if token == "veto" {
            return after;
        }
        after.banned = None;
        after.before = None;
        if self.white != self.white_holds {
            if self.waits {
                after.waits = false;
            } else {
                let mut before = self.clone();
                before.before = None;
                after.before = Some((token, Box::new(before)));
            }
        }
        after
    }

    pub fn in_check(&self) -> bool {
        self.is_threatened(self.white)
    }

    pub fn other_in_check(&self) -> bool {
        self.is_threatened(!self.white)
    }

    fn has_king(&self, white: bool) -> bool {
        self.piles.iter().flatten().any(|&man| man == of_side('k', white))
    }

    /// Rule 16. Castling is left out: it brings the king no nearer, for he must not be threatened where he lands.
    fn is_threatened(&self, white: bool) -> bool {
        let mut other = self.clone();
        other.white = !white;
        other.en_passant = None;
        other.pseudo_moves(false).values().any(|after| !after.has_king(white) && after.has_king(!white))
    }

    // ---- Moves (rules 2 to 4, 10 to 15) ----

    /// Every move that the geometry allows, executed in full.
    fn pseudo_moves(&self, castling: bool) -> Moves {
        let mut moves = Moves::new();
        for from in 0..64 {
            for (level, &man) in (1..).zip(&self.piles[from]) {
                let is_mover = man == of_side('r', self.white) || level == self.piles[from].len();
                if is_white(man) == self.white && is_mover {
                    self.moves_of(man, from, level, &mut moves);
                }
            }
        }
        self.shifts(&mut moves);
        if castling {
            self.castlings(&mut moves);
        }
        moves
    }

    fn add(&self, moves: &mut Moves, token: String, execute: impl FnOnce(&mut Oracle)) {
        let mut after = self.clone();
        after.progress = false;
        after.en_passant = None;
        execute(&mut after);
        after.finish(self);
        assert!(moves.insert(token.clone(), after).is_none(), "{}: {token} twice", self.write());
    }

    /// The end of a move: rule 8's expiry, pawns that have come home, the clocks, the turn.
    fn finish(&mut self, before: &Oracle) {
        let dying = WOUNDED[usize::from(!before.white)];
        for square in 0..64 {
            if self.piles[square].last() == Some(&dying) {
                self.piles[square].pop();
            }
            for (fresh, settled) in FRESH.into_iter().zip(WOUNDED) {
                self.piles[square].iter_mut().filter(|man| **man == fresh).for_each(|man| *man = settled);
            }
        }
        self.moved = (0..64).filter(|&square| self.is_lone_pawn_at_home(square) && !before.has_never_moved(square)).collect();
        self.clock = if self.progress { 0 } else { self.clock + 1 };
        self.number += u32::from(!before.white);
        self.white = !before.white;
    }

    fn is_lone_pawn_at_home(&self, square: usize) -> bool {
        match rank(square) {
            1 => *self.piles[square] == ['P'],
            6 => *self.piles[square] == ['p'],
            _ => false,
        }
    }

    fn has_never_moved(&self, square: usize) -> bool {
        self.is_lone_pawn_at_home(square) && !self.moved.contains(&square)
    }

    fn moves_of(&self, man: char, from: usize, level: usize, moves: &mut Moves) {
        let origin = origin(from, level);
        match kind(man) {
            'p' => self.pawn_moves(from, level, moves),
            'n' => self.knight_moves(from, level, moves),
            'k' => self.king_moves(from, level, moves),
            'b' | 'x' => self.slides(&DIAGONAL, from, level, moves),
            'r' => self.slides(&ORTHOGONAL, from, level, moves),
            _ => {
                self.slides(&DIAGONAL, from, level, moves);
                self.slides(&ORTHOGONAL, from, level, moves);
                if around(from).iter().any(|&beside| self.piles[beside].len() >= level) {
                    self.add(moves, format!("{origin}*"), |after| after.blast(from, level));
                }
            }
        }
    }

    fn slides(&self, directions: &[(i32, i32)], from: usize, level: usize, moves: &mut Moves) {
        for &direction in directions {
            let mut to = offset(from, direction);
            while let Some(square) = to {
                self.arrive(from, level, square, moves);
                to = if self.piles[square].is_empty() { offset(square, direction) } else { None };
            }
        }
    }

    /// Rule 4 for a man whose moves are its captures.
    fn arrive(&self, from: usize, level: usize, to: usize, moves: &mut Moves) {
        let text = format!("{}{}", origin(from, level), name(to));
        if self.piles[to].is_empty() || self.is_enemy(to, 1) {
            self.add(moves, text.clone(), |after| {
                let column = after.lift(from, level);
                after.land(to, column);
            });
        }
        if self.can_climb(to) {
            self.add(moves, format!("{text}^"), |after| {
                let column = after.lift(from, level);
                after.piles[to].extend(column);
            });
        }
    }

    fn is_enemy(&self, square: usize, level: usize) -> bool {
        self.piles[square].get(level - 1).is_some_and(|&man| is_white(man) != self.white)
    }

    fn can_climb(&self, square: usize) -> bool {
        self.piles[square].last().is_some_and(|&top| kind(top) == 'r')
    }

    fn knight_moves(&self, from: usize, level: usize, moves: &mut Moves) {
        for to in KNIGHT.iter().filter_map(|&leap| offset(from, leap)) {
            self.arrive(from, level, to, moves);
            let text = format!("{}{}", origin(from, level), name(to));
            for victim in (2..=self.piles[to].len()).filter(|&victim| self.is_enemy(to, victim)) {
                self.add(moves, format!("{text}x{victim}"), |after| {
                    let knight = after.lift(from, level);
                    after.capture(to, victim, knight);
                });
            }
            if !self.piles[to].is_empty() {
                continue;
            }
            for square in path(from, to) {
                for victim in (1..=self.piles[square].len()).filter(|&victim| self.is_enemy(square, victim)) {
                    let at = if victim > 1 { format!("^{victim}") } else { String::new() };
                    self.add(moves, format!("{text}x{}{at}", name(square)), |after| {
                        let knight = after.lift(from, level);
                        after.piles[to] = knight;
                        after.remove(square, victim);
                    });
                }
            }
        }
    }

    /// Rule 12. Each first step is made, with the blast that it may cause; the second is one of those possible then.
    fn king_moves(&self, from: usize, level: usize, moves: &mut Moves) {
        for first in around(from) {
            let mut ways = Vec::new();
            if self.piles[first].is_empty() {
                ways.push("");
            } else if self.is_enemy(first, 1) {
                ways.push("x");
            }
            if self.can_climb(first) {
                ways.push("^");
            }
            for way in ways {
                let mut between = self.clone();
                between.progress = false;
                between.en_passant = None;
                let king = between.lift(from, level);
                let mut hanging = None;
                if way == "x" {
                    between.progress = true;
                    let victim = between.piles[first].remove(0);
                    between.lose_rights(first);
                    hanging = Some((victim, std::mem::take(&mut between.piles[first])));
                    if kind(victim) == 'q' {
                        between.blast(first, 1);
                    }
                }
                let first_text = format!("{}{}{}", origin(from, level), name(first), if way == "^" { "^" } else { "" });
                for second in around(first) {
                    let resolve = |hanging: Option<(char, Pile)>| {
                        let mut after = between.clone();
                        if let Some((victim, above)) = hanging {
                            if kind(victim) == 'b' {
                                after.piles[first] = Pile::from_iter([wounded(victim)]);
                            }
                            after.fall(first, 1, above);
                        }
                        after
                    };
                    let text = format!("{first_text}{}", name(second));
                    if between.piles[second].is_empty() || between.is_enemy(second, 1) {
                        let mut after = resolve(hanging.clone());
                        after.land(second, king.clone());
                        after.finish(self);
                        assert!(moves.insert(text.clone(), after).is_none());
                    }
                    if between.can_climb(second) {
                        let mut after = resolve(hanging.clone());
                        after.piles[second].extend(king.clone());
                        after.finish(self);
                        assert!(moves.insert(format!("{text}^"), after).is_none());
                    }
                }
            }
        }
    }

    /// Rule 13.
    fn castlings(&self, moves: &mut Moves) {
        for (letter, king, rook, landing, crossed) in
            [('K', 4, 7, 6, 5), ('Q', 4, 0, 2, 3), ('k', 60, 63, 62, 61), ('q', 60, 56, 58, 59)]
        {
            let between = if rook < king { rook + 1..king } else { king + 1..rook };
            let free = between.clone().all(|square| self.piles[square].is_empty());
            if is_white(letter) != self.white || !self.castling.contains(&letter) || !free {
                continue;
            }
            let mut crossing = self.clone();
            crossing.piles[crossed] = std::mem::take(&mut crossing.piles[king]);
            let mut castled = self.clone();
            castled.piles[landing] = std::mem::take(&mut castled.piles[king]);
            castled.piles[crossed] = std::mem::take(&mut castled.piles[rook]);
            if [self, &crossing, &castled].iter().any(|board| board.is_threatened(self.white)) {
                continue;
            }
            let castled_to = name(landing);
            for to in around(landing) {
                let text = format!("{}{castled_to}{}", name(king), name(to));
                let castle = |after: &mut Oracle| {
                    let rook = after.lift(rook, 1);
                    after.piles[crossed] = rook;
                    after.lift(king, 1)
                };
                if castled.piles[to].is_empty() || castled.is_enemy(to, 1) {
                    self.add(moves, text.clone(), |after| {
                        let king = castle(after);
                        after.land(to, king);
                    });
                }
                if castled.can_climb(to) {
                    self.add(moves, format!("{text}^"), |after| {
                        let king = castle(after);
                        after.piles[to].extend(king);
                    });
                }
            }
        }
    }

    fn last_rank(&self) -> i32 {
        if self.white { 7 } else { 0 }
    }

    fn forward(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    /// Where a pawn could step if that square were empty: one step, or the double step of one that has never moved.
    fn pawn_steps(&self, from: usize) -> Vec<usize> {
        let mut steps: Vec<usize> = ORTHOGONAL.iter().filter_map(|&step| offset(from, step)).collect();
        let between = offset(from, (0, self.forward())).unwrap_or(from);
        if self.has_never_moved(from) && self.piles[between].is_empty() {
            steps.extend(offset(from, (0, 2 * self.forward())));
        }
        steps
    }

    /// Rule 14.
    fn pawn_moves(&self, from: usize, level: usize, moves: &mut Moves) {
        let origin = origin(from, level);
        let steps = self.pawn_steps(from);
        let diagonals: Vec<usize> = [-1, 1].iter().filter_map(|&side| offset(from, (side, self.forward()))).collect();
        for &to in &steps {
            if self.piles[to].is_empty() {
                self.pawn_move(moves, format!("{origin}{}", name(to)), to, |after| {
                    after.piles[to] = after.lift(from, level);
                    if (rank(to) - rank(from)).abs() == 2 {
                        after.en_passant = Some((from + to) / 2);
                    }
                });
            }
        }
        for &to in steps.iter().chain(diagonals.iter().filter(|&&to| self.is_enemy(to, 1))) {
            if self.can_climb(to) {
                self.pawn_move(moves, format!("{origin}{}^", name(to)), to, |after| {
                    let pawn = after.lift(from, level);
                    after.piles[to].extend(pawn);
                });
            }
        }
        for &to in &diagonals {
            if self.is_enemy(to, 1) {
                self.pawn_move(moves, format!("{origin}{}", name(to)), to, |after| {
                    let pawn = after.lift(from, level);
                    after.land(to, pawn);
                });
            }
            if self.en_passant == Some(to) {
                self.pawn_move(moves, format!("{origin}{}", name(to)), to, |after| {
                    after.piles[to] = after.lift(from, level);
                    after.piles[square(file(to), rank(from)).unwrap()].clear();
                });
            }
        }
    }

    /// A move of a pawn to a square: if it is there on its last rank when all is done, it promotes.
    fn pawn_move(&self, moves: &mut Moves, text: String, to: usize, execute: impl Fn(&mut Oracle)) {
        let pawn = of_side('p', self.white);
        let mut trial = self.clone();
        trial.en_passant = None;
        execute(&mut trial);
        let promotes = rank(to) == self.last_rank() && trial.piles[to].last() == Some(&pawn);
        for kind in if promotes { &['q', 'r', 'b', 'n'][..] } else { &['p'] } {
            let text = if promotes { format!("{text}{kind}") } else { text.clone() };
            self.add(moves, text, |after| {
                execute(after);
                after.progress = true;
                if promotes {
                    *after.piles[to].last_mut().unwrap() = of_side(*kind, self.white);
                }
            });
        }
    }

    /// Rule 15.
    fn shifts(&self, moves: &mut Moves) {
        let pawn = of_side('p', self.white);
        let pawns: Vec<usize> = (0..64).filter(|&square| self.piles[square].last() == Some(&pawn)).collect();
        for to in (0..64).filter(|&to| !self.piles[to].is_empty() && *self.piles[to] != [pawn]) {
            let mut group = BTreeSet::new();
            let mut grown: VecDeque<usize> =
                pawns.iter().copied().filter(|&p| p != to && self.pawn_steps(p).contains(&to)).collect();
            while let Some(member) = grown.pop_front() {
                if group.insert(member) {
                    let neighbours = ORTHOGONAL.iter().filter_map(|&step| offset(member, step));
                    grown.extend(neighbours.filter(|s| *s != to && pawns.contains(s)));
                }
            }
            for from in group {
                let level = self.piles[from].len();
                self.pawn_move(moves, format!("{}~{}", origin(from, level), name(to)), to, |after| {
                    let pawn = after.lift(from, level);
                    let pile = after.lift(to, 1);
                    after.piles[from].extend(pile);
                    after.piles[to] = pawn;
                });
            }
        }
    }

    // ---- Captures and falls (rules 5 to 9) ----

    /// Takes a mover and its load off a square.
    fn lift(&mut self, square: usize, level: usize) -> Pile {
        if level == 1 {
            self.lose_rights(square);
        }
        self.piles[square].drain(level - 1..).collect()
    }

    /// The ground piece of a square moves or is removed.
    fn lose_rights(&mut self, square: usize) {
        let lost = match square {
            0 => "Q",
            4 => "KQ",
            7 => "K",
            56 => "q",
            60 => "kq",
            63 => "k",
            _ => "",
        };
        self.castling.retain(|&right| !lost.contains(right));
    }

    fn land(&mut self, to: usize, column: Pile) {
        if self.piles[to].is_empty() {
            self.piles[to] = column;
        } else {
            self.capture(to, 1, column);
        }
    }

    /// Rules 5 and 7.
    fn capture(&mut self, square: usize, level: usize, column: Pile) {
        self.progress = true;
        let mut above: VecDeque<char> = self.piles[square].drain(level..).collect();
        let victim = self.piles[square].pop().unwrap();
        if level == 1 {
            self.lose_rights(square);
        }
        if kind(victim) == 'b' {
            above.push_front(wounded(victim));
        }
        if kind(victim) == 'q' {
            self.blast(square, level);
        }
        if above.is_empty() {
            self.piles[square].extend(column);
            return;
        }
        // Take turns, S first.
        let mut captor: VecDeque<char> = column.into_iter().collect();
        let mut ground = captor.pop_front().unwrap();
        let mut ground_is_captors = true;
        let mut turn_of_s = true;
        loop {
            if turn_of_s && above.is_empty() || !turn_of_s && captor.is_empty() {
                turn_of_s = !turn_of_s;
            }
            let Some(falls) = (if turn_of_s { above.pop_front() } else { captor.pop_front() }) else { break };
            match kind(ground) {
                'b' => {
                    let side = if ground_is_captors { &mut captor } else { &mut above };
                    side.push_front(wounded(ground));
                }
                'q' => self.blast(square, level),
                _ => {}
            }
            ground = falls;
            ground_is_captors = !turn_of_s;
            turn_of_s = !turn_of_s;
        }
        self.piles[square].push(ground);
    }

    /// Rule 6: a man is removed and nobody stands in for him.
    fn remove(&mut self, square: usize, level: usize) {
        self.progress = true;
        let above = self.piles[square].drain(level..).collect();
        let victim = self.piles[square].pop().unwrap();
        if level == 1 {
            self.lose_rights(square);
        }
        if kind(victim) == 'b' {
            self.piles[square].push(wounded(victim));
        }
        if kind(victim) == 'q' {
            self.blast(square, level);
        }
        self.fall(square, level, above);
    }

    /// Men fall onto a level: each crushes who is there already, as a captured one would be.
    fn fall(&mut self, square: usize, level: usize, above: Pile) {
        for man in above {
            if self.piles[square].len() >= level {
                assert!(!"bq".contains(kind(self.piles[square][level - 1])), "only tops are bishops and queens");
                self.piles[square].pop();
            }
            self.piles[square].push(man);
        }
    }

    /// Rule 9: all removals first, then the falls, square by square.
    fn blast(&mut self, square: usize, level: usize) {
        let mut falls = Vec::new();
        for beside in around(square) {
            if self.piles[beside].len() >= level {
                self.progress = true;
                let above: Pile = self.piles[beside].drain(level..).collect();
                self.piles[beside].pop();
                if level == 1 {
                    self.lose_rights(beside);
                }
                falls.push((beside, above));
            }
        }
        for (beside, above) in falls {
            self.fall(beside, level, above);
        }
    }
}

fn wounded(bishop: char) -> char {
    FRESH[usize::from(!is_white(bishop))]
}

fn origin(square: usize, level: usize) -> String {
    if level > 1 { format!("{}^{level}", name(square)) } else { name(square) }
}
