//! Looks into what seems wrong: reads pages again, tells what is settled, and finds operations that do not come back.

use crate::backend::Backend;
use crate::proof::finding::Finding;
use crate::proof::flight::{Flight, What};
use crate::proof::issue::NOBODY;
use crate::proof::{Ground, Proof};
use integrity::{Fault, FaultKind, PageId, Stamp};

/// Pages looked into at once; of more at the same time no one is read again.
const INQUIRIES_MAX: usize = 256;
/// Operations of its past that are told with a page.
const PAST_MAX: usize = 40;

/// A page that was wrong, and is being read again.
#[derive(Debug)]
pub(super) struct Inquiry {
    pub(super) page: u64,
    fault: Fault,
    received: Vec<u8>,
    by: &'static str,
    at_ns: u64,
    next_ns: u64,
    tries: u32,
    again: Vec<FaultKind>,
    pub(super) flying: bool,
}

impl Inquiry {
    /// When it is to be read next; none while that is under way.
    pub(super) fn due_ns(&self) -> Option<u64> {
        (!self.flying).then_some(self.next_ns)
    }
}

impl<B: Backend, G: Ground> Proof<B, G> {
    /// A page was wrong.
    pub(super) fn suspect(&mut self, flight: &Flight, fault: Fault, received: Vec<u8>) {
        let page = fault.id.page;
        if self.inquiries.iter().any(|inquiry| inquiry.page == page) {
            return;
        }
        let by = if flight.player == NOBODY { "" } else { self.cast.name(flight.player) };
        let inquiry = Inquiry {
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
        if self.setup.rereads == 0 || self.inquiries.len() >= INQUIRIES_MAX {
            return self.conclude(inquiry, false);
        }
        self.inquiries.push(inquiry);
    }

    /// A page was read again: right, or wrong in this way.
    pub(super) fn reread_found(&mut self, page: u64, found: Result<(), FaultKind>) {
        let at = self.inquiries.iter().position(|inquiry| inquiry.page == page);
        let at = at.expect("a page is read again only for its inquiry");
        let inquiry = &mut self.inquiries[at];
        inquiry.flying = false;
        inquiry.tries += 1;
        inquiry.next_ns = self.now_ns + self.setup.reread_gap_ns * u64::from(inquiry.tries + 1);
        let over = match found {
            Ok(()) => true,
            Err(kind) => {
                inquiry.again.push(kind);
                inquiry.tries >= self.setup.rereads
                    || self.setup.stop.load(std::sync::atomic::Ordering::Relaxed)
            }
        };
        if over {
            let inquiry = self.inquiries.swap_remove(at);
            self.conclude(inquiry, found.is_ok());
            self.cast.release();
        }
    }

    /// A page's case is settled.
    fn conclude(&mut self, inquiry: Inquiry, transient: bool) {
        let Inquiry { page, mut fault, received, by, at_ns, tries, again, .. } = inquiry;
        if transient && fault.kind == FaultKind::LostWrite {
            fault.kind = FaultKind::StaleRead;
        }
        if !transient {
            self.ledger.forget(page);
        }
        let time_ns = Stamp::read(&received).map_or(0, |stamp| stamp.time_ns);
        let expected = self.stamper.image(fault.id, fault.nearest, time_ns);
        let past = self.history.of(page, PAST_MAX);
        let at_ns = at_ns - self.start_ns;
        self.tell(Finding {
            fault,
            pages: 1,
            by,
            at_ns,
            transient,
            tries,
            again,
            errno: None,
            took_ns: None,
            received,
            expected,
            past,
        });
    }

    /// An operation failed: it passed when tried again, or did not.
    pub(super) fn tell_failure(&mut self, flight: &Flight, transient: bool) {
        let errno = flight.failed.unwrap_or(0);
        let kind = if errno == 0 { FaultKind::WrongLength } else { FaultKind::IoError };
        let mut finding = self.about(flight, kind);
        finding.transient = transient;
        finding.tries = flight.tries;
        finding.errno = Some(errno).filter(|&errno| errno != 0);
        self.tell(finding);
    }

    /// An operation takes, or took, longer than any database waits.
    pub(super) fn tell_late(&mut self, slot: u32, took_ns: u64) {
        let flight = &mut self.flights[slot as usize];
        if std::mem::replace(&mut flight.late_told, true) {
            return;
        }
        let flight = *flight;
        let mut finding = self.about(&flight, FaultKind::Late);
        finding.took_ns = Some(took_ns);
        self.tell(finding);
    }

    pub(super) fn look_for_late(&mut self) {
        for slot in 0..self.flights.len() as u32 {
            let flight = &self.flights[slot as usize];
            let took_ns = self.now_ns.saturating_sub(flight.pushed_ns);
            if flight.flying && took_ns > self.setup.late_ns {
                self.tell_late(slot, took_ns);
            }
        }
    }

    fn about(&self, flight: &Flight, kind: FaultKind) -> Finding {
        let id = PageId { file: self.setup.file, page: flight.first };
        let by = match flight.what {
            What::Flush => "flush",
            _ => self.cast.name(flight.player),
        };
        Finding {
            fault: Fault::of_operation(kind, id),
            pages: flight.pages,
            by,
            at_ns: self.now_ns - self.start_ns,
            transient: false,
            tries: 0,
            again: Vec::new(),
            errno: None,
            took_ns: None,
            received: Vec::new(),
            expected: Vec::new(),
            past: self.history.of(flight.first, PAST_MAX),
        }
    }

    fn tell(&mut self, finding: Finding) {
        self.tally.count(finding.fault.kind);
        if self.findings.len() < self.setup.findings_max {
            self.findings.push(finding);
        }
        if self.setup.stop_on_fault {
            self.stopping = true;
        }
    }
}
