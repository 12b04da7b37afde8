//! Soaks: a row for each minute of each role, stalls, and the search for a killed soak.

use crate::codec;
use crate::codec::{document_error, unreadable};
use crate::write::{Fault, Safety, put_start};
use crate::{RunId, Store, StoreError};
use record::soak::{SoakMinute, SoakRecord, SoakSetup, SoakStall};
use record::{Record, StoredPart};
use rusqlite::{OptionalExtension, Transaction, params};

#[derive(Clone, Debug, PartialEq)]
pub struct SoakStart {
    /// Everything that decides which load runs when.
    pub identity: String,
    /// The holder: a text by which the caller knows whether the process that runs the soak is alive.
    pub holder: String,
    pub setup: SoakSetup,
}

#[derive(Clone, Debug, PartialEq)]
pub struct UnfinishedSoak {
    pub run: RunId,
    /// The seed with which it resumes.
    pub seed: u64,
    /// When it started, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// The last holder; empty: it ended normally.
    pub holder: String,
    pub setup: SoakSetup,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MinuteRows {
    pub role: usize,
    pub minute: SoakMinute,
}

impl Store {
    /// Stores the start of a soak and returns the number of its run.
    pub fn begin_soak(&mut self, record: &Record, soak: &SoakStart) -> Result<RunId, StoreError> {
        self.write(Safety::Power, |transaction| {
            let run = put_start(transaction, record)?;
            let start = SoakRecord { setup: soak.setup.clone(), finding: None };
            transaction.execute(
                "INSERT INTO soaks (run, identity, holder, document) VALUES (?1, ?2, ?3, ?4)",
                params![run.0, soak.identity, soak.holder, codec::text(&[run.0], &start)],
            )?;
            Ok(run)
        })
    }

    /// Returns the newest soak of this identity that was not completed.
    pub fn unfinished_soak(&self, identity: &str) -> Result<Option<UnfinishedSoak>, StoreError> {
        let found = self.connection.query_row(
            "SELECT r.id, r.seed, r.started_unix_s, s.holder FROM soaks s JOIN runs r ON r.id = s.run
             WHERE s.identity = ?1 AND r.state <> 'done' ORDER BY r.id DESC LIMIT 1",
            [identity],
            |row| Ok((RunId(row.get(0)?), row.get::<_, i64>(1)?, row.get(2)?, row.get(3)?)),
        );
        let Some((run, seed, started_unix_s, holder)) = self.sql(found.optional())? else {
            return Ok(None);
        };
        let Some(SoakRecord { setup, .. }) = self.soak(run)? else { return Ok(None) };
        Ok(Some(UnfinishedSoak { run, seed: seed as u64, started_unix_s, holder, setup }))
    }

    /// Returns the newest soak of this identity that was completed and started after this time.
    pub fn complete_soak(
        &self,
        identity: &str,
        after_unix_s: i64,
    ) -> Result<Option<RunId>, StoreError> {
        let found = self.connection.query_row(
            "SELECT max(r.id) FROM soaks s JOIN runs r ON r.id = s.run
             WHERE s.identity = ?1 AND r.state = 'done' AND r.started_unix_s > ?2",
            params![identity, after_unix_s],
            |row| row.get::<_, Option<i64>>(0),
        );
        Ok(self.sql(found)?.map(RunId))
    }

    /// The last holder of a soak or study; `None` for other runs.
    pub fn holder(&self, run: RunId) -> Result<Option<String>, StoreError> {
        let found = self.connection.query_row(
            "SELECT holder FROM soaks WHERE run = ?1 UNION ALL SELECT holder FROM studies WHERE run = ?1",
            [run.0],
            |row| row.get(0),
        );
        self.sql(found.optional())
    }

