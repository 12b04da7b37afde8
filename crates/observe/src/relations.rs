//! The relations of PostgreSQL's data files: takes lines of path and name, gives the name for a file on the device.

use crate::character::Characterisation;
use std::collections::HashMap;

/// Names by the end of the path: what is above it depends on the mount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelationNames(HashMap<String, String>);

impl RelationNames {
    /// Reads `base/5/16397|orders` or `16397|orders`, one a line; a tab may stand for the bar.
    ///
    /// # Errors
    /// The number of the first line that is neither.
    pub fn parse(text: &str) -> Result<Self, u64> {
        let mut names = HashMap::new();
        for (number, line) in (1u64..).zip(text.lines()) {
            if line.trim().is_empty() {
                continue;
            }
            let parts = line.split_once(['|', '\t']);
            let (path, name) =
                parts.map(|(path, name)| (path.trim(), name.trim())).ok_or(number)?;
            // A view has no file.
            if !path.is_empty() {
                names.insert(key(path).ok_or(number)?, name.to_owned());
            }
        }
        Ok(Self(names))
    }

    pub fn of(&self, path: &str) -> Option<&str> {
        let key = key(path)?;
        let node = key.rsplit('/').next().unwrap_or(&key);
        self.0.get(&key).or_else(|| self.0.get(node)).map(String::as_str)
    }

    /// Names the relations of the files and of the slowest I/Os.
    pub fn apply(&self, load: &mut Characterisation) {
        for file in &mut load.files {
            file.relation = self.of(&file.path).map(str::to_owned);
        }
        for io in &mut load.slowest {
            let name = io.path.as_deref().and_then(|path| self.of(path));
            io.relation = name.map(str::to_owned);
        }
    }
}

/// The end of a path that names a relation: folder of the database and file node, without segment and fork. In a tablespace,
/// the folder of the version stands in place of `base`.
fn key(path: &str) -> Option<String> {
    let mut parts = path.rsplit('/');
    let file = parts.next()?;
    let node = file.split(['.', '_']).next()?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(node) {
        return None;
    }
    Some(match (parts.next(), parts.next()) {
        (None, _) => node.to_owned(),
        (Some("global"), _) => format!("global/{node}"),
        (Some(database), Some(above))
            if is_number(database) && (above == "base" || above.starts_with("PG_")) =>
        {
            format!("{above}/{database}/{node}")
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_and_forks_have_the_name_of_their_relation_wherever_the_data_is_mounted() {
        let text = "base/5/16397|orders\nglobal/1262|pg_database\n|a_view\n\n\
                    pg_tblspc/16400/PG_17_202406281/5/16401|public.big\n2619\tpg_statistic\n";
        let names = RelationNames::parse(text).expect("all lines are right");
        let of = |path: &str| names.of(path).map(str::to_owned);
        for path in ["base/5/16397", "15/main/base/5/16397.2", "base/5/16397_fsm"] {
            assert_eq!(of(path).as_deref(), Some("orders"), "{path}");
        }
        assert_eq!(of("pg/global/1262").as_deref(), Some("pg_database"));
        assert_eq!(of("fast/PG_17_202406281/5/16401_vm").as_deref(), Some("public.big"));
        assert_eq!(of("base/7/2619").as_deref(), Some("pg_statistic"));
        for path in ["base/6/16397", "pg_wal/000000010000000000000001", "16397/x", "base/5/x"] {
            assert_eq!(of(path), None, "{path}");
        }
        assert_eq!(RelationNames::parse("base/5/1|a\norders"), Err(2));
        assert_eq!(RelationNames::parse("a/b|c"), Err(1));
    }
}
