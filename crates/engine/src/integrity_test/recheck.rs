//! Rechecks wrong pages: reads them again, reports the results, and finds operations that do not complete.

use crate::backend::Backend;
use crate::integrity_test::finding::IntegrityFinding;
use crate::integrity_test::flight::InFlightOperation;
use crate::integrity_test::{FileControl, IntegrityTest};
use base::proof::PageOperationKind;
use integrity::{FaultKind, PageFault, PageId};
use std::sync::atomic::Ordering;
use workload::ActorName;

/// The most concurrent rechecks; further wrong pages are reported without rereads.
const RECHECKS_MAX: usize = 256;
/// The most unsettled findings in a progress report.
const OPEN_MAX: usize = 20;

/// A wrong page that is being read again.
#[derive(Clone, Debug)]
pub(super) struct PageRecheck {
    pub(super) page: u64,
    fault: PageFault,
    received: Vec<u8>,
    by: Option<ActorName>,
    at_ns: u64,
    next_ns: u64,
    tries: u32,
    again: Vec<FaultKind>,
    pub(super) flying: bool,
}

impl PageRecheck {
    /// When the next reread is due; `None` while one is in flight.
    pub(super) fn due_ns(&self) -> Option<u64> {
        (!self.flying).then_some(self.next_ns)
    }
}

impl<B: Backend, G: FileControl> IntegrityTest<B, G> {
    /// Starts the recheck of a wrong page.
    pub(super) fn start_recheck(
        &mut self,
        flight: &InFlightOperation,
        fault: PageFault,
        received: Vec<u8>,
    ) {
        let page = fault.id.page;
        if self.rechecks.iter().any(|recheck| recheck.page == page) {
            return;
        }
        let by = self.actors.name(flight.actor);
        let recheck = PageRecheck {
            page,
            fault,
            received,
            by,
            at_ns: self.now_ns,
            next_ns: self.now_ns + self.setup.reread_gap_ns,
            tries: 0,
            again: Vec::new(),
            flying: false,
        };
        if self.marks.read(page) {
            self.totals.count_read_back();
        }
        let may_recheck = self.may_recheck();
        if !may_recheck || self.setup.rereads == 0 || self.rechecks.len() >= RECHECKS_MAX {
            return self.conclude(recheck, false);
        }
        self.rechecks.push(recheck);
    }

    /// Whether a new fault may be rechecked: not if the test stops at the first fault and this is a later one.
    pub(super) fn may_recheck(&mut self) -> bool {
        if !self.setup.stop_on_fault {
            return true;
        }
        self.stopping = true;
        !self.setup.found.swap(true, Ordering::Relaxed)
    }

    /// Takes the result of a reread: right, or wrong in this way.
    pub(super) fn reread_found(&mut self, page: u64, found: Result<(), FaultKind>) {
        let at = self.rechecks.iter().position(|recheck| recheck.page == page);
        let at = at.expect("a page is read again only for its inquiry");
        let recheck = &mut self.rechecks[at];
        recheck.flying = false;
        recheck.tries += 1;
        recheck.next_ns = self.now_ns + self.setup.reread_gap_ns * u64::from(recheck.tries + 1);
        let over = match found {
            Ok(()) => true,
            Err(kind) => {
                recheck.again.push(kind);
                recheck.tries >= self.setup.rereads || self.setup.stop.load(Ordering::Relaxed)
            }
        };
        if over {
            let recheck = self.rechecks.swap_remove(at);
            self.conclude(recheck, found.is_ok());
            self.actors.unblock_all();
        }
    }

    /// Ends a recheck and reports the finding.
    fn conclude(&mut self, recheck: PageRecheck, transient: bool) {
        let page = recheck.page;
        let mut finding = self.evidence(recheck);
        finding.transient = transient;
        if transient && finding.fault.kind == FaultKind::LostWrite {
            finding.fault.kind = FaultKind::StaleRead;
        }
        if !transient {
            self.ledger.allow_anything(page);
        }
        finding.past = self.history.of(page);
        self.add_finding(finding);
    }

