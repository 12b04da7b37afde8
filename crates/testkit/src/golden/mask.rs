//! Masks the text that differs between two runs of the same command: moments, the machine, CPU times.
//!
//! Takes a text and the facts of its run; gives the text to compare. A moment is masked only if it has a known layout
//! and is within two days after the start, so that the date of a sample stays. The layout around a masked number stays
//! too.

use std::path::Path;
use std::process::Command;

/// Layouts of moments: the `date` format before the time, the time with a `#` for each digit, the format after it, the
/// mark. A layout comes before those that are its prefix.
const MOMENTS: [(&str, &str, &str, &str); 8] = [
    ("%a %b %e ", "##:##:##", " %Y", "<Day Mon d H:M:S Y>"),
    ("%Y/%m/%d ", "##:##:##", " UTC", "<Y/m/d H:M:S UTC>"),
    ("%Y-%m-%d ", "##:##:##:###", "", "<Y-m-d H:M:S:ms>"),
    ("%Y-%m-%d ", "##:##:##", "", "<Y-m-d H:M:S>"),
    ("%Y-%m-%dT", "##:##:##", "", "<Y-m-dTH:M:S>"),
    ("%Y-%m-%d ", "##:##", "", "<Y-m-d H:M>"),
    ("%Y%m%d_", "####", "", "<Ymd_HM>"),
    ("DATE='%m/%d/%y' TIME='", "##:##:##", "'", "<m/d/y H:M:S>"),
];
/// Digits of a moment in seconds since 1970, and in finer units.
const UNIX: [(usize, &str); 4] = [(10, "s"), (13, "ms"), (16, "us"), (19, "ns")];
/// The leading digits of such a moment that stay the same for a day.
const UNIX_SAME: usize = 5;
const DAY_S: u64 = 86_400;

/// Numbers after these words in a line depend on the machine or its CPUs.
const MACHINE: [&str; 23] = [
    "  cpu          :",
    "\"usr_cpu\"",
    "\"sys_cpu\"",
    "\"ctx\"",
    "ProcessorNumber:",
    "PrivilegedTime(%):",
    "ProcessorTime(%):",
    "UserTime(%):",
    "proc count:",
    "cpu count:",
    "core count:",
    "node count:",
    "effective affinity (cpu):",
    "<ProcCount>",
    "<UsagePercent>",
    "<UserPercent>",
    "<KernelPercent>",
    "<IdlePercent>",
    "<Group Group=\"0\" MaximumProcessors=",
    "<Group Group=\"0\" Mask=",
    "<Core Group=",
    "PROCESSOR,CPU ",
    "CPUs, ",
];
/// Columns of Iometer's results that depend on the CPUs.
const COLUMNS: [&str; 4] =
    ["% CPU Utilization", "% User Time", "% Privileged Time", "CPU Effectiveness"];

#[derive(Debug)]
pub(super) struct CaseContext {
    /// The text before a moment, its time, the text after it, its mark.
    layouts: Vec<(String, &'static str, String, &'static str)>,
    /// The leading digits of moments in seconds since 1970.
    unix: Vec<String>,
    host: String,
}

/// A usage text without its options: these come from the tool's table and are no output of the tool.
fn without_options(text: &str) -> String {
    let options = text.find("usage: plimsoll ").and_then(|at| {
        let from = at + text[at..].find("\n\n")? + 2;
        Some(from..from + text[from..].find("\nOptions of Plimsoll, allowed")?)
    });
    let mut text = text.to_owned();
    if let Some(options) = options {
        text.replace_range(options, "  (options)\n");
    }
    text
}

#[derive(Clone, Copy, Debug)]
pub(super) struct MaskContext<'a> {
    pub(super) folder: &'a Path,
    pub(super) place: &'a Path,
    pub(super) measured: bool,
}

