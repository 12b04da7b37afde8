//! The list of stored runs: takes their rows, returns a table that fits the terminal, or JSON for programs.

use crate::soak;
use crate::study::holder;
use record::{Reason, RoleFinding, RunKind, State, Verdict};
use report::{Language, site as text};
use store::{RunAnswer, RunFigures, RunRow, Store, StoreError};
use workload::RoleKind;

const COLUMN_CHARS_MAX: usize = 32;
const COLUMN_CHARS_MIN: usize = 8;
/// Targets of up to this many characters always fit on the line of their run.
const SHORT_TARGET_CHARS: usize = 12;

/// The answer with its main number: the load line of the data role, or else of the first role with one; the rate of a job.
pub fn figured(language: Language, store: &Store, row: &RunRow) -> String {
    if row.is_damaged {
        return text::answer_damaged(language).to_owned();
    }
    let listed = answer(row);
    let answer = answer_text(language, store, row, listed);
    let RunFigures { findings, iops, trials } = match store.figures(row.id) {
        Ok(figures) => figures,
        Err(error) if is_damage(&error) => return text::answer_damaged(language).to_owned(),
        Err(_) => return answer,
    };
    // The number is that of a role that decided the verdict.
    let decided = |finding: &&RoleFinding| row.verdict == Some(finding.verdict);
    let any = findings.iter().any(|finding| decided(&finding));
    let decisive = || findings.iter().filter(|finding| !any || decided(finding));
    let lined = || decisive().filter(|finding| finding.load_line.is_some());
    let role = lined().find(|finding| finding.kind == RoleKind::Load).or_else(|| lined().next());
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

/// Why a run is damaged; only what a list shows is read.
pub fn damage(store: &Store, row: &RunRow) -> Option<StoreError> {
    store.figures(row.id).err().filter(|error| row.is_damaged || is_damage(error))
}

/// The word of its kind, if it can be read.
fn kind(row: &RunRow) -> Option<&'static str> {
    (!row.is_damaged).then(|| row.kind.name())
}

/// Documents of later versions of the program are intact.
fn is_damage(error: &StoreError) -> bool {
    !matches!(error, StoreError::Document { .. })
}

/// A table whose columns are as wide as their content, with long names cut; no line has more than `room` columns. If subjects,
/// answers and short targets do not fit side by side, each run has its subject and target on a second line. A target is never
/// cut, since any part of it may distinguish runs.
pub fn table(language: Language, rows: &[RunRow], answers: &[String], room: usize) -> String {
    let points = |of: &dyn Fn(&RunRow) -> String| rows.iter().map(of).collect::<Vec<String>>();
    let kinds = points(&|row| kind(row).unwrap_or("?").to_owned());
    let subjects = points(&|row| clean(&report::words::run_subject(language, &row.subject)));
    let answers: Vec<String> = answers.iter().map(|answer| clean(answer)).collect();
    let targets = points(&|row| clean(&row.target));
    let chars = |text: &str| text.chars().count();
    let widest = |points: &[String], head: &str| {
        points.iter().map(|point| chars(point)).max().unwrap_or(0).max(chars(head))
    };
    let kind = widest(&kinds, text::list_head_kind(language));
    let subject_head = text::list_head_subject(language);
    let target_head = text::list_head_target(language);
    let subject = widest(&subjects, subject_head).min(COLUMN_CHARS_MAX);
    let left = room.saturating_sub(31 + kind);
    let answer = widest(&answers, text::list_head_answer(language)).min(COLUMN_CHARS_MAX);
    let lengths = targets.iter().map(|target| chars(target));
    let short = lengths.filter(|chars| *chars <= SHORT_TARGET_CHARS).max().unwrap_or(0);
    let side_by_side = subject + answer + short.max(chars(target_head)) <= left;
    let target_room = if side_by_side { left - subject - answer } else { 0 };
    let line = |run: &str, [started, of_kind]: [&str; 2], own: &str, of: &str, place: &str| {
        let own = cut(own, if side_by_side { answer } else { left.max(COLUMN_CHARS_MIN) });
        let fits = chars(place) <= target_room;
        let first = format!("{run:>5}  {started:16}  {of_kind:kind$}  ");
        let of_column = cut(of, subject);
        match (side_by_side, fits) {
            (true, true) => format!("{first}{of_column:subject$}  {own:answer$}  {place}\n"),
            (true, false) => format!("{first}{of_column:subject$}  {own}\n{}", below(place, room)),
            (false, _) => format!("{first}{own}\n{}", below(&format!("{of}  {place}"), room)),
        }
    };
    let mut text = line(
        text::list_head_run(language),
        [text::list_head_started(language), text::list_head_kind(language)],
        text::list_head_answer(language),
        subject_head,
        target_head,
    );
    for (at, row) in rows.iter().enumerate() {
        let started = language.moment_short(row.started_unix_s);
        let first = [started.as_str(), kinds[at].as_str()];
        text += &line(&row.id.to_string(), first, &answers[at], &subjects[at], &targets[at]);
    }
    text
}

