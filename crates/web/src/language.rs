//! The language of the pages: that of `--lang`, or the available language that the browser prefers.

use crate::routes::Site;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use report::Language;
use std::convert::Infallible;

/// The language of the answer to a request.
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
