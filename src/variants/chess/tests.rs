//! The rules of chess.md, one by one.
