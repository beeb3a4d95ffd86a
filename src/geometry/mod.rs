//! Squares, leaper tables and sliding attacks; one file a board shape, no rules.

pub mod board12x8x3;
pub mod board8x8;
pub mod sliding8x8;
