//! The list of stored runs as a table that fits the terminal.

use super::kind_name;
use report::{Language, site as text};
use store::RunRow;

const COLUMN_CHARS_MAX: usize = 32;
const COLUMN_CHARS_MIN: usize = 8;
/// Targets of up to this many characters always fit on the line of their run.
const SHORT_TARGET_CHARS: usize = 12;
/// The columns of the run's number and of its start.
const RUN_CHARS: usize = 5;
const STARTED_CHARS: usize = 16;
/// Five gaps of two characters between six columns.
const GAP_CHARS: usize = 10;

/// The cells of one line, or the heads of the columns.
struct Cells<'a> {
    run: &'a str,
    started: &'a str,
    kind: &'a str,
    answer: &'a str,
    subject: &'a str,
    target: &'a str,
}

struct TableLayout {
    room: usize,
    kind: usize,
    subject: usize,
    answer: usize,
    /// What is left beside the columns that each line has.
    left: usize,
    /// What is left for a target; `None` if subject and target are on a second line.
    target: Option<usize>,
}

impl TableLayout {
    fn new(heads: &Cells<'_>, rows: &[Cells<'_>], room: usize) -> Self {
        let widest = |cell: fn(&Cells<'_>) -> usize| {
            rows.iter().map(cell).max().unwrap_or(0).max(cell(heads))
        };
        let kind = widest(|cells| chars(cells.kind));
        let subject = widest(|cells| chars(cells.subject)).min(COLUMN_CHARS_MAX);
        let answer = widest(|cells| chars(cells.answer)).min(COLUMN_CHARS_MAX);
        let left = room.saturating_sub(RUN_CHARS + STARTED_CHARS + GAP_CHARS + kind);
        let targets = rows.iter().map(|cells| chars(cells.target));
        let short = targets.filter(|chars| *chars <= SHORT_TARGET_CHARS).max().unwrap_or(0);
        let is_side_by_side = subject + answer + short.max(chars(heads.target)) <= left;
        let target = is_side_by_side.then(|| left - subject - answer);
        Self { room, kind, subject, answer, left, target }
    }

    fn line(&self, cells: &Cells<'_>) -> String {
        let &Cells { run, started, kind, answer, subject, target } = cells;
        let (kind_width, subject_width, answer_width) = (self.kind, self.subject, self.answer);
        let start = format!("{run:>RUN_CHARS$}  {started:STARTED_CHARS$}  {kind:kind_width$}  ");
        let Some(target_width) = self.target else {
            let answer = cut(answer, self.left.max(COLUMN_CHARS_MIN));
            let below = lines_below(&format!("{subject}  {target}"), self.room);
            return format!("{start}{answer}\n{below}");
        };
        let (subject, answer) = (cut(subject, subject_width), cut(answer, answer_width));
        if chars(target) <= target_width {
            return format!("{start}{subject:subject_width$}  {answer:answer_width$}  {target}\n");
        }
        format!("{start}{subject:subject_width$}  {answer}\n{}", lines_below(target, self.room))
    }
}

/// A table whose columns are as wide as their content, with long names cut; no line has more than `room` columns. If subjects,
/// answers and short targets do not fit side by side, each run has its subject and target on a second line. A target is never
/// cut, since any part of it may distinguish runs.
pub fn table(language: Language, rows: &[RunRow], answers: &[String], room: usize) -> String {
    let texts: Vec<[String; 5]> = rows
        .iter()
        .zip(answers)
        .map(|(row, answer)| {
            [
                row.id.to_string(),
                language.moment_short(row.started_unix_s),
                clean(answer),
                clean(&report::words::run_subject(language, &row.subject)),
                clean(&row.target),
            ]
        })
        .collect();
    let cells: Vec<Cells<'_>> = rows
        .iter()
        .zip(&texts)
        .map(|(row, [run, started, answer, subject, target])| Cells {
            run,
            started,
            kind: kind_name(row).unwrap_or("?"),
            answer,
            subject,
            target,
        })
        .collect();
    let heads = Cells {
        run: text::list_head_run(language),
        started: text::list_head_started(language),
        kind: text::list_head_kind(language),
        answer: text::list_head_answer(language),
        subject: text::list_head_subject(language),
        target: text::list_head_target(language),
    };
    let layout = TableLayout::new(&heads, &cells, room);
    std::iter::once(&heads).chain(&cells).map(|cells| layout.line(cells)).collect()
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// A text on the lines below that of its run.
fn lines_below(text: &str, room: usize) -> String {
    const INDENT: usize = 7;
    let chars: Vec<char> = text.chars().collect();
    let parts = chars.chunks(room.saturating_sub(INDENT).max(COLUMN_CHARS_MAX));
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

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Reason, RunKind, RunSubject, State};
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
