//! `cargo xtask verdicts`: compares the verdicts of `plimsoll check` on throttled loop devices with an oracle made with fio.
//!
//! Takes rate pairs and profiles, gives a table: for each role the stated line, what fio's open loop shows at that line and 15 %
//! above it, and the limit that was named; then changes of state (a reduced quota, a neighbour) with the reported time. Needs
//! root, fio and loop devices. Each part is stored in target/verdicts as soon as it is known and is not run again, so that a
//! stopped run can be resumed.

mod changes;
mod oracle;
mod run;
mod table;

use crate::source;
use run::ThrottleRates;
use std::path::PathBuf;

const HELP: &str = "\
cargo xtask verdicts [--list] [--part NAME] [--budget SECONDS] [--lab FOLDER] [--plimsoll FILE] [--write]
60 role runs (5 rates x 3 profiles, all their roles), 10 cuts of a quota and 10 neighbours, each beside fio. About 1.5 hours
in all with the usual 90 s for each check; --list prints the names of the missing parts, --part NAME runs one of them, and
three parts may run at once (--list | xargs -P3 -n1 cargo xtask verdicts --part). The
disks' files lie in --lab FOLDER, by default target/verdicts; memory (/dev/shm/lab) keeps the machine's own disk out of the
latencies. Results are kept in target/verdicts and resumed; remove that folder to begin again. The table is printed from
what is there; --write puts it into docs/explanation/verdicts.md. Run it as root on a quiet machine, after `cargo build --release -p plimsoll`.";

/// The rates of the five throttles: (reads and writes per second, bytes per second), 0: no limit.
const RATES: [ThrottleRates; 5] = [
    ThrottleRates { iops: 3300, bytes_per_s: 20_000_000 },
    ThrottleRates { iops: 1000, bytes_per_s: 0 },
    ThrottleRates { iops: 0, bytes_per_s: 40_000_000 },
    ThrottleRates { iops: 600, bytes_per_s: 60_000_000 },
    ThrottleRates { iops: 5000, bytes_per_s: 100_000_000 },
];
/// Profiles of four roles each.
const PROFILES: [&str; 3] = ["generic-oltp", "1c", "mongodb"];
/// The number of reduced quotas, and of neighbours.
const CHANGES: usize = 10;

/// The options of the command.
pub(crate) struct VerdictOptions {
    budget_s: u64,
    plimsoll: PathBuf,
    /// The folder of the disks' files.
    lab: PathBuf,
    /// The folder of the results.
    folder: PathBuf,
}

/// One part of the work; its name is that of its result file.
enum Task {
    Roles(ThrottleRates, &'static str),
    Cut(usize),
    Neighbour(usize),
}

impl Task {
    fn name(&self) -> String {
        match self {
            Self::Roles(rates, profile) => format!("roles-{}-{profile}", rates.name()),
            Self::Cut(number) => format!("cut-{number}"),
            Self::Neighbour(number) => format!("neighbour-{number}"),
        }
    }
}

/// Runs the missing parts and prints the table.
pub(crate) fn run(words: &[&str]) -> Result<(), String> {
    let mut wanted = VerdictOptions {
        budget_s: 90,
        plimsoll: source::root().join("target/release/plimsoll"),
        lab: source::root().join("target/verdicts/lab"),
        folder: source::root().join("target/verdicts"),
    };
    let (mut part, mut list, mut write) = (None, false, false);
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value =
            || rest.next().copied().ok_or_else(|| format!("{word} wants a value\n{HELP}"));
        let number =
            |text: &str| text.parse::<u64>().map_err(|_| format!("{word}: {text}?\n{HELP}"));
        match *word {
            "--list" => list = true,
            "--part" => part = Some(value()?),
            "--budget" => wanted.budget_s = number(value()?)?,
            "--lab" => wanted.lab = PathBuf::from(value()?),
            "--plimsoll" => wanted.plimsoll = PathBuf::from(value()?),
            "--write" => write = true,
            _ => return Err(HELP.to_owned()),
        }
    }
    wanted.lab = wanted.lab.join(std::process::id().to_string());
    let folder = &wanted.folder;
    std::fs::create_dir_all(wanted.scratch())
        .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let roles = RATES.iter().flat_map(|rates| PROFILES.map(|name| Task::Roles(*rates, name)));
    let cuts = (0..CHANGES).map(Task::Cut);
    let all: Vec<Task> = roles.chain(cuts).chain((0..CHANGES).map(Task::Neighbour)).collect();
    if let Some(name) = part.filter(|name| all.iter().all(|part| part.name() != **name)) {
        return Err(format!("{name} is no part\n{HELP}"));
    }
    let wants = |name: &str| part.is_none_or(|part| part == name) && !wanted.file(name).exists();
    for one in all.iter().filter(|one| wants(&one.name())) {
        if list {
            println!("{}", one.name());
            continue;
        }
        eprintln!("{} ...", one.name());
        let found = match one {
            Task::Roles(rates, profile) => run::roles(&wanted, *rates, profile)?,
            Task::Cut(number) => changes::cut(&wanted, *number)?,
            Task::Neighbour(number) => changes::neighbour(&wanted, *number)?,
        };
        let file = wanted.file(&one.name());
        for left in ["store", "store-wal", "store-shm"] {
            drop(std::fs::remove_file(wanted.scratch().join(left)));
        }
        std::fs::write(&file, format!("{found:#}\n"))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    drop(std::fs::remove_dir_all(wanted.scratch()));
    if list || part.is_some() {
        return Ok(());
    }
    let names: Vec<String> = all.iter().map(Task::name).collect();
    let text = table::of(&wanted, &names)?;
    print!("{text}");
    if write {
        let path = source::root().join("docs/explanation/verdicts.md");
        std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}

impl VerdictOptions {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    /// The folder for the store and the page of this process's checks, until the end of the part.
    fn scratch(&self) -> PathBuf {
        self.folder.join(format!("check-{}", std::process::id()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_role_runs_and_twenty_changes_are_asked_for() {
        let roles: usize =
            PROFILES.iter().map(|name| run::profile(name).unwrap().roles.len()).sum();
        assert_eq!(roles * RATES.len(), 60);
        assert!(run(&["--part", "roles-0iops"]).is_err() && run(&["--speed"]).is_err());
    }
}
