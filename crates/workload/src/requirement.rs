//! What the storage must meet: a latency [`LatencyLimit`] and a [`Requirement`] such as `iops>=5000, p99<=10ms`.

use base::{Nanos, number};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A latency limit at a quantile: p99 <= 10 ms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatencyLimit {
    /// The share of operations that must stay at or under the limit, above 0 and below 1.
    pub quantile: f64,
    pub latency_ns: Nanos,
}

impl LatencyLimit {
    /// The fewest operations from which its quantile is known with 95 %: with fewer, none may be late by chance.
    pub fn operations_min(self) -> f64 {
        0.05_f64.ln() / self.quantile.ln()
    }
}

/// What the storage must achieve to be fit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Requirement {
    pub iops_min: Option<f64>,
    pub mibps_min: Option<f64>,
    /// The least commits per second (log roles).
    pub commits_min: Option<f64>,
    /// The least multiple of the job's rate, if a job is checked.
    pub load_min: Option<f64>,
    /// The latency limit; replaces that of the profile's roles.
    pub latency_limit: Option<LatencyLimit>,
}

/// Why a requirement could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{clause}\": {reason}")]
pub struct RequirementError {
    pub clause: String,
    pub reason: String,
}

const KNOWN: &str = "write iops>=N, mib/s>=N, mb/s>=N, commits>=N, load>=Nx or pNN<=TIME";
/// The clauses of the requirement that a size is computed for, which has no job with a load.
const KNOWN_OF_SIZE: &str = "write iops>=N, mib/s>=N, mb/s>=N, commits>=N, pNN<=TIME, block=SIZE, write=SHARE, usable>=SIZE, \
                             order=random or order=sequential";

const MIB_IN_MB: f64 = 1e6 / (1 << 20) as f64;

impl fmt::Display for LatencyLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{} <= {}", number::trimmed(self.quantile * 100.0, 3), self.latency_ns)
    }
}

impl LatencyLimit {
    /// The limit as it is shown, or in nanoseconds if it would be rounded: reading it gives the same limit.
    pub fn exact(&self) -> String {
        let shown = self.to_string();
        if shown.parse() == Ok(*self) {
            shown
        } else {
            let percent = number::trimmed(self.quantile * 100.0, 9);
            format!("p{percent} <= {} ns", self.latency_ns.0)
        }
    }

    /// The limit as the value of an option: exact, and one word.
    pub fn option_value(&self) -> String {
        self.exact().replace(' ', "")
    }
}

impl FromStr for LatencyLimit {
    type Err = RequirementError;

    /// Reads `p99<=10ms`, `p99.9 <= 2ms`.
    fn from_str(text: &str) -> Result<Self, RequirementError> {
        let known = "write pNN<=TIME, such as p99<=10ms";
        let mut requirement = Requirement::default();
        let taken = requirement.take(text.trim(), known);
        taken
            .and_then(|()| requirement.latency_limit.ok_or_else(|| known.to_owned()))
            .map_err(|reason| RequirementError { clause: text.to_owned(), reason })
    }
}

impl Requirement {
    /// Reads every clause; returns all errors, not only the first.
    pub fn read(text: &str) -> Result<Self, Vec<RequirementError>> {
        Self::read_known(text, KNOWN)
    }

    /// The same for a size, whose own clauses were read already; errors name these too.
    pub fn read_of_size(text: &str) -> Result<Self, Vec<RequirementError>> {
        Self::read_known(text, KNOWN_OF_SIZE)
    }

    fn read_known(text: &str, known: &str) -> Result<Self, Vec<RequirementError>> {
        let mut requirement = Self::default();
        let mut errors = Vec::new();
        for clause in number::clauses(text) {
            if let Err(reason) = requirement.take(clause, known) {
                errors.push(RequirementError { clause: clause.to_owned(), reason });
            }
        }
        if errors.is_empty() { Ok(requirement) } else { Err(errors) }
    }

    /// Adds one clause; `known` describes the accepted clauses for the error message.
    pub(crate) fn take(&mut self, clause: &str, known: &str) -> Result<(), String> {
        let clause = &with_typed_signs(clause);
        if let Some((name, value)) = clause.split_once(">=") {
            return self.take_minimum(name.trim(), value.trim(), known);
        }
        let (name, value) = clause.split_once("<=").ok_or_else(|| known.to_owned())?;
        let name = name.trim();
        let percentile = name.to_ascii_lowercase().strip_prefix('p').and_then(|p| p.parse().ok());
        let percentile = percentile.filter(|p: &f64| *p > 0.0 && *p < 100.0);
        let quantile = percentile
            .ok_or_else(|| format!("\"{name}\" is not a percentile such as p99; {known}"))?
            / 100.0;
        let limit = LatencyLimit { quantile, latency_ns: latency(value)? };
        match self.latency_limit.replace(limit) {
            None => Ok(()),
            Some(_) => Err("is given twice".to_owned()),
        }
    }