impl CaseContext {
    pub(super) fn now() -> Result<Self, String> {
        let now_s = sys::clock::unix_now() / 1_000_000_000;
        // Runs may end after midnight, and simulated ones on a later day.
        let days = [now_s, now_s + DAY_S, now_s + 2 * DAY_S];
        let mut layouts = Vec::new();
        for (before, time, behind, mark) in MOMENTS {
            for day_s in days {
                let day = date(day_s, &format!("{before}|{behind}"))?;
                let (before, behind) = day.split_once('|').unwrap_or((&day, ""));
                layouts.push((before.to_owned(), time, behind.to_owned(), mark));
            }
        }
        let unix = days.map(|day_s| day_s.to_string()[..UNIX_SAME].to_owned());
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Ok(Self { layouts, unix: unix.into(), host: host.trim().to_owned() })
    }

    /// The text without the parts that differ each time.
    pub(super) fn masked(&self, text: &str, secrets: &MaskContext<'_>) -> String {
        let mut text = text.to_owned();
        for (path, name) in [(secrets.folder, "FOLDER"), (secrets.place, "PLACE")] {
            let path = path.to_string_lossy();
            text = text.replace(&format!("Z:{}\\", path.replace('/', "\\")), &format!("{name}/"));
            text = text.replace(&format!("Z:{}", path.replace('/', "\\")), name);
            text = text.replace(&*path, name);
        }
        text = without_process(&text);
        for (before, time, behind, mark) in &self.layouts {
            text = without_moments(&text, before, time, behind, mark);
        }
        text = words(&text, |word| match word {
            host if host == self.host => Some("HOST".to_owned()),
            digits => self.unix(digits),
        });
        text = without_options(&without_system(&without_machine(&text)));
        if secrets.measured && text.contains("<SQLIOSIM_LOG>") {
            without_figures(&text)
        } else {
            text
        }
    }

    /// The mark of a moment in seconds, or in finer units, since 1970.
    fn unix(&self, word: &str) -> Option<String> {
        let (_, unit) = UNIX.iter().find(|(digits, _)| *digits == word.len())?;
        let now = self.unix.iter().any(|start| word.starts_with(start));
        (now && word.bytes().all(|b| b.is_ascii_digit())).then(|| format!("<unix {unit}>"))
    }
}

/// The text without the system's words for an error, and its separator of paths.
fn without_system(text: &str) -> String {
    let text = text.replace("separated by semicolons", "separated by colons");
    let mut parts = text.split(" (os error ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let line = out.rfind('\n').map_or(0, |at| at + 1);
        let words = out[line..].rfind(": ").map_or(out.len(), |at| line + at + 2);
        out.truncate(words);
        out += "<os error";
        out += &part.trim_start_matches(|c: char| c.is_ascii_digit()).replacen(')', ">", 1);
    }
    out
}

/// The text without the numbers of processes, as fio prints them.
fn without_process(text: &str) -> String {
    let mut parts = text.split("pid=");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = rest.len() < part.len() && rest.starts_with(':');
        out += if is_number { "pid=PID" } else { "pid=" };
        out += if is_number { rest } else { part };
    }
    out
}

fn date(unix_s: u64, layout: &str) -> Result<String, String> {
    let out = Command::new("date")
        .env("LC_ALL", "C")
        .args(["-u", "-d", &format!("@{unix_s}"), &format!("+{layout}")])
        .output()
        .map_err(|e| format!("failed to start date: {e}"))?;
    Ok(String::from_utf8_lossy(&out.stdout).trim_end_matches('\n').to_owned())
}

fn without_moments(text: &str, before: &str, time: &str, behind: &str, mark: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(before) {
        let tail = &rest[at + before.len()..];
        let fits = tail.len() >= time.len()
            && tail.bytes().zip(time.bytes()).all(|(is, wanted)| match wanted {
                b'#' => is.is_ascii_digit(),
                sign => is == sign,
            });
        let after = fits.then(|| tail[time.len()..].strip_prefix(behind)).flatten();
        let (shown, next) = match after {
            Some(after) => (mark, after),
            None => (before, tail),
        };
        out.push_str(&rest[..at]);
        out.push_str(shown);
        rest = next;
    }
    out + rest
}

