//! The query of an address: takes its text, gives what is wanted, or every mistake at once.

use crate::problem::Problem;
use record::{RunKind, State, Verdict};
use store::{RunAnswer, RunId, RunQuery};

/// Runs on one page.
pub(crate) const PAGE_RUNS: usize = 50;
/// Runs beside each other at most.
const COMPARED_MAX: usize = 8;
/// Words that are searched for at most.
const WORDS_MAX: usize = 8;

/// Which part of the list of runs is wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ListQuery {
    pub(crate) words: String,
    pub(crate) target: String,
    pub(crate) kind: Option<RunKind>,
    pub(crate) answer: Option<RunAnswer>,
    pub(crate) before: Option<RunId>,
}

impl ListQuery {
    /// Reads `words`, `target`, `kind`, `answer` and `before`; an empty value is none.
    pub(crate) fn read(text: &str) -> Result<Self, Problem> {
        let (mut query, mut mistakes) = (Self::default(), Vec::new());
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            let value = value.trim();
            let read = match (&*key, value) {
                ("words" | "target" | "kind" | "answer" | "before", "") => Ok(()),
                ("words", words) if words.split_whitespace().count() > WORDS_MAX => {
                    Err(format!("more than {WORDS_MAX} words"))
                }
                ("words", words) => {
                    words.clone_into(&mut query.words);
                    Ok(())
                }
                ("target", target) => {
                    target.clone_into(&mut query.target);
                    Ok(())
                }
                ("kind", kind) => {
                    kind.parse().map(|kind| query.kind = Some(kind)).map_err(|e| e.to_string())
                }
                ("answer", word) => match answer(word) {
                    Some(answer) => {
                        query.answer = Some(answer);
                        Ok(())
                    }
                    None => Err(format!("\"{word}\" is not a known answer; known are {}", known())),
                },
                ("before", number) => number
                    .parse()
                    .map(|run| query.before = Some(run))
                    .map_err(|_| format!("\"{number}\" is not the number of a run")),
                _ => Err("not known; known are words, target, kind, answer and before".to_owned()),
            };
            mistakes.extend(read.err().map(|mistake| format!("{key}: {mistake}")));
        }
        if mistakes.is_empty() { Ok(query) } else { Err(Problem::wrong(mistakes)) }
    }

    /// The same for the store.
    pub(crate) fn store(&self) -> RunQuery {
        RunQuery {
            words: self.words.split_whitespace().map(str::to_owned).collect(),
            target: Some(self.target.clone()).filter(|target| !target.is_empty()),
            kind: self.kind,
            answer: self.answer,
            before: self.before,
        }
    }

    /// The address of the list that begins behind a run.
    pub(crate) fn behind(&self, run: RunId) -> String {
        let mut text = form_urlencoded::Serializer::new(String::new());
        let mut add = |key: &str, value: &str| {
            if !value.is_empty() {
                text.append_pair(key, value);
            }
        };
        add("words", &self.words);
        add("target", &self.target);
        add("kind", self.kind.map_or("", RunKind::name));
        add("answer", self.answer.map_or("", answer_name));
        add("before", &run.to_string());
        format!("/?{}", text.finish())
    }
}

/// The address of the list of one target.
pub(crate) fn of_target(target: &str) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("target", target);
    format!("/?{}", text.finish())
}

/// The answers that a list can be filtered by, with their names.
pub(crate) fn answers() -> impl Iterator<Item = RunAnswer> {
    let verdicts = Verdict::ALL.iter().map(|verdict| RunAnswer::Verdict(*verdict));
    verdicts.chain(State::ALL.iter().map(|state| RunAnswer::State(*state)))
}

/// The word of an answer in addresses.
pub(crate) fn answer_name(answer: RunAnswer) -> &'static str {
    match answer {
        RunAnswer::Verdict(verdict) => verdict.name(),
        RunAnswer::State(state) => state.name(),
    }
}

fn answer(word: &str) -> Option<RunAnswer> {
    answers().find(|answer| answer_name(*answer) == word)
}

fn known() -> String {
    answers().map(answer_name).collect::<Vec<_>>().join(", ")
}

/// Reads `run=7&run=9`: the runs that are held against the first, each once.
pub(crate) fn runs(text: &str) -> Result<Vec<String>, Problem> {
    let (mut runs, mut mistakes) = (Vec::<String>::new(), Vec::new());
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        match &*key {
            "run" if runs.iter().any(|run| *run == value) => {}
            "run" => runs.push(value.into_owned()),
            _ => mistakes.push(format!("{key}: not known; known is run")),
        }
    }
    if !(2..=COMPARED_MAX).contains(&runs.len()) {
        let count = runs.len();
        mistakes
            .push(format!("{count} different runs are chosen; choose from 2 to {COMPARED_MAX}"));
    }
    if mistakes.is_empty() { Ok(runs) } else { Err(Problem::wrong(mistakes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_comes_back_as_it_was_written() {
        let text = "words=sim%3Assd+100%25&target=%2Fdev%2Fvdb&kind=soak&answer=not-fit";
        let query = ListQuery::read(text).expect("right");
        assert_eq!(query.words, "sim:ssd 100%");
        let behind = query.behind(RunId(7));
        let again = ListQuery::read(behind.trim_start_matches("/?")).expect("right");
        assert_eq!(again, ListQuery { before: Some(RunId(7)), ..query });
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let problem =
            ListQuery::read("kind=sink&answer=maybe&before=x&sort=up").expect_err("wrong");
        assert_eq!(problem.failure.lines.len(), 4, "{:?}", problem.failure.lines);
        assert!(runs("run=1&run=1").is_err() && runs("run=1&x=2").is_err());
        assert_eq!(runs("run=1&run=2&run=1").expect("right"), ["1", "2"]);
    }
}
