//! DISKSPD's XML results: each `TimeSpan` below `Results` is a test.

use crate::diskspd::tree::{self, Element};
use crate::import::contents::{Direction, Row, Run, Test};
use crate::import::{ReaderResult, number};
use record::{Fact, FactGroup, FactKey, FactTitle};

const MIB: f64 = (1u64 << 20) as f64;

/// Reads an XML result, with any text around it.
pub fn read(text: &str) -> ReaderResult {
    let (mut runs, mut wrong) = (Vec::new(), Vec::new());
    let (mut from, mut line) = (0, 1);
    while let Some(start) = text[from..].find("<Results>").map(|at| from + at) {
        line += text[from..start].matches('\n').count();
        let Some(end) = text[start..].find("</Results>").map(|at| start + at + "</Results>".len())
        else {
            wrong.push((line, "<Results> is not closed: the file is cut off".to_owned()));
            break;
        };
        match tree::read(&text[start..end], Some(char::REPLACEMENT_CHARACTER)) {
            Ok(root) => match run(&root, line) {
                Ok(found) => runs.push(found),
                Err(mut found) => wrong.append(&mut found),
            },
            Err((place, why)) => {
                let before = text[start..start + place.start].matches('\n').count();
                wrong.push((line + before, format!("is not XML: {why}")));
            }
        }
        line += text[start..end].matches('\n').count();
        from = end;
    }
    if wrong.is_empty() { Ok(runs) } else { Err(wrong) }
}

fn run(root: &Element, line: usize) -> Result<Run, Vec<(usize, String)>> {
    let mut run = Run { tool: "diskspd", line, ..Run::default() };
    if let Some(system) = root.child("System") {
        run.version = system.child("Tool").map_or("", |tool| tool.text_of("Version")).to_owned();
        run.started_unix_s = number::moment(system.text_of("RunTime"));
        let name = system.text_of("ComputerName");
        if !name.is_empty() {
            let rows = vec![Fact::new(FactKey::Computer, name)];
            run.facts.push(FactGroup { title: FactTitle::ImportedMachine, rows });
        }
    }
    let profile = root.child("Profile").and_then(|profile| profile.child("TimeSpans"));
    let asked: Vec<&Element> = profile.map(|p| p.all("TimeSpan").collect()).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut paths: Vec<String> = Vec::new();
    for (index, span) in root.all("TimeSpan").enumerate() {
        let settings = asked.get(index).copied();
        match row(span, settings, &mut paths) {
            Ok(mut row) => {
                row.line = line + span.lines_before;
                let purpose = words(settings);
                row.name = format!("timespan {}", index + 1);
                let name = format!("{}: {purpose}", index + 1);
                run.tests.push(Test { name, purpose, rows: vec![row] });
            }
            Err(found) => wrong.extend(found.into_iter().map(|(at, why)| (line + at, why))),
        }
    }
    if run.tests.is_empty() && wrong.is_empty() {
        wrong.push((line, "these results hold no <TimeSpan>".to_owned()));
    }
    run.targets = paths;
    run.subject = run.tests.first().map(|test| test.purpose.clone()).unwrap_or_default();
    if wrong.is_empty() { Ok(run) } else { Err(wrong) }
}

fn targets(settings: Option<&Element>) -> Vec<&Element> {
    let list = settings.and_then(|span| span.child("Targets"));
    list.map(|list| list.all("Target").collect()).unwrap_or_default()
}

/// The value of this element, if it is the same for every target.
fn common(settings: Option<&Element>, name: &str) -> Option<f64> {
    let values: Vec<f64> =
        targets(settings).iter().map(|t| number::plain(t.text_of(name))).collect::<Option<_>>()?;
    let first = *values.first()?;
    values.iter().all(|value| *value == first).then_some(first)
}

fn words(settings: Option<&Element>) -> String {
    let block = common(settings, "BlockSize")
        .map_or_else(String::new, |bytes| format!("{} ", base::Bytes(bytes as u64)));
    let writes = common(settings, "WriteRatio");
    let mix = writes.map_or_else(String::new, |percent| format!("{} % write", percent));
    format!("{block}{mix}").trim().to_owned()
}

