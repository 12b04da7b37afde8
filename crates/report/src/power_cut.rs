//! The result of a check after a power cut: on the terminal, and as one JSON document.

use crate::catalogue::powercut as text;
use crate::language::Language;
use base::number::readable;
use integrity::commits::{
    CommitConclusion, CommitDesign, CommitLoss, CommitLossKind, DesignFault, DurabilityVerdict,
    ImplausibleRate, LedgerEntry, MediumFacts, PageLocation, TargetContinuity, implausible,
};
use serde_json::json;
use std::path::Path;

/// The maximum number of lies (acknowledged commits that are lost or damaged) listed on the terminal.
const LIES_SHOWN: usize = 10;
const LIES_IN_JSON: usize = 1000;

pub fn design_fault(language: Language, fault: &DesignFault) -> String {
    crate::catalogue::design_fault::text(language, fault)
}

pub fn writer_begins(language: Language, design: &CommitDesign, target: &Path) -> String {
    text::writer_begins(
        language,
        &text::WriterBegins {
            run: &format!("{:016x}", design.run),
            target: &target.display().to_string(),
            seed: &design.seed.to_string(),
            mode: design.mode.name(),
            group: design.group.into(),
        },
    ) + "\n"
}

#[derive(Clone, Copy, Debug)]
pub struct WriterFigures {
    pub commits: u32,
    pub confirmed: u32,
    /// The mean time until a group was durable, in nanoseconds.
    pub mean_ns: u64,
    /// The longest such time, in nanoseconds.
    pub most_ns: u64,
}

pub fn writer_totals(language: Language, figures: &WriterFigures) -> String {
    let WriterFigures { commits, confirmed, mean_ns, most_ns } = *figures;
    let (mean, most) = (mean_ns as f64, most_ns as f64);
    text::writer_totals(language, commits.into(), confirmed.into(), mean, most) + "\n"
}

/// The line after a check that found a loss: which writer it was.
pub fn found_after_kill(language: Language, number: u32, seed: u64) -> String {
    text::found_after_kill(language, number.into(), &seed.to_string()) + "\n"
}

/// The verdict after all kills without a loss.
pub fn after_kills(language: Language, kills: u64, commits: u64) -> String {
    match commits {
        0 => text::unknown_after_kills(language, kills) + "\n",
        _ => text::kept_after_kills(language, kills, commits) + "\n",
    }
}

/// The warning that a target holds the run, but is not the one to which it was written.
pub fn copy_warning(language: Language) -> &'static str {
    text::copy(language)
}

/// Warnings that make a verdict, or a run, suspect.
pub fn warnings(
    language: Language,
    design: &CommitDesign,
    commits_per_s: Option<f64>,
    medium: MediumFacts,
) -> Vec<String> {
    let mut warnings = Vec::new();
    if design.same_device {
        warnings.push(text::ledger_shares_device(language).to_owned());
    }
    let flushes = commits_per_s.map(|commits| commits / f64::from(design.group));
    let whole = |us: f64| language.digits(&format!("{us:.0}"));
    warnings.extend(flushes.and_then(|flushes| implausible(flushes, medium)).map(|of| match of {
        ImplausibleRate::Revolutions { flushes_per_s, most_per_s } => {
            let flushes = language.digits(&readable(flushes_per_s));
            text::rate_of_revolutions(language, &flushes, &most_per_s.to_string())
        }
        ImplausibleRate::Program { took_s, least_s } => {
            text::program_time(language, &whole(took_s * 1e6), &whole(least_s * 1e6))
        }
    }));
    warnings
}

fn verdict(verdict: DurabilityVerdict) -> &'static str {
    match verdict {
        DurabilityVerdict::Kept => "kept",
        DurabilityVerdict::Lied => "lied",
        DurabilityVerdict::CannotTell => "cannot tell",
    }
}

pub fn text(
    language: Language,
    design: &CommitDesign,
    entry: &LedgerEntry,
    conclusion: &CommitConclusion,
    warnings: &[String],
) -> String {
    let verdict = match conclusion.verdict() {
        DurabilityVerdict::Kept => text::verdict_kept(language, conclusion.acknowledged.into()),
        DurabilityVerdict::Lied => text::verdict_lied(language, conclusion.lies_total),
        DurabilityVerdict::CannotTell => {
            text::verdict_unknown(language, &no_verdict_reason(language, conclusion))
        }
    };
    let mut page = format!("{verdict}\n");
    lost_commits(language, conclusion, &mut page);
    if conclusion.verdict() == DurabilityVerdict::Lied && !conclusion.here {
        row(&mut page, "", text::nothing_here(language));
    }
    let (run, mode) = (format!("{:016x}", design.run), design.mode.name());
    let run = if entry.ended {
        text::writer_ended(language, &run, mode)
    } else {
        text::writer_cut(language, &run, mode)
    };
    let acknowledged = text::in_ledger(language, conclusion.acknowledged.into());
    row(&mut page, text::run(language), &run);
    row(&mut page, text::acknowledged(language), &acknowledged);
    if conclusion.is_the_target() {
        for (label, line) in run_state(language, design, conclusion) {
            row(&mut page, label, &line);
        }
    }
    for warning in warnings {
        page.push_str(&warning_line(language, warning));
    }
    page
}

pub fn warning_line(language: Language, warning: &str) -> String {
    format!("! {:<12} {warning}\n", text::warning(language))
}

fn row(page: &mut String, label: &str, line: &str) {
    page.push_str(&format!("  {label:<12} {line}\n"));
}

