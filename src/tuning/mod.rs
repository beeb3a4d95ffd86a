//! Weights of evaluations, fitted to games of the engine against itself (Texel's method).
//!
//! * [`games`]: the form in which games are kept. [`generator`]: how they are played.
//! * [`samples`]: the positions of games, as sums over weights. [`model`]: values, losses and gradients of them.
//! * [`fit`]: the search for the weights of least loss. [`chart`]: how it went.
//! * [`source`]: the table of weights in a variant's source, read and written.
//!
//! Variants come from the registry and are known by their [`crate::game::Referee`] only, which says how the value of a
//! position comes from the weights ([`crate::game::weights::Composition`]).

pub mod chart;
pub mod fit;
pub mod games;
pub mod generator;
pub mod model;
pub mod samples;
pub mod source;
