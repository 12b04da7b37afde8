//! Quotes any bytes as a shell word that can be pasted; never runs anything.

use crate::shown::steers;
use std::path::MAIN_SEPARATOR;

/// Quotes a word for the usual shells of this system.
pub fn quoted(word: &[u8], unicode: bool) -> String {
    if MAIN_SEPARATOR == '\\' { for_windows(word) } else { for_posix(word, unicode) }
}

/// In double quotes, as cmd, PowerShell and the parser of this program's arguments take it: a double quote within is written
/// twice, and backslashes before a double quote, the closing one included, are doubled (Microsoft, "Parsing C++ command-line
/// arguments" and `CommandLineToArgvW`). A double quote after a single backslash would end the text for cmd and PowerShell.
fn for_windows(word: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(word).chars().filter(|c| !steers(*c)).collect();
    if !text.is_empty() && text.chars().all(|c| is_plain(c) && c != '%' || c == '\\') {
        return text;
    }
    let mut quoted = "\"".to_owned();
    let mut backslashes = 0;
    for c in text.chars() {
        if c == '"' {
            quoted.push_str(&"\\".repeat(backslashes));
            quoted.push('"');
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted + &"\\".repeat(backslashes) + "\""
}

/// Quotes a word for bash, zsh and other modern shells. Plain words stay as they are; words with spaces and the like are
/// quoted; control characters and bytes that are not UTF-8 are written as `$'\xNN'`. Without `unicode`, so is everything
/// beyond ASCII, for terminals that cannot show it.
fn for_posix(word: &[u8], unicode: bool) -> String {
    let text = std::str::from_utf8(word).ok();
    let is_shown = |c: char| !steers(c) && (c.is_ascii() || unicode);
    match text {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) if text.chars().all(is_shown) => format!("'{}'", text.replace('\'', r"'\''")),
        _ => {
            let mut quoted = "$'".to_owned();
            for chunk in word.utf8_chunks() {
                for c in chunk.valid().chars() {
                    match c {
                        '\'' | '\\' => quoted.extend(['\\', c]),
                        '\n' => quoted.push_str("\\n"),
                        c if is_shown(c) => quoted.push(c),
                        c => push_escaped(&mut quoted, c.encode_utf8(&mut [0; 4]).as_bytes()),
                    }
                }
                push_escaped(&mut quoted, chunk.invalid());
            }
            quoted + "'"
        }
    }
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c)
}

fn push_escaped(quoted: &mut String, bytes: &[u8]) {
    for byte in bytes {
        quoted.push_str(&format!("\\x{byte:02x}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{for_posix as quoted, for_windows};

    #[test]
    fn words_survive_a_shell_of_windows() {
        for (word, wanted) in [
            (r"C:\data\x.dat", r"C:\data\x.dat"),
            (r"D:\SQL Data\x.dat", r#""D:\SQL Data\x.dat""#),
            ("iops>=5", "\"iops>=5\""),
            ("100%", "\"100%\""),
            ("", "\"\""),
            (r"D:\SQL Data\", r#""D:\SQL Data\\""#),
            ("D:\\data\\", "D:\\data\\"),
            (r#"say "no""#, r#""say ""no""""#),
            (r#"a\"b \ c"#, r#""a\\""b \ c""#),
        ] {
            assert_eq!(for_windows(word.as_bytes()), wanted);
        }
    }

    #[test]
    fn words_survive_a_shell() {
        let cases: [(&[u8], &str); 9] = [
            (b"/srv/db", "/srv/db"),
            (b"it's here", r"'it'\''s here'"),
            (b"iops>=5", "'iops>=5'"),
            (b"", "''"),
            (b"a\nb", r"$'a\nb'"),
            (b"\x1b[31m'\\", r"$'\x1b[31m\'\\'"),
            (b"\xff.dat", r"$'\xff.dat'"),
            ("база".as_bytes(), "'база'"),
            ("a\u{202e}b".as_bytes(), r"$'a\xe2\x80\xaeb'"),
        ];
        for (word, wanted) in cases {
            assert_eq!(quoted(word, true), wanted);
        }
        assert_eq!(quoted("б".as_bytes(), false), r"$'\xd0\xb1'");
    }

    #[test]
    fn bash_gives_every_byte_back() {
        let word: Vec<u8> = (1..=255).collect();
        for unicode in [false, true] {
            let line = format!("printf %s {}", quoted(&word, unicode));
            let Ok(output) = std::process::Command::new("bash").args(["-c", &line]).output() else {
                eprintln!("SKIPPED: bash is not installed");
                return;
            };
            assert_eq!(output.stdout, word);
        }
    }
}
