//! Reads SQLIO's command line: every option with its place, contradictions, and the files.

use super::parameters::{self, ParameterLine};
use super::words::{Word, split};
use super::{Buffering, FileView, PerCpu, Timer, View, Way, build, options};
use crate::findings::ForeignFindings;
use crate::foreign::{Foreign, Load, Mapping};
use std::ops::Range;

/// The most threads and the most files, as in SQLIO.
const MANY: u32 = 256;

/// Values as given, with the words that gave them.
#[derive(Debug, Default)]
pub(super) struct SqlioOptions {
    usage: bool,
    pub(super) zeros: bool,
    writes: bool,
    threads: Option<(Range<usize>, u32)>,
    seconds: Option<u32>,
    block_kib: Option<u32>,
    factor: Option<(Range<usize>, Factor)>,
    run: Option<(Range<usize>, u32)>,
    same_run: bool,
    outstanding: Option<u32>,
    blocks_of: Option<Range<usize>>,
    drives: Option<(Range<usize>, String)>,
    raw: Option<(Range<usize>, String)>,
    pub(super) cpu: Option<(Range<usize>, u32)>,
    pub(super) mask: Option<(Range<usize>, u64)>,
    start_block: u32,
    latency: Option<Timer>,
    report_cpu: Option<PerCpu>,
    buffering: Option<Buffering>,
    parameter_file: Option<(Range<usize>, String)>,
    files: Vec<(Range<usize>, String)>,
}

/// The value of `-f`.
#[derive(Clone, Copy, Debug)]
enum Factor {
    Blocks(u32),
    Random,
    Sequential,
}

/// A file, the place where it is named (source and span), and the line that names it.
#[derive(Debug)]
pub(super) struct NamedFile {
    pub(super) source: usize,
    pub(super) span: Range<usize>,
    pub(super) line: ParameterLine,
}

/// Reads a command line without the program's name; writes use random data.
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<View> {
    read_with(words, false, load, maps)
}

/// As [`read`]; with `zeros`, writes use zeros as in SQLIO.
pub fn read_with(words: &[String], zeros: bool, load: Load<'_>, maps: &[Mapping]) -> Foreign<View> {
    let (command, words) = split(words);
    let mut findings = ForeignFindings::new(command);
    let mut said = SqlioOptions { zeros, ..SqlioOptions::default() };
    for word in &words {
        take(&mut said, word, &mut findings);
    }
    contradictions(&said, &mut findings);
    let named = if said.usage { Vec::new() } else { files(&said, load, maps, &mut findings) };
    let view = view(&said, &named, &mut findings);
    let workload = (findings.is_right() && !said.usage)
        .then(|| build::workload(&view, &said, &named, maps, &mut findings));
    let workload = workload.flatten().filter(|_| findings.is_right());
    findings.foreign(workload, view)
}

fn take(said: &mut SqlioOptions, word: &Word, findings: &mut ForeignFindings) {
    let span = word.span.clone();
    let Some(option) = word.text.strip_prefix('-') else {
        if word.text == "/?" {
            said.usage = true;
        } else {
            said.files.push((span, word.text.clone()));
        }
        return;
    };
    let mut letters = option.chars();
    let letter = letters.next().unwrap_or(' ');
    let value = letters.as_str();
    match letter {
        'k' => match value {
            "R" => said.writes = false,
            "W" => {
                said.writes = true;
                findings.used(options::of(options::DATA).filter(|_| !said.zeros), &span);
            }
            _ => findings.problem(
                &span,
                format!("-k takes R or W, not \"{value}\""),
                "write -kR or -kW; `plimsoll sqlio --sweep '... -k(R,W)'` does one after the other",
            ),
        },
        't' => said.threads = count(word, value, 1..=MANY, findings).map(|n| (span, n)),
        's' => said.seconds = count(word, value, 1..=u32::MAX, findings),
        'b' => said.block_kib = count(word, value, 1..=65_536, findings),
        'f' => factor(said, span, value, word, findings),
        'i' => said.run = count(word, value, 1..=u32::MAX, findings).map(|n| (span, n)),
        'o' => said.outstanding = count(word, value, 0..=4096, findings).filter(|n| *n > 0),
        'd' => said.drives = text(word, value, "letters of drives", findings),
        'R' => said.raw = text(word, value, "numbers of disks or letters of partitions", findings),
        'F' => said.parameter_file = text(word, value, "the name of a file", findings),
        'S' => said.start_block = count(word, value, 0..=u32::MAX, findings).unwrap_or(0),
        'p' => {
            let (name, rest) = match value.strip_prefix('I') {
                Some(rest) => ("-pI", rest),
                None => ("-p", value),
            };
            findings.used(options::of(name), &span);
            said.cpu = count(word, rest, 0..=1023, findings).map(|n| (span, n));
        }
        'a' => mask(said, word, value, findings),
        'B' => buffering(said, word, value, findings),
        _ => seldom(said, word, letter, value, findings),
    }
}

