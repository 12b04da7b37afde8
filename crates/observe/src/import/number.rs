//! Numbers as logs write them: a point or a comma before the decimals, blanks around.

/// A number; `None` if the text is not a number. `nan` and `inf` count as numbers: tools print them after a counter reset.
pub(super) fn read(text: &str) -> Option<f64> {
    let text = text.trim();
    let decimal = text.rfind([',', '.']);
    match decimal {
        Some(at) if text[at..].starts_with(',') => {
            // `1.234,5` has dots as thousands separators.
            let whole = text[..at].replace(['.', '\u{a0}', '\u{202f}'], "");
            format!("{whole}.{}", &text[at + 1..]).parse().ok()
        }
        _ => text.replace([',', '\u{a0}', '\u{202f}'], "").parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn decimals_of_every_locale_are_read() {
        for (text, value) in [
            ("12.50", 12.5),
            ("12,50", 12.5),
            (" 1234 ", 1234.0),
            ("1.234,5", 1234.5),
            ("1,234.5", 1234.5),
            ("1\u{a0}234,5", 1234.5),
            ("3.3e+05", 3.3e5),
        ] {
            assert_eq!(read(text), Some(value), "{text}");
        }
        assert!(read("-nan").is_some_and(f64::is_nan));
        for text in ["", "sda", "4.0k", "1.2.3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
