//! Studies: their points as they end, their findings, and how one that was killed is found again and gone on with.
//!
//! A point is forced to the medium before the call returns: a study of days loses at most the point under way.

use crate::document::{self, DOCUMENT_VERSION, parse};
use crate::read::word;
use crate::schema::version;
use crate::write::{Fault, Safety, put_start, started};
use crate::{RunId, RunStart, Store, StoreError};
use record::{
    Drift, Finding, Journal, PointRecord, Provenance, RunKind, StageRecord, State, StudyKind,
    StudyRecord,
};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// The version of the store that knew studies first.
const VERSION_FIRST: i64 = 2;

/// What is known of a study when it starts; see [`StudyRecord`] for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyStart {
    /// Everything that decides which points are asked for; the seed is the run's.
    pub identity: String,
    /// Who measures it, so that two never do at once: whatever tells the caller whether that process still lives.
    pub holder: String,
    /// Its stages in order.
    pub stages: Vec<StageStart>,
}

/// What is known of a stage when its study starts; see [`StageRecord`] for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageStart {
    /// Its name in the plan.
    pub name: String,
    /// What it does.
    pub study: StudyKind,
    /// Where its points come from.
    pub provenance: Provenance,
    /// The command that repeats it alone.
    pub command: String,
}

/// A study that did not come to its end: killed, stopped by the user, ended by a failure, or still going.
#[derive(Clone, Debug, PartialEq)]
pub struct Unfinished {
    /// The run.
    pub run: RunId,
    /// The seed with which it must go on.
    pub seed: u64,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// Running: killed, or still going.
    pub state: State,
    /// Who measured it last; empty: it was ended in order.
    pub holder: String,
    /// How many trials it has: the number of the next one.
    pub trials: u32,
    /// Its stages with every point that was measured.
    pub study: StudyRecord,
}

/// A study in the store, whatever became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownStudy {
    /// The run.
    pub run: RunId,
    /// The seed of its choices.
    pub seed: u64,
    /// When it first began, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// Whether it is whole.
    pub state: State,
    /// Who measured it last; empty: it was ended in order.
    pub holder: String,
    /// The text of its key, as [`StudyRecord::identity`].
    pub identity: String,
}

impl Unfinished {
    /// The points of a stage that need not be measured again; empty where there is no such stage.
    pub fn journal(&self, stage: usize) -> Journal {
        self.study.stages.get(stage).map(StageRecord::journal).unwrap_or_default()
    }

    /// How many points were measured.
    pub fn points(&self) -> usize {
        self.study.stages.iter().map(|stage| stage.points.len()).sum()
    }
}

impl Store {
    /// Writes that a study starts, and gives its run's number. Until [`Store::finish`] it is kept as running.
    pub fn begin_study(
        &mut self,
        start: &RunStart,
        study: &StudyStart,
    ) -> Result<RunId, StoreError> {
        let (columns, header) = started(start);
        self.write(Safety::Power, |transaction| {
            let run = put_start(transaction, &columns, &header)?;
            put_study(transaction, run, &study.identity, &study.holder)?;
            for (stage, number) in study.stages.iter().zip(0i64..) {
                put_stage(transaction, run, number, stage, None, None)?;
            }
            Ok(run)
        })
    }

