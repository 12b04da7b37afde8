//! `-a`: lists and ranges of CPUs in groups, and the letters of 2.3 that set their order.

use super::profile::Affinity;

#[derive(Debug, Default)]
pub(super) struct AffinityOptions {
    pub(super) list: Vec<Affinity>,
    /// The efficiency order of 2.3, which may be given once.
    order: Option<char>,
}

const CPU_MAX: u64 = 255;
const GROUP_MAX: u64 = 65535;

impl AffinityOptions {
    pub(super) fn take(&mut self, text: &str) -> Result<&'static str, String> {
        if text.is_empty() || text == "g" {
            return Ok("-a, -ag");
        }
        if text.starts_with(|c: char| c.is_ascii_digit() || c == 'g') {
            self.list(text)?;
            return Ok("-a<cpu,..>, -ag<group>,<cpu,..>");
        }
        self.letters(text)?;
        Ok("-a[c][s][p|P|e|E|up]")
    }

    fn letters(&mut self, text: &str) -> Result<(), String> {
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let order = match letter {
                'c' | 's' => continue,
                'p' | 'P' | 'e' | 'E' => letter,
                'u' if letters.next() == Some('p') => 'u',
                'u' => return Err("'u' is written as 'up'".to_owned()),
                _ => return Err(format!("'{letter}' is not known; write CPUs such as -a0,1")),
            };
            if self.order.is_some_and(|known| known != order) {
                return Err("two efficiency orders are given".to_owned());
            }
            self.order = Some(order);
        }
        Ok(())
    }

    fn list(&mut self, text: &str) -> Result<(), String> {
        let (mut group, mut listed, mut whole) = (0u32, true, 0u32);
        let mut cpus = 0u32;
        for part in text.split(',') {
            if let Some(number) = part.strip_prefix('g') {
                if !listed {
                    whole += 1;
                    self.list.push(Affinity { group, cpu: None });
                }
                group = limited(number, GROUP_MAX, "a group")?;
                listed = false;
                continue;
            }
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => {
                    (limited(first, CPU_MAX, "a CPU")?, limited(last, CPU_MAX, "a CPU")?)
                }
                None => {
                    let cpu = limited(part, CPU_MAX, "a CPU")?;
                    (cpu, cpu)
                }
            };
            if last < first {
                return Err(format!("the range {part} runs backwards"));
            }
            self.list.extend((first..=last).map(|cpu| Affinity { group, cpu: Some(cpu) }));
            listed = true;
            cpus += 1;
        }
        if !listed {
            whole += 1;
            self.list.push(Affinity { group, cpu: None });
        }
        if whole > 1 || (whole == 1 && cpus > 0) {
            return Err(
                "a whole group must be the only value of -a; write one -a for each".to_owned()
            );
        }
        Ok(())
    }
}

fn limited(text: &str, most: u64, what: &str) -> Result<u32, String> {
    let number = super::number::exact(text).filter(|number| *number <= most);
    let number = number.ok_or_else(|| format!("\"{text}\" is not {what} (0 to {most})"))?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}
