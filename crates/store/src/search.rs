//! Searching: takes what runs are wanted, gives their rows, newest first and a page at a time.

use crate::read::{RUN_COLUMNS, columns, run_row};
use crate::{RunId, RunRow, Store, StoreError};
use record::{RunKind, State, Verdict};
use rusqlite::ToSql;

/// Which runs are wanted; every field narrows the list, none is all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunQuery {
    /// Words that all occur in the target or the subject, whatever their case (of ASCII letters).
    pub words: Vec<String>,
    /// Exactly this target.
    pub target: Option<String>,
    /// The kind of run.
    pub kind: Option<RunKind>,
    /// The answer.
    pub answer: Option<RunAnswer>,
    /// Only runs with a lower number.
    pub before: Option<RunId>,
}

/// How a run ended, as a list of runs is filtered by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunAnswer {
    /// This verdict.
    Verdict(Verdict),
    /// No verdict, but this state.
    State(State),
}

impl Store {
    /// The newest runs, at most `limit`, newest first.
    pub fn list(&self, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        self.search(&RunQuery::default(), limit)
    }

    /// The newest runs that a query wants, at most `limit`, newest first.
    pub fn search(&self, query: &RunQuery, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        let (conditions, values) = query.conditions();
        let sql = format!(
            "SELECT {RUN_COLUMNS} FROM runs WHERE {conditions} ORDER BY id DESC LIMIT {}",
            i64::try_from(limit).unwrap_or(i64::MAX)
        );
        let mut statement = self.sql(self.connection.prepare_cached(&sql))?;
        let values: Vec<&dyn ToSql> = values.iter().map(AsRef::as_ref).collect();
        let rows =
            self.sql(statement.query_map(&values[..], |row| Ok((row.get(0)?, columns(row)?))))?;
        let mut list = Vec::new();
        for row in rows {
            let (id, columns) = self.sql(row)?;
            list.push(self.named(RunId(id), columns).map(|columns| run_row(RunId(id), columns))?);
        }
        Ok(list)
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

/// A word in which the signs of a pattern stand for themselves.
fn escaped(word: &str) -> String {
    word.chars()
        .flat_map(|c| ['\\'].into_iter().filter(move |_| "\\%_".contains(c)).chain([c]))
        .collect()
}