    /// Writes a point of stage `stage` (from 0) that has been measured: on the medium when the call returns.
    pub fn point(&mut self, run: RunId, stage: u32, point: &PointRecord) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            let id = stage_id(transaction, run, stage)?;
            let next: i64 = transaction
                .prepare_cached("SELECT coalesce(max(number) + 1, 0) FROM cells WHERE stage = ?1")?
                .query_row([id], |row| row.get(0))?;
            put_point(transaction, id, next, point)
        })
    }

    /// Writes what stage `stage` concluded, so that it is known also when a later stage is killed.
    pub fn stage_end(
        &mut self,
        run: RunId,
        stage: u32,
        finding: Option<&Finding>,
        drift: Option<&Drift>,
    ) -> Result<(), StoreError> {
        let (finding, drift) = concluded(finding, drift);
        self.write(Safety::Power, |transaction| {
            let id = stage_id(transaction, run, stage)?;
            transaction.execute(
                "UPDATE stages SET document_version = ?2, finding = ?3, drift = ?4 WHERE id = ?1",
                params![id, DOCUMENT_VERSION, finding, drift],
            )?;
            Ok(())
        })
    }

    /// The studies of this identity that did not come to their end, newest first.
    pub fn unfinished(&self, identity: &str) -> Result<Vec<Unfinished>, StoreError> {
        if !self.knows_studies()? {
            return Ok(Vec::new());
        }
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT r.id, r.seed, r.started_unix_s, r.state, s.holder,
             (SELECT coalesce(max(number) + 1, 0) FROM trials t WHERE t.run = r.id)
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
            found.push(Unfinished { run, seed, started_unix_s, state, holder, trials, study });
        }
        Ok(found)
    }

    /// The studies of this kind of run, newest first.
    pub fn studies(&self, kind: RunKind) -> Result<Vec<KnownStudy>, StoreError> {
        if !self.knows_studies()? {
            return Ok(Vec::new());
        }
        let mut statement = self.sql(self.connection.prepare_cached(
            "SELECT r.id, r.seed, r.started_unix_s, s.holder, s.identity, r.state
             FROM studies s JOIN runs r ON r.id = s.run WHERE r.kind = ?1 ORDER BY r.id DESC",
        ))?;
        let rows = statement.query_map([kind.name()], |row| {
            let (run, seed) = (RunId(row.get(0)?), row.get::<_, i64>(1)? as u64);
            let (started_unix_s, holder, identity) = (row.get(2)?, row.get(3)?, row.get(4)?);
            let known =
                move |state| KnownStudy { run, seed, started_unix_s, state, holder, identity };
            Ok((run, row.get::<_, String>(5)?, known))
        });
        let known = self.sql(rows)?.map(|row| {
            let (run, state, known) = self.sql(row)?;
            Ok(known(word(run, &state)?))
        });
        known.collect()
    }

    /// Takes a study that did not come to its end from the one who held it, and marks it as running again. False: it is
    /// somebody else's by now, or has come to its end.
    pub fn go_on(&mut self, run: RunId, from: &str, to: &str) -> Result<bool, StoreError> {
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

    /// The study of a run; none when it is no study.
    pub fn study(&self, run: RunId) -> Result<Option<StudyRecord>, StoreError> {
        if !self.knows_studies()? {
            return Ok(None);
        }
        let identity = self.connection.query_row(
            "SELECT identity FROM studies WHERE run = ?1",
            [run.0],
            |row| row.get(0),
        );
        let Some(identity) = self.sql(identity.optional())? else { return Ok(None) };
        let mut stages = Vec::new();
        let provenance = crate::provenance::column(self.sql(version(&self.connection))?);
        for stored in self.sql(stages_of(&self.connection, run, provenance))? {
            let StoredStage { id, version, name, words, command, finding, drift } = stored;
            let [study, provenance] = words;
            let (study, provenance) = (word(run, &study)?, word(run, &provenance)?);
            let finding = finding.map(|text| parse::<Finding>(run, version, &text));
            let drift = drift.map(|text| parse::<Drift>(run, version, &text));
            let (finding, drift) = (finding.transpose()?, drift.transpose()?);
            let mut points = Vec::new();
            for (version, document) in self.sql(points_of(&self.connection, id))? {
                points.push(parse::<PointRecord>(run, version, &document)?);
            }
            stages.push(StageRecord { name, study, provenance, command, points, finding, drift });
        }
        Ok(Some(StudyRecord { identity, stages }))
    }

    /// Whether the file can hold studies: an old one that is only read has no tables for them.
    fn knows_studies(&self) -> Result<bool, StoreError> {
        Ok(self.sql(version(&self.connection))? >= VERSION_FIRST)
    }
}

