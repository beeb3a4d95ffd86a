//! Squares, leaper tables and sliding attacks; one file a board shape, no rules.

pub mod board12x8x3;
