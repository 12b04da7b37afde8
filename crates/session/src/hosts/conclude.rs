//! The end of a measurement by several hosts: each reports to the first one, which makes the record of the hosts.

use super::Hosts;
use cluster::HostPause;
use record::hosts::{HostRecord, HostSilence, HostsRecord};
use record::{RunFailure, State};
use serde::{Deserialize, Serialize};
use summary::Warning;

/// The report of a host after the last run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct HostReport {
    cpu_busy_share: Option<f64>,
    warnings: Vec<Warning>,
}

impl Hosts {
    /// Sends this host's report to the first host, as its last message.
    pub fn report(&self, cpu_busy_share: Option<f64>, warnings: &[Warning]) {
        let report = HostReport { cpu_busy_share, warnings: warnings.to_vec() };
        // As JSON, the format in which warnings are stored.
        self.group.report(serde_json::to_vec(&report).unwrap_or_default());
    }

    /// Why the engine of a host ended, or the first I/O failure that ended a stream of it.
    fn failure_of(&self, rank: usize) -> Option<RunFailure> {
        let of_engine = self.failed.iter().find(|(of, _)| *of == rank).map(|(_, failure)| failure);
        of_engine.or_else(|| self.io_failed.get(&rank)).cloned()
    }

    /// Ends the plans of a stage. Does nothing if a host was lost, which ends all plans.
    pub(super) fn end_stage(&self) {
        if self.lost.is_none() {
            self.group.send_all(&cluster::Message::Finish { are_all_here: true });
        }
    }

    /// Ends the runs of all hosts and returns their record. `cpu_busy_share` and `warnings` are those of the first host.
    pub fn conclude(&mut self, cpu_busy_share: Option<f64>, warnings: &[Warning]) -> HostsRecord {
        self.group.send_all(&cluster::Message::Finish { are_all_here: self.lost.is_none() });
        let own = HostReport { cpu_busy_share, warnings: warnings.to_vec() };
        let lost = self.lost.map(|lost| lost.rank);
        let reports = self.group.reports(&self.clock, |rank| Some(rank) == lost).into_iter();
        let mut reports: Vec<Option<HostReport>> =
            reports.map(|body| serde_json::from_slice(&body?).ok()).collect();
        reports[0] = Some(own);
        if lost.is_some() {
            self.group.transport().abandon();
        }
        self.shares.close();
        if let Some(part) = self.part.take() {
            let state = if self.has_ended_early() { State::Failed } else { State::Done };
            part.finish(self.of_part(), state);
        }
        let reports = reports.into_iter().map(Option::unwrap_or_default).enumerate();
        HostsRecord {
            group: self.group(),
            part: None,
            hosts: reports.map(|(rank, report)| self.host_record(rank, report)).collect(),
            shares: self.shares.take(),
            start_spread_ns: self.start_spread_ns,
            interval_bytes: self.sent.bytes.checked_div(self.sent.intervals),
        }
    }

    fn host_record(&self, rank: usize, report: HostReport) -> HostRecord {
        let offset = &self.group.offsets()[rank];
        let pauses = self.pauses.iter().filter(|pause| pause.rank == rank);
        HostRecord {
            name: self.names[rank].clone(),
            target: self.targets[rank].clone(),
            clock_offset_ns: offset.offset_ns(),
            clock_bound_ns: offset.bound_ns(),
            clock_drift_ppm: offset.drift_ppm(),
            cpu_busy_share: report.cpu_busy_share,
            pauses: pauses.map(|pause| self.silence(pause)).collect(),
            lost: self.lost.filter(|lost| lost.rank == rank).map(|lost| self.silence(&lost)),
            failure: self.failure_of(rank),
            // The run's record has those of the first host.
            warnings: if rank == 0 { Vec::new() } else { report.warnings },
        }
    }

    /// A pause in the time of the calendar.
    fn silence(&self, pause: &HostPause) -> HostSilence {
        let ago_ns = base::Clock::now_ns(&self.clock).saturating_sub(pause.from_ns);
        let unix_s = (sys::clock::unix_now() / 1_000_000_000).cast_signed();
        HostSilence {
            from_unix_s: unix_s - (ago_ns / 1_000_000_000).cast_signed(),
            seconds: pause.length_ns as f64 / 1e9,
        }
    }
}
