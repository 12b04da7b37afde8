//! Each option by its letter: reads its value into [`Switches`].

use super::{OptionProblem, Switches, access};
use crate::diskspd::number;
use crate::diskspd::profile::{BufferContent, Flush, Format, Throughput};
use crate::diskspd::words::DiskspdFindings;
use job::TextPlace;

pub(super) type Switch = Result<&'static str, OptionProblem>;

/// Reads one option; returns whether it exists.
pub(super) fn take(
    body: &str,
    spot: &TextPlace,
    switches: &mut Switches,
    findings: &mut DiskspdFindings,
) -> Result<bool, OptionProblem> {
    let mut letters = body.chars();
    let Some(letter) = letters.next() else { return Ok(false) };
    let rest = letters.as_str();
    let used = match letter {
        'a' | 'n' | 'b' | 'B' | 'c' | 'f' | 'l' | 'I' | 'N' | 'S' | 'h' | 'Z' => {
            target(letter, rest, spot, switches, findings)?
        }
        'r' | 's' | 'T' | 'p' => access::take(letter, rest, switches)?,
        'C' | 'd' | 'W' | 'D' | 'z' | 'R' | 'v' | 'P' | ':' | 'X' | 'L' | 'x' => {
            run(letter, rest, spot, switches, findings)?
        }
        'F' | 't' | 'o' | 'O' | 'g' | 'i' | 'j' | 'w' | 'u' => {
            load(letter, rest, spot, switches, findings)?
        }
        'e' => events(rest)?,
        'y' if rest.starts_with(['s', 'f']) => "-ys, -yf",
        'y' if rest.starts_with(['r', 'p', 'e']) => "-yr, -yp, -ye",
        _ => return Ok(false),
    };
    if !used.is_empty() {
        findings.uses(used, spot);
    }
    Ok(true)
}

/// A whole number. DISKSPD ignores text after it, so a note says how it was read.
fn whole(
    rest: &str,
    least: u32,
    spot: &TextPlace,
    findings: &mut DiskspdFindings,
) -> Result<u32, OptionProblem> {
    let (value, junk) = number::whole(rest)
        .ok_or_else(|| OptionProblem::new(format!("\"{rest}\" is not a number")))?;
    if value < least {
        return Err(OptionProblem::new(format!("must be at least {least}")));
    }
    if junk {
        findings.note(spot, format!("read as {value}, as diskspd does; it takes no unit here"));
    }
    Ok(value)
}

pub(super) fn bare(rest: &str) -> Result<(), OptionProblem> {
    if rest.is_empty() {
        Ok(())
    } else {
        Err(OptionProblem::new(format!("\"{rest}\" does not belong here")))
    }
}

/// A size; `line` is DISKSPD's text for one that cannot be read.
fn size(rest: &str, switches: &Switches, line: &str) -> Result<u64, OptionProblem> {
    number::size(rest, switches.block_bytes).map_err(|why| OptionProblem::size(why, line))
}

/// A size above 0.
pub(super) fn some_size(rest: &str, switches: &Switches, line: &str) -> Result<u64, OptionProblem> {
    match size(rest, switches, line)? {
        0 => {
            Err(OptionProblem { text: "must be above 0".to_owned(), ..OptionProblem::known(line) })
        }
        bytes => Ok(bytes),
    }
}

fn given(rest: &str) -> Result<(), OptionProblem> {
    if rest.is_empty() { Err(OptionProblem::new("names no size")) } else { Ok(()) }
}