/// Writes the whole study of a run, in place of what was written of it while it went.
pub(crate) fn put_whole_study(
    transaction: &Transaction<'_>,
    run: RunId,
    study: Option<&StudyRecord>,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM studies WHERE run = ?1", [run.0])?;
    let Some(StudyRecord { identity, stages }) = study else { return Ok(()) };
    put_study(transaction, run, identity, "")?;
    for (stage, number) in stages.iter().zip(0i64..) {
        let StageRecord { name, study, provenance, command, points, finding, drift } = stage;
        let (name, command) = (name.clone(), command.clone());
        let start = StageStart { name, study: *study, provenance: *provenance, command };
        let id = put_stage(transaction, run, number, &start, finding.as_ref(), drift.as_ref())?;
        for (point, number) in points.iter().zip(0i64..) {
            put_point(transaction, id, number, point)?;
        }
    }
    Ok(())
}

fn put_study(
    transaction: &Transaction<'_>,
    run: RunId,
    identity: &str,
    holder: &str,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO studies (run, identity, holder) VALUES (?1, ?2, ?3)";
    transaction.execute(sql, params![run.0, identity, holder])?;
    Ok(())
}

fn put_stage(
    transaction: &Transaction<'_>,
    run: RunId,
    number: i64,
    start: &StageStart,
    finding: Option<&Finding>,
    drift: Option<&Drift>,
) -> rusqlite::Result<i64> {
    let StageStart { name, study, provenance, command } = start;
    let (study, provenance) = (study.name(), provenance.name());
    let (finding, drift) = concluded(finding, drift);
    transaction.execute(
        "INSERT INTO stages (run, number, name, study, provenance, command, document_version, finding, drift)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![run.0, number, name, study, provenance, command, DOCUMENT_VERSION, finding, drift],
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
        params![stage, number, point.point.id().0 as i64, DOCUMENT_VERSION, document::text(point),];
    transaction
        .prepare_cached(
            "INSERT INTO cells (stage, number, cell, document_version, document)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(values)?;
    Ok(())
}

fn stage_id(transaction: &Transaction<'_>, run: RunId, stage: u32) -> Result<i64, Fault> {
    let found = transaction
        .prepare_cached("SELECT id FROM stages WHERE run = ?1 AND number = ?2")?
        .query_row(params![run.0, stage], |row| row.get(0))
        .optional()?;
    Ok(found.ok_or(StoreError::NoSuchStage { run, stage })?)
}

/// The documents of a stage's end.
fn concluded(finding: Option<&Finding>, drift: Option<&Drift>) -> (Option<String>, Option<String>) {
    let finding = finding.map(document::text);
    (finding, drift.map(document::text))
}

/// A stage's row as it is read.
struct StoredStage {
    id: i64,
    /// Of its documents.
    version: i64,
    name: String,
    /// What study, and its provenance.
    words: [String; 2],
    command: String,
    finding: Option<String>,
    drift: Option<String>,
}

/// The stages of a run; `provenance` is the expression that gives theirs.
fn stages_of(
    connection: &Connection,
    run: RunId,
    provenance: &str,
) -> rusqlite::Result<Vec<StoredStage>> {
    let mut statement = connection.prepare_cached(&format!(
        "SELECT id, document_version, finding, drift, name, study, command, {provenance}
         FROM stages WHERE run = ?1 ORDER BY number",
    ))?;
    let rows = statement.query_map([run.0], |row| {
        Ok(StoredStage {
            id: row.get(0)?,
            version: row.get(1)?,
            finding: row.get(2)?,
            drift: row.get(3)?,
            name: row.get(4)?,
            words: [row.get(5)?, row.get(7)?],
            command: row.get(6)?,
        })
    })?;
    rows.collect()
}

fn points_of(connection: &Connection, stage: i64) -> rusqlite::Result<Vec<(i64, String)>> {
    let sql = "SELECT document_version, document FROM cells WHERE stage = ?1 ORDER BY number";
    let mut statement = connection.prepare_cached(sql)?;
    statement.query_map([stage], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}
