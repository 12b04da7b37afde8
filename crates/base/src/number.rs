//! Numbers as people write and read them: [`quantity`] reads one, [`clauses`] parts a list of them, [`readable`] writes one. Medians of
//! numbers and quantiles of counted buckets.

/// Reads a number as people write it: `5000`, `5,000`, `5_000`, `1.5`, `5k` (thousands) or `2M` (millions). `None`
/// if the text is not a number.
pub fn quantity(text: &str) -> Option<f64> {
    let text = text.trim();
    let (digits, factor) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (&text[..at], 1e3),
        (at, 'm' | 'M') => (&text[..at], 1e6),
        _ => (text, 1.0),
    };
    let digits = digits.trim_end();
    // A comma that does not separate thousands is a mistake.
    let mut groups = digits.split('.').next()?.split(',');
    let first = groups.next()?;
    let has_groups = digits.contains(',');
    if has_groups && (!(1..=3).contains(&first.len()) || !groups.all(|group| group.len() == 3)) {
        return None;
    }
    let plain: String = digits.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    // `parse` would also take a sign, "inf" and "nan".
    if !plain.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    plain.parse::<f64>().ok().map(|number| number * factor)
}

/// Whether a number such as `46.000` may be 46 or, as in languages with a point between thousands, 46,000.
pub fn may_be_thousands(text: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    text.trim().split_once('.').is_some_and(|(whole, group)| {
        (1..=3).contains(&whole.len())
            && whole != "0"
            && group.len() == 3
            && is_digits(whole)
            && is_digits(group)
    })
}

/// The clauses of a list separated by commas and semicolons; a comma within a number such as `5,000` does not separate.
pub fn clauses(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends =
        (0..text.len()).filter(move |&at| is_separator(text.as_bytes(), at)).chain([text.len()]);
    let clauses = ends.map(move |end| {
        let clause = text[start..end].trim();
        start = end + 1;
        clause
    });
    clauses.filter(|clause| !clause.is_empty())
}

fn is_separator(text: &[u8], at: usize) -> bool {
    let is_thousands_comma = || {
        let digits_after = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        at > 0 && text[at - 1].is_ascii_digit() && digits_after == 3
    };
    text[at] == b';' || (text[at] == b',' && !is_thousands_comma())
}

/// At most `decimals` decimals, trailing zeros dropped; a value rounded to 0 has no sign.
pub fn trimmed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Three significant digits, never in exponent form.
pub fn significant(value: f64) -> String {
    let decimals = match value.abs() {
        v if v >= 100.0 => 0,
        v if v >= 10.0 => 1,
        _ => 2,
    };
    trimmed(value, decimals)
}

/// A whole number with thousands separated by commas.
pub fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number as people read it in a sentence: whole and grouped from 100 on, three significant digits below; `?`
/// when it is not finite or negative.
pub fn readable(value: f64) -> String {
    match value {
        v if !v.is_finite() || v < 0.0 => "?".to_owned(),
        v if v >= 99.5 => grouped(v.round() as u64),
        v => significant(v),
    }
}

/// The median: the middle value, or the mean of the two in the middle; 0 for an empty slice.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

/// The smallest value that a share (0 to 1) of all counted values does not exceed. `buckets` holds values in ascending
/// order with their counts. Returns `None` if all counts are 0 or there are no buckets.
pub fn quantile(buckets: impl IntoIterator<Item = (u64, u64)> + Clone, share: f64) -> Option<u64> {
    let total: u64 = buckets.clone().into_iter().map(|(_, count)| count).sum();
    let needed = ((share * total as f64).ceil() as u64).clamp(1, total.max(1));
    let mut seen = 0;
    for (value, count) in buckets {
        seen += count;
        if seen >= needed {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("5000", 5000.0),
            ("5,000", 5000.0),
            ("1,234,567.5", 1_234_567.5),
            ("5_000", 5000.0),
            ("5k", 5000.0),
            ("1.5 K", 1500.0),
            ("2M", 2e6),
            ("5,000k", 5e6),
            ("0.5", 0.5),
        ] {
            assert_eq!(quantity(text), Some(number), "{text}");
        }
        for text in ["", "k", "-5", "+5", "5,00", "5,0000", "50000,000", "inf", "nan", "5g", "5%"] {
            assert_eq!(quantity(text), None, "{text}");
        }
    }

    #[test]
    fn a_comma_within_a_number_parts_nothing() {
        for (text, parts) in [
            ("iops>=5,000, p99<=10ms", &["iops>=5,000", "p99<=10ms"][..]),
            ("iops>=5,000,p99<=1,000us;", &["iops>=5,000", "p99<=1,000us"]),
            ("iops>=50,p99<=10ms", &["iops>=50", "p99<=10ms"]),
            ("iops>=5, 000", &["iops>=5", "000"]),
            (" , ;", &[]),
        ] {
            assert_eq!(clauses(text).collect::<Vec<_>>(), parts, "{text}");
        }
    }

    #[test]
    fn a_number_in_a_sentence_has_three_digits_or_all_that_are_whole() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        let shown = [48_598.4, 99.6, 12.34, 1.0, f64::NAN].map(readable);
        assert_eq!(shown, ["48,598", "100", "12.3", "1", "?"]);
    }

    #[test]
    fn the_median_is_the_middle_or_between_the_two() {
        assert_eq!(median(&[]), 0.0);
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn a_quantile_is_the_first_value_that_enough_do_not_exceed() {
        let buckets = [(10, 50), (20, 49), (30, 1)];
        let found = [0.0, 0.5, 0.501, 0.99, 0.991, 1.0, 2.0].map(|q| quantile(buckets, q));
        assert_eq!(found, [10, 10, 20, 20, 30, 30, 30].map(Some));
        assert_eq!((quantile([], 0.5), quantile([(7, 0)], 0.5)), (None, None));
    }
}