fn seldom(
    said: &mut SqlioOptions,
    word: &Word,
    letter: char,
    value: &str,
    findings: &mut ForeignFindings,
) {
    let span = &word.span;
    match (letter, value) {
        ('?', _) => said.usage = true,
        ('6', "4") | ('v', "1.1.1") => said.same_run |= letter == 'v',
        ('L', "S" | "P" | "Si" | "Pi") => {
            let system = value.starts_with('S');
            said.latency = Some(if system { Timer::System } else { Timer::Processor });
            findings.used(options::of(if system { "-LS" } else { "-LP" }), span);
            if value.ends_with('i') {
                findings.used(options::of("-L?i"), span);
            }
        }
        ('U', "" | "p") => {
            said.report_cpu = Some(if value == "p" { PerCpu::Each } else { PerCpu::All });
            findings.used(options::of("-U"), span);
        }
        ('m', _) if value.starts_with(['C', 'S']) => {
            said.blocks_of = Some(span.clone());
            findings.used(options::of(if value.starts_with('C') { "-mC" } else { "-mS" }), span);
            count(word, &value[1..], 1..=65_536, findings);
        }
        ('L', _) => findings.problem(
            span,
            "-L takes S or P",
            "write -LS; without -L the report has no latencies",
        ),
        ('m', _) => findings.problem(
            span,
            "-m takes C or S and the number of sub-blocks",
            "leave it out: an I/O is one piece here",
        ),
        ('v', _) => {
            findings.problem(span, "-v takes 1.1.1", "leave it out, or write -v1.1.1");
        }
        _ => {
            let name = format!("-{letter}");
            if options::of(&name).is_some_and(|_| "DTIceqWzr".contains(letter)) {
                findings.used(options::of(&name), span);
            } else {
                findings.problem(span,
                    format!("there is no option {}", word.text),
                    "options are case-sensitive, with the value directly after the letter, such as -kR -s30 -frandom -o8 -b8 -LS",
                );
            }
        }
    }
}

fn factor(
    said: &mut SqlioOptions,
    span: Range<usize>,
    value: &str,
    word: &Word,
    findings: &mut ForeignFindings,
) {
    let factor = match value {
        "random" => Some(Factor::Random),
        "sequential" => Some(Factor::Sequential),
        _ if value.starts_with(|c: char| c.is_ascii_digit()) => {
            count(word, value, 1..=u32::MAX, findings).map(Factor::Blocks)
        }
        _ => {
            findings.problem(
                &span,
                format!("-f takes a number of blocks, random or sequential, not \"{value}\""),
                "write -frandom, -fsequential or such as -f64",
            );
            None
        }
    };
    said.factor = factor.map(|factor| (span, factor));
}

fn mask(said: &mut SqlioOptions, word: &Word, value: &str, findings: &mut ForeignFindings) {
    let (name, rest) = if let Some(rest) = value.strip_prefix("RI") {
        ("-aRI", rest)
    } else if let Some(rest) = value.strip_prefix('R') {
        ("-aR", rest)
    } else {
        ("-a", value)
    };
    match parameters::mask(rest) {
        Some(mask) => {
            if mask != 0 {
                findings.used(options::of(name), &word.span);
            }
            said.mask = Some((word.span.clone(), mask));
        }
        None => findings.problem(
            &word.span,
            format!("{name} takes a mask, not \"{rest}\""),
            "write it in hexadecimal such as -a0xf, or as a decimal number",
        ),
    }
}

