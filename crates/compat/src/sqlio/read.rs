//! Reads SQLIO's command line: every option with its place, contradictions, and the files.

use super::parameters::{self, ParameterLine};
use super::words::{Word, split};
use super::{AccessOrder, Buffering, FileView, PerCpu, SqlioView, Timer, build, options};
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
pub fn read(words: &[String], load: Load<'_>, maps: &[Mapping]) -> Foreign<SqlioView> {
    read_with(words, false, load, maps)
}

/// As [`read`]; with `zeros`, writes use zeros as in SQLIO.
pub fn read_with(
    words: &[String],
    zeros: bool,
    load: Load<'_>,
    maps: &[Mapping],
) -> Foreign<SqlioView> {
    let (command, words) = split(words);
    let mut findings = ForeignFindings::new(command);
    let mut switches = SqlioOptions { zeros, ..SqlioOptions::default() };
    for word in &words {
        take(&mut switches, word, &mut findings);
    }
    contradictions(&switches, &mut findings);
    let named =
        if switches.usage { Vec::new() } else { files(&switches, load, maps, &mut findings) };
    let view = view(&switches, &named, &mut findings);
    let workload = (findings.has_no_problem() && !switches.usage)
        .then(|| build::workload(&view, &switches, &named, maps, &mut findings));
    let workload = workload.flatten().filter(|_| findings.has_no_problem());
    findings.foreign(workload, view)
}

fn take(switches: &mut SqlioOptions, word: &Word, findings: &mut ForeignFindings) {
    let span = word.span.clone();
    let Some(option) = word.text.strip_prefix('-') else {
        if word.text == "/?" {
            switches.usage = true;
        } else {
            switches.files.push((span, word.text.clone()));
        }
        return;
    };
    let mut letters = option.chars();
    let letter = letters.next().unwrap_or(' ');
    let value = letters.as_str();
    match letter {
        'k' => match value {
            "R" => switches.writes = false,
            "W" => {
                switches.writes = true;
                findings.used(options::of(options::DATA).filter(|_| !switches.zeros), &span);
            }
            _ => findings.problem(
                &span,
                format!("-k takes R or W, not \"{value}\""),
                "write -kR or -kW; `plimsoll sqlio --sweep '... -k(R,W)'` does one after the other",
            ),
        },
        't' => switches.threads = count(word, value, 1..=MANY, findings).map(|n| (span, n)),
        's' => switches.seconds = count(word, value, 1..=u32::MAX, findings),
        'b' => switches.block_kib = count(word, value, 1..=65_536, findings),
        'f' => factor(switches, span, value, word, findings),
        'i' => switches.run = count(word, value, 1..=u32::MAX, findings).map(|n| (span, n)),
        'o' => switches.outstanding = count(word, value, 0..=4096, findings).filter(|n| *n > 0),
        'd' => switches.drives = text(word, value, "letters of drives", findings),
        'R' => {
            switches.raw = text(word, value, "numbers of disks or letters of partitions", findings)
        }
        'F' => switches.parameter_file = text(word, value, "the name of a file", findings),
        'S' => switches.start_block = count(word, value, 0..=u32::MAX, findings).unwrap_or(0),
        'p' => {
            let (name, rest) = match value.strip_prefix('I') {
                Some(rest) => ("-pI", rest),
                None => ("-p", value),
            };
            findings.used(options::of(name), &span);
            switches.cpu = count(word, rest, 0..=1023, findings).map(|n| (span, n));
        }
        'a' => mask(switches, word, value, findings),
        'B' => buffering(switches, word, value, findings),
        _ => seldom(switches, word, letter, value, findings),
    }
}

fn seldom(
    switches: &mut SqlioOptions,
    word: &Word,
    letter: char,
    value: &str,
    findings: &mut ForeignFindings,
) {
    let span = &word.span;
    match (letter, value) {
        ('?', _) => switches.usage = true,
        ('6', "4") | ('v', "1.1.1") => switches.same_run |= letter == 'v',
        ('L', "S" | "P" | "Si" | "Pi") => {
            let system = value.starts_with('S');
            switches.latency = Some(if system { Timer::System } else { Timer::Processor });
            findings.used(options::of(if system { "-LS" } else { "-LP" }), span);
            if value.ends_with('i') {
                findings.used(options::of("-L?i"), span);
            }
        }
        ('U', "" | "p") => {
            switches.report_cpu = Some(if value == "p" { PerCpu::Each } else { PerCpu::All });
            findings.used(options::of("-U"), span);
        }
        ('m', _) if value.starts_with(['C', 'S']) => {
            switches.blocks_of = Some(span.clone());
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
    switches: &mut SqlioOptions,
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
    switches.factor = factor.map(|factor| (span, factor));
}

fn mask(switches: &mut SqlioOptions, word: &Word, value: &str, findings: &mut ForeignFindings) {
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
            switches.mask = Some((word.span.clone(), mask));
        }
        None => findings.problem(
            &word.span,
            format!("{name} takes a mask, not \"{rest}\""),
            "write it in hexadecimal such as -a0xf, or as a decimal number",
        ),
    }
}

