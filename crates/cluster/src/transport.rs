//! How bytes get from one process to another.

use std::time::Duration;

/// Ordered, reliable messages between the processes of one group, numbered from 0.
pub trait Transport: Send + Sync {
    /// This process's number. The process with number 0 leads.
    fn rank(&self) -> usize;

    /// How many processes there are.
    fn size(&self) -> usize;

    /// Sends a message. Never waits for the receiver. Messages from one process to another arrive in the order in which they were sent.
    fn send(&self, to: usize, message: Vec<u8>);

    /// The next message and its sender; none when nothing came within `wait`.
    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)>;

    /// A process of the group is gone for good: ending must not wait for it.
    fn abandon(&self) {}
}
