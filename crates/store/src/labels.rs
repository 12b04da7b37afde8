//! What people write about a run: tags, by which they can find it, and a note.
//!
//! Labels are stored beside the record, which remains as measured. Removing a run removes its labels.

use crate::write::{Fault, Safety};
use crate::{RunId, Store, StoreError};
use rusqlite::{Connection, Transaction, params};
use std::collections::BTreeSet;

/// The maximum number of tags of a run; the constants below limit the length of each tag and of the note.
pub const TAGS_MAX: usize = 20;
pub const TAG_CHARS_MAX: usize = 40;
pub const NOTE_CHARS_MAX: usize = 4000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    pub tags: BTreeSet<String>,
    /// Its note; empty: none.
    pub note: String,
}

/// A tag or note that cannot be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// It contains characters that a tag cannot have.
    TagSigns(String),
    /// The tag is too long; holds the tag.
    TagLong(String),
    /// There are too many tags; holds their number.
    TooMany(usize),
    /// The note is too long; holds its length.
    NoteLong(usize),
}

impl Labels {
    /// Parses tags separated by blanks or commas, and a note.
    pub fn read(tags: &str, note: &str) -> Result<Self, Vec<LabelError>> {
        let words =
            tags.split(|c: char| c.is_whitespace() || c == ',').filter(|tag| !tag.is_empty());
        let labels = Self {
            tags: words.map(str::to_owned).collect(),
            note: note.trim().replace("\r\n", "\n"),
        };
        let mistakes = labels.mistakes();
        if mistakes.is_empty() { Ok(labels) } else { Err(mistakes) }
    }

    /// Merges these labels with those of another store for the same run. All tags are kept, up to [`TAGS_MAX`], own tags first.
    /// The lines of both notes are kept, each once, unless they are too long together.
    #[must_use]
    pub fn joined(mut self, other: &Self) -> Self {
        for tag in &other.tags {
            if self.tags.len() < TAGS_MAX {
                self.tags.insert(tag.clone());
            }
        }
        let mut known = BTreeSet::new();
        let lines = self.note.lines().chain(other.note.lines());
        let both: Vec<&str> = lines.filter(|line| known.insert(*line)).collect();
        let both = both.join("\n");
        if both.chars().count() <= NOTE_CHARS_MAX {
            self.note = both;
        }
        self
    }

    /// Returns an error for each tag or note that cannot be stored.
    pub fn mistakes(&self) -> Vec<LabelError> {
        let mut mistakes: Vec<LabelError> =
            self.tags.iter().filter_map(|tag| mistake(tag)).collect();
        if self.tags.len() > TAGS_MAX {
            mistakes.push(LabelError::TooMany(self.tags.len()));
        }
        let chars = self.note.chars().count();
        if chars > NOTE_CHARS_MAX {
            mistakes.push(LabelError::NoteLong(chars));
        }
        mistakes
    }
}

fn mistake(tag: &str) -> Option<LabelError> {
    let is_sign = |c: char| c.is_alphanumeric() || "-_.:/+".contains(c);
    if tag.is_empty() || !tag.chars().all(is_sign) {
        return Some(LabelError::TagSigns(tag.to_owned()));
    }
    (tag.chars().count() > TAG_CHARS_MAX).then(|| LabelError::TagLong(tag.to_owned()))
}

impl Store {
    pub fn labels(&self, run: RunId) -> Result<Labels, StoreError> {
        self.sql(labels_of(&self.connection, run))
    }

    /// Stores the tags and the note of a run, replacing the previous ones.
    pub fn set_labels(&mut self, run: RunId, labels: &Labels) -> Result<(), StoreError> {
        self.write(Safety::Power, |transaction| {
            let sql = "SELECT count(*) FROM runs WHERE id = ?1";
            if transaction.query_row(sql, [run.0], |row| row.get::<_, i64>(0))? == 0 {
                return Err(StoreError::NoSuchRun(run).into());
            }
            put_labels(transaction, run, labels)
        })
    }

    /// Returns all tags, at most `limit`, in alphabetical order.
    pub fn tags(&self, limit: usize) -> Result<Vec<String>, StoreError> {
        self.distinct("tags", "tag", limit)
    }