fn buffering(
    switches: &mut SqlioOptions,
    word: &Word,
    value: &str,
    findings: &mut ForeignFindings,
) {
    switches.buffering = match value {
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

fn contradictions(switches: &SqlioOptions, findings: &mut ForeignFindings) {
    let both = |findings: &mut ForeignFindings, span: &Range<usize>, text: &str| {
        findings.problem(span, text, "keep one of them");
    };
    if let (Some(span), Some(_)) = (&switches.blocks_of, switches.outstanding) {
        both(findings, span, "-m and -o exclude each other");
    }
    if let (Some((span, _)), Some(_)) = (&switches.cpu, &switches.mask) {
        both(findings, span, "-p and -a exclude each other");
    }
    if let Some((span, _)) = &switches.raw {
        if switches.drives.is_some() {
            both(findings, span, "-d and -R exclude each other");
        }
        if !switches.files.is_empty() {
            both(findings, span, "-R cannot be combined with a file name");
        }
    }
    if let Some((span, _)) = &switches.drives
        && switches.files.len() > 1
    {
        findings.problem(span, "-d takes one file name", "give one, or each file with its drive");
    }
    if let (Some((span, _)), Some((_, Factor::Random | Factor::Sequential))) =
        (&switches.run, &switches.factor)
    {
        findings.note(span, "-i has no effect without a numeric -f");
    }
    let Some((span, _)) = &switches.parameter_file else { return };
    if !switches.files.is_empty() || switches.drives.is_some() || switches.raw.is_some() {
        both(
            findings,
            span,
            "-F names the files; it cannot be combined with a file name, -d or -R",
        );
    }
    for span in [
        switches.threads.as_ref().map(|t| &t.0),
        switches.mask.as_ref().map(|m| &m.0),
        switches.cpu.as_ref().map(|c| &c.0),
    ]
    .into_iter()
    .flatten()
    {
        findings.note(span, "has no effect with -F: its lines set threads and masks");
    }
}

/// All files, in the tool's order.
fn files(
    switches: &SqlioOptions,
    load: Load<'_>,
    maps: &[Mapping],
    findings: &mut ForeignFindings,
) -> Vec<NamedFile> {
    if let Some((span, name)) = &switches.parameter_file {
        return parameters::read(name, span, load, maps, findings);
    }
    let threads = switches.threads.as_ref().map_or(1, |t| t.1);
    let named = |span: &Range<usize>, name: String, raw: bool| NamedFile {
        source: 0,
        span: span.clone(),
        line: ParameterLine { name, threads, mask: 0, size_mib: None, raw },
    };
    if let Some((span, list)) = &switches.raw {
        return raw_names(list).into_iter().map(|name| named(span, name, true)).collect();
    }
    let whole = 0..findings.sources[0].text.len();
    let default = (whole, "testfile.dat".to_owned());
    let files =
        if switches.files.is_empty() { std::slice::from_ref(&default) } else { &switches.files };
    if let Some((span, letters)) = &switches.drives {
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

fn view(switches: &SqlioOptions, named: &[NamedFile], findings: &mut ForeignFindings) -> SqlioView {
    let access_order = match switches.factor.as_ref().map(|f| f.1) {
        Some(Factor::Random) => AccessOrder::Random,
        Some(Factor::Sequential) => AccessOrder::Sequential,
        Some(Factor::Blocks(_)) | None => {
            let factor = match switches.factor {
                Some((_, Factor::Blocks(factor))) => factor,
                _ => 64,
            };
            let run = switches.run.as_ref().map_or(64, |r| r.1);
            AccessOrder::Stripes { factor, run, same_run: switches.same_run }
        }
    };
    let mut view = SqlioView {
        usage: switches.usage,
        writes: switches.writes,
        seconds: switches.seconds.unwrap_or(30),
        block_kib: switches.block_kib.unwrap_or(2),
        access_order,
        start_block: switches.start_block,
        outstanding: switches.outstanding,
        buffering: switches.buffering,
        mask: switches.mask.as_ref().map(|m| m.1).filter(|_| switches.parameter_file.is_none()),
        latency: switches.latency,
        cpu: switches.report_cpu,
        parameter_file: switches.parameter_file.as_ref().map(|p| p.1.clone()),
        threads: switches.threads.as_ref().map_or(1, |t| t.1),
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
    limits(&view, switches, named, findings);
    view
}

/// The checks that SQLIO makes on the whole command line.
fn limits(
    view: &SqlioView,
    switches: &SqlioOptions,
    named: &[NamedFile],
    findings: &mut ForeignFindings,
) {
    let whole = 0..findings.sources[0].text.len();
    let named_by = switches.parameter_file.as_ref().map_or(&whole, |p| &p.0);
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
        if let AccessOrder::Stripes { factor, .. } = view.access_order
            && one.line.threads > factor
        {
            let span = switches.factor.as_ref().map_or(named_by, |f| &f.0);
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
