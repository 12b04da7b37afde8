//! What a run leaves behind, as plain data: runs, points, trials, and the findings of every study.
//!
//! Studies fill these types, `store` keeps them, `report` shows them. Figures and verdicts that follow from one value alone are
//! methods here, so that every reader gets the same; what is measured, and a finding, is never decided here. Start at [`Record`].

pub mod calibrate;
pub mod depth_sweep;
mod failure;
pub mod hosts;
pub mod key;
pub mod kinds;
pub mod live;
pub mod note;
mod point;
pub mod proof;
pub mod race;
pub mod reason;
mod role;
mod run;
pub mod scale;
pub mod soak;
mod stage_verdict;
mod subject;
mod target;

pub use base::facts::{self, Fact, FactGroup, FactKey, FactName, FactRemark, FactTitle, FactValue};
pub use failure::RunFailure;
pub use key::StudyKey;
pub use kinds::{FileRole, Provenance, Purpose, RateUnit, RunKind, StudyKind, TrialPurpose};
pub use note::Note;
pub use note::ReplayTiming;
pub use point::by_target;
pub use point::{Drift, ReferencePoint};
pub use point::{Measurement, Point, PointId, Until, hash};
pub use reason::Reason;
pub use role::{
    CommitLatency, Limit, Quota, QuotaUse, RoleFinding, RoleIo, SessionsFinding, SharedCommits,
    TogetherFinding, TogetherRole, TransactionRate, TrialRecord, TriedLoad, Verdict,
};
pub use run::StoredPart;
pub use run::{Finding, Journal, PointRecord, Record, StageRecord, State, StudyRecord};
pub use subject::RunSubject;
pub use summary::warning::TargetStalls;
pub use target::{StorageIdentity, TargetKind, TargetRecord, TargetSet};
