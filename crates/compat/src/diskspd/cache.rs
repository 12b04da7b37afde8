//! `-S` and `-h`: the cache properties of a target, each of which may be given once.

use super::profile::{Cache, Target};

#[derive(Debug, Default)]
pub(super) struct CacheOptions {
    /// Cached (`b`), not cached (`u`) or remote (`r`).
    cache: Option<char>,
    write_through: bool,
    mapped: bool,
    bypass: Option<char>,
}

/// DISKSPD's line for a part of `-S` that contradicts an earlier one.
fn conflict<T>(option: &str, what: &str) -> Result<T, String> {
    Err(format!("ERROR: {option} conflicts with earlier specification of {what}"))
}

impl CacheOptions {
    /// Reads `-h`, which means `-Sh`; an error is DISKSPD's own line.
    pub(super) fn take_h(&mut self) -> Result<(), String> {
        if self.cache.is_some() || self.write_through {
            let line = "ERROR: -h conflicts with earlier specification of cache/writethrough";
            return Err(line.to_owned());
        }
        if self.mapped {
            let line =
                "ERROR: unbuffered IO (-Su or -Sh) can't be used with memory mapped IO (-Sm)";
            return Err(line.to_owned());
        }
        (self.cache, self.write_through) = (Some('u'), true);
        Ok(())
    }

    /// Reads the letters after `-S`; returns the names of the options that they use. An error that begins with `ERROR`
    /// is DISKSPD's own line.
    pub(super) fn take(&mut self, letters: &str) -> Result<Vec<&'static str>, String> {
        let mut used = Vec::new();
        if letters.is_empty() {
            if self.cache.is_some() || self.mapped {
                return conflict("-S", "cache mode");
            }
            self.cache = Some('u');
            used.push("-S, -Su");
        }
        for letter in letters.chars() {
            used.push(self.letter(letter)?);
        }
        Ok(used)
    }

    fn letter(&mut self, letter: char) -> Result<&'static str, String> {
        match letter {
            'b' | 'u' | 'r' => {
                let clash = self.cache.is_some() || (self.mapped && letter != 'b');
                if clash {
                    let mapped = if letter == 'u' { "/memory mapped IO" } else { "" };
                    return conflict(&format!("-S{letter}"), &format!("cache mode{mapped}"));
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
                    // This line has no colon after ERROR in any version.
                    let line = "ERROR -Sw conflicts with earlier specification of write through";
                    return Err(line.to_owned());
                }
                Ok("-Sw")
            }
            'h' => {
                if self.cache.is_some() || self.write_through || self.mapped {
                    return conflict("-Sh", "cache/writethrough/memory mapped");
                }
                (self.cache, self.write_through) = (Some('u'), true);
                Ok("-Sh")
            }
            'm' => {
                let clash = self.mapped || matches!(self.cache, Some('u' | 'r'));
                if clash || self.bypass.is_some() {
                    return conflict("-Sm", "memory mapped IO/unbuffered IO");
                }
                self.mapped = true;
                Ok("-Sm")
            }
            'y' | 'Y' => {
                if self.bypass.is_some() || self.mapped {
                    return Err("BypassIO of -S is given twice or with a conflict".to_owned());
                }
                self.bypass = Some(letter);
                Ok("-Sy, -SY")
            }
            // The names of DISKSPD for Linux.
            'd' => self.letter('u').map(|_| "-Sd"),
            's' => self.letter('w').map(|_| "-Ss"),
            _ => Err("ERROR: unrecognized option provided to -S".to_owned()),
        }
    }

    /// The conflict between the properties or with other options, if there is one.
    pub(super) fn clash(&self, writes: bool, no_mapping_with: Option<&str>) -> Option<String> {
        if self.bypass.is_some() && self.cache != Some('u') {
            return Some("BypassIO (-SY or -Sy) requires unbuffered IO (-Su)".to_owned());
        }
        if self.bypass.is_some() && writes {
            let text = "BypassIO (-SY or -Sy) can't be used with write operations (-w)";
            return Some(text.to_owned());
        }
        Some(match no_mapping_with.filter(|_| self.mapped)? {
            "-x" => "completion routines (-x) can't be used with memory mapped IO (-Sm)".to_owned(),
            "-u" => "IoRing (-u) can't be used with memory mapped IO (-Sm)".to_owned(),
            option => format!(
                "completion depth ({option}) cannot be used when all targets use memory mapped I/O (-Sm)"
            ),
        })
    }

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

    pub(super) fn mapped(&self) -> bool {
        self.mapped
    }
}