fn buffering(said: &mut SqlioOptions, word: &Word, value: &str, findings: &mut ForeignFindings) {
    said.buffering = match value {
        "N" => Some(Buffering::None),
        "Y" => Some(Buffering::Both),
        "H" => Some(Buffering::Disk),
        "S" => Some(Buffering::File),
        _ => {
            findings.problem(
                &word.span,
                format!("-B takes N, Y, H or S, not \"{value}\""),
                "N uses no caches, H the disk's, S the file system's, Y both",
            );
            None
        }
    };
}

fn count(
    word: &Word,
    value: &str,
    range: std::ops::RangeInclusive<u32>,
    findings: &mut ForeignFindings,
) -> Option<u32> {
    let number = value.parse().ok().filter(|n| range.contains(n));
    if number.is_none() {
        let letter: String = word.text.chars().take(2).collect();
        findings.problem(
            &word.span,
            format!("{letter} takes a number, {} to {}", range.start(), range.end()),
            format!(
                "write it directly after the letter, such as {letter}{}",
                (*range.start()).max(8)
            ),
        );
    }
    number
}

fn text(
    word: &Word,
    value: &str,
    what: &str,
    findings: &mut ForeignFindings,
) -> Option<(Range<usize>, String)> {
    if value.is_empty() {
        let name = &word.text;
        findings.problem(
            &word.span,
            format!("{name} takes {what}"),
            format!("write it directly after the letter, without a space: {name}..."),
        );
        return None;
    }
    Some((word.span.clone(), value.to_owned()))
}

fn contradictions(said: &SqlioOptions, findings: &mut ForeignFindings) {
    let both = |findings: &mut ForeignFindings, span: &Range<usize>, text: &str| {
        findings.problem(span, text, "keep one of them");
    };
    if let (Some(span), Some(_)) = (&said.blocks_of, said.outstanding) {
        both(findings, span, "-m and -o exclude each other");
    }
    if let (Some((span, _)), Some(_)) = (&said.cpu, &said.mask) {
        both(findings, span, "-p and -a exclude each other");
    }
    if let Some((span, _)) = &said.raw {
        if said.drives.is_some() {
            both(findings, span, "-d and -R exclude each other");
        }
        if !said.files.is_empty() {
            both(findings, span, "-R cannot be combined with a file name");
        }
    }
    if let Some((span, _)) = &said.drives
        && said.files.len() > 1
    {
        findings.problem(span, "-d takes one file name", "give one, or each file with its drive");
    }
    if let (Some((span, _)), Some((_, Factor::Random | Factor::Sequential))) =
        (&said.run, &said.factor)
    {
        findings.note(span, "-i has no effect without a numeric -f");
    }
    let Some((span, _)) = &said.parameter_file else { return };
    if !said.files.is_empty() || said.drives.is_some() || said.raw.is_some() {
        both(
            findings,
            span,
            "-F names the files; it cannot be combined with a file name, -d or -R",
        );
    }
    for span in [
        said.threads.as_ref().map(|t| &t.0),
        said.mask.as_ref().map(|m| &m.0),
        said.cpu.as_ref().map(|c| &c.0),
    ]
    .into_iter()
    .flatten()
    {
        findings.note(span, "has no effect with -F: its lines set threads and masks");
    }
}

/// All files, in the tool's order.
fn files(
    said: &SqlioOptions,
    load: Load<'_>,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<NamedFile> {
    if let Some((span, name)) = &said.parameter_file {
        return parameters::read(name, span, load, maps, findings);
    }
    let threads = said.threads.as_ref().map_or(1, |t| t.1);
    let named = |span: &Range<usize>, name: String, raw: bool| NamedFile {
        source: 0,
        span: span.clone(),
        line: ParameterLine { name, threads, mask: 0, size_mib: None, raw },
    };
    if let Some((span, list)) = &said.raw {
        return raw_names(list).into_iter().map(|name| named(span, name, true)).collect();
    }
    let whole = 0..findings.sources[0].text.len();
    let default = (whole, "testfile.dat".to_owned());
    let files = if said.files.is_empty() { std::slice::from_ref(&default) } else { &said.files };
    if let Some((span, letters)) = &said.drives {
        let file = &files[0].1;
        return letters.chars().map(|c| named(span, format!("{c}:{file}"), false)).collect();
    }
    let one =
        |(span, name): &(Range<usize>, String)| named(span, name.clone(), parameters::is_raw(name));
    files.iter().map(one).collect()
}

