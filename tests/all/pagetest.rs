#![allow(dead_code)]
mod browser;
mod program;
mod serve;
