//! The list of stored runs: takes their rows, returns a table that fits the terminal, or JSON for programs.

use record::{Reason, RoleFinding, RunKind, State, Verdict};
use report::{Language, site as text};
use store::{RunAnswer, RunRow, Store};
use workload::RoleKind;

/// The largest width of a column of names.
const COLUMN_CHARS_MAX: usize = 32;
/// The smallest width of such a column.
const COLUMN_CHARS_MIN: usize = 8;
/// Targets of up to this many characters always fit on the line of their run.
const SHORT_TARGET_CHARS: usize = 12;

/// The answer with its main number: the load line of the data role, or else of the first role with one; the rate of a job.
pub fn figured(language: Language, store: &Store, row: &RunRow) -> String {
    let listed = answer(row);
    let answer = answer_text(language, store, row, listed);
    // Commands that show a single run report damaged data.
    let Ok((findings, iops)) = store.figures(row.id) else { return answer };
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
    match number.filter(|_| row.state == State::Done) {
        Some((value, unit)) if listed == ListedAnswer::Word(RunAnswer::State(State::Done)) => {
            format!("{} {unit}", language.number(value))
        }
        Some((value, unit)) if row.verdict.is_some() => {
            format!("{answer}, {} {unit}", language.number(value))
        }
        _ => answer,
    }
}

/// A table whose columns are as wide as their content, with long names cut; no line has more than `room` columns. Space goes
/// to answers first, then to short targets, then to subjects. A target is never cut, since any part of it may distinguish
/// runs: one that does not fit on the line of its run is printed below it.
pub fn table(language: Language, rows: &[RunRow], answers: &[String], room: usize) -> String {
    let points = |of: &dyn Fn(&RunRow) -> String| rows.iter().map(of).collect::<Vec<String>>();
    let kinds = points(&|row| row.kind.to_string());
    let subjects = points(&|row| {
        cut(&clean(&report::words::run_subject(language, &row.subject)), COLUMN_CHARS_MAX)
    });
    let answers: Vec<String> =
        answers.iter().map(|answer| cut(&clean(answer), COLUMN_CHARS_MAX)).collect();
    let targets = points(&|row| clean(&row.target));
    let chars = |head: &str| head.chars().count();
    let widest = |points: &[String], least: usize| {
        points.iter().map(|point| point.chars().count()).max().unwrap_or(0).max(least)
    };
    let kind = widest(&kinds, chars(text::list_head_kind(language)));
    let whole = room;
    let room = room.saturating_sub(31 + kind);
    let answer_chars = widest(&answers, chars(text::list_head_answer(language)))
        .min(room.saturating_sub(2 * COLUMN_CHARS_MIN).max(COLUMN_CHARS_MIN));
    let lengths = targets.iter().map(|target| target.chars().count());
    let short = lengths.filter(|chars| *chars <= SHORT_TARGET_CHARS).max().unwrap_or(0).max(6);
    let subject = widest(&subjects, chars(text::list_head_subject(language)))
        .min(room.saturating_sub(answer_chars + short).max(COLUMN_CHARS_MIN));
    let target = room.saturating_sub(answer_chars + subject);
    let mut text = format!(
        "{:>5}  {:16}  {:kind$}  {:subject$}  {:answer_chars$}  {}\n",
        text::list_head_run(language),
        text::list_head_started(language),
        text::list_head_kind(language),
        text::list_head_subject(language),
        text::list_head_answer(language),
        text::list_head_target(language)
    );
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&format!(
            "{:>5}  {:16}  {:kind$}  {:subject$}  {:answer_chars$}  {}\n",
            row.id.to_string(),
            language.moment_short(row.started_unix_s),
            kinds[at],
            cut(&subjects[at], subject),
            cut(&answers[at], answer_chars),
            if targets[at].chars().count() <= target { &targets[at] } else { "" },
        ));
        if targets[at].chars().count() > target {
            let all: Vec<char> = targets[at].chars().collect();
            for part in all.chunks(whole.saturating_sub(BELOW).max(COLUMN_CHARS_MAX)) {
                let part: String = part.iter().collect();
                text.push_str(&format!("{:BELOW$}{part}\n", ""));
            }
        }
    }
    text
}

/// The indentation of a target on its own lines.
const BELOW: usize = 7;

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

/// The answer of a run in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListedAnswer {
    /// An integrity test found faults.
    Faulty,
    /// An integrity test found none.
    Sound,
    /// Its verdict, or its state.
    Word(RunAnswer),
    /// The reason of its study.
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
        ListedAnswer::Word(answer) => answer_word(language, answer).to_owned(),
        ListedAnswer::Reason => reason(language, store, row),
    }
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
    report::words::study_reason(language, &row.reason, study.as_ref())
}

/// A run as JSON for programs.
pub fn row_json(store: &Store, row: &RunRow) -> serde_json::Value {
    serde_json::json!({
        "run": row.id.0, "kind": row.kind.name(), "started_unix_s": row.started_unix_s,
        "seconds": row.seconds, "seed": row.seed, "target": row.target, "subject": row.subject.words(),
        "version": row.version, "answer": answer_text(Language::En, store, row, answer(row)), "reason": reason(Language::En, store, row),
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
            assert!(shown.contains("/srv/db") && shown.contains("..."), "{shown}");
            let below = shown.lines().filter(|line| line.starts_with("       /dev"));
            let joined: String = shown.lines().skip(2).map(|line| line.trim_start()).collect();
            assert!(below.count() == 1 && joined.starts_with(&row.target), "{shown}");
        }
        // A long target takes no room from the columns before it.
        let [subject, rate] = ["orion summary_11.1_vdb", "19,019 IOPS"];
        let long = RunRow { kind: RunKind::Import, subject: subject.into(), ..row.clone() };
        let shown = table(Language::En, &[long], &[rate.to_owned()], 80);
        assert!(shown.contains(&format!("{subject}  {rate}")), "{shown}");
        // On a narrow terminal, all columns are cut.
        let shown = table(Language::En, &[row], &answers[..1], 20);
        assert!(shown.lines().all(|line| line.chars().count() <= 70));
    }
}
