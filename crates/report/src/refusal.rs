//! The refusal of a path as a sentence.

use crate::Language;
use crate::catalogue;
use base::refusal::{InventoryError, WriteRefusal};

/// A reason not to write to a file or device, in the language of the process.
pub fn write_refusal(refusal: &WriteRefusal) -> String {
    catalogue::write_refusal::text(Language::of_process(), refusal)
}

/// Why a path could not be examined, in the language of the process.
pub fn inventory_error(error: &InventoryError) -> String {
    catalogue::inventory_error::text(Language::of_process(), error)
}

/// The message about memory that the system refused, before and after the number of bytes. Allocates nothing.
pub fn memory_refused() -> [&'static str; 2] {
    let language = Language::of_process();
    [catalogue::system::memory_refused(language), catalogue::system::memory_refused_bytes(language)]
}
