//! `-r`, `-s`, `-T`, `-p`: where the I/Os go.

use super::switch::{Switch, bare, some_size};
use super::{OptionProblem, Switches};
use crate::diskspd::distribution::Distribution;
use crate::diskspd::number;

pub(super) fn take(letter: char, rest: &str, switches: &mut Switches) -> Switch {
    match letter {
        'r' => random(rest, switches),
        's' => sequential(rest, switches),
        'T' => {
            switches.target.thread_stride_bytes =
                some_size(rest, switches, "invalid offset passed to -T")?;
            switches.flags.push("-T");
            Ok("-T<size>")
        }
        _ => {
            bare(rest)?;
            switches.target.parallel = true;
            switches.flags.push("-p");
            Ok("-p")
        }
    }
}

/// 2.0 accepts `-s` repeatedly and together with `-r`: the last size applies.
fn sequential(rest: &str, switches: &mut Switches) -> Switch {
    if switches.random_said && !switches.old {
        let line = match switches.target.random_percent {
            0 => "sequential IO (-s) conflicts with random IO (-r/-rs)",
            _ => "use -r to specify IO alignment for -rs",
        };
        return Err(OptionProblem::known(line));
    }
    if switches.sequential && !switches.old {
        let wrong = OptionProblem::known("sequential IO (-s) specified multiple times");
        return Err(OptionProblem {
            help: "leave one out; DISKSPD 2.0 accepts both (--as 2.0)",
            ..wrong
        });
    }
    switches.sequential = true;
    let stride = rest.strip_prefix('i');
    switches.target.interlocked |= stride.is_some();
    let stride = stride.unwrap_or(rest);
    if !stride.is_empty() {
        let bytes = some_size(stride, switches, "invalid stride size passed to -s")?;
        switches.target.stride_bytes = Some(bytes);
        switches.target.random_bytes = switches.target.random_bytes.map(|_| bytes);
    }
    Ok(if switches.target.interlocked { "-si[stride]" } else { "-s[stride]" })
}

fn random(rest: &str, switches: &mut Switches) -> Switch {
    if let Some(text) = rest.strip_prefix('d') {
        switches.once("-rd")?;
        switches.target.distribution = Some(Distribution::read(text, switches.block_bytes)?);
        return Ok("-rdpct<io/target:..>, -rdabs<io/size:..>");
    }
    if let Some(text) = rest.strip_prefix('s') {
        if text.is_empty() {
            return Err(OptionProblem::known("no random percentage passed to -rs"));
        }
        let percent = number::exact(text).filter(|percent| (1..=100).contains(percent));
        let range = "random percentage passed to -rs should be between 1 and 100";
        let percent = percent.ok_or_else(|| OptionProblem::known(range))?;
        if switches.sequential && !switches.random_said {
            let line = "use -r to specify IO alignment when using mixed random/sequential IO (-rs)";
            return Err(OptionProblem::known(line));
        }
        if switches.has("-rs") {
            let line = "mixed random/sequential IO (-rs) specified multiple times";
            return Err(OptionProblem::known(line));
        }
        switches.flags.push("-rs");
        switches.target.random_percent = if percent == 100 { 0 } else { percent as u32 };
        switches.target.random_bytes = switches.target.random_bytes.or(Some(0));
        switches.random_said = true;
        return Ok("-rs<percent>");
    }
    let line = "invalid alignment passed to -r";
    let align = if rest.is_empty() { 0 } else { some_size(rest, switches, line)? };
    if switches.has("-r") && !switches.old {
        return Err(OptionProblem::known("random IO (-r) specified multiple times"));
    }
    if switches.sequential && !switches.old {
        return Err(OptionProblem::known("sequential IO (-s) conflicts with random IO (-r/-rs)"));
    }
    switches.flags.push("-r");
    switches.random_said = true;
    switches.target.random_bytes = Some(align);
    Ok("-r[align]")
}
