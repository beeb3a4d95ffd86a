//! The mates of Gnome Chess, proved again, all vetoes tried.

use super::data_lines;
use crate::mates;
use std::collections::HashSet;
use ziggurat::variants::gnome::Gnome;

const MATES: &str = include_str!("../../../positions/gnome.mates");

#[test]
fn mates_have_the_one_solution_that_is_told() {
    mates::are_proved::<Gnome>(MATES, 3);
}

#[test]
fn mates_are_found() {
    mates::are_found("gnome", MATES, 3);
}

#[test]
fn there_are_twenty_different_mates() {
    let different: HashSet<_> = data_lines(MATES).collect();
    assert_eq!(different.len(), 20);
}