fn no_verdict_reason(language: Language, conclusion: &CommitConclusion) -> String {
    let other = conclusion.other_run.map(|run| format!("{run:016x}"));
    match (conclusion.continuity, other) {
        _ if conclusion.is_the_target() => text::nothing_acknowledged(language).to_owned(),
        (TargetContinuity::Replaced, Some(other)) => text::overwritten(language, &other),
        (_, Some(other)) => text::other_run(language, &other),
        (_, None) => text::no_run_here(language).to_owned(),
    }
}

/// Lists the lost commits. Those of the log and those in place each get half of the lines if they need them.
fn lost_commits(language: Language, conclusion: &CommitConclusion, page: &mut String) {
    let of_log = |lie: &&CommitLoss| matches!(lie.place, PageLocation::Log(_));
    let log_all = conclusion.lies.iter().filter(of_log).count();
    let data_all = conclusion.lies.len() - log_all;
    let log = log_all.min(LIES_SHOWN - data_all.min(LIES_SHOWN / 2));
    let data = LIES_SHOWN - log;
    let logs = conclusion.lies.iter().filter(of_log).take(log);
    let mut shown: Vec<&CommitLoss> =
        logs.chain(conclusion.lies.iter().filter(|lie| !of_log(lie)).take(data)).collect();
    shown.sort_by_key(|lie| (lie.commit, lie.place));
    for (number, lie) in shown.iter().enumerate() {
        let label = if number == 0 { text::first_lie(language) } else { "" };
        row(page, label, &sentence(language, lie));
    }
    let more = conclusion.lies_total.saturating_sub(shown.len() as u64);
    if more > 0 {
        row(page, "", &text::more_lies(language, more));
    }
}

fn run_state(
    language: Language,
    design: &CommitDesign,
    conclusion: &CommitConclusion,
) -> [(&'static str, String); 4] {
    let log_all = (conclusion.durable + 1).saturating_sub(conclusion.log_from);
    let gone =
        log_all.saturating_sub(conclusion.log_whole).saturating_sub(conclusion.log_overwritten);
    let durable = text::Durable {
        durable: conclusion.durable.into(),
        acknowledged: conclusion.acknowledged.into(),
        later: conclusion.durable.saturating_sub(conclusion.acknowledged).into(),
    };
    let log = text::LogPages {
        from: conclusion.log_from.into(),
        durable: conclusion.durable.into(),
        whole: conclusion.log_whole.into(),
        overwritten: conclusion.log_overwritten.into(),
        gone: gone.into(),
    };
    let data = text::DataPages {
        sound: conclusion.data_sound.into(),
        written: design.data_pages.saturating_sub(conclusion.data_untouched).into(),
        torn: conclusion.torn_under_way.into(),
    };
    [
        (text::promised(language), text::durable(language, &durable)),
        (text::newest(language), text::last_commit(language, conclusion.newest.into())),
        (text::log(language), text::log_pages(language, &log)),
        (text::pages(language), text::data_pages(language, &data)),
    ]
}

fn sentence(language: Language, lie: &CommitLoss) -> String {
    let place = text::place_text(language, &lie.place);
    if lie.commit == 0 {
        return text::never_written(language, &place);
    }
    let what = match lie.kind {
        CommitLossKind::Lost => text::lost_commit(language).to_owned(),
        CommitLossKind::Overtaken(later) => text::overtaken(language, later.into()),
        CommitLossKind::Torn => text::torn(language).to_owned(),
        CommitLossKind::Older => text::older(language).to_owned(),
        CommitLossKind::Zeros => text::zeroed(language).to_owned(),
        CommitLossKind::Damaged(kind) => text::damaged(language, &kind.to_string()),
    };
    let found = text::found_text(language, &lie.found);
    let source = if lie.acknowledged {
        text::was_acknowledged(language)
    } else {
        text::was_followed(language)
    };
    let loss =
        text::Loss { commit: lie.commit.into(), what: &what, place: &place, found: &found, source };
    text::loss(language, &loss)
}

pub fn document(
    design: &CommitDesign,
    entry: &LedgerEntry,
    conclusion: &CommitConclusion,
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
            "place": text::place_text(Language::En, &lie.place),
            "acknowledged": lie.acknowledged,
            "text": sentence(Language::En, lie),
        })
    };
    json!({
        "format": 2,
        "verdict": verdict(conclusion.verdict()),
        "run": format!("{:016x}", design.run),
        "mode": design.mode.name(),
        "group": design.group,
        "page_bytes": design.page_bytes,
        "writer_ended": entry.ended,
        "commits_acknowledged": conclusion.acknowledged,
        "commits_promised": conclusion.durable,
        "commit_newest": conclusion.newest,
        "log_from": conclusion.log_from,
        "log_whole": conclusion.log_whole,
        "log_overwritten": conclusion.log_overwritten,
        "target": match (conclusion.continuity, conclusion.here) {
            (TargetContinuity::Replaced, _) => "overwritten by a later run",
            (_, true) => "holds the run",
            (TargetContinuity::Same, false) => "the same, without the run",
            (TargetContinuity::Unknown, false) => "unknown",
        },
        "why": (conclusion.verdict() == DurabilityVerdict::CannotTell).then(|| no_verdict_reason(Language::En, conclusion)),
        "other_run": conclusion.other_run.map(|run| format!("{run:016x}")),
        "pages_sound": conclusion.data_sound,
        "pages_untouched": conclusion.data_untouched,
        "pages_torn_under_way": conclusion.torn_under_way,
        "lies_total": conclusion.lies_total,
        "lies": conclusion.lies.iter().take(LIES_IN_JSON).map(lie).collect::<Vec<_>>(),
        "warnings": warnings,
    })
}
