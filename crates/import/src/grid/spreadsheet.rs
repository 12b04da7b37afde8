//! What spreadsheets make of a table: the separator and its line, and the numbers of each country.

use csv::{ReaderBuilder, StringRecord, Trim};

/// What separates fields: a `;` or tab of the header, because commas may then be decimal commas.
pub(super) fn separator(text: &str) -> u8 {
    let header = first_line(text);
    [b';', b'\t'].into_iter().find(|mark| header.as_bytes().contains(mark)).unwrap_or(b',')
}

/// The text without the line `sep=;` with which spreadsheets name the separator; its line end stays, so that lines keep their numbers.
fn table(text: &str) -> &str {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    let (first, rest) = text.split_at(end);
    let named = first.trim_start_matches('\u{feff}').to_ascii_lowercase();
    if named.starts_with("sep=") && named.chars().count() == 5 { rest } else { text }
}

pub(super) fn first_line(text: &str) -> &str {
    table(text).lines().find(|line| !line.trim().is_empty()).unwrap_or_default()
}

pub(super) fn csv_reader(text: &str) -> csv::Reader<&[u8]> {
    let text = table(text);
    ReaderBuilder::new().delimiter(separator(text)).trim(Trim::All).from_reader(text.as_bytes())
}

/// The fields with the numbers of spreadsheets as those of programs.
pub(super) fn with_points(fields: &StringRecord, separator: u8) -> StringRecord {
    fields.iter().map(|field| with_point(field, separator).unwrap_or(field.into())).collect()
}

/// A number with blanks between thousands, a decimal comma, or both marks, as `1 234,5`, `1.234,5` and `1,234.5`. Between commas, `1,234`
/// may be either.
fn with_point(field: &str, separator: u8) -> Option<String> {
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = field.split([' ', '\u{a0}', '\u{202f}', '\'']).peekable();
    let mut digits = groups.next()?.to_owned();
    while let Some(group) = groups.next() {
        let whole = if groups.peek().is_none() { group.find(['.', ',']) } else { None };
        if whole.unwrap_or(group.len()) != 3 || !is_digits(&digits) || digits.is_empty() {
            return None;
        }
        digits.push_str(group);
    }
    if !digits.split(['.', ',']).all(is_digits) {
        return None;
    }
    match (digits.rfind(','), digits.rfind('.')) {
        (Some(comma), Some(point)) if comma < point => Some(digits.replace(',', "")),
        (Some(_), Some(_)) => Some(digits.replace('.', "").replacen(',', ".", 1)),
        (Some(comma), None) if separator == b',' && digits.len() == comma + 4 => None,
        (Some(_), None) => Some(digits.replacen(',', ".", 1)),
        (None, _) => Some(digits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_spreadsheets_are_read_unless_they_may_be_two() {
        for (field, number) in [
            ("1,6", "1.6"),
            ("1.234,5", "1234.5"),
            ("1,234.5", "1234.5"),
            ("1\u{a0}234,5", "1234.5"),
            ("12'345", "12345"),
            ("1 234 567", "1234567"),
            ("0.5", "0.5"),
        ] {
            for separator in [b';', b','] {
                assert_eq!(with_point(field, separator).as_deref(), Some(number), "{field}");
            }
        }
        assert_eq!(with_point("1,234", b';').as_deref(), Some("1.234"));
        for other in ["1,234", "raid 10", "0 1", "1 23", "a,b", "5 MB"] {
            assert_eq!(with_point(other, b','), None, "{other}");
        }
    }
}
