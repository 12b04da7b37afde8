//! How the integrity test wrote a file.

use base::Bytes;
use base::proof::Durability;
use serde::{Deserialize, Serialize};

/// How a file was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteMethod {
    /// The size of a page.
    pub page: Bytes,
    /// Whether the page cache was bypassed.
    pub direct: bool,
    /// How a write became durable.
    pub durability: Durability,
}
