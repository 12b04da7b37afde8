//! The query of an address: parses it, or returns all its errors at once.

use crate::problem::{KeyError, Problem, RequestError};
use base::words::UnknownWord;
use record::{RunKind, State, Verdict};
use store::{RunAnswer, RunId, RunOrder, RunQuery};

pub(crate) const PAGE_RUNS: usize = 50;
const COMPARED_MAX: usize = 8;
const WORDS_MAX: usize = 8;
const KEYS: [&str; 9] =
    ["words", "target", "host", "tag", "kind", "answer", "before", "sort", "skip"];

/// The requested part of the list of runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ListQuery {
    pub(crate) words: String,
    pub(crate) target: String,
    pub(crate) host: String,
    pub(crate) tag: String,
    pub(crate) kind: Option<RunKind>,
    pub(crate) answer: Option<RunAnswer>,
    pub(crate) before: Option<RunId>,
    pub(crate) sort: RunOrder,
    pub(crate) skip: usize,
}

impl ListQuery {
    /// Parses the keys of an address; an empty value counts as absent.
    pub(crate) fn read(text: &str) -> Result<Self, Problem> {
        let (mut query, mut mistakes) = (Self::default(), Vec::new());
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            let read = query.take(&key, value.trim());
            let key = key.into_owned();
            mistakes.extend(read.err().map(|error| RequestError::Key { key, error }));
        }
        if mistakes.is_empty() { Ok(query) } else { Err(Problem::wrong(mistakes)) }
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), KeyError> {
        match (key, value) {
            (key, "") if KEYS.contains(&key) => {}
            ("words", words) if words.split_whitespace().count() > WORDS_MAX => {
                return Err(KeyError::ManyWords(WORDS_MAX));
            }
            ("words", words) => words.clone_into(&mut self.words),
            ("target", target) => target.clone_into(&mut self.target),
            ("host", host) => host.clone_into(&mut self.host),
            ("tag", tag) => tag.clone_into(&mut self.tag),
            ("kind", kind) => self.kind = Some(kind.parse()?),
            ("answer", word) => {
                let unknown = || {
                    let known = answers().map(answer_name).collect::<Vec<_>>().join(", ");
                    KeyError::Value { value: word.to_owned(), known }
                };
                self.answer = Some(answer(word).ok_or_else(unknown)?);
            }
            ("before", number) => {
                let wrong = |_| KeyError::RunNumber(number.to_owned());
                self.before = Some(number.parse().map_err(wrong)?);
            }
            ("sort", order) => self.sort = order.parse()?,
            ("skip", number) => {
                let wrong = |_| KeyError::RunCount(number.to_owned());
                self.skip = number.parse().map_err(wrong)?;
            }
            _ => return Err(KeyError::Unknown { known: KEYS.join(", ") }),
        }
        Ok(())
    }

    pub(crate) fn store(&self) -> RunQuery {
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        RunQuery {
            words: self.words.split_whitespace().map(str::to_owned).collect(),
            target: some(&self.target),
            host: some(&self.host),
            tag: some(&self.tag),
            kind: self.kind,
            answer: self.answer,
            before: self.before,
            order: self.sort,
            skip: self.skip,
        }
    }

    /// The query for the next page: runs with lower numbers than `last`, or, in another order, a larger number of skipped runs.
    pub(crate) fn behind(&self, last: RunId) -> Self {
        match self.sort {
            RunOrder::Number => Self { before: Some(last), ..self.clone() },
            _ => Self { skip: self.skip + PAGE_RUNS, ..self.clone() },
        }
    }

    pub(crate) fn is_first(&self) -> bool {
        self.before.is_none() && self.skip == 0
    }

    /// The first page in another order.
    pub(crate) fn sorted(&self, sort: RunOrder) -> Self {
        Self { sort, before: None, skip: 0, ..self.clone() }
    }

    pub(crate) fn address(&self) -> String {
        let mut text = form_urlencoded::Serializer::new(String::new());
        let mut add = |key: &str, value: &str| {
            if !value.is_empty() {
                text.append_pair(key, value);
            }
        };
        add("words", &self.words);
        add("target", &self.target);
        add("host", &self.host);
        add("tag", &self.tag);
        add("kind", self.kind.map_or("", RunKind::name));
        add("answer", self.answer.map_or("", answer_name));
        add("before", &self.before.map(|run| run.to_string()).unwrap_or_default());
        add("sort", if self.sort == RunOrder::default() { "" } else { self.sort.name() });
        add(
            "skip",
            &Some(self.skip)
                .filter(|skip| *skip > 0)
                .map(|skip| skip.to_string())
                .unwrap_or_default(),
        );
        match text.finish() {
            none if none.is_empty() => "/".to_owned(),
            text => format!("/?{text}"),
        }
    }
}

