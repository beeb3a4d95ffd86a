//! The page in the browser: the games played by hand, against the engine or with its analysis.
//!
//! * `server`: requests on 127.0.0.1 and who may make them, the files of the page, streams of events.
//! * `tabs`: the games of all tabs. `session`: one of them, and what can be done to it. `thinking`: its searches.
//! * `state`: a session as the page is told of it. `board`: a position drawn. `record`: games as PGN.
//!
//! What the page knows of rules and legality comes from [`crate::game::view`]; its scripts draw and ask.

pub mod board;
mod record;
mod server;
mod session;
mod state;
mod tabs;
mod thinking;

pub use server::Server;
