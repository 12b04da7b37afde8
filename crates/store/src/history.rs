//! The history of one target: the results of each finished run on it.

use crate::search::{RunOrder, RunQuery};
use crate::{RunRow, Store, StoreError};
use record::live::HistoryRun;
use record::{RunKind, State};

impl Store {
    /// The newest finished runs on a target that found a load line or measured a job, at most `limit` runs of all kinds, the oldest
    /// first.
    pub fn history(&self, target: &str, limit: usize) -> Result<Vec<HistoryRun>, StoreError> {
        let query = RunQuery {
            target: Some(target.to_owned()),
            order: RunOrder::Started,
            ..RunQuery::default()
        };
        let mut runs = Vec::new();
        for row in self.search(&query, limit)? {
            if row.state == State::Done {
                runs.extend(self.history_run(row)?);
            }
        }
        runs.reverse();
        Ok(runs)
    }

    fn history_run(&self, row: RunRow) -> Result<Option<HistoryRun>, StoreError> {
        let RunRow { id, kind, subject, started_unix_s, .. } = row;
        let findings = self.outline(id)?.map(|record| record.findings).unwrap_or_default();
        let is_job = findings.is_empty() && kind == RunKind::Run;
        let streams = if is_job { self.last_streams(id)? } else { Vec::new() };
        let has_some = !findings.is_empty() || !streams.is_empty();
        Ok(has_some.then_some(HistoryRun {
            run: id.0,
            kind,
            subject,
            started_unix_s,
            findings,
            streams,
        }))
    }
}
