//! Sizes and whole numbers as DISKSPD reads and prints them; an error is DISKSPD's own line where scripts match it.

/// A size: digits and one of K, M, G, T, or B for blocks of `block_bytes`.
pub(super) fn size(text: &str, block_bytes: u64) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let value: u64 = number.parse().map_err(|_| "Invalid integer".to_owned())?;
    let mut letters = rest.chars();
    let Some(letter) = letters.next() else { return Ok(value) };
    let unit = match letter.to_ascii_uppercase() {
        'K' => 1 << 10,
        'M' => 1 << 20,
        'G' => 1 << 30,
        'T' => 1 << 40,
        'B' => block_bytes,
        _ => {
            return Err(format!(
                "Invalid size '{letter}'. Valid: K - KiB, M - MiB, G - GiB, T - TiB, B - block"
            ));
        }
    };
    if letters.next().is_some() {
        return Err("Unrecognized characters after size specification".to_owned());
    }
    let overflow = || format!("Overflow applying multipler '{letter}'");
    value.checked_mul(unit).ok_or_else(overflow)
}

/// A whole number as the C library parses it, and whether text follows it; `None` without digits.
pub(super) fn whole(text: &str) -> Option<(u32, bool)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let value: u32 = text[..digits].parse().ok()?;
    Some((value, digits < text.len()))
}

/// A whole number without anything else.
pub(super) fn exact(text: &str) -> Option<u64> {
    (!text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A size as results print it: in the largest unit, whole if exact, otherwise with two decimals; bytes have no unit
/// unless `bytes_unit`.
pub(super) fn shown(bytes: u64, bytes_unit: bool) -> String {
    for (shift, unit) in [(40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")] {
        if bytes >> shift > 0 {
            if bytes.is_multiple_of(1 << shift) {
                return format!("{}{unit}", bytes >> shift);
            }
            return format!("{:.2}{unit}", bytes as f64 / (1u64 << shift) as f64);
        }
    }
    if bytes_unit || bytes > 0 { format!("{bytes}B") } else { "0".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_the_tool_reads_them() {
        for (text, bytes) in
            [("4K", 4096), ("4k", 4096), ("23", 23), ("1T", 1 << 40), ("2b", 131_072), ("0", 0)]
        {
            assert_eq!(size(text, 65536), Ok(bytes), "{text}");
        }
        for (text, error) in [
            ("", "Invalid integer"),
            ("K", "Invalid integer"),
            ("30KB", "Unrecognized characters after size specification"),
            ("30 K", "Invalid size ' '. Valid: K - KiB, M - MiB, G - GiB, T - TiB, B - block"),
            ("99999999999999999999", "Invalid integer"),
            ("99999999999T", "Overflow applying multipler 'T'"),
        ] {
            assert_eq!(size(text, 65536).as_ref().map_err(String::as_str), Err(error), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_in_their_largest_unit() {
        for (bytes, text) in [
            (65536, "64KiB"),
            (2_048_000, "1.95MiB"),
            (1 << 30, "1GiB"),
            (496 << 30, "496GiB"),
            (64, "64B"),
            (0, "0"),
        ] {
            assert_eq!(shown(bytes, false), text);
        }
    }
}
