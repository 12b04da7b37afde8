//! Tests that the keys of all stored documents do not change: a renamed key needs a new version of the documents.
//!
//! A difference is printed with the command that renews the list.

use expect_test::expect_file;
use rusqlite::Connection;
use store::Store;
use testkit::TempDir;
use testkit::keys::DocumentKeys;
use testkit::proof::proof_example;
use testkit::record::{check_example, run_example};
use testkit::study::plan_example;

/// The columns that hold documents; all but outlines start with a checksum of eight digits.
const COLUMNS: [(&str, &str, usize); 8] = [
    ("runs", "document", 8),
    ("runs", "outline", 0),
    ("trials", "document", 8),
    ("streams", "document", 8),
    ("cells", "document", 8),
    ("stages", "finding", 8),
    ("stages", "document", 8),
    ("proofs", "document", 8),
];

#[test]
fn the_keys_of_stored_documents_are_held_still() {
    let path = TempDir::new("documents").join("results.db");
    let records = [check_example(), run_example(), plan_example(), proof_example()];
    Store::open(&path).unwrap().add(&records).unwrap();
    let connection = Connection::open(&path).unwrap();
    let mut keys = DocumentKeys::default();
    for (table, column, checksum) in COLUMNS {
        let sql = format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL");
        let mut statement = connection.prepare(&sql).unwrap();
        let texts = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
        for text in texts {
            let document = serde_json::from_str(&text.unwrap()[checksum..]).unwrap();
            keys.add(&format!("{table}.{column}"), &document);
        }
    }
    expect_file!["../data/keys.txt"].assert_eq(&keys.text());
}
