//! `ziggurat serve`: the page in the browser.

use super::Failure;
use crate::page::Server;
use std::io::Write;

/// Play any variant in the browser: a page on this machine, served to this machine only
#[derive(clap::Args)]
#[command(after_help = "\
The page plays all variants by hand, against the engine or with its analysis; it needs nothing
from elsewhere. Every tab has its own game. It is served on 127.0.0.1 and answers nobody else;
Ctrl-C ends it.

Examples:
  ziggurat serve --open             on a free port, and show it
  ziggurat serve --port 8080")]
pub struct Args {
    /// The port; 0 is a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
}

pub fn run(args: &Args, out: &mut dyn Write) -> Result<(), Failure> {
    let server = Server::bind(args.port).map_err(Failure::Broken)?;
    let address = server.address();
    writeln!(out, "the page is at {address} (Ctrl-C ends it)")?;
    out.flush()?;
    if args.open
        && let Err(error) = open::that_detached(&address)
    {
        super::tell(&format!("no browser could be opened: {error}"));
    }
    Ok(server.run()?)
}
