//! What searches share and the user sizes: the table and the number of threads.

use super::table::Table;
use crate::game::InputError;
use std::sync::{Arc, PoisonError, RwLock};

/// The transposition table and the threads of all searches.
#[derive(Debug)]
pub struct Resources {
    table: RwLock<Arc<Table>>,
    threads: usize,
}

impl Resources {
    /// An empty table of `hash_mib` MiB and a number of threads.
    ///
    /// # Errors
    /// A table that the machine cannot hold.
    pub fn new(hash_mib: usize, threads: usize) -> Result<Resources, InputError> {
        Ok(Resources { table: RwLock::new(Arc::new(Table::new(hash_mib)?)), threads: threads.max(1) })
    }

    /// The number of threads of a search.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Empties the table (`Clear Hash`, `ucinewgame`). A search that is running keeps what it has.
    pub fn clear(&self) {
        let mut table = self.table.write().unwrap_or_else(PoisonError::into_inner);
        // Fresh memory of a large table costs nothing until it is written; zeros are written only where the machine has none.
        match table.fresh() {
            Some(fresh) => *table = Arc::new(fresh),
            None => table.clear(),
        }
    }

    /// The table itself.
    pub(crate) fn table(&self) -> Arc<Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
