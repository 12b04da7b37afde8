//! `-r`, `-s`, `-T`, `-p`: where the I/Os go.

use super::switch::{Switch, bare, some_size};
use super::{OptionProblem, Switches};
use crate::diskspd::distribution::Distribution;
use crate::diskspd::number;

/// Reads one of these options.
pub(super) fn take(letter: char, rest: &str, said: &mut Switches) -> Switch {
    match letter {
        'r' => random(rest, said),
        's' => sequential(rest, said),
        'T' => {
            said.target.thread_stride_bytes = some_size(rest, said, "invalid offset passed to -T")?;
            said.flags.push("-T");
            Ok("-T<size>")
        }
        _ => {
            bare(rest)?;
            said.target.parallel = true;
            said.flags.push("-p");
            Ok("-p")
        }
    }
}

/// 2.0 accepts `-s` repeatedly and together with `-r`: the last size applies.
fn sequential(rest: &str, said: &mut Switches) -> Switch {
    if said.random_said && !said.old {
        let line = match said.target.random_percent {
            0 => "sequential IO (-s) conflicts with random IO (-r/-rs)",
            _ => "use -r to specify IO alignment for -rs",
        };
        return Err(OptionProblem::known(line));
    }
    if said.sequential && !said.old {
        let wrong = OptionProblem::known("sequential IO (-s) specified multiple times");
        return Err(OptionProblem {
            help: "leave one out; DISKSPD 2.0 accepts both (--as 2.0)",
            ..wrong
        });
    }
    said.sequential = true;
    let stride = rest.strip_prefix('i');
    said.target.interlocked |= stride.is_some();
    let stride = stride.unwrap_or(rest);
    if !stride.is_empty() {
        let bytes = some_size(stride, said, "invalid stride size passed to -s")?;
        said.target.stride_bytes = Some(bytes);
        said.target.random_bytes = said.target.random_bytes.map(|_| bytes);
    }
    Ok(if said.target.interlocked { "-si[stride]" } else { "-s[stride]" })
}

fn random(rest: &str, said: &mut Switches) -> Switch {
    if let Some(text) = rest.strip_prefix('d') {
        said.once("-rd")?;
        said.target.distribution = Some(Distribution::read(text, said.block_bytes)?);
        return Ok("-rdpct<io/target:..>, -rdabs<io/size:..>");
    }
    if let Some(text) = rest.strip_prefix('s') {
        if text.is_empty() {
            return Err(OptionProblem::known("no random percentage passed to -rs"));
        }
        let percent = number::exact(text).filter(|percent| (1..=100).contains(percent));
        let range = "random percentage passed to -rs should be between 1 and 100";
        let percent = percent.ok_or_else(|| OptionProblem::known(range))?;
        if said.sequential && !said.random_said {
            let line = "use -r to specify IO alignment when using mixed random/sequential IO (-rs)";
            return Err(OptionProblem::known(line));
        }
        if said.has("-rs") {
            let line = "mixed random/sequential IO (-rs) specified multiple times";
            return Err(OptionProblem::known(line));
        }
        said.flags.push("-rs");
        said.target.random_percent = if percent == 100 { 0 } else { percent as u32 };
        said.target.random_bytes = said.target.random_bytes.or(Some(0));
        said.random_said = true;
        return Ok("-rs<percent>");
    }
    let line = "invalid alignment passed to -r";
    let align = if rest.is_empty() { 0 } else { some_size(rest, said, line)? };
    if said.has("-r") && !said.old {
        return Err(OptionProblem::known("random IO (-r) specified multiple times"));
    }
    if said.sequential && !said.old {
        return Err(OptionProblem::known("sequential IO (-s) conflicts with random IO (-r/-rs)"));
    }
    said.flags.push("-r");
    said.random_said = true;
    said.target.random_bytes = Some(align);
    Ok("-r[align]")
}
