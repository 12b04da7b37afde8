//! The jobs of `jobs.cases`: their calls, and the allowed differences.
//!
//! A line without a blank at its start names a job and its flags, which are the fields of [`FioCase`]. The lines below it are its calls
//! (`>`), the lines of its `job.fio` (`|`) and its known differences (`~`). `#` begins a comment.

use super::DEVICE;

/// A job for both programs, each in an empty folder.
#[derive(Clone, Debug, Default)]
pub(crate) struct FioCase {
    pub(crate) name: String,
    /// The text of `job.fio` in the folder; empty: no such file.
    pub(crate) job: String,
    /// Command lines, one after the other. `@dev` is a loop device.
    pub(crate) calls: Vec<String>,
    /// Whether results are printed as JSON; with `plain` the words set the format.
    pub(crate) json: bool,
    /// The allowed difference of counts in percent, in addition to that between fio's runs (`timed`): the job ends by time.
    pub(crate) counts_percent: f64,
    /// The allowed difference of shares of depths in percentage points, in addition to that between fio's runs (`depths`).
    pub(crate) depth_points: f64,
    /// Whether offsets are random, so that they differ from fio's (`draws`).
    pub(crate) draws: bool,
    /// Whether the lines of a trace come in fio's order (`in-order`).
    pub(crate) in_order: bool,
    /// Files that must have the same bytes (`same`).
    pub(crate) same_bytes: Vec<String>,
    /// Known differences, intended or not yet fixed, by the start of their description; each must occur.
    pub(crate) known: Vec<String>,
}

impl FioCase {
    /// A job without calls, from the line of its name.
    fn of(line: &str) -> Self {
        let mut words = line.split(' ');
        let mut case = Self {
            name: words.next().unwrap_or_default().to_owned(),
            json: true,
            depth_points: 2.0,
            ..Self::default()
        };
        for flag in words {
            let (key, value) = flag.split_once('=').unwrap_or((flag, ""));
            let number = || value.parse().unwrap_or_else(|_| panic!("{line}: no number"));
            match key {
                "plain" => case.json = false,
                "timed" => case.counts_percent = number(),
                "depths" => case.depth_points = number(),
                "draws" => case.draws = true,
                "in-order" => case.in_order = true,
                "same" => case.same_bytes.push(value.to_owned()),
                _ => panic!("{line}: {flag} is no flag"),
            }
        }
        case
    }

    pub(crate) fn needs_device(&self) -> bool {
        self.job.contains(DEVICE) || self.calls.iter().any(|words| words.contains(DEVICE))
    }
}

/// Every job, in the order of the file.
pub(crate) fn read() -> Vec<FioCase> {
    let mut cases = Vec::<FioCase>::new();
    for line in include_str!("jobs.cases").lines() {
        let bare = line.trim_start();
        if bare.is_empty() || bare.starts_with('#') {
            continue;
        }
        if bare == line {
            cases.push(FioCase::of(line));
            continue;
        }
        let case = cases.last_mut().expect("a job is named first");
        let text = bare[1..].strip_prefix(' ').unwrap_or_default();
        match bare.as_bytes()[0] {
            b'>' => case.calls.push(text.to_owned()),
            b'|' => case.job += &format!("{text}\n"),
            b'~' => case.known.push(text.to_owned()),
            _ => panic!("{line}: neither a call, nor a file, nor a difference"),
        }
    }
    assert!(cases.iter().all(|case| !case.calls.is_empty()), "each job calls its program");
    cases
}

/// The page that lists the jobs of `jobs.cases`: those of each part, and what differs.
const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/dialects/fio-beside.md");

fn page() -> String {
    let (mut parts, mut names) = (Vec::<(&str, Vec<&str>)>::new(), 0);
    let (mut differences, mut reason, mut is_first) = (String::new(), "", true);
    for line in include_str!("jobs.cases").lines() {
        let bare = line.trim_start();
        if let Some(text) = bare.strip_prefix("# ") {
            reason = text;
            if bare == line && is_first {
                parts.push((text.trim_end_matches('.'), Vec::new()));
            }
        } else if bare == line && !bare.is_empty() {
            names += 1;
            let part = parts.last_mut().expect("a part is named first");
            part.1.push(line.split(' ').next().unwrap_or_default());
        } else if bare.starts_with('~') && !reason.is_empty() {
            let job = parts.last().and_then(|part| part.1.last()).expect("a job is named first");
            differences += &format!("| `{job}` | {} |\n", std::mem::take(&mut reason));
        }
        is_first = bare.is_empty();
    }
    let rows: String = parts
        .iter()
        .map(|(part, jobs)| format!("| {part} | {} | `{}` |\n", jobs.len(), jobs.join("`, `")))
        .collect();
    format!(
        "# Jobs beside fio\n\n<!-- Generated from crates/plimsoll/tests/it/faulty/same_as_fio/jobs.cases. Do not edit:\n     \
         UPDATE_EXPECT=1 cargo test -p plimsoll --test it -- jobs_beside_fio -->\n\n\
         A test runs {names} jobs by fio 3.33 and by Plimsoll. Exit code, standard error, counts, logs, files and devices are the same\n\
         within the noise between two runs of fio.\n\n\
         | jobs | | names |\n| --- | --- | --- |\n{rows}\n## What differs\n\n| job | why |\n| --- | --- |\n{differences}"
    )
}

#[test]
fn the_page_of_jobs_beside_fio_has_every_job() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(PAGE, page()).expect("docs/dialects can be written");
    }
    let kept = std::fs::read_to_string(PAGE).expect("the page is kept");
    assert_eq!(kept, page(), "UPDATE_EXPECT=1 writes {PAGE}");
}