fn target(
    letter: char,
    rest: &str,
    spot: &TextPlace,
    switches: &mut Switches,
    findings: &mut DiskspdFindings,
) -> Switch {
    Ok(match letter {
        'a' => {
            switches.flags.push("-a");
            switches.affinity.take(rest)?
        }
        'n' => {
            bare(rest)?;
            switches.flags.push("-n");
            switches.span.no_affinity = true;
            "-n"
        }
        'b' if rest.starts_with('s') => match rest {
            "sn" | "sp" => "-bsn, -bsp",
            _ => return Err(OptionProblem::new("must be -bsn or -bsp")),
        },
        'b' => block(rest, switches)?,
        'B' => base(rest, switches)?,
        'c' => {
            switches.flags.push("-c");
            given(rest)?;
            let bytes = size(rest, switches, "invalid file size passed to -c")?;
            switches.target.create_bytes = Some(bytes);
            "-c<size>"
        }
        'f' => end(rest, switches)?,
        'l' => {
            bare(rest)?;
            switches.target.large_pages = true;
            switches.flags.push("-l");
            "-l"
        }
        'I' => {
            switches.target.priority = whole(rest, 1, spot, findings)?;
            if switches.target.priority > 3 {
                return Err(OptionProblem::new("must be 1 (very low), 2 (low) or 3 (normal)"));
            }
            switches.flags.push("-I");
            "-I<1-3>"
        }
        'N' => flush(rest, switches)?,
        'h' => {
            bare(rest)?;
            switches.flags.push("-h");
            switches.cache.take_h().map_err(OptionProblem::marked)?;
            "-h"
        }
        'S' => {
            switches.flags.push("-S");
            for used in switches.cache.take(rest).map_err(OptionProblem::marked)? {
                findings.uses(used, spot);
            }
            ""
        }
        _ => content(rest, switches)?,
    })
}

fn block(rest: &str, switches: &mut Switches) -> Switch {
    switches.flags.push("-b");
    let line = "invalid block size passed to -b";
    let bytes = some_size(rest, switches, line)?;
    if bytes > u64::from(u32::MAX) {
        let text = "a block must be smaller than 4 GiB".to_owned();
        return Err(OptionProblem { text, ..OptionProblem::known(line) });
    }
    Ok("-b<size>")
}

fn flush(rest: &str, switches: &mut Switches) -> Switch {
    switches.target.flush = Some(match rest {
        "v" => Flush::View,
        "n" => Flush::Memory,
        "i" => Flush::MemoryNoDrain,
        _ => return Err(OptionProblem::new("must be -Nv, -Nn or -Ni")),
    });
    switches.flags.push("-N");
    Ok("-N<v|n|i>")
}

fn base(rest: &str, switches: &mut Switches) -> Switch {
    switches.once("-B")?;
    let (start, length) = match rest.split_once(':') {
        Some((start, length)) => (start, Some(length)),
        None => (rest, None),
    };
    given(start)?;
    let line = "invalid base file offset passed to -B";
    switches.target.base_bytes = size(start, switches, line)?;
    if let Some(length) = length {
        let length = some_size(length, switches, line)?;
        limit(switches, switches.target.base_bytes.saturating_add(length))?;
    }
    Ok("-B<size>[:<length>]")
}

fn limit(switches: &mut Switches, end_bytes: u64) -> Result<(), OptionProblem> {
    if switches.has("-f<size>") {
        let line = "maximum target offset (-B:<size>|-f<size>) can only be specified once";
        return Err(OptionProblem::known(line));
    }
    switches.flags.push("-f<size>");
    switches.target.max_bytes = end_bytes;
    Ok(())
}

fn end(rest: &str, switches: &mut Switches) -> Switch {
    if !rest.is_empty() && rest.chars().all(|letter| "rst".contains(letter)) {
        for letter in rest.chars() {
            switches.target.hints["rst".find(letter).unwrap_or(0)] = true;
        }
        switches.flags.push("-f<rst>");
        return Ok("-f<rst>");
    }
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(OptionProblem::new(
            "must be a size such as -f4G, or hints such as -fr, -fs, -ft",
        ));
    }
    let bytes = some_size(rest, switches, "invalid max file size passed to -f")?;
    limit(switches, bytes)?;
    Ok("-f<size>")
}

fn content(rest: &str, switches: &mut Switches) -> Switch {
    switches.flags.push("-Z");
    Ok(match rest {
        "" => {
            switches.target.content = BufferContent::Zeros;
            "-Z"
        }
        "r" => {
            switches.span.random_writes = true;
            "-Zr"
        }
        _ => {
            let (bytes, file) = match rest.split_once(',') {
                Some((bytes, file)) => (bytes, Some(file.to_owned())),
                None => (rest, None),
            };
            if file.as_deref() == Some("") {
                return Err(OptionProblem::new("names no file after the comma"));
            }
            let bytes = some_size(bytes, switches, "invalid size passed to -Z")?;
            let used = if file.is_some() { "-Z<size>,<file>" } else { "-Z<size>" };
            switches.target.content = BufferContent::Random(bytes, file);
            used
        }
    })
}

