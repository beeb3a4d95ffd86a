//! The search of every variant as the protocol sees it.
