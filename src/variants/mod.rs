//! The variants, one folder each. A variant never imports another.

pub mod chess;
pub mod dragonchess;
pub mod gulliver;
