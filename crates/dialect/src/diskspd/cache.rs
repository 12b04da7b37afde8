//! `-S` and `-h`: the cache of a target, property by property, each said once.

use super::profile::{Cache, Target};

/// What `-S` and `-h` said so far.
#[derive(Debug, Default)]
pub(super) struct Said {
    /// Cached, not cached, remote.
    cache: Option<char>,
    write_through: bool,
    mapped: bool,
    bypass: Option<char>,
}

impl Said {
    /// Takes the letters after `-S`; gives the names of the options that were used.
    pub(super) fn take(&mut self, letters: &str) -> Result<Vec<&'static str>, String> {
        let mut used = Vec::new();
        let letters = if letters.is_empty() { "u" } else { letters };
        for letter in letters.chars() {
            used.push(self.letter(letter)?);
        }
        Ok(used)
    }

    fn letter(&mut self, letter: char) -> Result<&'static str, String> {
        let twice = |what: &str| Err(format!("{what} is said twice or against itself"));
        match letter {
            'b' | 'u' | 'r' => {
                let clash = self.cache.is_some() || (self.mapped && letter != 'b');
                if clash {
                    return twice("the cache of -S");
                }
                self.cache = Some(letter);
                Ok(match letter {
                    'b' => "-Sb",
                    'u' => "-S, -Su",
                    _ => "-Sr",
                })
            }
            'w' => {
                if std::mem::replace(&mut self.write_through, true) {
                    return twice("write-through of -S");
                }
                Ok("-Sw")
            }
            'h' => {
                if self.cache.is_some() || self.write_through || self.mapped {
                    return twice("-Sh (or -h), which is -Suw,");
                }
                (self.cache, self.write_through) = (Some('u'), true);
                Ok("-Sh")
            }
            'm' => {
                let clash = self.mapped || matches!(self.cache, Some('u' | 'r'));
                if clash || self.bypass.is_some() {
                    return twice("memory mapping of -S");
                }
                self.mapped = true;
                Ok("-Sm")
            }
            'y' | 'Y' => {
                if self.bypass.is_some() || self.mapped {
                    return twice("BypassIO of -S");
                }
                self.bypass = Some(letter);
                Ok("-Sy, -SY")
            }
            other => Err(format!("'{other}' is not a cache mode; write b, h, m, r, u, w or y")),
        }
    }

    /// What is wrong with all of it together.
    pub(super) fn clash(&self, writes: bool, no_mapping_with: Option<&str>) -> Option<String> {
        if self.bypass.is_some() && self.cache != Some('u') {
            return Some("BypassIO (-Sy, -SY) needs -Su".to_owned());
        }
        if self.bypass.is_some() && writes {
            return Some("BypassIO (-Sy, -SY) takes reads only; leave out -w".to_owned());
        }
        let option = no_mapping_with.filter(|_| self.mapped)?;
        Some(format!("memory mapped I/O (-Sm) does not go with {option}"))
    }

    /// Writes it into the target.
    pub(super) fn apply(&self, target: &mut Target) {
        target.cache = match self.cache {
            Some('u') => Cache::None,
            Some('r') => Cache::Remote,
            _ => Cache::System,
        };
        target.write_through = self.write_through;
        target.mapped = self.mapped;
        target.bypass = self.bypass.map(|letter| letter == 'Y');
    }

    /// Whether memory mapping was asked.
    pub(super) fn mapped(&self) -> bool {
        self.mapped
    }
}