/// A text on the lines below that of its run.
fn below(text: &str, room: usize) -> String {
    const INDENT: usize = 7;
    let all: Vec<char> = text.chars().collect();
    let parts = all.chunks(room.saturating_sub(INDENT).max(COLUMN_CHARS_MAX));
    parts.map(|part| format!("{:INDENT$}{}\n", "", part.iter().collect::<String>())).collect()
}

/// A name cut to at most this many characters.
fn cut(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars().take(most - 3).chain("...".chars()).collect()
}

/// A name on one line, without terminal control characters or changes of the text direction.
fn clean(name: &str) -> String {
    name.chars().map(|c| if base::shown::steers(c) { '?' } else { c }).collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListedAnswer {
    /// An integrity test found faults.
    Faulty,
    /// An integrity test found none.
    Sound,
    /// A soak: the verdict on its agreement so far, and its state.
    Agreement,
    /// Its verdict, or its state.
    Word(RunAnswer),
    Reason,
}

fn answer(row: &RunRow) -> ListedAnswer {
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
    if row.state == State::Running && holder().is_some_and(|holder| holder::lives(&holder)) {
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

/// A run as JSON for programs.
pub fn row_json(store: &Store, row: &RunRow) -> serde_json::Value {
    let answer = match damage(store, row) {
        Some(_) => text::answer_damaged(Language::En).to_owned(),
        None => answer_text(Language::En, store, row, answer(row)),
    };
    serde_json::json!({
        "run": row.id.0, "kind": kind(row), "started_unix_s": row.started_unix_s,
        "seconds": row.seconds, "seed": row.seed, "target": row.target, "subject": row.subject.words(),
        "version": row.version, "answer": answer, "reason": reason(Language::En, store, row),
        "host": row.host, "tags": row.labels.tags, "note": row.labels.note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::RunSubject;
    use store::{Labels, RunId};

    #[test]
    fn a_run_has_a_line_that_fits_and_keeps_its_answer_and_all_of_its_target() {
        let row = RunRow {
            id: RunId(7),
            is_damaged: false,
            kind: RunKind::Calibrate,
            state: State::Done,
            started_unix_s: 1_795_350_629,
            seconds: 1.0,
            seed: 1,
            target: "/dev/disk/by-id/ata-".repeat(9),
            subject: RunSubject::EachDisk { disks: 14 },
            version: String::new(),
            verdict: None,
            reason: Reason::None,
            host: String::new(),
            labels: Labels::default(),
        };
        let short = RunRow { target: "/srv/db".to_owned(), ..row.clone() };
        let fit = "fit, 51,552 IOPS".to_owned();
        let answers = ["disk3 is not like the others: 29 % slower".to_owned(), fit.clone()];
        for room in [80, 100, 200] {
            let shown = table(Language::En, &[row.clone(), short.clone()], &answers, room);
            assert!(shown.contains(&fit), "{shown}");
            assert!(shown.lines().all(|line| line.chars().count() <= room), "{shown}");
            assert!(shown.contains("/srv/db") && shown.contains("14 disks, each alone"), "{shown}");
            let joined: String = shown.lines().map(|line| line.trim_start()).collect();
            assert!(joined.contains(&row.target), "{shown}");
        }
        // A long target takes no room from the columns before it.
        let [subject, rate] = ["orion summary_11.1_vdb", "19,019 IOPS"];
        let long = RunRow { kind: RunKind::Import, subject: subject.into(), ..row.clone() };
        let shown = table(Language::En, &[long], &[rate.to_owned()], 80);
        assert!(shown.contains(&format!("{subject}  {rate}\n")), "{shown}");
        // On a narrow terminal, all columns are cut.
        let shown = table(Language::En, &[row], &answers[..1], 20);
        assert!(shown.lines().all(|line| line.chars().count() <= 70));
    }
}
