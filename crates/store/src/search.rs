//! Searching: returns the rows of the runs that match a query, in its order, a page at a time.

use crate::read::{ROW_COLUMNS, run_row};
use crate::{RunId, RunRow, Store, StoreError};
use base::words;
use record::live::HistoryRun;
use record::{RunKind, State, Verdict};
use rusqlite::ToSql;

/// A query for runs; every field that is set narrows the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunQuery {
    /// Words that must all occur in the target or the subject, regardless of the case of ASCII letters.
    pub words: Vec<String>,
    pub target: Option<String>,
    pub host: Option<String>,
    pub tag: Option<String>,
    pub kind: Option<RunKind>,
    pub answer: Option<RunAnswer>,
    pub before: Option<RunId>,
    pub order: RunOrder,
    pub skip: usize,
}

words! {
    /// The order of a list of runs; runs with equal keys come newest first.
    #[derive(Default)]
    pub enum RunOrder as "order of runs" {
        /// By number: the run that was stored last comes first.
        #[default]
        Number = "number",
        Started = "started",
        Oldest = "oldest",
        Target = "target",
        /// By the name of the kind of run, in descending order.
        Kind = "kind",
        /// By the word of the answer in descending order: running, not-fit, interrupted, fit, failed, done, cannot-tell.
        Answer = "answer",
        /// By their first tag; runs without one are left out.
        Tag = "tag",
    }
}

impl RunOrder {
    fn sql(self) -> &'static str {
        match self {
            Self::Number => "id DESC",
            Self::Started => "started_unix_s DESC, id DESC",
            Self::Oldest => "started_unix_s, id",
            Self::Target => "target, id DESC",
            Self::Kind => "kind DESC, id DESC",
            // The index in reverse: with different directions SQLite would sort all runs of an answer.
            Self::Answer => "iif(state = 'running', state, coalesce(verdict, state)) DESC, id DESC",
            Self::Tag => "tag_first, id DESC",
        }
    }
}

/// The outcome of a run, for filtering a list of runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunAnswer {
    Verdict(Verdict),
    State(State),
}

impl Store {
    /// The newest runs, at most `limit`, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        self.search(&RunQuery::default(), limit)
    }

    /// Returns the runs that match a query, at most `limit`, in its order. A damaged run is among them.
    pub fn search(&self, query: &RunQuery, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        let (conditions, values) = query.conditions();
        let tagged = match query.order {
            RunOrder::Tag => {
                "JOIN (SELECT run, min(tag) AS tag_first FROM tags GROUP BY run) ON run = id"
            }
            _ => "",
        };
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let sql = format!(
            "SELECT {ROW_COLUMNS} FROM runs {tagged} WHERE {conditions}
             ORDER BY {} LIMIT {} OFFSET {}",
            query.order.sql(),
            count(limit),
            count(query.skip)
        );
        let mut statement = self.sql(self.connection.prepare_cached(&sql))?;
        let values: Vec<&dyn ToSql> = values.iter().map(AsRef::as_ref).collect();
        let rows = statement.query_map(&values[..], run_row);
        self.sql(rows.and_then(Iterator::collect))
    }

    /// The newest finished run of each kind, target and subject, at most `limit`, newest first.
    pub fn newest_each(&self, limit: usize) -> Result<Vec<RunId>, StoreError> {
        let sql = "SELECT max(id) FROM runs WHERE whole = 1 GROUP BY kind, target, subject
                   ORDER BY 1 DESC LIMIT ?1";
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let mut statement = self.sql(self.connection.prepare_cached(sql))?;
        let rows = statement.query_map([limit], |row| row.get(0).map(RunId));
        self.sql(rows.and_then(Iterator::collect))
    }
}

impl RunQuery {
    /// The conditions as SQL, and the values of their parameters in order.
    fn conditions(&self) -> (String, Vec<Box<dyn ToSql>>) {
        let mut conditions = vec!["1".to_owned()];
        let mut values: Vec<Box<dyn ToSql>> = Vec::new();
        let mut narrow = |condition: &str, value: Box<dyn ToSql>| {
            values.push(value);
            conditions.push(condition.replace('?', &format!("?{}", values.len())));
        };
        for word in &self.words {
            let pattern = format!("%{}%", escaped(word));
            narrow("target || ' ' || subject LIKE ? ESCAPE '\\'", Box::new(pattern));
        }
        if let Some(target) = &self.target {
            narrow("target = ?", Box::new(target.clone()));
        }
        if let Some(host) = &self.host {
            narrow("host = ?", Box::new(host.clone()));
        }
        if let Some(tag) = &self.tag {
            narrow("id IN (SELECT run FROM tags WHERE tag = ?)", Box::new(tag.clone()));
        }
        if let Some(kind) = self.kind {
            narrow("kind = ?", Box::new(kind.name()));
        }
        match self.answer {
            Some(RunAnswer::Verdict(verdict)) => {
                narrow("state <> 'running' AND verdict = ?", Box::new(verdict.name()));
            }
            Some(RunAnswer::State(state)) => narrow("state = ?", Box::new(state.name())),
            None => {}
        }
        if let Some(RunId(before)) = self.before {
            narrow("id < ?", Box::new(before));
        }
        (conditions.join(" AND "), values)
    }
}

fn escaped(word: &str) -> String {
    word.chars()
        .flat_map(|c| ['\\'].into_iter().filter(move |_| "\\%_".contains(c)).chain([c]))
        .collect()
}

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