    /// Takes a soak over from its last holder; false if another process was faster.
    pub fn take_over_soak(&mut self, run: RunId, from: &str, to: &str) -> Result<bool, StoreError> {
        self.write(Safety::Power, |transaction| {
            let taken = transaction.execute(
                "UPDATE soaks SET holder = ?3 WHERE run = ?1 AND holder = ?2",
                params![run.0, from, to],
            )?;
            transaction.execute(
                "UPDATE runs SET state = 'running', whole = 0 WHERE id = ?1 AND ?2 = 1",
                params![run.0, taken as i64],
            )?;
            Ok(taken == 1)
        })
    }

    /// Stores the rows of a minute of all roles, and the stalls that ended in it. Replaces an existing minute.
    pub fn soak_minute(
        &mut self,
        run: RunId,
        rows: &[MinuteRows],
        stalls: &[SoakStall],
    ) -> Result<(), StoreError> {
        self.write(Safety::Process, |transaction| {
            for MinuteRows { role, minute } in rows {
                let key = [run.0, *role as i64, minute.start_unix_s];
                transaction
                    .prepare_cached("INSERT OR REPLACE INTO soak_minutes VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![key[0], key[1], key[2], codec::pack(&key, minute)])?;
            }
            put_stalls(transaction, run, stalls)
        })
    }

    /// Returns every minute of each role, in order of time.
    pub fn soak_minutes(&self, run: RunId) -> Result<Vec<Vec<SoakMinute>>, StoreError> {
        let roles = self.soak(run)?.map_or(0, |soak| soak.setup.roles.len());
        let mut minutes = vec![Vec::new(); roles];
        let sql = "SELECT role, start_unix_s, minute FROM soak_minutes WHERE run = ?1 ORDER BY role, start_unix_s";
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let mut rows = self.sql(statement.query([run.0]))?;
        while let Some(row) = self.sql(rows.next())? {
            let key: (i64, i64) = (self.sql(row.get(0))?, self.sql(row.get(1))?);
            let packed: Vec<u8> = self.sql(row.get(2))?;
            let minute = codec::unpack(&[run.0, key.0, key.1], &packed);
            let minute = minute.map_err(|error| unreadable(run, StoredPart::SoakMinute, error))?;
            let slot = usize::try_from(key.0).ok().and_then(|role| minutes.get_mut(role));
            slot.ok_or_else(|| document_error(run, format!("role {}", key.0)))?.push(minute);
        }
        Ok(minutes)
    }

    /// Returns the stalls of a soak, in order of time.
    pub fn soak_stalls(&self, run: RunId) -> Result<Vec<SoakStall>, StoreError> {
        let sql = "SELECT at_unix_s, length_s FROM soak_stalls WHERE run = ?1 ORDER BY at_unix_s";
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let rows = statement.query_map([run.0], |row| {
            Ok(SoakStall { at_unix_s: row.get(0)?, length_s: row.get(1)? })
        });
        self.sql(rows.and_then(Iterator::collect))
    }

    /// Returns the soak of a run; none if the run is not a soak.
    pub fn soak(&self, run: RunId) -> Result<Option<SoakRecord>, StoreError> {
        self.document(run, "soaks")
    }
}

/// Stores the result of a soak and clears its holder. The minutes stay in their own rows.
pub(crate) fn put_soak(
    transaction: &Transaction<'_>,
    run: RunId,
    soak: Option<&SoakRecord>,
) -> Result<(), Fault> {
    let Some(soak) = soak else { return Ok(()) };
    transaction.execute(
        "INSERT INTO soaks (run, identity, holder, document) VALUES (?1, '', '', ?2)
         ON CONFLICT (run) DO UPDATE SET holder = '', document = ?2",
        params![run.0, codec::text(&[run.0], soak)],
    )?;
    Ok(())
}

pub(crate) fn put_stalls(
    transaction: &Transaction<'_>,
    run: RunId,
    stalls: &[SoakStall],
) -> Result<(), Fault> {
    let mut insert = transaction.prepare_cached("INSERT INTO soak_stalls VALUES (?1, ?2, ?3)")?;
    for stall in stalls {
        insert.execute(params![run.0, stall.at_unix_s, stall.length_s])?;
    }
    Ok(())
}
