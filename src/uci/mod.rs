//! The protocol: an extended UCI.