/// The text with each word replaced for which `other` returns one; words are letters, digits and dashes.
fn words(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let of_word = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(of_word) {
        let length = rest[start..].find(|c| !of_word(c)).unwrap_or(rest.len() - start);
        let word = &rest[start..start + length];
        out.push_str(&rest[..start]);
        out.push_str(&other(word).unwrap_or_else(|| word.to_owned()));
        rest = &rest[start + length..];
    }
    out + rest
}

/// Replaces every number, with the spaces before it and its hexadecimal digits, by one mark.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut in_number = false;
    for c in text.chars() {
        let goes_on = in_number && (c.is_ascii_hexdigit() || c == '.' || c == 'x');
        if !goes_on && c.is_ascii_digit() {
            out.truncate(out.trim_end_matches(' ').len());
            if !out.ends_with('#') {
                out.push('#');
            }
        }
        in_number = goes_on || c.is_ascii_digit();
        if !in_number {
            out.push(c);
        }
    }
    out
}

/// SQLIOSim's log without measured values, and without the entries on disks, because some folders are on no disk.
fn without_figures(log: &str) -> String {
    let entries = log.split_inclusive("</ENTRY>\n").filter(|entry| !entry.contains("DRIVE LEVEL"));
    entries.map(without_numbers).collect()
}

/// The text without the machine's figures: lines for each CPU appear once.
fn without_machine(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut table, mut columns) = (false, Vec::new());
    let mut last = String::new();
    for line in text.split_inclusive('\n') {
        table = line.starts_with("CPU |") || table && !line.trim().is_empty();
        if line.starts_with("'Target Type,") {
            let named = line.trim_end().split(',').enumerate();
            columns = named.filter(|cell| COLUMNS.contains(&cell.1)).map(|cell| cell.0).collect();
        }
        let label = MACHINE.iter().find_map(|label| Some(line.find(label)? + label.len()));
        let shown = match label {
            Some(at) => format!("{}{}", &line[..at], without_numbers(&line[at..])),
            None if table => without_numbers(line),
            None if line.starts_with("ALL,") || line.starts_with("MANAGER,") => {
                cells(line, &columns)
            }
            None if line.contains(";fio-") => terse(line),
            None => line.to_owned(),
        };
        let once = label.is_some() || table && shown.starts_with('#');
        if !(once && shown == last) {
            out.push_str(&shown);
        }
        last = shown;
    }
    without_cpus(&out)
}

/// Keeps only the first of DISKSPD's elements for each CPU.
fn without_cpus(text: &str) -> String {
    let (start, end) = ("<CPU>", "</CPU>\n");
    let Some(first) = text.find(end).map(|at| at + end.len()) else { return text.to_owned() };
    let mut out = text[..first].to_owned();
    let mut rest = &text[first..];
    while let Some((_, after)) =
        rest.trim_start().strip_prefix(start).and_then(|own| own.split_once(end))
    {
        rest = after;
    }
    out.push_str(rest);
    out
}

fn cells(line: &str, masked: &[usize]) -> String {
    let cell = |(index, cell): (usize, &str)| {
        if masked.contains(&index) { without_numbers(cell) } else { cell.to_owned() }
    };
    line.split(',').enumerate().map(cell).collect::<Vec<_>>().join(",")
}