    /// Returns all hosts that have runs, at most `limit`, in alphabetical order.
    pub fn hosts(&self, limit: usize) -> Result<Vec<String>, StoreError> {
        self.distinct("runs", "host", limit)
    }

    /// Returns the distinct values of an indexed column. Each lookup seeks past the previous value, skipping equal rows.
    fn distinct(&self, table: &str, column: &str, limit: usize) -> Result<Vec<String>, StoreError> {
        let sql =
            format!("SELECT {column} FROM {table} WHERE {column} > ?1 ORDER BY {column} LIMIT 1");
        let mut statement = self.sql(self.connection.prepare_cached(&sql))?;
        let mut values: Vec<String> = Vec::new();
        while values.len() < limit {
            let last = values.last().map_or("", String::as_str);
            let mut rows = self.sql(statement.query([last]))?;
            let Some(row) = self.sql(rows.next())? else { break };
            values.push(self.sql(row.get(0))?);
        }
        Ok(values)
    }
}

pub(crate) fn labels_of(connection: &Connection, run: RunId) -> rusqlite::Result<Labels> {
    let mut statement = connection.prepare_cached("SELECT tag FROM tags WHERE run = ?1")?;
    let tags = statement.query_map([run.0], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let sql = "SELECT coalesce((SELECT note FROM notes WHERE run = ?1), '')";
    let note = connection.query_row(sql, [run.0], |row| row.get(0))?;
    Ok(Labels { tags, note })
}

/// Stores tags and a note, replacing the previous ones.
pub(crate) fn put_labels(
    transaction: &Transaction<'_>,
    run: RunId,
    labels: &Labels,
) -> Result<(), Fault> {
    transaction.execute("DELETE FROM tags WHERE run = ?1", [run.0])?;
    transaction.execute("DELETE FROM notes WHERE run = ?1", [run.0])?;
    for tag in &labels.tags {
        transaction.execute("INSERT INTO tags VALUES (?1, ?2)", params![run.0, tag])?;
    }
    if !labels.note.is_empty() {
        transaction.execute("INSERT INTO notes VALUES (?1, ?2)", params![run.0, labels.note])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_words_and_everything_wrong_is_told_at_once() {
        let labels = Labels::read(" nvme, before-upgrade\tnvme ", "two\r\nlines\n").expect("right");
        assert_eq!(labels.tags.into_iter().collect::<Vec<_>>(), ["before-upgrade", "nvme"]);
        assert_eq!(labels.note, "two\nlines");
        let long = "x".repeat(TAG_CHARS_MAX + 1);
        let note = "y".repeat(NOTE_CHARS_MAX + 1);
        let mistakes = Labels::read(&format!("a<b {long}"), &note).expect_err("wrong");
        assert_eq!(
            mistakes,
            [
                LabelError::TagSigns("a<b".to_owned()),
                LabelError::TagLong(long),
                LabelError::NoteLong(NOTE_CHARS_MAX + 1),
            ]
        );
        let many: Vec<String> = (0..=TAGS_MAX).map(|n| format!("t{n}")).collect();
        assert_eq!(
            Labels::read(&many.join(" "), "").expect_err("wrong"),
            [LabelError::TooMany(TAGS_MAX + 1)]
        );
    }

    #[test]
    fn labels_of_two_stores_are_joined_once() {
        let of = |tags: &str, note: &str| Labels::read(tags, note).expect("right");
        let both = of("a b", "first").joined(&of("b c", "second"));
        assert_eq!(both, of("a b c", "first\nsecond"));
        assert_eq!(both.clone().joined(&of("b c", "second")), both);
        assert_eq!(of("", "").joined(&both), both);
        assert_eq!(both.clone().joined(&of("", "")), both);
        let tags = |from: usize| (from..from + TAGS_MAX).map(|n| format!("t{n:02} ")).collect();
        let (full, more): (String, String) = (tags(0), tags(15));
        assert_eq!(of(&full, "").joined(&of(&more, "")), of(&full, ""));
        let long = "x".repeat(NOTE_CHARS_MAX);
        assert_eq!(of("", &long).joined(&of("", "y")), of("", &long));
    }
}
