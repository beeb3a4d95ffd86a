//! Sets of squares of a 12x8x3 board: one `u128` a layer.

use super::BitSet;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares on three layers, the lowest (level 1) first.
///
/// A layer has a stride of 16: bit = rank * 16 + file. Files 12 to 15 are padding that no piece enters,
/// so one-step shifts never wrap round the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Layers(pub [u128; 3]);

impl Layers {
    /// The same squares one level up; the top level falls off.
    #[inline(always)]
    pub const fn up(self) -> Layers {
        Layers([0, self.0[0], self.0[1]])
    }

    /// The same squares one level down; the lowest level falls off.
    #[inline(always)]
    pub const fn down(self) -> Layers {
        Layers([self.0[1], self.0[2], 0])
    }
}

macro_rules! by_layer {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident $symbol:tt;)*) => {$(
        impl $operator for Layers {
            type Output = Layers;
            #[inline(always)]
            fn $method(self, other: Layers) -> Layers {
                let ([a, b, c], [x, y, z]) = (self.0, other.0);
                Layers([a $symbol x, b $symbol y, c $symbol z])
            }
        }
        impl $assign for Layers {
            #[inline(always)]
            fn $assign_method(&mut self, other: Layers) {
                *self = *self $symbol other;
            }
        }
    )*};
}

by_layer! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Layers {
    type Output = Layers;
    #[inline(always)]
    fn not(self) -> Layers {
        let [a, b, c] = self.0;
        Layers([!a, !b, !c])
    }
}

impl BitSet for Layers {
    const SIZE: usize = 3 * 128;
    const EMPTY: Layers = Layers([0; 3]);

    #[inline(always)]
    fn one(square: usize) -> Layers {
        let mut layers = [0; 3];
        layers[square >> 7] = 1 << (square & 127);
        Layers(layers)
    }

    #[inline(always)]
    fn has(self, square: usize) -> bool {
        self.0[square >> 7] >> (square & 127) & 1 != 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|layer| layer.count_ones()).sum()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline(always)]
    fn first(self) -> Option<usize> {
        let level = self.0.iter().position(|&layer| layer != 0)?;
        Some(level << 7 | self.0[level].trailing_zeros() as usize)
    }

    #[inline(always)]
    fn without_first(mut self) -> Layers {
        if let Some(layer) = self.0.iter_mut().find(|layer| **layer != 0) {
            *layer &= layer.wrapping_sub(1);
        }
        self
    }
}
