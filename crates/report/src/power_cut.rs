//! What is said of a check after a power cut: on the terminal, and as one JSON document.

use base::units::{grouped, readable};
use integrity::commits::{
    CommitConclusion, CommitDesign, CommitLoss, CommitLossKind, DurabilityVerdict, FoundContent,
    ImplausibleRate, LedgerEntry, MediumFacts, PageLocation, TargetContinuity, implausible,
};
use serde_json::json;

/// Lies that are told one by one on the terminal.
const LIES_SHOWN: usize = 10;
/// Lies that are told one by one in a document.
const LIES_IN_JSON: usize = 1000;

/// The warning about a target that is not the one that was written to, though it holds the run.
pub const COPY: &str = "this is not the target that was written to, by its serial number or its file: of a copy, what it was \
                               made without counts as lost";

/// What makes a verdict suspect, or a run.
pub fn warnings(
    design: &CommitDesign,
    commits_per_s: Option<f64>,
    medium: MediumFacts,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if design.same_device {
        warnings.push(
            "the ledger's file shares the tested device: what it lost with its pages cannot be missed here"
                .to_owned(),
        );
    }
    let flushes = commits_per_s.map(|commits| commits / f64::from(design.group));
    match flushes.and_then(|flushes| implausible(flushes, medium)) {
        Some(ImplausibleRate::Revolutions { flushes_per_s, most_per_s }) => warnings.push(format!(
            "{} flushes/s, one after the other, are more than a turning disk can make durable (at most {most_per_s} \
             at 15,000 turns a minute): either a cache answers that is protected against power cuts, or one that is not",
            readable(flushes_per_s)
        )),
        Some(ImplausibleRate::Program { took_s, least_s }) => warnings.push(format!(
            "a flush every {:.0} us is faster than flash can be programmed ({:.0} us at best), and the device says that \
             its cache forgets without power",
            took_s * 1e6,
            least_s * 1e6
        )),
        None => {}
    }
    warnings
}

/// The word for a verdict.
fn verdict(verdict: DurabilityVerdict) -> &'static str {
    match verdict {
        DurabilityVerdict::Kept => "kept",
        DurabilityVerdict::Lied => "lied",
        DurabilityVerdict::CannotTell => "cannot tell",
    }
}

/// The check for a person.
pub fn text(
    design: &CommitDesign,
    entry: &LedgerEntry,
    seen: &CommitConclusion,
    warnings: &[String],
) -> String {
    let count = |n: u32| grouped(u64::from(n));
    let mut text = match seen.verdict() {
        DurabilityVerdict::Kept => {
            format!("+ KEPT   all {} acknowledged commits survived\n", count(seen.acknowledged))
        }
        DurabilityVerdict::Lied => format!(
            "x LIED   {} page(s) are not what the storage said was durable\n",
            grouped(seen.lies_total)
        ),
        DurabilityVerdict::CannotTell => format!("? CANNOT TELL   {}\n", untold(seen)),
    };
    lies(seen, &mut text);
    if seen.verdict() == DurabilityVerdict::Lied && !seen.here {
        text.push_str(
            "               nothing at all of this run is here, and it is the same target\n",
        );
    }
    let ended = if entry.ended { "the writer ended by itself" } else { "the writer was cut off" };
    let mut rows = vec![
        ("run", format!("{:016x}, {}; {ended}", design.run, design.mode.name())),
        ("acknowledged", format!("{} commits in the ledger", count(seen.acknowledged))),
    ];
    if seen.is_the_target() {
        rows.extend(there(design, seen));
    }
    for (name, row) in rows {
        text.push_str(&format!("  {name:<12} {row}\n"));
    }
    for warning in warnings {
        text.push_str(&format!("! warning      {warning}\n"));
    }
    text
}

/// Why nothing can be told.
fn untold(seen: &CommitConclusion) -> String {
    let other = seen.other_run.map(|run| format!("{run:016x}"));
    match (seen.standing, other) {
        _ if seen.is_the_target() => "nothing was acknowledged".to_owned(),
        (TargetContinuity::Replaced, Some(other)) => {
            format!("run {other} was written over this one later; --run {other} checks that")
        }
        (_, Some(other)) => format!(
            "nothing of this run is on the target, but pages of run {other} are: is it the right target? --run {other} \
             checks that run, where the ledger has it; --same-target says that it is the right one and lost all"
        ),
        (_, None) => "nothing of this run is on the target, and nothing else says that it is the one that was written to: \
                      device names change at a restart. --same-target says that it is, and lost all"
            .to_owned(),
    }
}

/// The lies that are told one by one: those of the log and those in place each have half of the lines, if they need them.
fn lies(seen: &CommitConclusion, text: &mut String) {
    let of_log = |lie: &&CommitLoss| matches!(lie.place, PageLocation::Log(_));
    let log_all = seen.lies.iter().filter(of_log).count();
    let data_all = seen.lies.len() - log_all;
    let log = log_all.min(LIES_SHOWN - data_all.min(LIES_SHOWN / 2));
    let data = LIES_SHOWN - log;
    let logs = seen.lies.iter().filter(of_log).take(log);
    let mut shown: Vec<&CommitLoss> =
        logs.chain(seen.lies.iter().filter(|lie| !of_log(lie)).take(data)).collect();
    shown.sort_by_key(|lie| (lie.commit, lie.place));
    for (number, lie) in shown.iter().enumerate() {
        let which = if number == 0 { "first lie" } else { "" };
        text.push_str(&format!("  {which:<12} {}\n", sentence(lie)));
    }
    let more = seen.lies_total.saturating_sub(shown.len() as u64);
    if more > 0 {
        text.push_str(&format!("  {:<12} and {} more\n", "", grouped(more)));
    }
}

