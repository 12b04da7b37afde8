//! The phases of an integrity test.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestPhase {
    /// It writes every page for the first time.
    Filling,
    /// It reads and writes as the database does.
    Exercising,
    /// It writes the dirty pages and makes everything durable.
    Checkpoint,
    /// It reads every page.
    FinalAudit,
}
