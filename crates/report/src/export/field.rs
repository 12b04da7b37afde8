//! Fields of CSV for people's spreadsheets: quoting by RFC 4180, an empty field for what is not known, and on request a
//! decimal comma with semicolons between the fields.

/// One field.
pub(crate) enum Field<'a> {
    Text(&'a str),
    Owned(String),
    Count(u64),
    /// Empty where it is not finite; otherwise the shortest text that reads back as the same number.
    Number(f64),
}

/// Header and fields go the same way into a line, with its line feed.
pub(crate) fn line(fields: &[Field<'_>], decimal_comma: bool) -> String {
    let separator = if decimal_comma { ';' } else { ',' };
    let fields: Vec<String> =
        fields.iter().map(|field| field.written(separator, decimal_comma)).collect();
    fields.join(&separator.to_string()) + "\n"
}

impl Field<'_> {
    fn written(&self, separator: char, comma: bool) -> String {
        match self {
            Self::Text(text) => quoted(text, separator),
            Self::Owned(text) => quoted(text, separator),
            Self::Count(count) => count.to_string(),
            Self::Number(value) if !value.is_finite() => String::new(),
            Self::Number(value) if comma => value.to_string().replace('.', ","),
            Self::Number(value) => value.to_string(),
        }
    }
}

/// Quotes a field where RFC 4180 asks for it.
pub(super) fn quoted(field: &str, separator: char) -> String {
    match field.contains([separator, '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}
