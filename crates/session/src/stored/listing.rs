//! The list of stored runs: takes their rows, returns their answers ([`answer_with_figure`]), a table, or JSON for programs.

mod run_table;

pub use run_table::table;

use crate::soak;
use crate::study::run_record;
use record::{Reason, RoleFinding, RunKind, State, Verdict};
use report::{Language, site as text};
use store::{RunAnswer, RunFigures, RunRow, Store, StoreError};
use workload::RoleKind;

/// The answer with its main number: the load line of the data role, or else of the first role with one; the rate of a job.
pub fn answer_with_figure(language: Language, store: &Store, row: &RunRow) -> String {
    if row.is_damaged {
        return text::answer_damaged(language).to_owned();
    }
    let listed = listed_answer(row);
    let answer = answer_text(language, store, row, listed);
    let RunFigures { findings, iops, trials } = match store.figures(row.id) {
        Ok(figures) => figures,
        Err(error) if is_damage(&error) => return text::answer_damaged(language).to_owned(),
        Err(_) => return answer,
    };
    let role = role_with_line(row, &findings);
    let number = match role.and_then(|finding| Some((finding, finding.load_line?))) {
        Some((role, line)) => Some((line.value, report::words::rate_unit(language, role.kind))),
        None => iops.filter(|iops| *iops > 0.0).map(|iops| (iops, "IOPS")),
    };
    let is_job = matches!(row.kind, RunKind::Run | RunKind::Import) && row.state == State::Done;
    match number.filter(|_| row.state == State::Done) {
        // No figure of one phase answers for all of them.
        None if is_job && trials > 1 => text::answer_phases(language, trials as u64),
        Some((value, unit)) if listed == ListedAnswer::Word(RunAnswer::State(State::Done)) => {
            format!("{} {unit}", language.number(value))
        }
        Some((value, unit)) if row.verdict.is_some() => {
            format!("{answer}, {} {unit}", language.number(value))
        }
        _ => answer,
    }
}

/// The role whose load line is listed: if roles decided the verdict, one of them.
fn role_with_line<'a>(row: &RunRow, findings: &'a [RoleFinding]) -> Option<&'a RoleFinding> {
    let decided = |finding: &RoleFinding| row.verdict == Some(finding.verdict);
    let any_decided = findings.iter().any(decided);
    let with_line = || {
        findings
            .iter()
            .filter(|finding| (!any_decided || decided(finding)) && finding.load_line.is_some())
    };
    with_line().find(|finding| finding.kind == RoleKind::Load).or_else(|| with_line().next())
}

/// Why a run is damaged; only what a list shows is read.
pub fn damage(store: &Store, row: &RunRow) -> Option<StoreError> {
    store.figures(row.id).err().filter(|error| row.is_damaged || is_damage(error))
}

/// The word of its kind, if it can be read.
fn kind_name(row: &RunRow) -> Option<&'static str> {
    (!row.is_damaged).then(|| row.kind.name())
}

/// Documents of later versions of the program are intact.
fn is_damage(error: &StoreError) -> bool {
    !matches!(error, StoreError::Document { .. })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListedAnswer {
    Faulty,
    Sound,
    /// A soak: the verdict on its agreement so far, and its state.
    Agreement,
    Word(RunAnswer),
    Reason,
}

fn listed_answer(row: &RunRow) -> ListedAnswer {
    if matches!(row.kind, RunKind::Verify | RunKind::Sqliosim) {
        match row.verdict {
            // A fault counts, however the proof ended.
            Some(Verdict::NotFit) => return ListedAnswer::Faulty,
            Some(Verdict::Fit) if row.state == State::Done => return ListedAnswer::Sound,
            _ => {}
        }
    }
    match (row.state, row.verdict) {
        _ if row.kind == RunKind::Soak => ListedAnswer::Agreement,
        // The verdict of an unfinished run so far is not an answer.
        (State::Done, Some(verdict)) => ListedAnswer::Word(RunAnswer::Verdict(verdict)),
        (State::Done, None) if !row.reason.is_empty() => ListedAnswer::Reason,
        (state, _) => ListedAnswer::Word(RunAnswer::State(state)),
    }
}

/// The answer in a few words; for a study, those of its stages.
fn answer_text(language: Language, store: &Store, row: &RunRow, answer: ListedAnswer) -> String {
    match answer {
        ListedAnswer::Faulty => text::answer_faulty(language).to_owned(),
        ListedAnswer::Sound => text::answer_sound(language).to_owned(),
        ListedAnswer::Agreement => agreement(language, store, row),
        ListedAnswer::Word(RunAnswer::State(_)) => state_word(language, store, row).to_owned(),
        ListedAnswer::Word(answer) => answer_word(language, answer).to_owned(),
        ListedAnswer::Reason => reason(language, store, row),
    }
}

/// The verdict on the agreement of a soak, also before its end, and its state if it is not done.
fn agreement(language: Language, store: &Store, row: &RunRow) -> String {
    let so_far = || soak::verdict_so_far(store, row.id).ok().flatten();
    let word = row.verdict.or_else(so_far).map(|verdict| match verdict {
        Verdict::Fit => text::answer_met(language),
        Verdict::NotFit => text::answer_not_met(language),
        Verdict::CannotTell => text::answer_cannot_tell(language),
    });
    let state = state_word(language, store, row);
    let state = Some(state).filter(|_| row.state != State::Done || word.is_none());
    word.into_iter().chain(state).collect::<Vec<_>>().join(", ")
}

/// The state of a run: unfinished runs whose process is known to live are running.
fn state_word(language: Language, store: &Store, row: &RunRow) -> &'static str {
    let holder = || store.holder(row.id).ok().flatten();
    if row.state == State::Running
        && holder().is_some_and(|holder| run_record::holder_lives(&holder))
    {
        return text::answer_running(language);
    }
    answer_word(language, RunAnswer::State(row.state))
}

/// The word of an answer, in lists and as a filter.
pub fn answer_word(language: Language, answer: RunAnswer) -> &'static str {
    match answer {
        RunAnswer::State(State::Running) => text::answer_unfinished(language),
        RunAnswer::State(State::Interrupted) => text::answer_interrupted(language),
        RunAnswer::State(State::Failed) => text::answer_failed(language),
        RunAnswer::State(State::Done) => text::answer_done(language),
        RunAnswer::Verdict(Verdict::Fit) => text::answer_fit(language),
        RunAnswer::Verdict(Verdict::NotFit) => text::answer_not_fit(language),
        RunAnswer::Verdict(Verdict::CannotTell) => text::answer_cannot_tell(language),
    }
}

/// Why a run has its answer, in one sentence. Ignores damaged data, which commands that show the run report.
fn reason(language: Language, store: &Store, row: &RunRow) -> String {
    let study = match row.reason {
        Reason::Study => store.study(row.id).ok().flatten(),
        _ => None,
    };
    report::words::study_reason(language, &row.reason, row.state, study.as_ref())
}

pub fn row_json(store: &Store, row: &RunRow) -> serde_json::Value {
    let answer = match damage(store, row) {
        Some(_) => text::answer_damaged(Language::En).to_owned(),
        None => answer_text(Language::En, store, row, listed_answer(row)),
    };
    serde_json::json!({
        "run": row.id.0, "kind": kind_name(row), "started_unix_s": row.started_unix_s,
        "seconds": row.seconds, "seed": row.seed, "target": row.target, "subject": row.subject.words(),
        "version": row.version, "answer": answer, "reason": reason(Language::En, store, row),
        "host": row.host, "tags": row.labels.tags, "note": row.labels.note,
    })
}
