//! How the integrity test wrote a file.

use base::Bytes;
use base::proof::Durability;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteMethod {
    pub page: Bytes,
    /// Whether the page cache was bypassed.
    pub direct: bool,
    pub durability: Durability,
}
