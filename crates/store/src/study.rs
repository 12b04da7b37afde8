//! Studies: their points as they are measured, their findings, and the search for a killed study that can be resumed.
//!
//! A point is forced to the medium before the call returns: a study of days loses at most the point in progress.

use super::codec;
use crate::codec::{changed, parse};
use crate::read::word;
use crate::write::{Fault, Safety, put_start};
use crate::{RunId, Store, StoreError};
use record::{
    Drift, Finding, Journal, PointRecord, Record, RunKind, StageRecord, State, StoredPart,
    StudyRecord,
};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

/// A study that was not completed: killed, stopped by the user, ended by an error, or still in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedStudy {
    pub run: RunId,
    /// The seed with which it must resume.
    pub seed: u64,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// Its state; running: killed, or still in progress.
    pub state: State,
    /// The last holder; empty: it ended normally.
    pub holder: String,
    /// The number of its trials, which is the number of the next trial.
    pub trials: u32,
    /// Its stages with every point that was measured.
    pub study: StudyRecord,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownStudy {
    pub run: RunId,
    pub seed: u64,
    /// When it first began, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    pub state: State,
    /// The last holder; empty: it ended normally.
    pub holder: String,
    /// The text of its key, as [`StudyRecord::identity`].
    pub identity: String,
}

impl UnfinishedStudy {
    /// Returns the points of a stage that need not be measured again; empty if there is no such stage.
    pub fn journal(&self, stage: usize) -> Journal {
        self.study.stages.get(stage).map(StageRecord::journal).unwrap_or_default()
    }

    pub fn points(&self) -> usize {
        self.study.stages.iter().map(|stage| stage.points.len()).sum()
    }
}

impl Store {
    /// Stores the start of a study and returns the number of its run. Until [`Store::finish`] its state is running. `holder` is
    /// a text by which the caller knows whether the measuring process is alive, so that two never measure at once. The record
    /// has a study, and its stages have no points yet.
    pub fn begin_study(&mut self, record: &Record, holder: &str) -> Result<RunId, StoreError> {
        debug_assert!(
            record
                .study
                .as_ref()
                .is_some_and(|study| study.stages.iter().all(|stage| stage.points.is_empty()))
        );
        self.write(Safety::Power, |transaction| {
            let run = put_start(transaction, record)?;
            put_study(transaction, run, record.study.as_ref(), holder)?;
            Ok(run)
        })
    }

    /// Stores a measured point of stage `stage` (from 0); it is on the medium when the call returns.
    pub fn point(&mut self, run: RunId, stage: u32, point: &PointRecord) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            let id = stage_id(transaction, run, stage)?;
            let next: i64 = transaction
                .prepare_cached("SELECT coalesce(max(number) + 1, 0) FROM cells WHERE stage = ?1")?
                .query_row([id], |row| row.get(0))?;
            put_point(transaction, id, next, point)
        })
    }

    /// Stores the finding of stage `stage`, so that it is kept even if the process is killed in a later stage.
    pub fn stage_end(
        &mut self,
        run: RunId,
        stage: u32,
        finding: Option<&Finding>,
        drift: Option<&Drift>,
    ) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            let key = [run.0, stage.into()];
            let id = stage_id(transaction, run, stage)?;
            let document = "SELECT document FROM stages WHERE id = ?1";
            let document: String = transaction.query_row(document, [id], |row| row.get(0))?;
            let stage: StageRecord = parse(run, &key, &document)?;
            let stage = StageRecord { drift: drift.cloned(), ..stage };
            let finding = finding.map(|finding| codec::text(&key, finding));
            transaction.execute(
                "UPDATE stages SET document = ?2, finding = ?3 WHERE id = ?1",
                params![id, codec::text(&key, &stage), finding],
            )?;
            Ok(())
        })
    }

    /// Returns the studies of this identity that were not completed, newest first.
    pub fn unfinished(&self, identity: &str) -> Result<Vec<UnfinishedStudy>, StoreError> {
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT r.id, r.seed, r.started_unix_s, r.state, s.holder, r.trials
             FROM studies s JOIN runs r ON r.id = s.run
             WHERE s.identity = ?1 AND r.state <> 'done' ORDER BY r.id DESC",
        ))?;
        let rows = statement.query_map([identity], |row| {
            let seed: i64 = row.get(1)?;
            let state: String = row.get(3)?;
            Ok((RunId(row.get(0)?), seed as u64, row.get(2)?, state, row.get(4)?, row.get(5)?))
        });
        let mut found = Vec::new();
        for row in self.sql(rows)? {
            let (run, seed, started_unix_s, state, holder, trials) = self.sql(row)?;
            let state = word(run, &state)?;
            let Some(study) = self.study(run)? else { continue };
            found.push(UnfinishedStudy { run, seed, started_unix_s, state, holder, trials, study });
        }
        Ok(found)
    }

    /// Returns the studies of this kind of run, newest first.
    pub fn studies(&self, kind: RunKind) -> Result<Vec<KnownStudy>, StoreError> {
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT r.id, r.seed, r.started_unix_s, s.holder, s.identity, r.state
             FROM studies s JOIN runs r ON r.id = s.run WHERE r.kind = ?1 ORDER BY r.id DESC",
        ))?;
        let rows = statement.query_map([kind.name()], |row| {
            let study = KnownStudy {
                run: RunId(row.get(0)?),
                seed: row.get::<_, i64>(1)? as u64,
                started_unix_s: row.get(2)?,
                state: State::Running,
                holder: row.get(3)?,
                identity: row.get(4)?,
            };
            Ok((study, row.get::<_, String>(5)?))
        });
        let mut studies = Vec::new();
        for row in self.sql(rows)? {
            let (study, state) = self.sql(row)?;
            studies.push(KnownStudy { state: word(study.run, &state)?, ..study });
        }
        Ok(studies)
    }

    /// Takes an unfinished study over from its holder and marks it as running again. Returns false if it has another holder by
    /// now, or was completed.
    pub fn take_over(&mut self, run: RunId, from: &str, to: &str) -> Result<bool, StoreError> {
        self.write(Safety::Power, |transaction| {
            let taken = transaction.execute(
                "UPDATE studies SET holder = ?3 WHERE run = ?1 AND holder = ?2
                 AND EXISTS (SELECT 1 FROM runs WHERE id = ?1 AND state <> 'done')",
                params![run.0, from, to],
            )?;
            if taken == 1 {
                transaction.execute(
                    "UPDATE runs SET state = 'running', whole = 0 WHERE id = ?1",
                    [run.0],
                )?;
            }
            Ok(taken == 1)
        })
    }

    /// Returns the study of a run; none if the run is not a study.
    pub fn study(&self, run: RunId) -> Result<Option<StudyRecord>, StoreError> {
        let identity = self.connection.query_row(
            "SELECT identity FROM studies WHERE run = ?1",
            [run.0],
            |row| row.get(0),
        );
        let Some(identity) = self.sql(identity.optional())? else { return Ok(None) };
        let mut stages = Vec::new();
        for stored in self.sql(stages_of(&self.connection, run))? {
            let StoredStage { id, number, document, finding, cells } = stored;
            let key = [run.0, number];
            let stage: StageRecord = parse(run, &key, &document)?;
            let finding = finding.map(|finding| parse(run, &key, &finding)).transpose()?;
            let mut points = Vec::new();
            for (number, document) in self.sql(points_of(&self.connection, id))? {
                points.push(parse(run, &[id, number], &document)?);
            }
            if points.len() < cells as usize {
                return Err(changed(run, StoredPart::Point { stage: number.cast_unsigned() + 1 }));
            }
            stages.push(StageRecord { points, finding, ..stage });
        }
        Ok(Some(StudyRecord { identity, stages }))
    }
}

