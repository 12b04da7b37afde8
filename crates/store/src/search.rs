//! Searching: takes what runs are wanted and in which order, gives their rows, a page at a time.

use crate::read::{LABEL_COLUMNS, RUN_COLUMN_COUNT, RUN_COLUMNS, columns, labels, run_row};
use crate::{RunId, RunRow, Store, StoreError};
use base::words;
use record::{RunKind, State, Verdict};
use rusqlite::ToSql;

/// Which runs are wanted; every field narrows the list, none is all of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunQuery {
    /// Words that all occur in the target or the subject, whatever their case (of ASCII letters).
    pub words: Vec<String>,
    /// Exactly this target.
    pub target: Option<String>,
    /// Exactly this host.
    pub host: Option<String>,
    /// This tag among others.
    pub tag: Option<String>,
    /// The kind of run.
    pub kind: Option<RunKind>,
    /// The answer.
    pub answer: Option<RunAnswer>,
    /// Only runs with a lower number.
    pub before: Option<RunId>,
    /// The order of the list.
    pub order: RunOrder,
    /// So many runs at its beginning are left out.
    pub skip: usize,
}

words! {
    /// The order of a list of runs; runs that are alike in it come newest first.
    #[derive(Default)]
    pub enum RunOrder as "order of runs" {
        /// By number: the one that came into the store last is the first.
        #[default]
        Number = "number",
        /// By the time of their start, the newest first.
        Started = "started",
        /// By the time of their start, the oldest first.
        Oldest = "oldest",
        /// By target.
        Target = "target",
        /// By kind of run, the last name first.
        Kind = "kind",
        /// By the word of the answer, the last one first: running, not-fit, interrupted, fit, failed, done, cannot-tell.
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
            // As the index has it, from its end: another direction of one of the two sorts all runs of an answer.
            Self::Answer => "iif(state = 'running', state, coalesce(verdict, state)) DESC, id DESC",
            Self::Tag => "tag_first, id DESC",
        }
    }
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

    /// The runs that a query wants, at most `limit`, in its order.
    pub fn search(&self, query: &RunQuery, limit: usize) -> Result<Vec<RunRow>, StoreError> {
        let has_labels = self.has_labels()?;
        let (conditions, values) = query.conditions(has_labels);
        let tagged = match query.order {
            RunOrder::Tag if has_labels => {
                "JOIN (SELECT run, min(tag) AS tag_first FROM tags GROUP BY run) ON run = id"
            }
            RunOrder::Tag => return Ok(Vec::new()),
            _ => "",
        };
        let labels_sql = if has_labels { LABEL_COLUMNS } else { "'', '[]', ''" };
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let sql = format!(
            "SELECT {RUN_COLUMNS}, {labels_sql} FROM runs {tagged} WHERE {conditions}
             ORDER BY {} LIMIT {} OFFSET {}",
            query.order.sql(),
            count(limit),
            count(query.skip)
        );
        let mut statement = self.sql(self.connection.prepare_cached(&sql))?;
        let values: Vec<&dyn ToSql> = values.iter().map(AsRef::as_ref).collect();
        let rows = self.sql(statement.query_map(&values[..], |row| {
            Ok((row.get(0)?, columns(row)?, labels(row, RUN_COLUMN_COUNT)?))
        }))?;
        let mut list = Vec::new();
        for row in rows {
            let (id, columns, labels) = self.sql(row)?;
            let run = RunId(id);
            list.push(self.named(run, columns).map(|columns| run_row(run, columns, labels))?);
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
    fn conditions(&self, has_labels: bool) -> (String, Vec<Box<dyn ToSql>>) {
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
        // An old file that is only read knows neither hosts nor tags.
        if !has_labels && (self.host.is_some() || self.tag.is_some()) {
            return ("0".to_owned(), Vec::new());
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

/// A word in which the signs of a pattern stand for themselves.
fn escaped(word: &str) -> String {
    word.chars()
        .flat_map(|c| ['\\'].into_iter().filter(move |_| "\\%_".contains(c)).chain([c]))
        .collect()
}