/// The seed of `-z`; `None` if it has no value.
fn seed(rest: &str) -> Result<Option<u64>, OptionProblem> {
    if rest.is_empty() {
        return Ok(None);
    }
    let line =
        format!("invalid random seed value '{rest}' specified - must be a valid 32 bit integer");
    Ok(Some(number::exact(rest).ok_or_else(|| OptionProblem::known(line))?))
}

fn run(
    letter: char,
    rest: &str,
    spot: &TextPlace,
    switches: &mut Switches,
    findings: &mut DiskspdFindings,
) -> Switch {
    Ok(match letter {
        'd' => {
            switches.times[0] = Some(whole(rest, 0, spot, findings)?);
            "-d<seconds>"
        }
        'W' => {
            switches.times[1] = Some(whole(rest, 0, spot, findings)?);
            "-W<seconds>"
        }
        'C' => {
            switches.times[2] =
                Some(whole(rest, 0, spot, findings)?).filter(|seconds| *seconds > 0);
            if switches.times[2].is_some() { "-C<seconds>" } else { "" }
        }
        'D' => bucket(rest, spot, switches, findings),
        'z' => {
            switches.seed = Some(seed(rest)?);
            "-z[seed]"
        }
        'R' => results(rest, switches)?,
        'v' => match rest {
            "" | "s" => {
                switches.verbose = true;
                if rest == "s" { "-v, -vs" } else { "" }
            }
            _ => return Err(OptionProblem::new("must be -v or -vs")),
        },
        'P' => {
            switches.progress =
                if rest.is_empty() { 65536 } else { whole(rest, 1, spot, findings)? };
            switches.flags.push("-P");
            "-P[ios]"
        }
        ':' => "-:<bits>",
        'X' => {
            if rest.is_empty() {
                return Err(OptionProblem::new("names no file"));
            }
            if switches.xml.is_some() {
                let line = "multiple XML profiles specified (-X)";
                return Err(OptionProblem::known(line));
            }
            switches.xml = Some((rest.to_owned(), spot.clone()));
            "-X<file>"
        }
        'L' => {
            bare(rest)?;
            switches.span.latency = true;
            switches.flags.push("-L");
            "-L"
        }
        _ => {
            bare(rest)?;
            switches.span.completion_routines = true;
            switches.flags.push("-x");
            "-x"
        }
    })
}

/// DISKSPD silently takes a value that is no number of milliseconds above 0 as one second.
fn bucket(
    rest: &str,
    spot: &TextPlace,
    switches: &mut Switches,
    findings: &mut DiskspdFindings,
) -> &'static str {
    let said_ms = number::whole(rest).filter(|(ms, _)| *ms > 0);
    let ms = said_ms.map_or(1000, |(ms, _)| ms);
    if !rest.is_empty() && said_ms.is_none_or(|(_, junk)| junk) {
        findings.note(spot, format!("read as {ms} milliseconds, as diskspd does"));
    }
    switches.span.iops_bucket_ms = Some(ms);
    switches.flags.push("-D");
    "-D[ms]"
}

fn results(rest: &str, switches: &mut Switches) -> Switch {
    if let Some(form) = rest.strip_prefix('s') {
        if !matches!(form, "" | "text" | "xml") {
            return Err(OptionProblem::new("must be -Rs, -Rstext or -Rsxml"));
        }
        switches.system_only = true;
        return Ok("-Rs[text|xml]");
    }
    let (form, only) = rest.strip_prefix('p').map_or((rest, false), |form| (form, true));
    switches.format = match form {
        "text" => Some(Format::Text),
        "xml" => Some(Format::Xml),
        "" if only => switches.format,
        "" => {
            let line = "unspecified results format -R: use [p]<text|xml>";
            return Err(OptionProblem::known(line));
        }
        _ => return Err(OptionProblem::known(format!("invalid results format (-R): '{form}'"))),
    };
    switches.profile_only = only;
    Ok("-R[p]text, -R[p]xml")
}

