//! Every test of the program as its users see it, in one binary.

mod chess;
mod cli;
mod dragonchess;
mod positions;
mod program;
mod readers;
mod rules;
mod search;
mod uci;
mod vectors;
