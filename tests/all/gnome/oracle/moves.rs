//! The moves that the geometry allows, each executed in full (rules 2 to 4 and 10 to 15).

use super::*;

impl Oracle {
    /// Every move that the geometry allows, executed in full.
    pub(super) fn pseudo_moves(&self, castling: bool) -> Moves {
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

    pub(super) fn add(&self, moves: &mut Moves, token: String, execute: impl FnOnce(&mut Oracle)) {
        let mut after = self.clone();
        after.progress = false;
        after.en_passant = None;
        execute(&mut after);
        after.finish(self);
        assert!(moves.insert(token.clone(), after).is_none(), "{}: {token} twice", self.write());
    }

    /// The end of a move: rule 8's expiry, pawns that have come home, the clocks, the turn.
    pub(super) fn finish(&mut self, before: &Oracle) {
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

    pub(super) fn is_lone_pawn_at_home(&self, square: usize) -> bool {
        match rank(square) {
            1 => *self.piles[square] == ['P'],
            6 => *self.piles[square] == ['p'],
            _ => false,
        }
    }

    pub(super) fn has_never_moved(&self, square: usize) -> bool {
        self.is_lone_pawn_at_home(square) && !self.moved.contains(&square)
    }

    pub(super) fn moves_of(&self, man: char, from: usize, level: usize, moves: &mut Moves) {
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

    pub(super) fn slides(&self, directions: &[(i32, i32)], from: usize, level: usize, moves: &mut Moves) {
        for &direction in directions {
            let mut to = offset(from, direction);
            while let Some(square) = to {
                self.arrive(from, level, square, moves);
                to = if self.piles[square].is_empty() { offset(square, direction) } else { None };
            }
        }
    }

    /// Rule 4 for a man whose moves are its captures.
    pub(super) fn arrive(&self, from: usize, level: usize, to: usize, moves: &mut Moves) {
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

    pub(super) fn is_enemy(&self, square: usize, level: usize) -> bool {
        self.piles[square].get(level - 1).is_some_and(|&man| is_white(man) != self.white)
    }

    pub(super) fn can_climb(&self, square: usize) -> bool {
        self.piles[square].last().is_some_and(|&top| kind(top) == 'r')
    }

    pub(super) fn knight_moves(&self, from: usize, level: usize, moves: &mut Moves) {
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
    pub(super) fn king_moves(&self, from: usize, level: usize, moves: &mut Moves) {
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
    pub(super) fn castlings(&self, moves: &mut Moves) {
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

    pub(super) fn last_rank(&self) -> i32 {
        if self.white { 7 } else { 0 }
    }

    pub(super) fn forward(&self) -> i32 {
        if self.white { 1 } else { -1 }
    }

    /// Where a pawn could step if that square were empty: one step, or the double step of one that has never moved.
    pub(super) fn pawn_steps(&self, from: usize) -> Vec<usize> {
        let mut steps: Vec<usize> = ORTHOGONAL.iter().filter_map(|&step| offset(from, step)).collect();
        let between = offset(from, (0, self.forward())).unwrap_or(from);
        if self.has_never_moved(from) && self.piles[between].is_empty() {
            steps.extend(offset(from, (0, 2 * self.forward())));
        }
        steps
    }

    /// Rule 14.
    pub(super) fn pawn_moves(&self, from: usize, level: usize, moves: &mut Moves) {
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
    pub(super) fn pawn_move(&self, moves: &mut Moves, text: String, to: usize, execute: impl Fn(&mut Oracle)) {
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
    pub(super) fn shifts(&self, moves: &mut Moves) {
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
}