fn load(
    letter: char,
    rest: &str,
    spot: &TextPlace,
    switches: &mut Switches,
    findings: &mut DiskspdFindings,
) -> Switch {
    let mut count = |rest: &str| whole(rest, 1, spot, findings);
    Ok(match letter {
        'F' => {
            switches.span.threads = count(rest)?;
            switches.flags.push("-F");
            "-F<threads>"
        }
        't' => {
            switches.target.threads = count(rest)?;
            switches.flags.push("-t");
            "-t<threads>"
        }
        'o' if rest.starts_with('c') => {
            let value = number::exact(&rest[1..]).filter(|value| (1..=16).contains(value));
            value.ok_or_else(|| OptionProblem::new("must be a number from 1 to 16"))?;
            switches.flags.push("-oc");
            "-oc<1-16>"
        }
        'o' => {
            switches.target.requests = count(rest)?;
            switches.flags.push("-o");
            "-o<ios>"
        }
        'O' => {
            switches.span.requests = count(rest)?;
            switches.flags.push("-O");
            "-O<ios>"
        }
        'i' => {
            switches.target.burst = count(rest)?;
            switches.flags.push("-i");
            "-i<ios>"
        }
        'j' => {
            switches.target.think_ms = count(rest)?;
            switches.flags.push("-j");
            "-j<ms>"
        }
        'g' => throughput(rest, switches)?,
        'w' => {
            if rest.is_empty() && !switches.old {
                return Err(OptionProblem::known("no write ratio passed to -w"));
            }
            // 2.0 takes `-w` as `-w0`.
            let percent = if rest.is_empty() { Some(0) } else { number::exact(rest) };
            let percent = percent.filter(|percent| *percent <= 100);
            let line = "write ratio passed to -w must be between 0 and 100 (percent)";
            switches.target.write_percent =
                percent.ok_or_else(|| OptionProblem::known(line))? as u32;
            switches.flags.push("-w");
            "-w<percent>"
        }
        _ => ring(rest, switches)?,
    })
}

fn throughput(rest: &str, switches: &mut Switches) -> Switch {
    let (digits, iops) = rest.strip_suffix('i').map_or((rest, false), |digits| (digits, true));
    let value = number::exact(digits).and_then(|value| u32::try_from(value).ok());
    let value = value.filter(|value| *value > 0).ok_or_else(|| {
        OptionProblem::new(
            "must be bytes per millisecond such as -g1024, or I/Os per second such as -g100i",
        )
    })?;
    switches.flags.push("-g");
    switches.target.throughput =
        Some(if iops { Throughput::Iops(value) } else { Throughput::BytesPerMs(value) });
    Ok(if iops { "-g<iops>i" } else { "-g<bytes>" })
}

fn ring(rest: &str, switches: &mut Switches) -> Switch {
    let rest = rest.strip_prefix('n').unwrap_or(rest);
    let (digits, percent) = rest.strip_suffix('p').map_or((rest, false), |digits| (digits, true));
    let most = if percent { 100 } else { 65536 };
    let batch = match rest {
        "" => (25, true),
        _ => {
            let value = number::exact(digits).filter(|value| (1..=most).contains(value));
            let value = value.ok_or_else(|| {
                OptionProblem::new("must be a count up to 65536 or a percentage such as 25p")
            })?;
            (value as u32, percent)
        }
    };
    switches.span.ring = Some(batch);
    switches.flags.push("-u");
    Ok("-u[n][count|percent p]")
}

fn events(rest: &str) -> Switch {
    let known = [
        "PROCESS",
        "THREAD",
        "IMAGE_LOAD",
        "DISK_IO",
        "MEMORY_PAGE_FAULTS",
        "MEMORY_HARD_FAULTS",
        "NETWORK",
        "REGISTRY",
        "p",
        "q",
        "s",
        "c",
    ];
    if known.contains(&rest) {
        return Ok("-e<what>");
    }
    Err(OptionProblem::new(format!("\"{rest}\" is not known; there is no event tracing here")))
}
