//! Ziggurat: a search engine for chess variants, the layered ones first.
//!
//! Arrows run downwards: a room knows only the rooms below it.
//!
//! * [`commands`]: one file a subcommand of the program.
//! * [`tuning`]: weights of evaluations fitted to games of the engine against itself.
//! * [`page`]: the page in the browser, and boards as SVG.
//! * [`arena`]: matches between engines.
//! * [`uci`]: the protocol.
//! * [`search`]: one search for every variant whose sides move in turn.
//! * [`simultaneous`]: the search of variants whose sides order in secret and move at once.
//! * [`variants`]: one folder a variant: state, generator, texts, evaluation.
//! * [`game`]: what a game is to everyone else: the contract, results, perft, the registry of variants.
//! * [`geometry`]: squares, leaper tables, sliding attacks; no rules.
//! * [`bits`]: sets of squares. [`intrinsics`]: the only unsafe code, a few processor instructions.
//!
//! The registry in [`game::registry`] is the one place that looks upwards: it names every variant and its engine.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod arena;
pub mod bits;
pub mod commands;
pub mod game;
pub mod geometry;
pub mod intrinsics;
pub mod page;
pub mod search;
pub mod simultaneous;
pub mod tuning;
pub mod uci;
pub mod variants;
