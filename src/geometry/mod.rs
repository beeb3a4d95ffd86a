//! Squares, leaper tables and sliding attacks; one file a board shape, no rules.
