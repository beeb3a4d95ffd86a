//! Static exchange evaluation: what a capture is worth when both sides go on taking on its square.
//!
//! A Dragon that takes from afar leaves the square empty, so nobody can take back: where a side has one, it ends the
//! exchange in its favour. A Basilisk that takes, or is taken, unfreezes and freezes others in the middle of it.

use super::attacks::path;
use super::board::{Dragonchess, Move, arriving};
use super::eval::value_of;
use super::men::{Kind, Man};
use crate::bits::{BitSet, Layers};
use crate::game::Side;
use crate::geometry::board12x8x3::{LOW, MIDDLE, Square};

/// The value of a man in an exchange, in centipawns; a king is worth more than all else.
fn worth(kind: Kind) -> i32 {
    if kind == Kind::King { 30_000 } else { value_of(kind) }
}

/// An exchange in progress.
struct Exchange<'p> {
    position: &'p Dragonchess,
    /// The square that is fought for, and who stands there now.
    to: Square,
    standing: Man,
    /// The men elsewhere that have not yet come to the square.
    waiting: Layers,
}

impl Exchange<'_> {
    /// The places of level 2 where the men of a side are frozen at this moment.
    fn frost(&self, side: Side) -> u128 {
        let basilisks = self.position.frost(side) & self.waiting.0[LOW];
        let arrived = self.standing == Man { side: !side, kind: Kind::Basilisk };
        basilisks | if arrived { self.to.bit() } else { 0 }
    }

    /// The men of a side that can take now.
    fn attackers(&self, side: Side) -> Layers {
        let able = self.waiting & !Layers([0, self.frost(side), 0]);
        let mut attackers = self.position.leaps_to(self.to, side) & able;
        for index in (self.position.lines_to(self.to, side) & able).squares() {
            let (level, squares) = path(Square::at_index(index), self.to);
            if self.waiting.0[level] & squares == 0 {
                attackers |= Layers::one(index);
            }
        }
        attackers
    }

    /// The least valuable man of a side that can take now; a king only where the other side cannot take him.
    /// A Dragon that takes from afar comes before all: it risks nothing.
    fn least_attacker(&self, side: Side) -> Option<(Square, Kind)> {
        let men = self.attackers(side).squares().filter_map(|index| {
            let square = Square::at_index(index);
            self.position.kind_at(square).map(|kind| (square, kind))
        });
        let risk = |&(_, kind): &(Square, Kind)| if self.is_remote(kind) { 0 } else { worth(kind) };
        let least = men.min_by_key(risk)?;
        let may_take = least.1 != Kind::King || self.attackers(!side).is_empty();
        may_take.then_some(least)
    }

    /// Does a man of this kind take on the square from afar?
    fn is_remote(&self, kind: Kind) -> bool {
        kind == Kind::Dragon && self.to.level() == MIDDLE
    }
}

impl Dragonchess {
    /// Does the move win at least `threshold` centipawns, if each side takes on the target square with its least
    /// valuable man as long as that pays? Pins are not looked at.
    pub(super) fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        let (us, from, to) = (self.mover(), m.from(), m.to());
        let Some(mover) = self.kind_at(from) else { return threshold <= 0 };
        let mut balance = self.kind_at(to).map_or(0, worth) - threshold;
        if m.is_remote() {
            return balance >= 0;
        }
        let kind = arriving(us, mover, to);
        balance += worth(kind) - worth(mover);
        if balance < 0 {
            return false;
        }
        // Even if our man is lost for nothing?
        balance -= worth(kind);
        if balance >= 0 {
            return true;
        }
        let waiting = self.occupied() & !(Layers::one(from.index()) | Layers::one(to.index()));
        let mut exchange = Exchange { position: self, to, standing: Man { side: us, kind }, waiting };
        let mut side = !us;
        // `balance` is seen from the side that has just taken, and below zero: the other side must take or has lost.
        while let Some((square, kind)) = exchange.least_attacker(side) {
            let risk = if exchange.is_remote(kind) { 0 } else { worth(kind) };
            exchange.waiting &= !Layers::one(square.index());
            exchange.standing = Man { side, kind: arriving(side, kind, to) };
            side = !side;
            balance = -balance - 1 - risk;
            if balance >= 0 {
                break;
            }
        }
        side != us
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::keys::SplitMix;
    use crate::game::{Game, MoveClass, Position, Reading};

