//! Every test of the program as its users see it, in one binary.

mod chess;
mod search;
