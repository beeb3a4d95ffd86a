//! What lies on a board beside the men.

use std::fmt::Debug;

/// Obstacles on a board: lines stop at them, pawns do not step onto them, and whoever may take a man there takes them.
/// They lie on squares without men.
pub trait Terrain: Copy + PartialEq + Debug + Default + Send + Sync + 'static {
    /// The squares of the obstacles.
    fn obstacles(&self) -> u64;

    /// A man comes to a square, whose obstacle, if there is one, is gone.
    fn clear(&mut self, square: usize);

    /// What the letters of position texts other than those of men stand for: puts it on a square, if there is such.
    fn put(&mut self, sign: char, square: usize) -> bool;

    /// The letter of an obstacle on a square.
    fn sign(&self, square: usize) -> Option<char>;

    /// The same terrain, mirrored from side to side.
    fn mirror(&self) -> Self;
}

/// Nothing but men, as in chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Open;

impl Terrain for Open {
    #[inline(always)]
    fn obstacles(&self) -> u64 {
        0
    }

    #[inline(always)]
    fn clear(&mut self, _square: usize) {}

    fn put(&mut self, _sign: char, _square: usize) -> bool {
        false
    }

    fn sign(&self, _square: usize) -> Option<char> {
        None
    }

    fn mirror(&self) -> Open {
        Open
    }
}
