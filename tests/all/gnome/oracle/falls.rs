//! Captures, falls and blasts (rules 5 to 9).

use super::*;

impl Oracle {
    /// Takes a mover and its load off a square.
    pub(super) fn lift(&mut self, square: usize, level: usize) -> Pile {
        if level == 1 {
            self.lose_rights(square);
        }
        self.piles[square].drain(level - 1..).collect()
    }

    /// The ground piece of a square moves or is removed.
    pub(super) fn lose_rights(&mut self, square: usize) {
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

    pub(super) fn land(&mut self, to: usize, column: Pile) {
        if self.piles[to].is_empty() {
            self.piles[to] = column;
        } else {
            self.capture(to, 1, column);
        }
    }

    /// Rules 5 and 7.
    pub(super) fn capture(&mut self, square: usize, level: usize, column: Pile) {
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
    pub(super) fn remove(&mut self, square: usize, level: usize) {
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
    pub(super) fn fall(&mut self, square: usize, level: usize, above: Pile) {
        for man in above {
            if self.piles[square].len() >= level {
                assert!(!"bq".contains(kind(self.piles[square][level - 1])), "only tops are bishops and queens");
                self.piles[square].pop();
            }
            self.piles[square].push(man);
        }
    }

    /// Rule 9: all removals first, then the falls, square by square.
    pub(super) fn blast(&mut self, square: usize, level: usize) {
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
