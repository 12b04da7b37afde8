//! A run in progress, as another process follows it: its progress, and the newest intervals that it committed.

use crate::codec;
use crate::codec::unreadable;
use crate::read::StoredTrial;
use crate::write::Safety;
use crate::{RunId, RunQuery, RunRow, Store, StoreError};
use record::live::{LiveRun, LiveStream, LiveTrial, RunProgress};
use record::soak::SoakMinute;
use record::{State, StoredPart, TrialPurpose};
use rusqlite::{OptionalExtension, params};
use summary::{Interval, IntervalDirection};

impl Store {
    /// Stores the progress of a run, replacing the previous one.
    pub fn put_progress(&mut self, run: RunId, progress: &RunProgress) -> Result<(), StoreError> {
        let RunProgress { written_unix_s, share, left_s, left_max_s } = *progress;
        self.write(Safety::Process, |transaction| {
            transaction
                .prepare_cached("INSERT OR REPLACE INTO progress VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute(params![run.0, written_unix_s, share, left_s, left_max_s])?;
            Ok(())
        })
    }

    /// Returns a run in progress with at most `intervals` newest intervals of each stream; for a soak, its newest minutes. None
    /// if the run has ended.
    pub fn follow(&self, run: RunId, intervals: usize) -> Result<Option<LiveRun>, StoreError> {
        let Some(row) = self.row(run)? else { return Err(StoreError::NoSuchRun(run)) };
        if row.state != State::Running {
            return Ok(None);
        }
        let mut trials = self.newest_trials(run, intervals)?;
        trials.extend(self.newest_minutes(run, intervals)?);
        Ok(Some(LiveRun {
            run: run.0,
            kind: row.kind,
            target: row.target,
            subject: row.subject,
            started_unix_s: row.started_unix_s,
            progress: self.progress(run)?,
            points: self.points_measured(run)?,
            trials,
        }))
    }

    pub fn row(&self, run: RunId) -> Result<Option<RunRow>, StoreError> {
        let query =
            RunQuery { before: Some(RunId(run.0.saturating_add(1))), ..RunQuery::default() };
        Ok(self.search(&query, 1)?.pop().filter(|row| row.id == run))
    }

    /// Returns the progress of a run; none if none is stored.
    fn progress(&self, run: RunId) -> Result<Option<RunProgress>, StoreError> {
        let sql = "SELECT written_unix_s, share, left_s, left_max_s FROM progress WHERE run = ?1";
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let found = statement.query_row([run.0], |row| {
            Ok(RunProgress {
                written_unix_s: row.get(0)?,
                share: row.get(1)?,
                left_s: row.get(2)?,
                left_max_s: row.get(3)?,
            })
        });
        self.sql(found.optional())
    }

    /// Returns the newest trials of a run, oldest first, with at most `intervals` of each stream together.
    fn newest_trials(&self, run: RunId, intervals: usize) -> Result<Vec<LiveTrial>, StoreError> {
        let (mut trials, mut left) = (Vec::new(), intervals);
        for stored in self.trials(run, 0)?.into_iter().rev() {
            if left == 0 {
                break;
            }
            let streams = self.newest_intervals(run, &stored, left)?;
            left -= streams.iter().map(|one| one.intervals.len()).max().unwrap_or(0).min(left);
            trials.push(LiveTrial {
                role: stored.record.role,
                purpose: stored.record.purpose,
                rate_iops: stored.record.rate_iops,
                depth: stored.record.depth,
                streams,
            });
        }
        trials.reverse();
        Ok(trials)
    }

    fn newest_intervals(
        &self,
        run: RunId,
        trial: &StoredTrial,
        limit: usize,
    ) -> Result<Vec<LiveStream>, StoreError> {
        let sql = "SELECT number, interval FROM intervals WHERE stream = ?1 ORDER BY number DESC LIMIT ?2";
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut streams = Vec::new();
        for (id, name) in self.stream_names(run, trial)? {
            let mut rows = self.sql(statement.query([id, limit]))?;
            let mut intervals = Vec::new();
            while let Some(row) = self.sql(rows.next())? {
                let (number, packed): (i64, Vec<u8>) =
                    (self.sql(row.get(0))?, self.sql(row.get(1))?);
                let interval = codec::unpack::<Interval>(&[id, number], &packed);
                let part = |number: i64| StoredPart::Interval {
                    number: number.cast_unsigned(),
                    stream: name.clone(),
                    trial: trial.number.into(),
                };
                intervals.push(interval.map_err(|error| unreadable(run, part(number), error))?);
            }
            intervals.reverse();
            streams.push(LiveStream { name, intervals });
        }
        Ok(streams)
    }

    /// Returns the newest minutes of a soak, each as an interval since the first; none if the run is not a soak.
    fn newest_minutes(&self, run: RunId, limit: usize) -> Result<Option<LiveTrial>, StoreError> {
        let Some(soak) = self.soak(run)? else { return Ok(None) };
        let minutes = self.soak_minutes(run)?;
        let begun_s = minutes.iter().flatten().map(|minute| minute.start_unix_s).min().unwrap_or(0);
        let streams = soak.setup.roles.iter().zip(minutes).map(|(role, minutes)| LiveStream {
            name: role.name.clone(),
            intervals: minutes[minutes.len().saturating_sub(limit)..]
                .iter()
                .map(|minute| interval_of(minute, begun_s))
                .collect(),
        });
        Ok(Some(LiveTrial {
            role: String::new(),
            purpose: TrialPurpose::Run,
            rate_iops: Some(soak.setup.roles.iter().map(|role| role.rate_iops).sum()),
            depth: 0,
            streams: streams.collect(),
        }))
    }

    fn points_measured(&self, run: RunId) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM cells c JOIN stages s ON s.id = c.stage WHERE s.run = ?1";
        self.sql(self.connection.query_row(sql, [run.0], |row| row.get::<_, i64>(0)))
            .map(i64::cast_unsigned)
    }
}

/// Converts a minute of a soak to an interval. The operations of all directions are counted as reads.
fn interval_of(minute: &SoakMinute, begun_s: i64) -> Interval {
    let start_ns = (minute.start_unix_s - begun_s).max(0).cast_unsigned() * 1_000_000_000;
    Interval {
        index: start_ns / 60_000_000_000,
        start_ns,
        end_ns: start_ns + (minute.counted_s.max(0.0) * 1e9) as u64,
        due: minute.due,
        backlog: minute.backlog,
        read: IntervalDirection {
            ios: minute.ios,
            bytes: minute.bytes,
            errors: minute.errors,
            mean_ns: minute.mean_ns,
            p50_ns: minute.p50_ns,
            p99_ns: minute.p99_ns,
            p999_ns: minute.p999_ns,
            max_ns: minute.max_ns,
            ..IntervalDirection::default()
        },
        ..Interval::default()
    }
}