/// Stores the complete study of a run, replacing what was stored during the run.
pub(crate) fn put_whole_study(
    transaction: &Transaction<'_>,
    run: RunId,
    study: Option<&StudyRecord>,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM studies WHERE run = ?1", [run.0])?;
    put_study(transaction, run, study, "")
}

fn put_study(
    transaction: &Transaction<'_>,
    run: RunId,
    study: Option<&StudyRecord>,
    holder: &str,
) -> Result<(), Fault> {
    let Some(StudyRecord { identity, stages }) = study else { return Ok(()) };
    let sql = "INSERT INTO studies (run, identity, holder) VALUES (?1, ?2, ?3)";
    transaction.execute(sql, params![run.0, identity, holder])?;
    for (stage, number) in stages.iter().zip(0i64..) {
        let id = put_stage(transaction, run, number, stage)?;
        for (point, number) in stage.points.iter().zip(0i64..) {
            put_point(transaction, id, number, point)?;
        }
    }
    Ok(())
}

fn put_stage(
    transaction: &Transaction<'_>,
    run: RunId,
    number: i64,
    stage: &StageRecord,
) -> rusqlite::Result<i64> {
    let key = [run.0, number];
    let finding = stage.finding.as_ref().map(|finding| codec::text(&key, finding));
    transaction.execute(
        "INSERT INTO stages (run, number, document, finding) VALUES (?1, ?2, ?3, ?4)",
        params![run.0, number, codec::text(&key, stage), finding],
    )?;
    Ok(transaction.last_insert_rowid())
}

fn put_point(
    transaction: &Transaction<'_>,
    stage: i64,
    number: i64,
    point: &PointRecord,
) -> Result<(), Fault> {
    let values =
        params![stage, number, point.point.id().0 as i64, codec::text(&[stage, number], point)];
    transaction
        .prepare_cached(
            "INSERT INTO cells (stage, number, cell, document) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(values)?;
    transaction
        .prepare_cached("UPDATE stages SET cells = ?2 + 1 WHERE id = ?1")?
        .execute([stage, number])?;
    Ok(())
}

fn stage_id(transaction: &Transaction<'_>, run: RunId, stage: u32) -> Result<i64, Fault> {
    let found = transaction
        .prepare_cached("SELECT id FROM stages WHERE run = ?1 AND number = ?2")?
        .query_row(params![run.0, stage], |row| row.get(0))
        .optional()?;
    Ok(found.ok_or(StoreError::NoSuchStage { run, stage })?)
}

struct StoredStage {
    id: i64,
    number: i64,
    document: String,
    finding: Option<String>,
    /// The number of its points.
    cells: u32,
}

fn stages_of(connection: &Connection, run: RunId) -> rusqlite::Result<Vec<StoredStage>> {
    let sql =
        "SELECT id, number, document, finding, cells FROM stages WHERE run = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    let row = |row: &Row<'_>| {
        let (id, number, document) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(StoredStage { id, number, document, finding: row.get(3)?, cells: row.get(4)? })
    };
    statement.query_map([run.0], row)?.collect()
}

fn points_of(connection: &Connection, stage: i64) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = "SELECT number, document FROM cells WHERE stage = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([stage], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
