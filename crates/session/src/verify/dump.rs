//! Writes the evidence of faults byte by byte: takes findings, returns text that can be shown to a vendor.

use crate::verify::record;
use crate::verify::run::{FileResult, ProofResult};
use engine::integrity_test::{IntegrityFinding, PastOperation};
use integrity::stamp::is_of_time;
use integrity::{PageId, PageStamp, SectorContent};
use report::Language;
use std::fmt::Write;

/// Shown for an expected page whose write time was not kept.
const NO_TIME: &str = "time not kept";
const NOT_KEPT: &str = "when it was written is not kept: its time and checksum (bytes 4 to 7 and 32 to 39) are not compared";
/// The most rows of 16 bytes that are shown of a page.
const ROWS_MAX: usize = 96;

/// The first line of the file, which identifies it.
const HEAD: &str = "plimsoll: what was wrong, byte by byte";

/// All kept findings with their evidence.
pub fn text(result: &ProofResult, head: &str) -> String {
    let mut text = format!("{HEAD}\n{head}\n");
    for (part, proved) in result.proved() {
        for (number, finding) in proved.findings.iter().enumerate() {
            let summary = summary(Language::En, part, finding);
            text += &format!(
                "\n--- {} {} {}: {summary}\n",
                part.what,
                part.target_index + 1,
                number + 1
            );
            text += &evidence(finding);
        }
        let kept = proved.findings.len() as u64;
        let more = proved.tally.faults() - kept.min(proved.tally.faults());
        if more > 0 {
            text += &format!("\n{more} more faults of this file were counted and not kept.\n");
        }
    }
    text
}

/// The expected and the received content of a page, and the operations on it.
pub fn evidence(finding: &IntegrityFinding) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = one(&mut text, finding);
    text
}

fn one(text: &mut String, finding: &IntegrityFinding) -> std::fmt::Result {
    for line in sectors(finding) {
        writeln!(text, "  {line}")?;
    }
    if !finding.again.is_empty() {
        let again: Vec<&str> = finding.again.iter().map(|kind| kind.name()).collect();
        writeln!(text, "  read again: {}", again.join(", "))?;
    }
    if !finding.received.is_empty() {
        headers(text, finding)?;
        differences(text, finding)?;
    }
    if finding.past.is_empty() {
        return Ok(());
    }
    writeln!(
        text,
        "  what was done with the page, in ms since the beginning, as far as it is remembered:"
    )?;
    for past in &finding.past {
        writeln!(text, "  {}", line(past))?;
    }
    Ok(())
}

/// One line with the kind, place and time of a fault.
pub fn summary(language: Language, part: &FileResult, finding: &IntegrityFinding) -> String {
    let page = finding.fault.id.page;
    let offset_bytes = part.setup.base_bytes + page * u64::from(part.file_io.page_bytes);
    report::proof::finding_line(language, offset_bytes, &record::finding(finding, usize::MAX))
}

/// The content of each sector of the page, and the content that was expected.
fn sectors(finding: &IntegrityFinding) -> Vec<String> {
    let fault = &finding.fault;
    if fault.sectors.is_empty() {
        return Vec::new();
    }
    let (floor, ceiling) = fault.allowed;
    let mut lines = vec![if floor == ceiling {
        format!(
            "written last: generation {floor}; compared with it, {} bytes differ",
            fault.bytes_differing
        )
    } else {
        format!(
            "it might hold generations {floor} to {ceiling}; compared with {}, {} bytes differ",
            fault.nearest, fault.bytes_differing
        )
    }];
    if finding.written_ns.is_none() && fault.nearest > 0 {
        lines.push(NOT_KEPT.to_owned());
    }
    for run in &fault.sectors {
        let what = match run.what {
            SectorContent::Ours(generation) => format!("this page, generation {generation}"),
            SectorContent::Damaged(generation) => {
                format!("this page, generation {generation}, with wrong bytes")
            }
            SectorContent::RottenTag(generation, 1) => {
                format!("this page, generation {generation}, with a wrong bit in its tag")
            }
            SectorContent::RottenTag(generation, bits) => {
                format!("this page, generation {generation}, with {bits} wrong bits in its tag")
            }
            SectorContent::Of(id, generation) => {
                format!("page {} of file {}, generation {generation}", id.page, id.file)
            }
            SectorContent::Zeros => "zeros".to_owned(),
            SectorContent::Unread => "not read: as the buffer was before".to_owned(),
            SectorContent::Unknown => "nothing that was written here".to_owned(),
        };
        let last = run.first + run.count - 1;
        lines.push(match run.count {
            1 => format!("sector {last}: {what}"),
            _ => format!("sectors {} to {last}: {what}", run.first),
        });
    }
    lines
}

fn headers(text: &mut String, finding: &IntegrityFinding) -> std::fmt::Result {
    let (fault, written_ns) = (&finding.fault, finding.written_ns);
    let at = |ns: u64| format!("written at {:.3} ms", ns as f64 / 1e6);
    match (fault.nearest, written_ns) {
        (0, _) => writeln!(text, "  expected: zeros")?,
        (generation, time_ns) => {
            let (PageId { file, page }, time) = (fault.id, time_ns.map_or(NO_TIME.to_owned(), at));
            writeln!(
                text,
                "  expected: page {page} of file {file}, generation {generation}, {time}"
            )?;
        }
    }
    match PageStamp::read(&finding.received) {
        Some(stamp) => writeln!(
            text,
            "  received: page {} of file {}, generation {}, {} by run {:016x}",
            stamp.id.page,
            stamp.id.file,
            stamp.generation,
            at(stamp.time_ns),
            stamp.run
        ),
        None => writeln!(text, "  received: no header of ours"),
    }
}

fn differences(text: &mut String, finding: &IntegrityFinding) -> std::fmt::Result {
    let rows = finding.expected.chunks(16).zip(finding.received.chunks(16)).enumerate();
    let known = |at: usize| finding.written_ns.is_some() || !is_of_time(at);
    let differs = |number: usize, a: &[u8], b: &[u8]| {
        (0..a.len()).any(|at| a[at] != b[at] && known(number * 16 + at))
    };
    let mut differing = rows.filter(|(number, (a, b))| differs(*number, a, b));
    writeln!(text, "  differences (offset in the page: expected | received):")?;
    for (number, (expected, received)) in differing.by_ref().take(ROWS_MAX) {
        writeln!(text, "  {:05x}: {} | {}", number * 16, hex(expected), hex(received))?;
    }
    let more = differing.count();
    if more > 0 {
        writeln!(text, "  and {more} more rows of 16 bytes")?;
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ")
}

fn line(past: &PastOperation) -> String {
    let PastOperation { what, first, pages, generation, begun_ns, took_ns, errno } = *past;
    let (begun, took) = (begun_ns as f64 / 1e6, took_ns as f64 / 1e6);
    let mut text = format!("  {begun:>12.3} {what:<10} took {took:.3}");
    if what != "flush" {
        text += &format!(", pages {first} to {}", first + u64::from(pages) - 1);
    }
    if generation > 0 {
        text += &format!(", the first as generation {generation}");
    }
    if errno != 0 {
        text += &format!(": {}", std::io::Error::from_raw_os_error(errno));
    }
    text
}
