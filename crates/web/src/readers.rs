//! Access to the store for many concurrent requests: reading, and writing what people edit.

use crate::problem::Problem;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Store, StoreError};

/// The maximum number of open stores that are kept for the next requests.
const IDLE_MAX: usize = 4;

/// The store and the connections that are open for reading.
#[derive(Clone, Debug)]
pub(crate) struct Readers {
    path: PathBuf,
    idle: Arc<Mutex<Vec<Store>>>,
}

impl Readers {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, idle: Arc::default() }
    }

    /// Reads on a thread that may wait for the medium; `read` gets `None` if the store does not exist.
    pub(crate) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(Option<&Store>) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let readers = self.clone();
        let done = tokio::task::spawn_blocking(move || {
            let store = readers.open()?;
            let answer = read(store.as_ref());
            if let Some(store) = store {
                readers.give_back(store);
            }
            answer
        });
        done.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
    }

    /// Writes on a thread that may wait for other writers.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        write: impl FnOnce(&mut Store) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let path = self.path.clone();
        let done = tokio::task::spawn_blocking(move || write(&mut Store::open(&path)?));
        done.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic()))
    }

    fn open(&self) -> Result<Option<Store>, Problem> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.retain(Store::is_in_place);
        if let Some(store) = idle.pop() {
            return Ok(Some(store));
        }
        drop(idle);
        match Store::open_to_read(&self.path) {
            Ok(store) => Ok(Some(store)),
            Err(StoreError::Missing { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn give_back(&self, store: Store) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_MAX {
            idle.push(store);
        }
    }
}
