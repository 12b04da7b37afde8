//! Why a request could not be carried out: the kind, one line for each thing that is wrong, and the positions in the
//! user's texts. Never prints, and knows no exit code.

use base::shown::{self, ERRORS_MAX};
use job::Problem;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Done, and the verdict (if one was asked) is fit.
    Done,
    /// The verdict is not fit.
    NotFit,
    /// The evidence does not allow a verdict.
    CannotTell,
    /// The command line or the job is wrong.
    Wrong,
    /// The target was refused, or failed: it could not be prefilled or opened, a job's I/O failed, or so many of a
    /// check's I/Os that no answer can rest on the rest.
    Target,
    /// A fault of ours.
    Bug,
    /// Interrupted; what was measured is kept.
    Interrupted,
}

/// Why a request could not be carried out: what to tell the user, and how it ended.
#[derive(Debug)]
pub struct Failure {
    /// How it ended.
    pub ending: Ending,
    /// One line for each thing that is wrong, each saying what the user can do.
    pub lines: Vec<String>,
    /// What is wrong within texts of the user's, which comes before those lines.
    pub shown: Vec<TextProblems>,
}

/// What to do where the system refuses.
const ADVICE: [(&str, &str); 3] = [
    (
        "Permission denied",
        "run it with sudo, or as a user with the right to it (ls -l shows who has it)",
    ),
    ("Operation not permitted", "run it with sudo"),
    ("Read-only file system", "name a place that can be written to"),
];

/// A line, with what to do where the system refused and the line does not say.
pub fn advised(line: &str) -> Cow<'_, str> {
    let Some((_, advice)) = ADVICE.iter().find(|(refused, _)| line.contains(refused)) else {
        return Cow::Borrowed(line);
    };
    // To check one's rights is no advice where they are what is missing.
    let bare = line.rsplit_once("; check ").filter(|(_, what)| what.ends_with("your rights"));
    let bare = bare.map_or(line, |(bare, _)| bare);
    if ["sudo", " root", "; "].iter().any(|word| bare.contains(word)) {
        return Cow::Borrowed(line);
    }
    Cow::Owned(format!("{bare}; {advice}"))
}

/// What is wrong within a text of the user's.
#[derive(Debug)]
pub struct TextProblems {
    /// For people.
    text: String,
    /// For programs: where it is (file, line and column), what it is, and what to do.
    problems: Vec<[String; 3]>,
    /// How many there are; the first ones are kept.
    count: usize,
}

impl Failure {
    /// As many lines as there are things wrong.
    pub fn of(ending: Ending, lines: Vec<String>) -> Self {
        Self { ending, lines, shown: Vec::new() }
    }

    /// A text of the user's is wrong: `head` says which, and every problem is shown with its place.
    pub fn shown(head: &str, name: &str, text: &str, problems: &[Problem], colour: bool) -> Self {
        let mut lines = job::LineCounter::new(text);
        let one = |problem: &Problem| {
            let before = text.get(..problem.span.start).unwrap_or(text);
            let line = lines.number(before.len());
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            [format!("{name}:{line}:{column}"), problem.text.clone(), problem.help.clone()]
        };
        let shown = job::show(name, text, problems, colour);
        let shown = TextProblems {
            text: format!("{head}\n{}", shown.trim_end()),
            problems: problems.iter().take(ERRORS_MAX).map(one).collect(),
            count: problems.len(),
        };
        Self { ending: Ending::Wrong, lines: Vec::new(), shown: vec![shown] }
    }

    /// What people read, one thing after the other; a long list is cut and counted.
    pub fn told(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let lines = self.lines.iter().map(|line| advised(line));
        let shown = self.shown.iter().map(|shown| Cow::Borrowed(shown.text.as_str()));
        shown.chain(shown::at_most(lines))
    }

    /// The same for programs, as docs/json.md has it: `place`, `text` and `help` of each, cut and counted.
    pub fn errors(&self) -> Vec<Value> {
        let placed = self.shown.iter().flat_map(|shown| &shown.problems).map(|problem| {
            let [place, text, help] = problem;
            json!({ "place": place, "text": text, "help": Some(help).filter(|help| !help.is_empty()) })
        });
        let plain = self.lines.iter();
        let plain = plain.map(|line| json!({ "place": null, "text": advised(line), "help": null }));
        let mut errors: Vec<_> = placed.chain(plain).collect();
        let left_out: usize =
            self.shown.iter().map(|shown| shown.count - shown.problems.len()).sum();
        let more = left_out + errors.len().saturating_sub(ERRORS_MAX);
        errors.truncate(ERRORS_MAX);
        if more > 0 {
            errors.push(json!({ "place": null, "text": shown::more_errors(more), "help": null }));
        }
        errors
    }

    /// The command line or the job is wrong.
    pub fn wrong(line: impl fmt::Display) -> Self {
        Self::of(Ending::Wrong, vec![line.to_string()])
    }

    /// The target failed or was refused.
    pub fn target(line: impl fmt::Display) -> Self {
        Self::of(Ending::Target, vec![line.to_string()])
    }

    /// Another thing that is wrong; a slip of the pen weighs more than a refusal, as it comes first.
    pub fn add(&mut self, other: Self) {
        if other.ending == Ending::Wrong {
            self.ending = Ending::Wrong;
        }
        self.shown.extend(other.shown);
        self.lines.extend(other.lines);
    }

    /// A fault of ours.
    pub fn bug(line: impl fmt::Display) -> Self {
        Self::of(Ending::Bug, vec![line.to_string()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_the_system_says_what_to_do_once() {
        let denied = "failed to open /srv/x: Permission denied (os error 13)";
        let vague = format!("{denied}; check the path and your rights");
        assert_eq!(advised(&vague), advised(denied), "that is no advice");
        let failure = Failure::target(denied);
        let told: Vec<_> = failure.told().collect();
        assert!(told[0].starts_with(denied) && told[0].contains("; run it with sudo"), "{told:?}");
        assert!(
            Failure::target(denied).errors()[0]["text"].to_string().contains("run it with sudo")
        );
        for whole in [
            "Permission denied (os error 13); name another",
            "needs root: Permission denied",
            "no space",
        ] {
            assert_eq!(Failure::target(whole).told().collect::<Vec<_>>(), [whole]);
        }
    }
}
