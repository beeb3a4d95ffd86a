//! The rules of Dragonchess once more, slowly and literally: square by square, every move made and the king looked for.
//! It shares nothing with the program but texts.

use std::collections::BTreeMap;

const FILES: i8 = 12;
const RANKS: i8 = 8;
const EMPTY: char = '.';

/// Level 1 to 3, file and rank from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Place {
    level: i8,
    file: i8,
    rank: i8,
}

impl Place {
    fn plus(self, level: i8, file: i8, rank: i8) -> Option<Place> {
        let (level, file, rank) = (self.level + level, self.file + file, self.rank + rank);
        let inside = (1..=3).contains(&level) && (0..FILES).contains(&file) && (0..RANKS).contains(&rank);
        inside.then_some(Place { level, file, rank })
    }

    fn index(self) -> usize {
        (self.level as usize - 1) * 96 + self.rank as usize * 12 + self.file as usize
    }

    fn name(self) -> String {
        format!("{}{}{}", self.level, char::from(b'a' + self.file as u8), self.rank + 1)
    }

    fn from_index(index: usize) -> Place {
        Place { level: (index / 96) as i8 + 1, rank: (index / 12 % 8) as i8, file: (index % 12) as i8 }
    }
}

/// What a pattern of moves may do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Both,
    MoveOnly,
    CaptureOnly,
}

use Mode::{Both, CaptureOnly, MoveOnly};

const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ZEBRA: [(i8, i8); 8] = [(2, 3), (3, 2), (3, -2), (2, -3), (-2, -3), (-3, -2), (-3, 2), (-2, 3)];

/// One rank as position texts write it; `.` is an empty square.
pub fn write_rank(row: &[char]) -> String {
    let mut text = String::new();
    for part in row.chunk_by(|a, b| *a == EMPTY && *b == EMPTY) {
        match part {
            [EMPTY, ..] => text += &part.len().to_string(),
            men => text.extend(men),
        }
    }
    text
}

#[derive(Clone)]
pub struct Oracle {
    men: [char; 288],
    white: bool,
    clock: u32,
    number: u32,
}

/// A pseudo-legal move.
#[derive(Clone, Copy)]
struct Step {
    from: Place,
    to: Place,
    remote: bool,
}

impl Oracle {
    /// Reads a canonical text.
    pub fn read(text: &str) -> Oracle {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut men = [EMPTY; 288];
        for (level, ranks) in (1..=3).rev().zip(fields[0].split('|')) {
            for (rank, items) in (0..RANKS).rev().zip(ranks.split('/')) {
                let (mut file, mut run) = (0, 0);
                for sign in items.chars() {
                    match sign.to_digit(10) {
                        Some(digit) => run = run * 10 + digit as i8,
                        None => {
                            file += run;
                            men[Place { level, file, rank }.index()] = sign;
                            (file, run) = (file + 1, 0);
                        }
                    }
                }
            }
        }
        let number = |i: usize| fields[i].parse().unwrap();
        Oracle { men, white: fields[1] == "w", clock: number(4), number: number(5) }
    }

