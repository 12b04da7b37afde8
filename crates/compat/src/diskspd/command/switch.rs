//! Each option by its letter: reads its value into [`Switches`].

use super::{OptionProblem, Switches, access};
use crate::diskspd::number;
use crate::diskspd::profile::{BufferContent, Flush, Format, Throughput};
use crate::diskspd::words::Told;
use job::TextPlace;

pub(super) type Switch = Result<&'static str, OptionProblem>;

/// Reads one option; returns whether it exists.
pub(super) fn take(
    body: &str,
    spot: &TextPlace,
    said: &mut Switches,
    told: &mut Told,
) -> Result<bool, OptionProblem> {
    let mut letters = body.chars();
    let Some(letter) = letters.next() else { return Ok(false) };
    let rest = letters.as_str();
    let used = match letter {
        'a' | 'n' | 'b' | 'B' | 'c' | 'f' | 'l' | 'I' | 'N' | 'S' | 'h' | 'Z' => {
            target(letter, rest, spot, said, told)?
        }
        'r' | 's' | 'T' | 'p' => access::take(letter, rest, said)?,
        'C' | 'd' | 'W' | 'D' | 'z' | 'R' | 'v' | 'P' | ':' | 'X' | 'L' | 'x' => {
            run(letter, rest, spot, said, told)?
        }
        'F' | 't' | 'o' | 'O' | 'g' | 'i' | 'j' | 'w' | 'u' => {
            load(letter, rest, spot, said, told)?
        }
        'e' => events(rest)?,
        'y' if rest.starts_with(['s', 'f']) => "-ys, -yf",
        'y' if rest.starts_with(['r', 'p', 'e']) => "-yr, -yp, -ye",
        _ => return Ok(false),
    };
    if !used.is_empty() {
        told.uses(used, spot);
    }
    Ok(true)
}

