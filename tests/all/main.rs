//! Every test of the program as its users see it, in one binary.

mod arena;
mod browser;
mod chess;
mod cli;
mod dragonchess;
mod folder;
mod gnome;
mod gulliver;
mod iceage;
mod mates;
mod play;
mod positions;
mod program;
mod readers;
mod readme;
mod rules;
mod search;
mod selfplay;
mod serve;
mod tuning;
mod uci;
mod vectors;
