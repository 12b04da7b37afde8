//! What is said of a check: on the terminal, and as one JSON document.

use base::units::{grouped, readable};
use integrity::commits::{
    Conclusion, Design, Entry, Found, Implausible, Lie, LieKind, Medium, Place, Verdict,
    implausible,
};
use serde_json::json;

/// Lies that are told one by one on the terminal.
const LIES_SHOWN: usize = 10;
/// Lies that are told one by one in a document.
const LIES_IN_JSON: usize = 1000;

/// What makes a verdict suspect, or a run.
pub(crate) fn doubts(design: &Design, commits_per_s: Option<f64>, medium: Medium) -> Vec<String> {
    let mut doubts = Vec::new();
    if design.same_device {
        doubts.push(
            "the ledger's file shares the tested device: what it lost with its pages cannot be missed here"
                .to_owned(),
        );
    }
    let flushes = commits_per_s.map(|commits| commits / f64::from(design.group));
    match flushes.and_then(|flushes| implausible(flushes, medium)) {
        Some(Implausible::Revolutions { flushes_per_s, most_per_s }) => doubts.push(format!(
            "{} flushes/s, one after the other, are more than a turning disk can make durable (at most {most_per_s} \
             at 15,000 turns a minute): either a cache answers that is protected against power cuts, or one that is not",
            readable(flushes_per_s)
        )),
        Some(Implausible::Program { took_s, least_s }) => doubts.push(format!(
            "a flush every {:.0} us is faster than flash can be programmed ({:.0} us at best), and the device says that \
             its cache forgets without power",
            took_s * 1e6,
            least_s * 1e6
        )),
        None => {}
    }
    doubts
}

/// The word for a verdict.
fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Kept => "kept",
        Verdict::Lied => "lied",
        Verdict::CannotTell => "cannot tell",
    }
}

/// The check for a person.
pub(crate) fn text(design: &Design, entry: &Entry, seen: &Conclusion, doubts: &[String]) -> String {
    let count = |n: u32| grouped(u64::from(n));
    let mut text = match seen.verdict() {
        Verdict::Kept => {
            format!("+ KEPT   all {} acknowledged commits survived\n", count(seen.acknowledged))
        }
        Verdict::Lied => format!(
            "x LIED   {} page(s) are not what the storage said was durable\n",
            grouped(seen.lies_total)
        ),
        Verdict::CannotTell => "? CANNOT TELL   nothing was acknowledged\n".to_owned(),
    };
    for (number, lie) in seen.lies.iter().take(LIES_SHOWN).enumerate() {
        let which = if number == 0 { "first lie" } else { "" };
        text.push_str(&format!("  {which:<12} {}\n", sentence(lie)));
    }
    let more = seen.lies_total.saturating_sub(LIES_SHOWN as u64);
    if more > 0 {
        text.push_str(&format!("  {:<12} and {} more\n", "", grouped(more)));
    }
    if seen.verdict() == Verdict::Lied && seen.newest == 0 {
        text.push_str(
            "               nothing at all of this run is here: is it the same target?\n",
        );
    }
    let ended = if entry.ended { "the writer ended by itself" } else { "the writer was cut off" };
    let rows = [
        ("run", format!("{:016x}, {}; {ended}", design.run, design.mode.name())),
        ("acknowledged", format!("{} commits in the ledger", count(seen.acknowledged))),
        (
            "durable",
            format!(
                "{} commits by that and by what is there; the newest of which anything is there is {}",
                count(seen.durable),
                count(seen.newest)
            ),
        ),
        (
            "log",
            format!(
                "commits {} to {}: {} there, {} being overwritten by later ones",
                count(seen.log_from),
                count(seen.durable),
                count(seen.log_whole),
                count(seen.log_overwritten)
            ),
        ),
        (
            "pages",
            format!(
                "{} of {} in place are right; {} page(s) torn while written, which is no lie",
                count(seen.data_sound),
                count(design.data_pages),
                count(seen.torn_under_way)
            ),
        ),
    ];
    for (name, row) in rows {
        text.push_str(&format!("  {name:<12} {row}\n"));
    }
    for doubt in doubts {
        text.push_str(&format!("! doubt      {doubt}\n"));
    }
    text
}

/// A lie for a person.
fn sentence(lie: &Lie) -> String {
    let commit = grouped(u64::from(lie.commit));
    let what = match lie.kind {
        LieKind::Lost => "is lost, and all after it".to_owned(),
        LieKind::Overtaken(later) => {
            format!("is missing while the later commit {} is there", grouped(u64::from(later)))
        }
        LieKind::Torn => "is torn".to_owned(),
        LieKind::Older => "went back to an older page".to_owned(),
        LieKind::Damaged(kind) => format!("is damaged ({kind})"),
    };
    let found = match lie.found {
        Found::Zeros => "zeros".to_owned(),
        Found::Commit(commit) => format!("commit {}", grouped(u64::from(commit))),
        Found::Parts(oldest, newest) => {
            format!("parts of commits {} to {}", u64::from(oldest), u64::from(newest))
        }
        Found::Strange => "nothing of this run".to_owned(),
    };
    let source = if lie.acknowledged {
        "acknowledged"
    } else {
        "not in the ledger, but a later page was only written after it was durable"
    };
    format!("commit {commit} {what}: {} holds {found} ({source})", place(lie.place))
}

fn place(place: Place) -> String {
    match place {
        Place::Log(slot) => format!("log page {slot}"),
        Place::Data(page) => format!("page {page}"),
    }
}

/// The check for a program.
pub(crate) fn document(
    design: &Design,
    entry: &Entry,
    seen: &Conclusion,
    doubts: &[String],
) -> serde_json::Value {
    let lie = |lie: &Lie| {
        let (kind, later) = match lie.kind {
            LieKind::Lost => ("lost", None),
            LieKind::Overtaken(later) => ("overtaken", Some(later)),
            LieKind::Torn => ("torn", None),
            LieKind::Older => ("older", None),
            LieKind::Damaged(_) => ("damaged", None),
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
        "format": 1,
        "verdict": verdict(seen.verdict()),
        "run": format!("{:016x}", design.run),
        "mode": design.mode.name(),
        "group": design.group,
        "page_bytes": design.page_bytes,
        "writer_ended": entry.ended,
        "commits_acknowledged": seen.acknowledged,
        "commits_durable": seen.durable,
        "commit_newest": seen.newest,
        "log_from": seen.log_from,
        "log_whole": seen.log_whole,
        "log_overwritten": seen.log_overwritten,
        "pages_sound": seen.data_sound,
        "pages_torn_under_way": seen.torn_under_way,
        "lies_total": seen.lies_total,
        "lies": seen.lies.iter().take(LIES_IN_JSON).map(lie).collect::<Vec<_>>(),
        "doubts": doubts,
    })
}