    /// What `side` gains by taking on a square, or not, by recursion over boards on which every capture is really made.
    fn gain(position: &Dragonchess, side: Side, to: Square) -> i32 {
        let Some(standing) = position.man_at(to).filter(|man| man.side != side) else { return 0 };
        let attackers = |position: &Dragonchess, side| position.attackers(to, side, position.occupied());
        let remote = |kind| kind == Kind::Dragon && to.level() == MIDDLE;
        let men = attackers(position, side).squares().map(Square::at_index);
        let least = men.min_by_key(|&s| position.kind_at(s).map_or(0, |kind| if remote(kind) { 0 } else { worth(kind) }));
        let Some(from) = least else { return 0 };
        let kind = position.kind_at(from).unwrap();
        if remote(kind) {
            return worth(standing.kind);
        }
        let mut men: Vec<_> = position.all_men().filter(|&(square, _)| square != from && square != to).collect();
        if kind == Kind::King && attackers(position, !side).any() {
            return 0;
        }
        men.push((to, Man { side, kind: arriving(side, kind, to) }));
        let after = Dragonchess::with_men(&men, !side);
        // A Warrior that promotes here has won what he is then worth more: he still risks a Warrior.
        (worth(standing.kind) - gain_against(&after, !side, to, worth(kind))).max(0)
    }

    /// The same, where the man to be taken is worth `standing`.
    fn gain_against(position: &Dragonchess, side: Side, to: Square, standing: i32) -> i32 {
        let real = worth(position.man_at(to).unwrap().kind);
        let gained = gain(position, side, to);
        if gained == 0 { 0 } else { gained - real + standing }
    }

    fn exchange(position: &Dragonchess, m: Move) -> i32 {
        let victim = position.kind_at(m.to()).map_or(0, worth);
        if m.is_remote() {
            return victim;
        }
        let mover = position.kind_at(m.from()).unwrap();
        let promotion = worth(arriving(position.mover(), mover, m.to())) - worth(mover);
        let mut after = position.clone();
        after.make(m);
        victim + promotion - gain(&after, after.mover(), m.to())
    }

    #[test]
    fn thresholds_bracket_the_value_of_the_whole_exchange() {
        let mut random = SplitMix::new(11);
        let texts = include_str!("../../../positions/dragonchess.bench").lines().filter(|line| !line.starts_with('#'));
        let mut captures = 0;
        for text in texts.chain(std::iter::repeat_n(Dragonchess::INFO.start, 20)) {
            let mut game = Game::new(Dragonchess::read(text, Reading::Strict).unwrap());
            for _ in 0..60 {
                let position = game.position().clone();
                let mut moves = <Dragonchess as Position>::Moves::new();
                position.generate(MoveClass::All, &mut moves);
                for &m in &moves {
                    let value = exchange(&position, m);
                    assert!(position.exchange_wins(m, value), "{} {} {value}", position.write(), position.write_san(m));
                    assert!(!position.exchange_wins(m, value + 1), "{} {} {value}", position.write(), position.write_san(m));
                    captures += usize::from(position.is_noisy(m));
                }
                let Some(&m) = moves.get(random.below(moves.len().max(1))) else { break };
                game.play(m);
            }
        }
        assert!(captures > 3_000, "{captures}");
    }

    /// Values of exchanges that only this game knows.
    #[test]
    fn dragons_take_without_risk_and_basilisks_hold_the_guards() {
        let value = |text: &str, token: &str| {
            let position = Dragonchess::read(text, Reading::Strict).unwrap();
            let m = position.legal_move(token).unwrap();
            (-2000..=2000).rfind(|&threshold| position.exchange_wins(m, threshold)).unwrap()
        };
        let [unicorn, oliphant] = [Kind::Unicorn, Kind::Oliphant].map(worth);
        let sky = "12/12/12/12/12/12/12/12";
        let guarded = "11k/12/5w6/4u7/12/12/4O7/K11";
        let text = |sky: &str, ground: &str, below: &str| format!("{sky}|{ground}|{below} w - - 0 1");
        assert_eq!(value(&text(sky, guarded, sky), "2e22e5"), unicorn - oliphant, "a guarded Unicorn costs the Oliphant");
        let frozen = "12/12/5B6/12/12/12/12/12";
        assert_eq!(value(&text(sky, guarded, frozen), "2e22e5"), unicorn, "a frozen Warrior guards nothing");
        let dragon = "12/12/12/4R7/12/12/12/12";
        assert_eq!(value(&text(dragon, guarded, sky), "3e5x2e5"), unicorn, "a Dragon takes from afar and stays");
        let their_dragon = "12/12/4r7/12/12/12/12/12";
        let unguarded = "11k/12/12/4u7/12/12/4O7/K11";
        assert_eq!(value(&text(their_dragon, unguarded, sky), "2e22e5"), unicorn - oliphant, "a Dragon guards from afar");
    }
}