    fn take_minimum(&mut self, name: &str, value: &str, known: &str) -> Result<(), String> {
        let (slot, factor) = match name.to_ascii_lowercase().as_str() {
            "iops" => (&mut self.iops_min, 1.0),
            "mibps" | "mib/s" => (&mut self.mibps_min, 1.0),
            "gibps" | "gib/s" => (&mut self.mibps_min, 1024.0),
            "mbps" | "mb/s" => (&mut self.mibps_min, MIB_IN_MB),
            "gbps" | "gb/s" => (&mut self.mibps_min, 1e3 * MIB_IN_MB),
            "commits" | "commits/s" => (&mut self.commits_min, 1.0),
            "load" => (&mut self.load_min, 1.0),
            "reads" | "writes" => {
                return Err(format!(
                    "iops counts reads and writes in the mix of the role; {known}"
                ));
            }
            other => return Err(format!("\"{other}\" is not known; {known}")),
        };
        let is_multiple = name.eq_ignore_ascii_case("load");
        let value = if is_multiple { value.trim_end_matches(['x', 'X']) } else { value };
        if !is_multiple && number::may_be_thousands(value) {
            let (whole, group) = value.split_once('.').unwrap_or_default();
            return Err(format!(
                "\"{whole}.{group}\" may be {whole} or {whole},{group}; write it as {whole} or {whole},{group}"
            ));
        }
        let number = number::quantity(value).filter(|n| n.is_finite() && *n > 0.0);
        let number = number.ok_or_else(|| {
            format!("\"{value}\" is not a positive number; write it as 5000, 5,000 or 5k")
        })?;
        match slot.replace(number * factor) {
            None => Ok(()),
            Some(_) => Err("is given twice".to_owned()),
        }
    }
}

pub(crate) fn latency(value: &str) -> Result<Nanos, String> {
    if value.trim().ends_with(|c: char| c.is_ascii_digit() || c == '.') {
        // Elsewhere a bare number is seconds. Here it could as well mean milliseconds, and a wrong guess would change the result.
        let number = value.trim();
        return Err(format!("a latency needs its unit: {number}ms, {number}us or {number}s"));
    }
    match value.replace([',', '_'], "").parse::<Nanos>() {
        Ok(Nanos(0)) => Err("a latency of zero cannot be met".to_owned()),
        read => read.map_err(|e| e.to_string()),
    }
}

impl FromStr for Requirement {
    type Err = RequirementError;

    fn from_str(text: &str) -> Result<Self, RequirementError> {
        Self::read(text).map_err(|mut all| all.remove(0))
    }
}

/// A clause as a keyboard has it: reports write the mathematical signs.
pub fn with_typed_signs(clause: &str) -> String {
    clause.replace('\u{2264}', "<=").replace('\u{2265}', ">=")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_read_as_a_report_writes_them() {
        assert_eq!(
            "iops \u{2265} 5,000; p99 \u{2264} 10 ms".parse::<Requirement>(),
            "iops>=5000;p99<=10ms".parse()
        );
        assert_eq!("p99 \u{2264} 250 \u{b5}s".parse::<LatencyLimit>(), "p99<=250us".parse());
    }

    #[test]
    fn numbers_and_units_of_a_requirement_are_read_as_people_write_them() {
        for text in ["5000", "5,000", "5_000", "5k", "5K", "5.0k"] {
            let requirement =
                Requirement::read(&format!("iops>={text}, commits >= {text};p99<=1,500us"))
                    .unwrap();
            assert_eq!(
                (requirement.iops_min, requirement.commits_min),
                (Some(5000.0), Some(5000.0)),
                "{text}"
            );
            assert_eq!(
                requirement.latency_limit.unwrap().latency_ns,
                Nanos::micros(1500),
                "{text}"
            );
        }
        for (unit, mibps) in [
            ("mibps", 1.0),
            ("MiB/s", 1.0),
            ("gib/s", 1024.0),
            ("mb/s", 0.953_674_316_406_25),
            ("MBps", 0.953_674_316_406_25),
            ("GB/s", 953.674_316_406_25),
        ] {
            let requirement = Requirement::read(&format!("{unit}>=2")).unwrap();
            assert_eq!(requirement.mibps_min, Some(2.0 * mibps), "{unit}");
        }
        let told = Requirement::read("iops>=5,00").unwrap_err();
        assert_eq!(told.len(), 1, "{told:?}");
    }

    /// German prints 46,000 as 46.000: read as 46, every storage would be fit.
    #[test]
    fn a_point_that_may_separate_thousands_is_refused() {
        for text in ["iops>=46.000", "commits>= 1.234", "mib/s>=2.500"] {
            let told = Requirement::read(text).unwrap_err();
            assert!(told[0].reason.contains("may be"), "{told:?}");
        }
        for text in ["iops>=46.5", "mib/s>=0.125", "load>=1.125x", "iops>=46,000", "iops>=1000.125"]
        {
            assert!(Requirement::read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_requirement_is_read_clause_by_clause() {
        let requirement = Requirement::read("iops>=5_000, p99<=10ms").unwrap();
        assert_eq!(requirement.iops_min, Some(5000.0));
        assert_eq!(requirement.latency_limit.unwrap().to_string(), "p99 <= 10 ms");
    }

    #[test]
    fn a_latency_without_a_unit_is_refused_and_not_guessed() {
        for bare in ["p99<=10", "p99 <= 1.5 ", "p99<=0", "p99.9<=1_000"] {
            let error = bare.parse::<LatencyLimit>().unwrap_err();
            assert!(error.reason.contains("needs its unit"), "{bare}: {error}");
            assert!(Requirement::read(bare).is_err(), "{bare}");
        }
        assert_eq!("p99<=10 s".parse::<LatencyLimit>().unwrap().latency_ns, Nanos::secs(10));
    }

    #[test]
    fn a_wrong_latency_limit_is_told_what_a_latency_limit_may_be() {
        for text in ["p99<20", "x<=10ms", "iops>=5", "p99<=10", ""] {
            let reason = text.parse::<LatencyLimit>().unwrap_err().reason;
            assert!(!reason.contains(">="), "{text}: {reason}");
        }
    }

    #[test]
    fn every_wrong_clause_is_told() {
        let errors =
            Requirement::read("iops>=-1, p100<=1ms, speed>=3, p99<=1ms, p99<=2ms").unwrap_err();
        assert_eq!(errors.len(), 4, "{errors:?}");
    }
}
