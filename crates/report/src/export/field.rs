//! Fields of CSV for spreadsheets: quoting by RFC 4180, an empty field for an unknown value, and optionally a decimal comma with
//! semicolons between the fields.

use base::shown::csv_text;

pub(crate) enum Field<'a> {
    Text(&'a str),
    Owned(String),
    Count(u64),
    /// Empty if it is not finite; otherwise with [`DIGITS`].
    Number(f64),
}

/// The significant digits of a number: without those that sums and quotients of binary fractions add, as in 0.30000000000000004.
const DIGITS: usize = 14;

fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value)
}

/// One line from its fields, with its line feed; for the header too.
pub(crate) fn line(fields: &[Field<'_>], decimal_comma: bool) -> String {
    let separator = if decimal_comma { ';' } else { ',' };
    let fields: Vec<String> =
        fields.iter().map(|field| field.written(separator, decimal_comma)).collect();
    fields.join(&separator.to_string()) + "\n"
}

/// The names of the columns of `front`, then those of `each` for every direction.
pub(super) fn columns(front: &str, each: &str) -> Vec<String> {
    let mut names: Vec<String> = front.split(',').map(str::to_owned).collect();
    for direction in ["read", "write", "flush"] {
        names.extend(each.split(',').map(|name| format!("{direction}_{name}")));
    }
    names
}

impl Field<'_> {
    /// A number; empty if it is not known.
    pub(crate) fn known(value: Option<f64>) -> Self {
        value.map_or(Field::Text(""), Field::Number)
    }

    fn written(&self, separator: char, comma: bool) -> String {
        match self {
            Self::Text(text) => csv_text(text, separator),
            Self::Owned(text) => csv_text(text, separator),
            Self::Count(count) => count.to_string(),
            Self::Number(value) if !value.is_finite() => String::new(),
            Self::Number(value) if comma => rounded(*value).to_string().replace('.', ","),
            Self::Number(value) => rounded(*value).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::{csv, trials};

    #[test]
    fn every_column_is_described() {
        let described = include_str!("../../../../docs/reference/csv.md");
        let columns = [csv::FRONT, csv::EACH, trials::FRONT, trials::EACH].join(",");
        for name in columns.split(',') {
            assert!(
                described.contains(&format!("`{name}`")),
                "{name} is not in docs/reference/csv.md"
            );
        }
        assert!(
            described.contains(csv::intervals_header().trim()),
            "the header in docs/reference/csv.md is old"
        );
    }

    #[test]
    fn no_text_is_a_formula_and_numbers_stay_numbers() {
        let fields =
            ["=1+1", "+1", "-b8 -o1", "@x", "\tx", "\r=x", "a=b", "a,b", "'x"].map(Field::Text);
        assert_eq!(
            line(&fields, false),
            "\"'=1+1\",\"'+1\",\"'-b8 -o1\",\"'@x\",\"'\tx\",\"'\r=x\",a=b,\"a,b\",'x\n"
        );
        let numbers = [Field::Number(-1.5), Field::Count(2), Field::Number(0.1 + 0.2)];
        assert_eq!(line(&numbers, true), "-1,5;2;0,3\n");
    }
}
