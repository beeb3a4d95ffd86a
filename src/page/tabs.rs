//! The games of all tabs.

use super::session::Session;
use crate::game::InputError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// More games than this are not kept; the one that nobody has used for the longest time goes.
const MOST_SESSIONS: usize = 200;

/// The sessions by their names, which nobody can guess.
#[derive(Default)]
pub(super) struct Tabs {
    sessions: Mutex<HashMap<String, Arc<Session>>>,
}

impl Tabs {
    /// A new session.
    pub fn open(&self, variant: &str) -> Result<Arc<Session>, InputError> {
        let id = format!("{:032x}", rand::random::<u128>());
        let session = Arc::new(Session::new(id.clone(), variant)?);
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if sessions.len() >= MOST_SESSIONS
            && let Some(oldest) = sessions.values().min_by_key(|session| session.last_use()).map(|session| session.id.clone())
        {
            sessions.remove(&oldest);
        }
        sessions.insert(id, session.clone());
        Ok(session)
    }

    /// The session of a name.
    pub fn find(&self, id: &str) -> Option<Arc<Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }
}