/// `2,3` is `2:` and `3:`; in a group with letters each character is a target, a plain number is one target.
fn raw_names(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in list.split(',').map(|p| p.trim().trim_end_matches(':')).filter(|p| !p.is_empty()) {
        if part.chars().all(|c| c.is_ascii_digit()) {
            names.push(format!("{part}:"));
        } else {
            names.extend(part.chars().map(|c| format!("{c}:")));
        }
    }
    names
}

fn view(said: &SqlioOptions, named: &[NamedFile], findings: &mut ForeignFindings) -> View {
    let way = match said.factor.as_ref().map(|f| f.1) {
        Some(Factor::Random) => Way::Random,
        Some(Factor::Sequential) => Way::Sequential,
        Some(Factor::Blocks(_)) | None => {
            let factor = match said.factor {
                Some((_, Factor::Blocks(factor))) => factor,
                _ => 64,
            };
            let run = said.run.as_ref().map_or(64, |r| r.1);
            Way::Stripes { factor, run, same_run: said.same_run }
        }
    };
    let mut view = View {
        usage: said.usage,
        writes: said.writes,
        seconds: said.seconds.unwrap_or(30),
        block_kib: said.block_kib.unwrap_or(2),
        way,
        start_block: said.start_block,
        outstanding: said.outstanding,
        buffering: said.buffering,
        mask: said.mask.as_ref().map(|m| m.1).filter(|_| said.parameter_file.is_none()),
        latency: said.latency,
        cpu: said.report_cpu,
        parameter_file: said.parameter_file.as_ref().map(|p| p.1.clone()),
        threads: said.threads.as_ref().map_or(1, |t| t.1),
        files: Vec::new(),
    };
    let mut first_thread = 0;
    for NamedFile { line, .. } in named {
        view.files.push(FileView {
            name: line.name.clone(),
            threads: line.threads,
            first_thread,
            mask: line.mask,
            size_mib: line.size_mib,
            raw: line.raw,
        });
        first_thread += line.threads;
    }
    if view.parameter_file.is_some() {
        view.threads = first_thread;
    }
    limits(&view, said, named, findings);
    view
}

/// The checks that SQLIO makes on the whole command line.
fn limits(view: &View, said: &SqlioOptions, named: &[NamedFile], findings: &mut ForeignFindings) {
    let whole = 0..findings.sources[0].text.len();
    let named_by = said.parameter_file.as_ref().map_or(&whole, |p| &p.0);
    if view.threads > MANY {
        let text = format!("{} threads are more than {MANY}", view.threads);
        findings.problem(named_by, text, "use fewer threads in the lines");
    }
    if named.len() > MANY as usize {
        let text = format!("{} files are more than {MANY}", named.len());
        findings.problem(named_by, text, "name fewer");
    }
    for (index, one) in named.iter().enumerate() {
        if named[..index].iter().any(|other| other.line.name == one.line.name) {
            findings.problem(
                (one.source, &one.span),
                format!("{} is named twice", one.line.name),
                "name it once, with the threads of both",
            );
        }
        if one.line.name.len() > MANY as usize {
            findings.problem(
                (one.source, &one.span),
                format!("a name of {} letters is longer than {MANY}", one.line.name.len()),
                "move the file",
            );
        }
        if let Way::Stripes { factor, .. } = view.way
            && one.line.threads > factor
        {
            let span = said.factor.as_ref().map_or(named_by, |f| &f.0);
            findings.problem(
                span,
                format!("too many threads ({}) for too few stripes ({factor})", one.line.threads),
                "each thread needs a stripe of its own: raise -f or lower the threads",
            );
            break;
        }
    }
    if view.outstanding.is_none() && named.len() > 1 && view.parameter_file.is_none() {
        findings.used(options::of(options::SEVERAL_FILES), named_by);
    }
}
