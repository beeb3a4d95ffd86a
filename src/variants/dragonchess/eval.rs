use super::board::{Dragonchess, Move};
use crate::game::EvalTerm;
impl Dragonchess {
    pub(super) fn value(&self) -> i32 {
        0
    }
    pub(super) fn terms(&self) -> Vec<EvalTerm> {
        Vec::new()
    }
    pub(super) fn victim_order(&self, _m: Move) -> i32 {
        0
    }
}
