//! Transport of bytes between processes.

use std::time::Duration;

/// Ordered, reliable messages between the processes of one group, numbered from 0.
pub trait Transport: Send + Sync {
    /// The number of this process. The process with number 0 leads.
    fn rank(&self) -> usize;

    fn size(&self) -> usize;

    /// Sends a message without waiting for the receiver. Messages between two processes arrive in the order in which they are
    /// sent.
    fn send(&self, to: usize, message: Vec<u8>);

    /// The next message and its sender; `None` when nothing arrives within `wait`.
    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)>;

    /// Declares a process of the group gone for good, so that the end does not wait for it.
    fn abandon(&self) {}
}
