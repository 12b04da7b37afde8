//! The query of an address: parses it, or returns all its errors at once.

use crate::problem::{KeyError, Problem, RequestError};
use crate::routes::Site;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use base::words::UnknownWord;
use record::{RunKind, State, Verdict};
use report::Language;
use std::convert::Infallible;
use store::{RunAnswer, RunId, RunOrder, RunQuery};

pub(crate) const PAGE_RUNS: usize = 50;
const COMPARED_MAX: usize = 8;
const WORDS_MAX: usize = 8;
const KEYS: [&str; 9] =
    ["words", "target", "host", "tag", "kind", "answer", "before", "sort", "skip"];

/// Parses the keys of an address; an empty value counts as absent.
pub(crate) fn read(text: &str) -> Result<RunQuery, Problem> {
    let (mut query, mut mistakes) = (RunQuery::default(), Vec::new());
    for (key, value) in form_urlencoded::parse(text.as_bytes()) {
        let read = take(&mut query, &key, value.trim());
        let key = key.into_owned();
        mistakes.extend(read.err().map(|error| RequestError::Key { key, error }));
    }
    if mistakes.is_empty() { Ok(query) } else { Err(Problem::wrong(mistakes)) }
}

fn take(query: &mut RunQuery, key: &str, value: &str) -> Result<(), KeyError> {
    match (key, value) {
        (key, "") if KEYS.contains(&key) => {}
        ("words", words) if words.split_whitespace().count() > WORDS_MAX => {
            return Err(KeyError::ManyWords(WORDS_MAX));
        }
        ("words", words) => query.words = words.split_whitespace().map(str::to_owned).collect(),
        ("target", target) => query.target = Some(target.to_owned()),
        ("host", host) => query.host = Some(host.to_owned()),
        ("tag", tag) => query.tag = Some(tag.to_owned()),
        ("kind", kind) => query.kind = Some(kind.parse()?),
        ("answer", word) => {
            let unknown = || {
                let known = answers().map(answer_name).collect::<Vec<_>>().join(", ");
                KeyError::Value { value: word.to_owned(), known }
            };
            query.answer = Some(answer(word).ok_or_else(unknown)?);
        }
        ("before", number) => {
            let wrong = |_| KeyError::RunNumber(number.to_owned());
            query.before = Some(number.parse().map_err(wrong)?);
        }
        ("sort", order) => query.order = order.parse()?,
        ("skip", number) => {
            let wrong = |_| KeyError::RunCount(number.to_owned());
            query.skip = number.parse().map_err(wrong)?;
        }
        _ => return Err(KeyError::Unknown { known: KEYS.join(", ") }),
    }
    Ok(())
}

/// The query for the next page: runs with lower numbers than `last`, or, in another order, a larger number of skipped runs.
pub(crate) fn behind(query: &RunQuery, last: RunId) -> RunQuery {
    match query.order {
        RunOrder::Number => RunQuery { before: Some(last), ..query.clone() },
        _ => RunQuery { skip: query.skip + PAGE_RUNS, ..query.clone() },
    }
}

pub(crate) fn is_first(query: &RunQuery) -> bool {
    query.before.is_none() && query.skip == 0
}

/// The first page in another order.
pub(crate) fn sorted(query: &RunQuery, order: RunOrder) -> RunQuery {
    RunQuery { order, before: None, skip: 0, ..query.clone() }
}

pub(crate) fn address(query: &RunQuery) -> String {
    let mut text = form_urlencoded::Serializer::new(String::new());
    let mut add = |key: &str, value: &str| {
        if !value.is_empty() {
            text.append_pair(key, value);
        }
    };
    add("words", &query.words.join(" "));
    add("target", query.target.as_deref().unwrap_or_default());
    add("host", query.host.as_deref().unwrap_or_default());
    add("tag", query.tag.as_deref().unwrap_or_default());
    add("kind", query.kind.map_or("", RunKind::name));
    add("answer", query.answer.map_or("", answer_name));
    add("before", &query.before.map(|run| run.to_string()).unwrap_or_default());
    add("sort", if query.order == RunOrder::default() { "" } else { query.order.name() });
    if query.skip > 0 {
        add("skip", &query.skip.to_string());
    }
    match text.finish() {
        none if none.is_empty() => "/".to_owned(),
        text => format!("/?{text}"),
    }
}

pub(crate) fn of_target(target: &str) -> String {
    address(&RunQuery { target: Some(target.to_owned()), ..RunQuery::default() })
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
    address(&RunQuery { tag: Some(tag.to_owned()), ..RunQuery::default() })
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

#[derive(Clone, Copy, Debug)]
pub(crate) struct PageLanguage(pub(crate) Language);

impl FromRequestParts<Site> for PageLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Site) -> Result<Self, Infallible> {
        Ok(Self(language(&parts.headers, site.language)))
    }
}

/// The configured language, or else the one that the browser requests (RFC 9110, 12.5.4), or else English.
pub(crate) fn language(headers: &HeaderMap, set: Option<Language>) -> Language {
    set.or_else(|| preferred_language(headers)).unwrap_or_default()
}

/// The language with the highest weight in `Accept-Language`; of several the first one, as browsers list them.
fn preferred_language(headers: &HeaderMap) -> Option<Language> {
    let texts = headers.get_all(header::ACCEPT_LANGUAGE).iter();
    let ranges = texts.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
    let (mut preferred, mut highest) = (None, 0.0);
    for range in ranges {
        let (name, parameter) = range.split_once(';').unwrap_or((range, ""));
        let weight = parameter.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f64>);
        let language = Language::of_locale(name.trim());
        if let (Some(language), Ok(weight)) = (language, weight)
            && weight > highest
        {
            (preferred, highest) = (Some(language), weight);
        }
    }
    preferred
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{De, En, Ru};

    #[test]
    fn an_address_comes_back_as_it_was_written() {
        let text =
            "words=sim%3Assd+100%25&target=%2Fdev%2Fvdb&host=db1&tag=nvme&kind=soak&answer=not-fit";
        let query = read(text).expect("right");
        assert_eq!(query.words, ["sim:ssd", "100%"]);
        assert_eq!(address(&query), format!("/?{text}"));
        let after = behind(&query, RunId(7));
        let again = read(address(&after).trim_start_matches("/?")).expect("right");
        assert_eq!(again, RunQuery { before: Some(RunId(7)), ..query.clone() });
        let next = behind(&sorted(&query, RunOrder::Target), RunId(7));
        assert!(address(&next).ends_with("&sort=target&skip=50"), "{}", address(&next));
        assert_eq!(address(&RunQuery::default()), "/");
    }

    #[test]
    fn every_mistake_is_told_at_once() {
        let problem =
            read("kind=sink&answer=maybe&before=x&sort=up&skip=-1&page=2").expect_err("wrong");
        let lines = problem.lines(En);
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert!(runs("run=1&run=1").is_err() && runs("run=1&x=2").is_err());
        assert_eq!(runs("run=1&run=2&run=1").expect("right"), ["1", "2"]);
    }

    #[test]
    fn the_best_of_the_languages_that_there_are_is_taken() {
        for (header, expected) in [
            ("de-AT,de;q=0.9,en;q=0.8", De),
            ("fr, ru;q=0.7, en;q=0.3", Ru),
            ("en;q=0.3, ru ; q=0.7", Ru),
            ("de;q=0, en", En),
            ("ja", En),
            ("", En),
            (";;q=x,de;q=nan", En),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, header.parse().expect("a value"));
            assert_eq!(language(&headers, None), expected, "{header}");
            assert_eq!(language(&headers, Some(Ru)), Ru);
        }
    }
}