    /// The finding about a wrong page, without its past operations.
    fn evidence(&self, recheck: PageRecheck) -> IntegrityFinding {
        let PageRecheck { page, mut fault, received, by, at_ns, tries, again, .. } = recheck;
        // The recorded time is that of the newest write.
        let newest = fault.nearest > 0 && fault.nearest == fault.allowed.1;
        let written_ns = self.marks.written_ns(page).filter(|_| newest);
        let expected = self.stamper.image(fault.id, fault.nearest, written_ns.unwrap_or(0));
        // A page that was never written holds zeros, whatever the time.
        let all_known = written_ns.is_some() || fault.nearest == 0;
        let known = |at: &usize| all_known || !integrity::stamp::is_of_time(*at);
        let differs = |at: &usize| expected[*at] != received[*at] && known(at);
        fault.bytes_differing = (0..received.len()).filter(differs).count() as u32;
        fault.first_differing = (0..received.len()).find(differs).map(|at| at as u32);
        IntegrityFinding {
            fault,
            pages: 1,
            by,
            at_ns: at_ns - self.start_ns,
            transient: false,
            tries,
            open: false,
            again,
            errno: None,
            took_ns: None,
            received,
            expected,
            written_ns,
            past: Vec::new(),
        }
    }

    /// The unsettled findings, without past operations.
    pub(super) fn open(&self) -> Vec<IntegrityFinding> {
        let pages = self.rechecks.iter().map(|recheck| self.evidence(recheck.clone()));
        let tried = self.in_flight.iter().enumerate().filter(|(slot, flight)| {
            let waits = self.retries.iter().any(|again| again.1 as usize == *slot);
            let reread = flight.what == PageOperationKind::Reread;
            flight.failed.is_some() && !reread && (flight.flying || waits)
        });
        let failed = tried.map(|(_, flight)| self.failure(flight));
        let open = pages.chain(failed).take(OPEN_MAX);
        open.map(|finding| IntegrityFinding { open: true, ..finding }).collect()
    }

    /// The number of operations in flight, and the age of the oldest in nanoseconds.
    pub(super) fn waiting(&self) -> (u32, u64) {
        let flying = self.in_flight.iter().filter(|flight| flight.flying);
        let oldest_ns = flying.map(|flight| self.now_ns.saturating_sub(flight.pushed_ns)).max();
        (self.outstanding, oldest_ns.unwrap_or(0))
    }

    /// Reports a failed operation; `transient` if a retry succeeded.
    pub(super) fn add_failure(&mut self, flight: &InFlightOperation, transient: bool) {
        let past = self.history.of(flight.first);
        self.add_finding(IntegrityFinding { transient, past, ..self.failure(flight) });
    }

    fn failure(&self, flight: &InFlightOperation) -> IntegrityFinding {
        let errno = flight.failed.unwrap_or(0);
        let kind = if errno == 0 { FaultKind::WrongLength } else { FaultKind::IoError };
        let mut finding = self.about(flight, kind);
        finding.tries = flight.tries;
        finding.errno = Some(errno).filter(|&errno| errno != 0);
        finding
    }

    /// Reports once that an operation takes, or took, longer than the limit.
    pub(super) fn add_late(&mut self, slot: u32, took_ns: u64) {
        let flight = &mut self.in_flight[slot as usize];
        if std::mem::replace(&mut flight.late_told, true) {
            return;
        }
        let flight = *flight;
        let mut finding = self.about(&flight, FaultKind::Late);
        finding.took_ns = Some(took_ns);
        finding.past = self.history.of(flight.first);
        self.add_finding(finding);
    }

    pub(super) fn find_late_operations(&mut self) {
        for slot in 0..self.in_flight.len() as u32 {
            let flight = &self.in_flight[slot as usize];
            let took_ns = self.now_ns.saturating_sub(flight.pushed_ns);
            if flight.flying && took_ns > flight.late_ns {
                self.add_late(slot, took_ns);
            }
        }
    }

    fn about(&self, flight: &InFlightOperation, kind: FaultKind) -> IntegrityFinding {
        let id = PageId { file: self.setup.file, page: flight.first };
        let by = match flight.what {
            PageOperationKind::Flush => Some(ActorName::Flush),
            _ => self.actors.name(flight.actor),
        };
        IntegrityFinding {
            fault: PageFault::of_operation(kind, id),
            pages: flight.pages,
            by,
            at_ns: self.now_ns - self.start_ns,
            transient: false,
            tries: 0,
            open: false,
            again: Vec::new(),
            errno: None,
            took_ns: None,
            received: Vec::new(),
            expected: Vec::new(),
            written_ns: None,
            past: Vec::new(),
        }
    }

    fn add_finding(&mut self, finding: IntegrityFinding) {
        let is_fault = finding.fault.kind.is_fault();
        self.totals.count(finding.fault.kind);
        // The recheck of the first fault ends after the operations in flight with it, so one place is reserved for it.
        let reserved = usize::from(self.setup.stop_on_fault && finding.tries == 0);
        if self.findings.len() + reserved < self.setup.findings_max {
            self.findings.push(finding);
            self.has_new_findings = true;
        }
        self.stopping |= self.setup.stop_on_fault && is_fault;
    }
}