/// Outstanding operations of all targets; `None` where a rate or pause limits them.
fn depth(settings: Option<&Element>) -> Option<f64> {
    let all = settings.and_then(|span| number::plain(span.text_of("ThreadCount")));
    let targets = targets(settings);
    let held_back = targets.iter().any(|t| {
        t.child("Throughput").is_some_and(|x| number::plain(&x.text) != Some(0.0))
            || t.child("ThinkTime").is_some()
    });
    if targets.is_empty() || held_back || settings?.text_of("RequestCount") != "0" {
        return None;
    }
    let each = |target: &&Element| {
        let threads = all.filter(|n| *n > 0.0);
        let threads = threads.or_else(|| number::plain(target.text_of("ThreadsPerFile")))?;
        Some(threads * number::plain(target.text_of("RequestCount"))?)
    };
    targets.iter().map(each).sum()
}

/// The figures of a time span, without its line; or what is wrong, each with the lines before it.
fn row(
    span: &Element,
    settings: Option<&Element>,
    paths: &mut Vec<String>,
) -> Result<Row, Vec<(usize, String)>> {
    let mut wrong = Vec::new();
    let seconds = number::plain(span.text_of("TestTimeSeconds")).filter(|s| *s > 0.0);
    if seconds.is_none() {
        wrong.push((
            span.lines_before,
            "this <TimeSpan> has no <TestTimeSeconds> above zero".to_owned(),
        ));
    }
    let mut sums = [0u64; 4];
    for target in span.all("Thread").flat_map(|thread| thread.all("Target")) {
        let path = target.text_of("Path").to_owned();
        if !path.is_empty() && !paths.contains(&path) {
            paths.push(path);
        }
        for (sum, name) in
            sums.iter_mut().zip(["ReadCount", "ReadBytes", "WriteCount", "WriteBytes"])
        {
            match number::whole(target.text_of(name)) {
                Some(value) => *sum = sum.saturating_add(value),
                None => wrong
                    .push((target.lines_before, format!("this <Target> has no whole <{name}>"))),
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let rate = |count: u64| seconds.map(|s| count as f64 / s);
    let mut row = Row {
        seconds,
        iops: rate(sums[0].saturating_add(sums[2])).map(|r| (r, 0.01)),
        mibps: rate(sums[1].saturating_add(sums[3])).map(|r| (r / MIB, 0.01)),
        block_bytes: common(settings, "BlockSize"),
        depth: depth(settings),
        read: direction(sums[0], sums[1], seconds),
        write: direction(sums[2], sums[3], seconds),
        ..Row::default()
    };
    if let Some(latency) = span.child("Latency") {
        latencies(latency, &mut row, &mut wrong);
    }
    if wrong.is_empty() { Ok(row) } else { Err(wrong) }
}

fn direction(ios: u64, bytes: u64, seconds: Option<f64>) -> Direction {
    Direction {
        ios: Some(ios),
        bytes: Some(bytes),
        iops: seconds.map(|s| ios as f64 / s),
        mibps: seconds.map(|s| bytes as f64 / s / MIB),
        ..Direction::default()
    }
}

fn latencies(latency: &Element, row: &mut Row, wrong: &mut Vec<(usize, String)>) {
    let ns = |node: &Element, name: &str| number::plain(node.text_of(name)).map(|ms| ms * 1e6);
    row.mean_ns = ns(latency, "AverageTotalMilliseconds").map(|mean| (mean, 1e3));
    row.read.mean_ns = ns(latency, "AverageReadMilliseconds");
    row.write.mean_ns = ns(latency, "AverageWriteMilliseconds");
    for bucket in latency.all("Bucket") {
        let Some(percent) = number::plain(bucket.text_of("Percentile")).filter(|p| *p <= 100.0)
        else {
            wrong.push((
                bucket.lines_before,
                "this <Bucket> has no <Percentile> up to 100".to_owned(),
            ));
            continue;
        };
        for (direction, name) in
            [(&mut row.read, "ReadMilliseconds"), (&mut row.write, "WriteMilliseconds")]
        {
            let Some(value) = ns(bucket, name).map(|ns| ns.round() as u64) else { continue };
            match percent {
                0.0 => direction.min_ns = Some(value),
                100.0 => direction.max_ns = Some(value),
                _ => direction.quantiles.push((percent / 100.0, value)),
            }
        }
    }
}
