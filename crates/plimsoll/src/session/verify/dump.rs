//! What was wrong, byte by byte: takes findings, gives text for those who have to convince somebody.

use crate::session::verify::play::{Ended, Played};
use engine::proof::{Finding, Past};
use integrity::{Fault, Sector, Stamp};
use std::fmt::Write;

/// Rows of 16 bytes that are shown of a page, at most.
const ROWS_MAX: usize = 96;

/// Every finding that was kept, with its evidence.
pub(crate) fn text(played: &Played, head: &str) -> String {
    let mut text = format!("{head}\n");
    for (part, proved) in played.proved() {
        for (number, finding) in proved.findings.iter().enumerate() {
            // A string takes whatever is written to it.
            let _ = one(&mut text, part, number + 1, finding);
        }
        let kept = proved.findings.len() as u64;
        let more = proved.tally.faults() - kept.min(proved.tally.faults());
        if more > 0 {
            text += &format!("\n{more} more faults of this file were counted and not kept.\n");
        }
    }
    text
}

fn one(text: &mut String, part: &Ended, number: usize, finding: &Finding) -> std::fmt::Result {
    let fault = &finding.fault;
    writeln!(text, "\n--- {} {} {number}: {}", part.what, part.field + 1, summary(part, finding))?;
    for line in sectors(fault) {
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
    writeln!(text, "  what was done with the page, in ms since the beginning:")?;
    for past in &finding.past {
        writeln!(text, "  {}", line(past))?;
    }
    Ok(())
}

/// One line that says what, where and when.
pub(crate) fn summary(part: &Ended, finding: &Finding) -> String {
    let fault = &finding.fault;
    let offset = part.setup.base_bytes + fault.id.page * u64::from(part.writing.page_bytes);
    let mut text = format!("{} at page {} (offset {offset})", fault.kind, fault.id.page);
    if finding.pages > 1 {
        text += &format!(" and {} more", finding.pages - 1);
    }
    if !finding.by.is_empty() {
        text += &format!(", {}", finding.by);
    }
    text += &format!(", after {:.3} s", finding.at_ns as f64 / 1e9);
    if let Some(errno) = finding.errno {
        text += &format!(": {}", std::io::Error::from_raw_os_error(errno));
    }
    if let Some(took_ns) = finding.took_ns {
        text += &format!(", {:.1} s under way", took_ns as f64 / 1e9);
        return text;
    }
    text += match (finding.transient, finding.tries) {
        (true, _) => "; right when tried again",
        (false, 0) => "",
        (false, _) => "; wrong in every try",
    };
    text
}

/// What the page turned out to be made of, and what it might have been.
fn sectors(fault: &Fault) -> Vec<String> {
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
    for run in &fault.sectors {
        let what = match run.what {
            Sector::Ours(generation) => format!("this page, generation {generation}"),
            Sector::Damaged(generation) => {
                format!("this page, generation {generation}, with wrong bytes")
            }
            Sector::Of(id, generation) => {
                format!("page {} of file {}, generation {generation}", id.page, id.file)
            }
            Sector::Zeros => "zeros".to_owned(),
            Sector::Unread => "not read: as the buffer was before".to_owned(),
            Sector::Unknown => "nothing that was written here".to_owned(),
        };
        let last = run.first + run.count - 1;
        lines.push(format!("sectors {} to {last}: {what}", run.first));
    }
    lines
}

fn headers(text: &mut String, finding: &Finding) -> std::fmt::Result {
    for (what, page) in [("expected", &finding.expected), ("received", &finding.received)] {
        match Stamp::read(page) {
            Some(stamp) => writeln!(
                text,
                "  {what}: page {} of file {}, generation {}, written at {:.3} ms by run {:016x}",
                stamp.id.page,
                stamp.id.file,
                stamp.generation,
                stamp.time_ns as f64 / 1e6,
                stamp.run
            )?,
            None => writeln!(text, "  {what}: no header of ours")?,
        }
    }
    Ok(())
}

fn differences(text: &mut String, finding: &Finding) -> std::fmt::Result {
    let rows = finding.expected.chunks(16).zip(finding.received.chunks(16)).enumerate();
    let mut differing = rows.filter(|(_, (a, b))| a != b);
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

fn line(past: &Past) -> String {
    let Past { what, first, pages, generation, begun_ns, took_ns, errno } = *past;
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