pub(crate) fn of_target(target: &str) -> String {
    ListQuery { target: target.to_owned(), ..ListQuery::default() }.address()
}

pub(crate) fn history_of(target: &str) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    text.append_pair("target", target);
    format!("/history?{}", text.finish())
}

/// Reads `target=T`.
pub(crate) fn target(text: &str) -> Result<String, Problem> {
    let all: Vec<_> = form_urlencoded::parse(text.as_bytes()).collect();
    match &all[..] {
        [(key, target)] if key == "target" && !target.is_empty() => Ok(target.to_string()),
        _ => Err(Problem::wrong(vec![RequestError::OneTarget])),
    }
}

pub(crate) fn of_tag(tag: &str) -> String {
    ListQuery { tag: tag.to_owned(), ..ListQuery::default() }.address()
}

/// The answers by which a list can be filtered, with their names.
pub(crate) fn answers() -> impl Iterator<Item = RunAnswer> {
    let verdicts = Verdict::ALL.iter().map(|verdict| RunAnswer::Verdict(*verdict));
    verdicts.chain(State::ALL.iter().map(|state| RunAnswer::State(*state)))
}

pub(crate) fn answer_name(answer: RunAnswer) -> &'static str {
    match answer {
        RunAnswer::Verdict(verdict) => verdict.name(),
        RunAnswer::State(state) => state.name(),
    }
}

fn answer(word: &str) -> Option<RunAnswer> {
    answers().find(|answer| answer_name(*answer) == word)
}

impl From<UnknownWord> for KeyError {
    fn from(unknown: UnknownWord) -> Self {
        Self::Value { value: unknown.word, known: unknown.known.join(", ") }
    }
}

/// Parses `run=7&run=9`: the first run and those to compare with it, each once.
pub(crate) fn runs(text: &str) -> Result<Vec<String>, Problem> {
    let (mut runs, mut mistakes) = (Vec::<String>::new(), Vec::new());
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        match &*key {
            "run" if runs.iter().any(|run| *run == value) => {}
            "run" => runs.push(value.into_owned()),
            _ => mistakes.push(RequestError::Key {
                key: key.into_owned(),
                error: KeyError::Unknown { known: "run".to_owned() },
            }),
        }
    }
    if !(2..=COMPARED_MAX).contains(&runs.len()) {
        mistakes.push(RequestError::ChosenRuns { count: runs.len(), most: COMPARED_MAX });
    }
    if mistakes.is_empty() { Ok(runs) } else { Err(Problem::wrong(mistakes)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_comes_back_as_it_was_written() {
        let text =
            "words=sim%3Assd+100%25&target=%2Fdev%2Fvdb&host=db1&tag=nvme&kind=soak&answer=not-fit";
        let query = ListQuery::read(text).expect("right");
        assert_eq!(query.words, "sim:ssd 100%");
        assert_eq!(query.address(), format!("/?{text}"));
        let behind = query.behind(RunId(7));
        let again = ListQuery::read(behind.address().trim_start_matches("/?")).expect("right");
        assert_eq!(again, ListQuery { before: Some(RunId(7)), ..query.clone() });
        let sorted = query.sorted(RunOrder::Target).behind(RunId(7));
        assert!(sorted.address().ends_with("&sort=target&skip=50"), "{}", sorted.address());
        assert_eq!(ListQuery::default().address(), "/");
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let problem = ListQuery::read("kind=sink&answer=maybe&before=x&sort=up&skip=-1&page=2")
            .expect_err("wrong");
        let lines = problem.lines(report::Language::En);
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert!(runs("run=1&run=1").is_err() && runs("run=1&x=2").is_err());
        assert_eq!(runs("run=1&run=2&run=1").expect("right"), ["1", "2"]);
    }
}
