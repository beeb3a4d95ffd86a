//! The variants, one folder each. A variant never imports another; what chess and its kin
//! on 8x8 squares share is in [`common8x8`].

pub mod chess;
pub mod common8x8;
pub mod dragonchess;
pub mod gnome;
pub mod gulliver;
pub mod iceage;
