//! Gulliver as its users see it.

mod rules;
