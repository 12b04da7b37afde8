//! Storages with their prices: takes a TOML file, returns the storages with their newest checks, or the errors in the file.

use crate::failure::{Ending, Failure};
use crate::input;
pub use job::prices::PriceList;
use record::{Reason, Record, RoleFinding, Verdict};
use report::messages::input::WrongText;
use report::messages::system::SystemAction;
use std::path::Path;
use store::{RunOrder, RunQuery, Store, StoreError};
use workload::{Requirement, RoleKind};

/// Reads a list of prices.
///
/// # Errors
/// A file that cannot be read; all problems in its text, each with its place.
pub fn read(path: &Path) -> Result<PriceList, Failure> {
    let text = input::text(path).map_err(|error| {
        Failure::system(Ending::Wrong, SystemAction::Read, path.display(), &error)
    })?;
    let name = path.display().to_string();
    PriceList::read(&text)
        .map_err(|problems| Failure::shown(&WrongText::PricesWrong, &name, &text, &problems, false))
}

/// The newest result of each storage for each role of a profile and each requirement.
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
        let mut own: Vec<report::PricedLine> = Vec::new();
        for row in store.search(&query, RUNS_LOOKED_AT)? {
            if row.state != record::State::Done {
                continue;
            }
            let Some(record) = store.outline(row.id)? else { continue };
            for (required_rate, finding) in rates_and_findings(record) {
                let line = report::PricedLine {
                    name: storage.name.clone(),
                    offer: storage.offer,
                    run: row.id.0,
                    started_unix_s: row.started_unix_s,
                    subject: row.subject.name().unwrap_or_default().to_owned(),
                    required_rate,
                    finding,
                };
                // The newest run of each role and requirement comes first.
                if !own.iter().any(|newer| newer.is_alike(&line)) {
                    own.push(line);
                }
            }
        }
        lines.append(&mut own);
    }
    Ok(lines)
}

/// The storages that have a price and none of these lines: the name and the target of each.
pub fn unmeasured<'a>(
    list: &'a PriceList,
    lines: &[report::PricedLine],
) -> Vec<(&'a str, &'a str)> {
    let is_measured = |name: &str| lines.iter().any(|line| line.name == name);
    let missing = list.storage.iter().filter(|one| !is_measured(&one.name));
    missing.map(|one| (&*one.name, &*one.target)).collect()
}

/// How many of the latest runs of a storage are searched for its newest checks.
const RUNS_LOOKED_AT: usize = 50;

/// The findings of a check for each role, with the required rate. If a warning forbids a verdict of the check, no role
/// has one. If all required rates together do not fit, none of these roles does.
fn rates_and_findings(record: Record) -> Vec<(Option<f64>, RoleFinding)> {
    let requirement = record.required();
    let whole = match record.reason {
        Reason::Forbidden(_) => Some(Verdict::CannotTell),
        Reason::Together(_) => record.verdict,
        _ => None,
    };
    let findings = record.findings.into_iter().map(|mut finding| {
        let rate = required_rate(&requirement, &finding);
        let is_part = matches!(record.reason, Reason::Forbidden(_)) || rate.is_some();
        if let Some(verdict) = whole.filter(|_| is_part) {
            finding.verdict = verdict;
        }
        (rate, finding)
    });
    findings.collect()
}

/// The required rate per second of a role, in the unit of its load line; `None` without one, or if it cannot be converted.
fn required_rate(requirement: &Requirement, finding: &RoleFinding) -> Option<f64> {
    match finding.kind {
        RoleKind::Load => requirement.iops_min.or_else(|| {
            // Without a rate in the requirement, a job requires its own rate.
            let times = requirement.load_min.unwrap_or(1.0);
            Some(workload::load_rate(times, finding.job_iops?, finding.job_log_iops))
        }),
        RoleKind::Commit => requirement.commits_min,
        RoleKind::Bulk => {
            let line = finding.load_line.filter(|line| line.value > 0.0)?;
            Some(requirement.mibps_min? * line.value / finding.mibps?)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::TogetherFinding;
    use testkit::TempDir;
    use testkit::record::check_example;

    #[test]
    fn a_list_is_read_and_all_that_is_wrong_is_told_with_its_place() {
        let dir = TempDir::new("prices");
        let path = dir.join("prices.toml");
        let read_prices = |text: &str| {
            std::fs::write(&path, text).expect("room");
            read(&path)
        };
        let text =
            "unit = 'EUR a month'\n[[storage]]\nname = 'A'\ntarget = '/dev/vdb'\nprice = 45.5\n";
        let list = read_prices(text).expect("right");
        assert_eq!((list.storage[0].offer.price, &list.storage[0].host), (45.5, &None));
        let wrong = text.replace("45.5", "0") + "max_iops = 0\n";
        let failure = read_prices(&wrong).expect_err("wrong");
        let lines = failure.lines_with_places();
        let place = |line: usize, column: usize| format!("{}:{line}:{column}: ", path.display());
        // The key without its price, its value, and the price.
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(lines[0].starts_with(&place(5, 9)) && lines[0].contains("above 0"), "{lines:?}");
        assert!(lines[1..].iter().all(|line| line.starts_with(&place(6, 12))), "{lines:?}");
        assert!(read(&dir.join("absent.toml")).is_err());
    }

    #[test]
    fn each_role_has_the_rate_that_was_required_of_it() {
        let rates = |requirement: &str| -> Vec<Option<f64>> {
            let requirement = requirement.to_owned();
            let found = rates_and_findings(Record { requirement, ..check_example() });
            found.into_iter().map(|one| one.0).collect()
        };
        // The log, the data, the scan of 1 MiB, and another load.
        let all = [Some(900.0), Some(5_000.0), Some(200.0), Some(5_000.0)];
        assert_eq!(rates("iops>=5000, commits>=900, mib/s>=200, p99<=10ms"), all);
        assert_eq!(rates("p99<=10ms"), [None; 4]);
    }

    #[test]
    fn a_job_requires_a_multiple_of_its_own_rate() {
        let mut finding = check_example().findings.remove(1);
        (finding.job_iops, finding.job_log_iops) = (Some(1_600.0), Some(100.0));
        let rate = |text: &str| required_rate(&Requirement::read(text).expect("right"), &finding);
        assert_eq!(rate("p99<=10ms"), Some(1_600.0));
        assert_eq!(rate("load>=1.5x"), Some(2_350.0));
        assert_eq!(rate("iops>=2000"), Some(2_000.0));
    }

    #[test]
    fn roles_that_do_not_fit_together_do_not_fit() {
        let requirement = "iops>=5000, commits>=900".to_owned();
        let finding = TogetherFinding {
            verdict: Verdict::NotFit,
            roles: Vec::new(),
            seconds: 5.0,
            quota: None,
        };
        let (verdict, reason) = (Some(Verdict::NotFit), Reason::Together(Box::new(finding)));
        let record = Record { requirement, verdict, reason, ..check_example() };
        for (rate, finding) in rates_and_findings(record) {
            assert_eq!(rate.is_some(), finding.verdict == Verdict::NotFit, "{}", finding.role);
        }
    }

    #[test]
    fn what_forbids_the_verdict_of_a_check_forbids_that_of_its_roles() {
        let warning = check_example().warnings.remove(0);
        let reason = Reason::Forbidden(Box::new(warning.detail));
        let found = rates_and_findings(Record { reason, ..check_example() });
        assert!(found.iter().all(|(_, finding)| finding.verdict == Verdict::CannotTell));
        let found = rates_and_findings(check_example());
        assert!(found.iter().any(|(_, finding)| finding.verdict == Verdict::Fit));
    }
}
