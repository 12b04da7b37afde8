//! Storages with their prices: takes a TOML file, gives them, or says what is wrong with it.

use crate::failure::{Ending, Failure};
use crate::input;
pub use job::prices::PriceList;
use report::messages::system::SystemAction;
use std::path::Path;
use store::{RunOrder, RunQuery, Store, StoreError};

/// Reads a list of prices.
///
/// # Errors
/// A file that cannot be read; text that is no such list, with its line; a price that is none.
pub fn read(path: &Path) -> Result<PriceList, Failure> {
    let text = input::text(path).map_err(|error| {
        Failure::system(Ending::Wrong, SystemAction::Read, path.display(), &error)
    })?;
    let wrong = |line: String| Failure::wrong(format!("--prices {}: {line}", path.display()));
    PriceList::read(&text).map_err(wrong)
}

/// The newest finished checks of each storage, one of each profile.
///
/// # Errors
/// A run that cannot be read.
pub fn priced(store: &Store, list: &PriceList) -> Result<Vec<report::PricedLine>, StoreError> {
    let mut lines = Vec::new();
    for storage in &list.storage {
        let query = RunQuery {
            target: Some(storage.target.clone()),
            host: storage.host.clone(),
            kind: Some(record::RunKind::Check),
            order: RunOrder::Started,
            ..RunQuery::default()
        };
        let mut subjects: Vec<String> = Vec::new();
        for row in store.search(&query, RUNS_LOOKED_AT)? {
            let is_done = row.state == record::State::Done;
            if !is_done || subjects.contains(&row.subject) {
                continue;
            }
            subjects.push(row.subject.clone());
            let findings = store.outline(row.id)?.map(|record| record.findings).unwrap_or_default();
            lines.extend(findings.into_iter().map(|finding| report::PricedLine {
                name: storage.name.clone(),
                price: storage.price,
                run: row.id.0,
                started_unix_s: row.started_unix_s,
                subject: row.subject.clone(),
                finding,
            }));
        }
    }
    Ok(lines)
}

/// Runs of a storage among which its newest checks are looked for.
const RUNS_LOOKED_AT: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::TempDir;

    #[test]
    fn a_list_is_read_and_what_is_wrong_is_told_with_its_line() {
        let dir = TempDir::new("prices");
        let path = dir.join("prices.toml");
        let told = |text: &str| {
            std::fs::write(&path, text).expect("room");
            read(&path)
        };
        let text =
            "unit = 'EUR a month'\n[[storage]]\nname = 'A'\ntarget = '/dev/vdb'\nprice = 45.5\n";
        let list = told(text).expect("right");
        assert_eq!((list.storage[0].price, &list.storage[0].host), (45.5, &None));
        for (text, why) in [
            ("unit = ", "line 1"),
            (&*format!("{text}currency = 'EUR'\n"), "unknown key currency"),
            (&*text.replace("45.5", "0"), "above 0"),
        ] {
            let failure = told(text).expect_err("wrong");
            assert!(failure.lines.join("\n").contains(why), "{failure:?}");
        }
        assert!(read(&dir.join("absent.toml")).is_err());
    }
}