    /// The canonical text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        for level in (1..=3).rev() {
            for rank in (0..RANKS).rev() {
                let row: Vec<char> = (0..FILES).map(|file| self.at(Place { level, file, rank })).collect();
                text += &write_rank(&row);
                text.push(if rank > 0 { '/' } else { '|' });
            }
        }
        text.pop();
        let side = if self.white { 'w' } else { 'b' };
        format!("{text} {side} - - {} {}", self.clock, self.number)
    }

    fn at(&self, place: Place) -> char {
        self.men[place.index()]
    }

    fn own(&self, place: Place, white: bool) -> bool {
        let man = self.at(place);
        man != EMPTY && man.is_ascii_uppercase() == white
    }

    fn is_frozen(&self, place: Place) -> bool {
        let basilisk = if self.at(place).is_ascii_uppercase() { 'b' } else { 'B' };
        place.level == 2 && self.at(place) != EMPTY && place.plus(-1, 0, 0).is_some_and(|below| self.at(below) == basilisk)
    }

    fn add(&self, steps: &mut Vec<Step>, from: Place, to: Option<Place>, mode: Mode) {
        let Some(to) = to else { return };
        let white = self.at(from).is_ascii_uppercase();
        let (empty, enemy) = (self.at(to) == EMPTY, self.own(to, !white));
        if (empty && mode != CaptureOnly) || (enemy && mode != MoveOnly) {
            steps.push(Step { from, to, remote: false });
        }
    }

    fn leaps(&self, steps: &mut Vec<Step>, from: Place, level: i8, pattern: &[(i8, i8)], mode: Mode) {
        for &(file, rank) in pattern {
            self.add(steps, from, from.plus(level, file, rank), mode);
        }
    }

    fn slides(&self, steps: &mut Vec<Step>, from: Place, pattern: &[(i8, i8)]) {
        for &(file, rank) in pattern {
            let mut way = from.plus(0, file, rank);
            while let Some(to) = way {
                self.add(steps, from, way, Both);
                way = if self.at(to) == EMPTY { to.plus(0, file, rank) } else { None };
            }
        }
    }

    fn empty(&self, place: Option<Place>) -> bool {
        place.is_some_and(|place| self.at(place) == EMPTY)
    }

    /// Everything that the man on a square could do, checks aside.
    fn steps_of(&self, from: Place, out: &mut Vec<Step>) {
        let man = self.at(from);
        let white = man.is_ascii_uppercase();
        let forward = if white { 1 } else { -1 };
        if self.is_frozen(from) {
            return;
        }
        let doubled = |pattern: [(i8, i8); 4]| pattern.map(|(file, rank)| (2 * file, 2 * rank));
        match (man.to_ascii_uppercase(), from.level) {
            ('S', 3) => {
                self.leaps(out, from, 0, &[(-1, forward), (1, forward)], MoveOnly);
                self.leaps(out, from, 0, &[(0, forward)], CaptureOnly);
                self.add(out, from, from.plus(-1, 0, 0), CaptureOnly);
            }
            ('S', 2) => {
                let rank = if white { 1 } else { 6 };
                let above = from.plus(1, 0, 0);
                self.add(out, from, above, MoveOnly);
                for file in [0, 2, 4, 6, 8, 10] {
                    let home = Some(Place { level: 3, file, rank });
                    if home != above {
                        self.add(out, from, home, MoveOnly);
                    }
                }
            }
            ('G', 3) => {
                self.leaps(out, from, 0, &ZEBRA, Both);
                self.leaps(out, from, -1, &DIAGONAL, Both);
            }
            ('G', 2) => {
                self.leaps(out, from, 0, &DIAGONAL, Both);
                self.leaps(out, from, 1, &DIAGONAL, Both);
            }
            ('R', 3) => {
                self.slides(out, from, &DIAGONAL);
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                for (file, rank) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(victim) = from.plus(-1, file, rank).filter(|&victim| self.own(victim, !white)) {
                        out.push(Step { from, to: victim, remote: true });
                    }
                }
            }
            ('W', 2) => {
                self.leaps(out, from, 0, &[(0, forward)], MoveOnly);
                self.leaps(out, from, 0, &[(-1, forward), (1, forward)], CaptureOnly);
            }
            ('O', 2) => self.slides(out, from, &ORTHOGONAL),
            ('U', 2) => self.leaps(out, from, 0, &KNIGHT, Both),
            ('T', 2) => self.slides(out, from, &DIAGONAL),
            ('H', 2) => {
                self.leaps(out, from, 0, &DIAGONAL, Both);
                self.leaps(out, from, 0, &doubled(DIAGONAL), Both);
                self.leaps(out, from, 1, &DIAGONAL, Both);
                self.leaps(out, from, -1, &DIAGONAL, Both);
            }
            ('H', level) => self.leaps(out, from, 2 - level, &DIAGONAL, Both),
            ('C', _) => {
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                self.leaps(out, from, 0, &DIAGONAL, Both);
                self.add(out, from, from.plus(1, 0, 0), Both);
                self.add(out, from, from.plus(-1, 0, 0), Both);
            }
            ('M', 2) => {
                self.slides(out, from, &ORTHOGONAL);
                self.slides(out, from, &DIAGONAL);
                self.add(out, from, from.plus(1, 0, 0), Both);
                self.add(out, from, from.plus(-1, 0, 0), Both);
            }
            ('M', level) => {
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                self.add(out, from, from.plus(2 - level, 0, 0), Both);
                if self.empty(from.plus(2 - level, 0, 0)) {
                    self.add(out, from, from.plus(2 * (2 - level), 0, 0), Both);
                }
            }
            ('K', 2) => {
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                self.leaps(out, from, 0, &DIAGONAL, Both);
                self.add(out, from, from.plus(1, 0, 0), Both);
                self.add(out, from, from.plus(-1, 0, 0), Both);
            }
            ('K', level) => self.add(out, from, from.plus(2 - level, 0, 0), Both),
            ('P', level) => {
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                self.leaps(out, from, 0, &DIAGONAL, Both);
                if level == 2 {
                    self.leaps(out, from, 0, &KNIGHT, Both);
                }
                for up in [-1, 1] {
                    self.leaps(out, from, up, &doubled(ORTHOGONAL), Both);
                    self.leaps(out, from, 2 * up, &ORTHOGONAL, Both);
                }
            }
            ('D', level) => {
                self.leaps(out, from, 0, &[(0, forward), (-1, 0), (1, 0)], MoveOnly);
                self.leaps(out, from, 0, &[(-1, forward), (1, forward)], CaptureOnly);
                if level == 1 {
                    self.add(out, from, from.plus(1, 0, 0), CaptureOnly);
                } else {
                    self.add(out, from, from.plus(-1, 0, 0), MoveOnly);
                }
            }
            ('B', 1) => {
                self.leaps(out, from, 0, &[(0, forward), (-1, forward), (1, forward)], Both);
                self.leaps(out, from, 0, &[(0, -forward)], MoveOnly);
            }
            ('E', 1) => {
                self.leaps(out, from, 0, &ORTHOGONAL, Both);
                self.leaps(out, from, 0, &DIAGONAL, MoveOnly);
                for (file, rank) in ORTHOGONAL {
                    if self.empty(from.plus(0, file, rank)) {
                        self.add(out, from, from.plus(0, 2 * file, 2 * rank), Both);
                        self.add(out, from, from.plus(1, file, rank), CaptureOnly);
                    }
                }
            }
            ('E', 2) => {
                if self.empty(from.plus(-1, 0, 0)) {
                    self.leaps(out, from, -1, &ORTHOGONAL, Both);
                }
            }
            _ => panic!("{man} on level {}", from.level),
        }
    }

    fn all_steps(&self, white: bool) -> Vec<Step> {
        let mut steps = Vec::with_capacity(256);
        for (index, man) in self.men.iter().enumerate() {
            if if white { man.is_ascii_uppercase() } else { man.is_ascii_lowercase() } {
                self.steps_of(Place::from_index(index), &mut steps);
            }
        }
        steps
    }

    fn king_attacked(&self, white: bool) -> bool {
        let king = if white { 'K' } else { 'k' };
        self.all_steps(!white).iter().any(|step| self.at(step.to) == king)
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.king_attacked(self.white)
    }

    /// Could the side to move capture the king?
    pub fn other_in_check(&self) -> bool {
        self.king_attacked(!self.white)
    }

    fn promotes(&self, step: Step) -> bool {
        self.at(step.from).eq_ignore_ascii_case(&'w') && step.to.rank == if self.white { 7 } else { 0 }
    }

    fn play(&self, step: Step) -> Oracle {
        let mut after = self.clone();
        let man = self.at(step.from);
        let progress = self.at(step.to) != EMPTY || man.eq_ignore_ascii_case(&'w');
        if step.remote {
            after.men[step.to.index()] = EMPTY;
        } else {
            let hero = if self.white { 'H' } else { 'h' };
            after.men[step.from.index()] = EMPTY;
            after.men[step.to.index()] = if self.promotes(step) { hero } else { man };
        }
        after.white = !self.white;
        after.clock = if progress { 0 } else { self.clock + 1 };
        after.number = self.number + u32::from(!self.white);
        after
    }

    fn text(&self, step: Step) -> String {
        let sign = if step.remote { "x" } else { "" };
        let promotion = if self.promotes(step) { "h" } else { "" };
        format!("{}{sign}{}{promotion}", step.from.name(), step.to.name())
    }

    /// The legal moves with the positions after them.
    pub fn legal_moves(&self) -> BTreeMap<String, Oracle> {
        self.all_steps(self.white)
            .into_iter()
            .map(|step| (step, self.play(step)))
            .filter(|(_, after)| !after.other_in_check())
            .map(|(step, after)| (self.text(step), after))
            .collect()
    }
}
