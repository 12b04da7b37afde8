//! What a run leaves behind, as plain data: runs, points, trials, and the findings of every study.
//!
//! Studies fill these types, `store` keeps them, `report` shows them. Figures and verdicts that follow from one value alone are
//! methods here, so that every reader gets the same; what is measured, and a finding, is never decided here. Start at [`Record`].

pub mod calibrate;
pub mod depth_sweep;
mod drift;
mod failure;
pub mod fault_evidence;
pub mod history;
pub mod hosts;
pub mod key;
pub mod kinds;
pub mod live;
pub mod note;
mod point;
pub mod proof;
pub mod race;
mod rate_unit;
pub mod reason;
mod replay;
mod role;
mod role_io;
mod run;
pub mod scale;
pub mod soak;
mod stage_verdict;
mod stalls;
mod stored_part;
mod subject;
mod target;
mod together;
pub mod write_method;

pub use base::facts::{self, Fact, FactGroup, FactKey, FactName, FactRemark, FactTitle, FactValue};
pub use drift::{Drift, ReferencePoint};
pub use failure::RunFailure;
pub use key::StudyKey;
pub use kinds::{FileRole, Provenance, Purpose, RunKind, StudyKind, TrialPurpose};
pub use note::Note;
pub use point::{Measurement, Point, PointId, Until, hash};
pub use rate_unit::RateUnit;
pub use reason::Reason;
pub use replay::ReplayTiming;
pub use role::{
    CommitLatency, Limit, Quota, RoleFinding, SessionsFinding, SharedCommits, TransactionRate,
    TrialRecord, TriedLoad, Verdict,
};
pub use role_io::RoleIo;
pub use run::{Finding, Journal, PointRecord, Record, StageRecord, State, StudyRecord};
pub use stalls::by_target;
pub use stored_part::StoredPart;
pub use subject::RunSubject;
pub use summary::warning::TargetStalls;
pub use target::{StorageIdentity, TargetKind, TargetRecord, TargetSet};
pub use together::{QuotaUse, TogetherFinding, TogetherRole};
