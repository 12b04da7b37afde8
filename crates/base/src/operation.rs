//! The operations on a storage.

crate::words! {
    #[derive(Default, PartialOrd, Ord)]
    pub enum IoKind as "operation" {
        /// Reads from storage to a buffer.
        #[default]
        Read = "read",
        /// Writes from a buffer to storage.
        Write = "write",
        /// Makes earlier writes durable; offset and length mean nothing.
        Flush = "flush",
        /// Tells the storage that the range is no longer needed; no buffer is used.
        Trim = "trim",
    }
}
