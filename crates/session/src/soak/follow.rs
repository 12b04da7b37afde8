//! A soak on a following host: prefills its own target, runs the segments that the first host sends, and stores the
//! intervals of its own part as an ordinary run.

use super::{SoakOutcome, SoakRequest};
use crate::conditions::ConditionWatch;
use crate::failure::Failure;
use crate::hosts::{FollowerResult, FollowerRun, HostGroup};
use crate::live::Progress;
use crate::load::renew;
use crate::recorder::Recorder;
use crate::target::TestTarget;
use crate::{answer, check};
use record::{Record, RunKind, State};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use store::Store;
use summary::Conditions;
use sys::inventory::Inventory;

pub(super) fn run(
    request: &SoakRequest,
    test_target: TestTarget,
    store: Store,
    hosts: &HostGroup,
    interrupt: &Arc<AtomicBool>,
    progress: &mut Progress,
) -> Result<SoakOutcome, Failure> {
    let mut record = start(request, &test_target);
    let opened = Recorder::begin(store, &record);
    let filled =
        check::prefill(&test_target, record.seed, check::PrefillTime::Whole, interrupt, progress);
    let recorder = RefCell::new(hosts.agree(opened.and_then(|opened| filled.map(|_| opened)))?);
    let begun_ns = sys::clock::unix_now();
    let inventory = test_target.root.as_deref().and_then(answer::facts_at_once);
    let held = [test_target.held.clone()];
    let condition_watch = ConditionWatch::start(inventory.as_ref(), &held);
    let follower_run = FollowerRun { held: &held, recorder: &recorder, interrupt };
    let follower_result = match hosts.several() {
        Some(several) => follower_run.run(&mut several.borrow_mut())?,
        None => FollowerResult::default(),
    };
    test_target.held.iter().for_each(renew);
    let FollowerResult { trials, totals, failed, interrupted, .. } = follower_result;
    let mut seen = condition_watch.stop(&Conditions::default(), totals.own_io);
    if let Some(several) = hosts.several() {
        let several = several.borrow();
        several.leave_shared_device(&mut seen);
        record.warnings = summary::warning::check_machine(&seen);
        several.report(seen.cpu_busy_share(), &record.warnings);
    }
    (record.trials, record.engine, record.machine) = (trials, totals.engine, seen.load);
    record.hosts = hosts.of_part();
    record.notes.extend(totals.notes);
    record.state = match (&failed, interrupted) {
        (Some(_), _) => State::Failed,
        (None, true) => State::Interrupted,
        (None, false) => State::Done,
    };
    record.seconds = (sys::clock::unix_now() - begun_ns) as f64 / 1e9;
    let mut recorder = recorder.into_inner();
    recorder.finish(&mut record);
    match failed {
        Some(failure) => Err(Failure::from(&failure)),
        None => Ok(SoakOutcome { record, recorder }),
    }
}

/// The record of the run that stores the part of this host, which is not a soak by itself, before it begins.
fn start(request: &SoakRequest, test_target: &TestTarget) -> Record {
    let inventory = test_target.root.as_deref().and_then(answer::facts_at_once);
    Record {
        kind: RunKind::Run,
        command: request.command.from_anywhere(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        started_unix_s: (sys::clock::unix_now() / 1_000_000_000).cast_signed(),
        seed: request.seed.unwrap_or_else(answer::new_seed),
        target: test_target.title.clone(),
        subject: request.profile.name.clone().into(),
        source_text: request.source_text.clone(),
        facts: inventory.as_ref().map(Inventory::groups).unwrap_or_default(),
        ..Record::default()
    }
}
