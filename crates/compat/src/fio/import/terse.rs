//! fio's terse lines (versions 3 to 5): takes the text, gives the document that its JSON would be.

use super::document::{Document, Job, Latency, Side};
use super::normal::idle;

/// Percentiles in each direction of a line.
const PERCENTILES: usize = 20;

/// Whether a text has terse lines.
pub(super) fn is_terse(text: &str) -> bool {
    text.lines().any(|line| fields(line).is_some())
}

/// The document of all terse lines, or the lines that are cut off.
pub(super) fn document(text: &str) -> Result<Document, Vec<(usize, String)>> {
    let (mut document, mut cut) = (Document::default(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let Some(mut fields) = fields(line) else { continue };
        let version = fields.next().unwrap_or_default();
        document.version = fields.next().map(str::to_owned);
        match job(&mut fields, version) {
            Some(job) => document.jobs.push(job),
            None => cut.push((index + 1, "this line of fio's terse output is cut off".to_owned())),
        }
    }
    if cut.is_empty() { Ok(document) } else { Err(cut) }
}

/// The fields of a terse line.
fn fields(line: &str) -> Option<std::str::Split<'_, char>> {
    let line = line.trim();
    let begins = ["3;fio-", "4;fio-", "5;fio-"].iter().any(|begin| line.starts_with(begin));
    begins.then(|| line.split(';'))
}

fn job<'l>(fields: &mut impl Iterator<Item = &'l str>, version: &str) -> Option<Job> {
    let jobname = fields.next()?.to_owned();
    let (groupid, error) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    let read = Some(Box::new(side(fields, version)?));
    let write = Some(Box::new(side(fields, version)?));
    let trim = if version == "3" { None } else { Some(Box::new(side(fields, version)?)) };
    Some(Job { jobname, groupid, error, read, write, trim, ..Job::default() })
}

fn side<'l>(fields: &mut impl Iterator<Item = &'l str>, version: &str) -> Option<Side> {
    let mut number = || fields.next()?.parse::<f64>().ok();
    let (kib, bw, iops, runtime) = (number()?, number()?, number()?, number()?);
    latency(fields)?;
    let mut clat = latency(fields)?;
    for _ in 0..PERCENTILES {
        let (percent, value) = fields.next()?.split_once("%=")?;
        let (percent, value) = (percent.parse().ok()?, value.parse().ok()?);
        clat.percentile.0.extend((percent > 0.0).then_some((percent, value)));
    }
    let lat = latency(fields)?;
    // Samples of the bandwidth, and in version 5 their number and those of the IOPS.
    let samples = if version == "5" { 11 } else { 5 };
    fields.nth(samples - 1)?;
    if kib == 0.0 {
        return Some(idle());
    }
    Some(Side {
        iops: Some(iops),
        bw: Some(bw),
        io_bytes: Some(kib as u64),
        total_ios: Some((iops * runtime / 1e3).round() as u64),
        runtime: Some(runtime),
        lat: Some(lat),
        clat: Some(clat),
        ..Side::default()
    })
}

/// Minimum, maximum, mean and deviation in microseconds.
fn latency<'l>(fields: &mut impl Iterator<Item = &'l str>) -> Option<Latency> {
    let mut number = || fields.next()?.parse::<f64>().ok();
    let (min, max, mean) = (number()?, number()?, number()?);
    number()?;
    Some(Latency { min: Some(min), max: Some(max), mean: Some(mean), ..Latency::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(version: &str, more: &str, last: &str) -> String {
        let percentiles = "1.000000%=14745;99.000000%=21626;".to_owned() + &"0%=0;".repeat(18);
        let busy = format!(
            "581120;506202;4035;1148;0;164;1.3;5.2;14655;23539;16062.6;1195.9;{percentiles}\
             14656;23540;16064.0;1195.9;500129;500129;98.8%;500129.0;0.0;{more}"
        );
        let none = format!("{}{}0;0;0;0;0;0;0%;0;0;{more}", "0;".repeat(12), "0%=0;".repeat(20));
        format!("{version};fio-3.19;seq-read;0;0;{busy}{none}{last}0.9%;0.8%;1156;0;37\n")
    }

    #[test]
    fn a_terse_line_is_read_as_its_json() {
        let more = "3;4000;4100;4035.5;1.0;3;";
        let none = format!("{}{}0;0;0;0;0;0;0%;0;0;", "0;".repeat(12), "0%=0;".repeat(20));
        let lines =
            [line("3", "", ""), line("4", "", &none), line("5", more, &format!("{none}{more}"))];
        for text in lines {
            assert!(is_terse(&text) && !is_terse("3;4;5"));
            let mut document = document(&text).expect("it is whole");
            let job = document.jobs.pop().expect("one job");
            let (read, write) = (job.read.expect("reads"), job.write.expect("writes"));
            assert_eq!((job.jobname.as_str(), write.total_ios), ("seq-read", Some(0)));
            let rates = (read.iops, read.bw, read.io_bytes);
            assert_eq!(rates, (Some(4035.0), Some(506_202.0), Some(581_120)));
            let percentiles = read.clat.expect("completion").percentile.0;
            assert_eq!(percentiles, [(1.0, 14_745.0), (99.0, 21_626.0)]);
            assert_eq!(read.lat.and_then(|lat| lat.mean), Some(16_064.0));
        }
        let whole = line("3", "", "");
        let cut = &whole[..whole.len() - 60];
        assert_eq!(document(&format!("fio: a note\n{cut}")).expect_err("it is cut")[0].0, 2);
    }
}