/// What is there of the run.
fn there(design: &CommitDesign, seen: &CommitConclusion) -> Vec<(&'static str, String)> {
    let count = |n: u32| grouped(u64::from(n));
    let log_all = (seen.durable + 1).saturating_sub(seen.log_from);
    let gone = log_all.saturating_sub(seen.log_whole).saturating_sub(seen.log_overwritten);
    vec![
        (
            "promised",
            format!(
                "{} commits were told durable: {} by the ledger, {} more by later pages",
                count(seen.durable),
                count(seen.acknowledged),
                count(seen.durable.saturating_sub(seen.acknowledged))
            ),
        ),
        ("newest", format!("commit {} is the last of which anything is there", count(seen.newest))),
        (
            "log",
            format!(
                "commits {} to {} must be in it: {} are, {} are being overwritten by later ones, {} are not",
                count(seen.log_from),
                count(seen.durable),
                count(seen.log_whole),
                count(seen.log_overwritten),
                count(gone)
            ),
        ),
        (
            "pages",
            format!(
                "{} of the {} in place that were written are right; {} page(s) torn while written, which is no lie",
                count(seen.data_sound),
                count(design.data_pages.saturating_sub(seen.data_untouched)),
                count(seen.torn_under_way)
            ),
        ),
    ]
}

/// A lie for a person.
fn sentence(lie: &CommitLoss) -> String {
    if lie.commit == 0 {
        return format!(
            "{} was never written by a commit, and does not hold the zeros it was given",
            place(lie.place)
        );
    }
    let commit = grouped(u64::from(lie.commit));
    let what = match lie.kind {
        CommitLossKind::Lost => "is lost, and all after it".to_owned(),
        CommitLossKind::Overtaken(later) => {
            format!("is missing while the later commit {} is there", grouped(u64::from(later)))
        }
        CommitLossKind::Torn => "is torn".to_owned(),
        CommitLossKind::Older => "went back to an older page".to_owned(),
        CommitLossKind::Zeros => "is gone from its page".to_owned(),
        CommitLossKind::Damaged(kind) => format!("is damaged ({kind})"),
    };
    let found = match lie.found {
        FoundContent::Zeros => "zeros".to_owned(),
        FoundContent::Commit(commit) => format!("commit {}", grouped(u64::from(commit))),
        FoundContent::Parts(oldest, newest) => {
            format!("parts of commits {} to {}", u64::from(oldest), u64::from(newest))
        }
        FoundContent::Strange => "nothing of this run".to_owned(),
    };
    let source = if lie.acknowledged {
        "acknowledged"
    } else {
        "not in the ledger, but a later page was only written after it was durable"
    };
    format!("commit {commit} {what}: {} holds {found} ({source})", place(lie.place))
}

fn place(place: PageLocation) -> String {
    match place {
        PageLocation::Log(slot) => format!("log page {slot}"),
        PageLocation::Data(page) => format!("page {page}"),
        PageLocation::Head => "the head".to_owned(),
    }
}

/// The check for a program.
pub fn document(
    design: &CommitDesign,
    entry: &LedgerEntry,
    seen: &CommitConclusion,
    warnings: &[String],
) -> serde_json::Value {
    let lie = |lie: &CommitLoss| {
        let (kind, later) = match lie.kind {
            CommitLossKind::Lost => ("lost", None),
            CommitLossKind::Overtaken(later) => ("overtaken", Some(later)),
            CommitLossKind::Torn => ("torn", None),
            CommitLossKind::Older => ("older", None),
            CommitLossKind::Zeros => ("zeros", None),
            CommitLossKind::Damaged(_) => ("damaged", None),
        };
        json!({
            "commit": lie.commit,
            "kind": kind,
            "later_commit": later,
            "offset_bytes": design.offset_bytes(lie.place),
            "place": place(lie.place),
            "acknowledged": lie.acknowledged,
            "text": sentence(lie),
        })
    };
    json!({
        "format": 2,
        "verdict": verdict(seen.verdict()),
        "run": format!("{:016x}", design.run),
        "mode": design.mode.name(),
        "group": design.group,
        "page_bytes": design.page_bytes,
        "writer_ended": entry.ended,
        "commits_acknowledged": seen.acknowledged,
        "commits_promised": seen.durable,
        "commit_newest": seen.newest,
        "log_from": seen.log_from,
        "log_whole": seen.log_whole,
        "log_overwritten": seen.log_overwritten,
        "target": match (seen.standing, seen.here) {
            (TargetContinuity::Replaced, _) => "overwritten by a later run",
            (_, true) => "holds the run",
            (TargetContinuity::Same, false) => "the same, without the run",
            (TargetContinuity::Unknown, false) => "unknown",
        },
        "why": (seen.verdict() == DurabilityVerdict::CannotTell).then(|| untold(seen)),
        "other_run": seen.other_run.map(|run| format!("{run:016x}")),
        "pages_sound": seen.data_sound,
        "pages_untouched": seen.data_untouched,
        "pages_torn_under_way": seen.torn_under_way,
        "lies_total": seen.lies_total,
        "lies": seen.lies.iter().take(LIES_IN_JSON).map(lie).collect::<Vec<_>>(),
        "warnings": warnings,
    })
}