/// Masks the CPU times of fio's terse line: two percentages before a whole number; nothing else has this form.
fn terse(line: &str) -> String {
    let mut fields: Vec<String> = line.split(';').map(str::to_owned).collect();
    let percent = |field: &str| field.strip_suffix('%').is_some_and(|n| n.parse::<f64>().is_ok());
    let at = fields.windows(3).position(|three| {
        percent(&three[0]) && percent(&three[1]) && three[2].parse::<u64>().is_ok()
    });
    if let Some(at) = at {
        fields[at..at + 3].clone_from_slice(&["#%", "#%", "#"].map(str::to_owned));
    }
    fields.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(text: &str) -> String {
        let moment = CaseContext {
            layouts: vec![("2026/11/23 ".to_owned(), "##:##:##", " UTC".to_owned(), "<now>")],
            unix: vec!["17954".to_owned()],
            host: "host-7".to_owned(),
        };
        let (folder, place) = (Path::new("/tmp/a/case"), Path::new("/tmp/a"));
        moment.masked(text, &MaskContext { folder, place, measured: false })
    }

    #[test]
    fn moments_of_the_run_and_options_of_a_usage_are_masked_and_nothing_else() {
        assert_eq!(masked("at 2026/11/23 14:05:26 UTC."), "at <now>.");
        assert_eq!(masked("2026/11/23 14:05 UTC"), "2026/11/23 14:05 UTC");
        assert_eq!(masked("2024/11/23 14:05:26 UTC"), "2024/11/23 14:05:26 UTC");
        assert_eq!(masked("\"timestamp\" : 1795442726,"), "\"timestamp\" : <unix s>,");
        assert_eq!(masked("1795442726123 179544272612"), "<unix ms> 179544272612");
        assert_eq!(masked("err= 0: pid=812: x, pid=, pid=9"), "err= 0: pid=PID: x, pid=, pid=9");
        assert_eq!(masked(r"Z:\tmp\a\case\x and Z:\tmp\a"), "FOLDER/x and PLACE");
        let gone = |words| masked(&format!("failed to read x: {words} (os error 2); check"));
        assert_eq!(gone("File not found."), "failed to read x: <os error>; check");
        assert_eq!(masked("in /tmp/a/case/x of host-7, host-77"), "in FOLDER/x of HOST, host-77");
        let usage =
            |options| format!("usage: plimsoll x\n\n{options}\nOptions of Plimsoll, allowed: y\n");
        assert_eq!(masked(&usage("  -a  b\n  -c  d\n")), usage("  (options)\n"));
        let moment = CaseContext::now().unwrap();
        let unix_s = sys::clock::unix_now() / 1_000_000_000;
        let now = date(unix_s, "%a %b %e %T %Y").unwrap();
        let (folder, place) = (Path::new("/a/b"), Path::new("/a"));
        let none = MaskContext { folder, place, measured: false };
        assert_eq!(moment.masked(&now, &none), "<Day Mon d H:M:S Y>");
    }

    #[test]
    fn of_a_measured_log_its_entries_stay_without_their_figures() {
        let log = "<L>\n<ENTRY>a 1\n</ENTRY>\n<ENTRY>DRIVE LEVEL: b\n</ENTRY>\n<ENTRY>c 23.5\n</ENTRY>\n</L>\n";
        let got = without_figures(log);
        assert_eq!(got, "<L>\n<ENTRY>a#\n</ENTRY>\n<ENTRY>c#\n</ENTRY>\n</L>\n");
    }

    #[test]
    fn figures_of_cpus_are_masked_and_their_layout_stays() {
        let table =
            "CPU |  Usage\n----\n   0|   1.00%|\n   1|  12.34%|\n----\navg.|   6.00%|\n\n  1|\n";
        assert_eq!(masked(table), "CPU |  Usage\n----\n#|#%|\n----\navg.|#%|\n\n  1|\n");
        assert_eq!(
            masked("  cpu          : usr=1.00%, ctx=17\n"),
            "  cpu          : usr=#%, ctx=#\n"
        );
        let xml = "<CPU>\n<Id>0</Id>\n</CPU>\n<CPU>\n<Id>1</Id>\n</CPU>\n<Thread>\n";
        assert_eq!(masked(xml), "<CPU>\n<Id>0</Id>\n</CPU>\n<Thread>\n");
        assert_eq!(
            masked("3;fio-3.33;a;50.0%;1.5;0.10%;2.00%;7;0;1"),
            "3;fio-3.33;a;50.0%;1.5;#%;#%;#;0;1"
        );
        let csv = "'Target Type,IOps,% User Time\nALL,12.5,3.25\nWORKER,12.5,3.25\n";
        assert_eq!(masked(csv), "'Target Type,IOps,% User Time\nALL,12.5,#\nWORKER,12.5,3.25\n");
    }
}
