//! The variants, one folder each. A variant never imports another.

pub mod dragonchess;