/// A whole number. DISKSPD ignores text after it, so a note says how it was read.
fn whole(rest: &str, least: u32, spot: &TextPlace, told: &mut Told) -> Result<u32, OptionProblem> {
    let (value, junk) = number::whole(rest)
        .ok_or_else(|| OptionProblem::new(format!("\"{rest}\" is not a number")))?;
    if value < least {
        return Err(OptionProblem::new(format!("must be at least {least}")));
    }
    if junk {
        told.note(spot, format!("read as {value}, as diskspd does; it takes no unit here"));
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
fn size(rest: &str, said: &Switches, line: &str) -> Result<u64, OptionProblem> {
    number::size(rest, said.block_bytes).map_err(|why| OptionProblem::size(why, line))
}

/// A size above 0.
pub(super) fn some_size(rest: &str, said: &Switches, line: &str) -> Result<u64, OptionProblem> {
    match size(rest, said, line)? {
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
    said: &mut Switches,
    told: &mut Told,
) -> Switch {
    Ok(match letter {
        'a' => {
            said.flags.push("-a");
            said.affinity.take(rest)?
        }
        'n' => {
            bare(rest)?;
            said.flags.push("-n");
            said.span.no_affinity = true;
            "-n"
        }
        'b' if rest.starts_with('s') => match rest {
            "sn" | "sp" => "-bsn, -bsp",
            _ => return Err(OptionProblem::new("must be -bsn or -bsp")),
        },
        'b' => block(rest, said)?,
        'B' => base(rest, said)?,
        'c' => {
            said.flags.push("-c");
            given(rest)?;
            let bytes = size(rest, said, "invalid file size passed to -c")?;
            said.target.create_bytes = Some(bytes);
            "-c<size>"
        }
        'f' => end(rest, said)?,
        'l' => {
            bare(rest)?;
            said.target.large_pages = true;
            said.flags.push("-l");
            "-l"
        }
        'I' => {
            said.target.priority = whole(rest, 1, spot, told)?;
            if said.target.priority > 3 {
                return Err(OptionProblem::new("must be 1 (very low), 2 (low) or 3 (normal)"));
            }
            said.flags.push("-I");
            "-I<1-3>"
        }
        'N' => flush(rest, said)?,
        'h' => {
            bare(rest)?;
            said.flags.push("-h");
            said.cache.take_h().map_err(OptionProblem::marked)?;
            "-h"
        }
        'S' => {
            said.flags.push("-S");
            for used in said.cache.take(rest).map_err(OptionProblem::marked)? {
                told.uses(used, spot);
            }
            ""
        }
        _ => content(rest, said)?,
    })
}

fn block(rest: &str, said: &mut Switches) -> Switch {
    said.flags.push("-b");
    let line = "invalid block size passed to -b";
    let bytes = some_size(rest, said, line)?;
    if bytes > u64::from(u32::MAX) {
        let text = "a block must be smaller than 4 GiB".to_owned();
        return Err(OptionProblem { text, ..OptionProblem::known(line) });
    }
    Ok("-b<size>")
}

fn flush(rest: &str, said: &mut Switches) -> Switch {
    said.target.flush = Some(match rest {
        "v" => Flush::View,
        "n" => Flush::Memory,
        "i" => Flush::MemoryNoDrain,
        _ => return Err(OptionProblem::new("must be -Nv, -Nn or -Ni")),
    });
    said.flags.push("-N");
    Ok("-N<v|n|i>")
}

fn base(rest: &str, said: &mut Switches) -> Switch {
    said.once("-B")?;
    let (start, length) = match rest.split_once(':') {
        Some((start, length)) => (start, Some(length)),
        None => (rest, None),
    };
    given(start)?;
    let line = "invalid base file offset passed to -B";
    said.target.base_bytes = size(start, said, line)?;
    if let Some(length) = length {
        let length = some_size(length, said, line)?;
        limit(said, said.target.base_bytes.saturating_add(length))?;
    }
    Ok("-B<size>[:<length>]")
}

fn limit(said: &mut Switches, end_bytes: u64) -> Result<(), OptionProblem> {
    if said.has("-f<size>") {
        let line = "maximum target offset (-B:<size>|-f<size>) can only be specified once";
        return Err(OptionProblem::known(line));
    }
    said.flags.push("-f<size>");
    said.target.max_bytes = end_bytes;
    Ok(())
}

fn end(rest: &str, said: &mut Switches) -> Switch {
    if !rest.is_empty() && rest.chars().all(|letter| "rst".contains(letter)) {
        for letter in rest.chars() {
            said.target.hints["rst".find(letter).unwrap_or(0)] = true;
        }
        said.flags.push("-f<rst>");
        return Ok("-f<rst>");
    }
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(OptionProblem::new(
            "must be a size such as -f4G, or hints such as -fr, -fs, -ft",
        ));
    }
    let bytes = some_size(rest, said, "invalid max file size passed to -f")?;
    limit(said, bytes)?;
    Ok("-f<size>")
}

fn content(rest: &str, said: &mut Switches) -> Switch {
    said.flags.push("-Z");
    Ok(match rest {
        "" => {
            said.target.content = BufferContent::Zeros;
            "-Z"
        }
        "r" => {
            said.span.random_writes = true;
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
            let bytes = some_size(bytes, said, "invalid size passed to -Z")?;
            let used = if file.is_some() { "-Z<size>,<file>" } else { "-Z<size>" };
            said.target.content = BufferContent::Random(bytes, file);
            used
        }
    })
}

fn run(letter: char, rest: &str, spot: &TextPlace, said: &mut Switches, told: &mut Told) -> Switch {
    Ok(match letter {
        'd' => {
            said.times[0] = Some(whole(rest, 0, spot, told)?);
            "-d<seconds>"
        }
        'W' => {
            said.times[1] = Some(whole(rest, 0, spot, told)?);
            "-W<seconds>"
        }
        'C' => {
            said.times[2] = Some(whole(rest, 0, spot, told)?).filter(|seconds| *seconds > 0);
            if said.times[2].is_some() { "-C<seconds>" } else { "" }
        }
        'D' => bucket(rest, spot, said, told),
        'z' => {
            let seed = if rest.is_empty() {
                None
            } else {
                let line = format!(
                    "invalid random seed value '{rest}' specified - must be a valid 32 bit integer"
                );
                Some(number::exact(rest).ok_or_else(|| OptionProblem::known(line))?)
            };
            said.seed = Some(seed);
            "-z[seed]"
        }
        'R' => results(rest, said)?,
        'v' => match rest {
            "" | "s" => {
                said.verbose = true;
                if rest == "s" { "-v, -vs" } else { "" }
            }
            _ => return Err(OptionProblem::new("must be -v or -vs")),
        },
        'P' => {
            said.progress = if rest.is_empty() { 65536 } else { whole(rest, 1, spot, told)? };
            said.flags.push("-P");
            "-P[ios]"
        }
        ':' => "-:<bits>",
        'X' => {
            if rest.is_empty() {
                return Err(OptionProblem::new("names no file"));
            }
            if said.xml.is_some() {
                let line = "multiple XML profiles specified (-X)";
                return Err(OptionProblem::known(line));
            }
            said.xml = Some((rest.to_owned(), spot.clone()));
            "-X<file>"
        }
        'L' => {
            bare(rest)?;
            said.span.latency = true;
            said.flags.push("-L");
            "-L"
        }
        _ => {
            bare(rest)?;
            said.span.completion_routines = true;
            said.flags.push("-x");
            "-x"
        }
    })
}

/// DISKSPD silently takes a value that is no number of milliseconds above 0 as one second.
fn bucket(rest: &str, spot: &TextPlace, said: &mut Switches, told: &mut Told) -> &'static str {
    let said_ms = number::whole(rest).filter(|(ms, _)| *ms > 0);
    let ms = said_ms.map_or(1000, |(ms, _)| ms);
    if !rest.is_empty() && said_ms.is_none_or(|(_, junk)| junk) {
        told.note(spot, format!("read as {ms} milliseconds, as diskspd does"));
    }
    said.span.iops_bucket_ms = Some(ms);
    said.flags.push("-D");
    "-D[ms]"
}

fn results(rest: &str, said: &mut Switches) -> Switch {
    if let Some(form) = rest.strip_prefix('s') {
        if !matches!(form, "" | "text" | "xml") {
            return Err(OptionProblem::new("must be -Rs, -Rstext or -Rsxml"));
        }
        said.system_only = true;
        return Ok("-Rs[text|xml]");
    }
    let (form, only) = rest.strip_prefix('p').map_or((rest, false), |form| (form, true));
    said.format = match form {
        "text" => Some(Format::Text),
        "xml" => Some(Format::Xml),
        "" if only => said.format,
        "" => {
            let line = "unspecified results format -R: use [p]<text|xml>";
            return Err(OptionProblem::known(line));
        }
        _ => return Err(OptionProblem::known(format!("invalid results format (-R): '{form}'"))),
    };
    said.profile_only = only;
    Ok("-R[p]text, -R[p]xml")
}

fn load(
    letter: char,
    rest: &str,
    spot: &TextPlace,
    said: &mut Switches,
    told: &mut Told,
) -> Switch {
    let mut count = |rest: &str| whole(rest, 1, spot, told);
    Ok(match letter {
        'F' => {
            said.span.threads = count(rest)?;
            said.flags.push("-F");
            "-F<threads>"
        }
        't' => {
            said.target.threads = count(rest)?;
            said.flags.push("-t");
            "-t<threads>"
        }
        'o' if rest.starts_with('c') => {
            let value = number::exact(&rest[1..]).filter(|value| (1..=16).contains(value));
            value.ok_or_else(|| OptionProblem::new("must be a number from 1 to 16"))?;
            said.flags.push("-oc");
            "-oc<1-16>"
        }
        'o' => {
            said.target.requests = count(rest)?;
            said.flags.push("-o");
            "-o<ios>"
        }
        'O' => {
            said.span.requests = count(rest)?;
            said.flags.push("-O");
            "-O<ios>"
        }
        'i' => {
            said.target.burst = count(rest)?;
            said.flags.push("-i");
            "-i<ios>"
        }
        'j' => {
            said.target.think_ms = count(rest)?;
            said.flags.push("-j");
            "-j<ms>"
        }
        'g' => throughput(rest, said)?,
        'w' => {
            if rest.is_empty() && !said.old {
                return Err(OptionProblem::known("no write ratio passed to -w"));
            }
            // 2.0 takes `-w` as `-w0`.
            let percent = if rest.is_empty() { Some(0) } else { number::exact(rest) };
            let percent = percent.filter(|percent| *percent <= 100);
            let line = "write ratio passed to -w must be between 0 and 100 (percent)";
            said.target.write_percent = percent.ok_or_else(|| OptionProblem::known(line))? as u32;
            said.flags.push("-w");
            "-w<percent>"
        }
        _ => ring(rest, said)?,
    })
}

fn throughput(rest: &str, said: &mut Switches) -> Switch {
    let (digits, iops) = rest.strip_suffix('i').map_or((rest, false), |digits| (digits, true));
    let value = number::exact(digits).and_then(|value| u32::try_from(value).ok());
    let value = value.filter(|value| *value > 0).ok_or_else(|| {
        OptionProblem::new(
            "must be bytes per millisecond such as -g1024, or I/Os per second such as -g100i",
        )
    })?;
    said.flags.push("-g");
    said.target.throughput =
        Some(if iops { Throughput::Iops(value) } else { Throughput::BytesPerMs(value) });
    Ok(if iops { "-g<iops>i" } else { "-g<bytes>" })
}

fn ring(rest: &str, said: &mut Switches) -> Switch {
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
    said.span.ring = Some(batch);
    said.flags.push("-u");
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
