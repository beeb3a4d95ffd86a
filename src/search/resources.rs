//! What searches share and the user sizes: the table and the number of threads.

use super::table::Table;
use crate::game::InputError;

/// The transposition table and the threads of all searches.
#[derive(Debug)]
pub struct Resources {
    table: Table,
    threads: usize,
}

impl Resources {
    /// A table of `hash_mib` MiB, zeroed lazily, and a number of threads.
    ///
    /// # Errors
    /// A table that the machine cannot hold.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Resources, InputError> {
        Ok(Resources { table: Table::new(hash_mib)?, threads: threads.max(1) })
    }

    /// The number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Empties the table (`Clear Hash`, `ucinewgame`).
    pub fn clear(&self) {
        self.table.clear();
    }

    /// The table itself.
    pub(super) fn table(&self) -> &Table {
        &self.table
    }
}
