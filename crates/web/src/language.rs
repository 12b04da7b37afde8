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
    let wanted = || {
        let texts = headers.get_all(header::ACCEPT_LANGUAGE).iter();
        let ranges = texts.filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(','));
        let weighted = ranges.filter_map(|range| {
            let (name, rest) = range.split_once(';').unwrap_or((range, ""));
            let weight = rest.trim().strip_prefix("q=").map_or(Some(1.0), |q| q.parse().ok());
            let language = Language::of_locale(name.trim())?;
            Some((language, weight.filter(|weight: &f64| *weight > 0.0)?))
        });
        // Among equal weights the first one wins, as browsers list them.
        let best = weighted.reduce(|best, one| if one.1 > best.1 { one } else { best });
        best.map(|(language, _)| language)
    };
    set.or_else(wanted).unwrap_or_default()
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
