//! Takes the tables of options of the foreign dialects and examples; gives a document for each tool.
//!
//! The examples are read by the very readers that are documented: what stands after each is what they gave.

use compat::foreign::{Foreign, OptionRow, Treatment};
use std::fmt::Write as _;

/// Lines of a job that a document shows.
const SHOWN_MAX: usize = 60;

/// One tool.
struct Tool {
    path: &'static str,
    title: &'static str,
    /// Where the table lies, for those who edit it.
    table: &'static str,
    intro: &'static str,
    options: &'static [OptionRow],
    /// Command lines as articles and manuals print them, without the program's name, and what they are for.
    examples: &'static [(&'static str, &'static str)],
    /// Files that the examples name, shown before what was made of them.
    files: &'static [(&'static str, &'static str)],
    read: fn(&[String]) -> Read,
}

/// What an example gave.
struct Read {
    /// The job of ours; for SQLIOSim the configuration with every key.
    job: Option<String>,
    notes: Vec<String>,
    problems: Vec<String>,
}

impl Read {
    fn of<V>(foreign: Foreign<V>) -> Self {
        let once = |mut list: Vec<String>| {
            let mut seen = Vec::new();
            list.retain(|text| {
                !seen.contains(text) && {
                    seen.push(text.clone());
                    true
                }
            });
            list
        };
        Self {
            job: foreign.workload.as_ref().map(job::write),
            notes: once(foreign.notes.iter().map(|n| n.1.text.clone()).collect()),
            problems: once(foreign.problems.iter().map(|p| p.1.text.clone()).collect()),
        }
    }
}

const TOOLS: &[Tool] = &[FIO, DISKSPD, SQLIO, SQLIOSIM, IOMETER, ORION];

const FIO: Tool = Tool {
    path: "docs/dialects/fio.md",
    title: "fio",
    table: "crates/compat/src/fio/options",
    intro: "`plimsoll fio WORDS` takes job files and the command line of fio and prints its results: text, terse, JSON or \
            JSON with every bucket. Where fio takes something absurd without a word (`runtime=10min` is 10 us there, \
            `size=1.5g` is one byte), what the author meant is done and a note says so; `--fio-literal` asks for fio's \
            own reading. `plimsoll convert JOB --to native` and `--to fio` translate jobs.\n\n\
            A link named `fio` to the binary is `plimsoll fio`, so that programs that start fio start it. Like fio's, its \
            stderr is silent unless something is wrong.\n\n\
            Blocks of `verify` have fio's own headers: each of the two verifies what the other wrote. A job that cannot begin \
            does not keep the others from it: it is told with the system's number for what is wrong (28 where there is no \
            room, 22 for an argument, 1 where something may not be written over), and fio's exit code counts it. \
            `--output` and logs replace what this program wrote there and nobody changed since, and no other file without \
            `--overwrite`.",
    options: compat::fio::options::OPTIONS,
    examples: &[
        (
            "--name=randrw --filename=/srv/test --size=4g --direct=1 --rw=randrw --bs=4k --ioengine=libaio --iodepth=64 --runtime=120 --numjobs=1 --time_based --group_reporting --rwmixread=75",
            "Mixed random I/O as guides to cloud disks do it",
        ),
        (
            "--name=log --filename=/srv/test-log --rw=write --ioengine=sync --fdatasync=1 --size=22m --bs=2300",
            "The commit test that guides to etcd give (its block is no multiple of a sector)",
        ),
        (
            "--name=global --filename=/srv/test --size=4g --direct=1 --ioengine=libaio --iodepth=32 --bs=8k --time_based --runtime=60 --name=writes --rw=write --flow=1 --name=reads --rw=randread --flow=8",
            "Two jobs whose operations keep a ratio, as in fio's own flow.fio",
        ),
        (
            "--name=ora --filename=/srv/test --ioengine=libaio --direct=1 --rw=randwrite --bs=8k --iodepth=10 --numjobs=2 --size=1g --time_based --runtime=10min",
            "Oracle's writers, with a time that fio would read as 10 us",
        ),
        (
            "--name=tail --filename=/srv/test --size=2g --rw=randread --bs=8k --direct=1 --ioengine=io_uring --iodepth=32 --rate_iops=2000 --rate_process=poisson --time_based --runtime=60 --percentile_list=50:95:99:99.9",
            "Latency at a given load",
        ),
    ],
    files: &[],
    read: |words| {
        let context = compat::fio::Context {
            load: &no_file,
            environment: &|_| None,
            existing_bytes: &|_| None,
            is_device: &|_| false,
            cpus: 4,
            page_bytes: 4096,
            memory_bytes: 16 << 30,
            literal: false,
        };
        Read::of(compat::fio::read(words, &context, &[]))
    },
};

const DISKSPD: Tool = Tool {
    path: "docs/dialects/diskspd.md",
    title: "DISKSPD",
    table: "crates/compat/src/diskspd/options.rs",
    intro: "`plimsoll diskspd WORDS` takes the command line of DISKSPD 2.2 with the additions of 2.3, and XML profiles. \
            It prints the results as text or XML; `--as 2.3` writes those of 2.3. `--as 2.0` reads the \
            command line as 2.0 does, too: `-s` may stand twice, and options of later versions are refused. What \
            DISKSPD itself says of a wrong command line comes word for word before what this project says of it. \
            `--size SIZE` is that of files which do not exist yet and get none otherwise. A run that was interrupted \
            prints its results, says on stderr after how many seconds it was cut, and ends with 130.",
    options: compat::diskspd::OPTIONS,
    examples: &[
        (
            "-b8K -d180 -h -L -o32 -t3 -r -w75 -c50G /srv/test.dat",
            "The OLTP line of many articles about SQL Server",
        ),
        ("-b60K -d60 -h -L -o32 -t1 -s -w100 -c10G /srv/log.dat", "A transaction log"),
        (
            "-b512K -d60 -h -L -o32 -t3 -si -c50G /srv/test.dat",
            "Read-ahead of a scan, by several threads at one position",
        ),
        (
            "-b8K -d60 -o4 -t8 -h -r -w25 -L -Z1G -c20G C:\\iotest.dat --map C:=/mnt/c",
            "The line of a vendor's guide, with a Windows path",
        ),
        (
            "\u{2013}b64K \u{2013}d120 \u{2013}o8 \u{2013}t2 \u{2013}r \u{2013}w30 \u{2013}Sh \u{2013}L /srv/test.dat",
            "A line pasted from a page, with the dashes that typesetters make",
        ),
    ],
    files: &[],
    read: |words| {
        let (maps, words) = mapped(words);
        Read::of(compat::diskspd::read(&words, &no_file, &maps))
    },
};

const SQLIO: Tool = Tool {
    path: "docs/dialects/sqlio.md",
    title: "SQLIO",
    table: "crates/compat/src/sqlio/options.rs",
    intro: "`plimsoll sqlio WORDS` takes the command line of SQLIO 1.5.SG and prints its report. `--sweep` runs the \
            matrix of the lab book's notation, `--sweep '-b(8,64,256) -o(1-64) -t(1,2,4) -k(R,W) -R(2->14)'`: one log \
            for each cell and `sweep.csv`, in the folder of `--logs`. `--pause` is the rest between cells (30 s), \
            `--part` the size from which `-i` follows, `--cross` takes every combination of lists of one length, \
            `--decimal-comma` writes numbers as many Excels want them. Lists of `-f`, `-t` and `-i` of one length move in \
            step. `--dry-run` lists the cells, `--resume` goes on with those that `sweep.csv` lacks. `--zeros` writes \
            zeros as SQLIO does. `--size SIZE` is that of files which do not exist yet. A run that was interrupted \
            prints its results, says on stderr after how many seconds it was cut, and ends with 130.",
    options: compat::sqlio::OPTIONS,
    examples: &[
        (
            "-kR -s360 -frandom -o8 -b8 -LS -BN /srv/test.dat",
            "Random reads as articles about SQL Server do them",
        ),
        (
            "-kW -s300 -t2 -fsequential -o8 -b64 -LS -BN /srv/test.dat",
            "Writes of a log or a backup",
        ),
        (
            r"-kR -t4 -s120 -dDE -o16 -frandom -b64 -BH -LS \test.dat --map D:=/mnt/d --map E:=/mnt/e",
            "One file on two drives",
        ),
        (
            "-kW -s10 -f1 -i2000000 -o2 -b64 -R1 -LP -a0xf -BN --map 1:=/dev/sdb",
            "The stripe geometry of a lab book, on a raw disk",
        ),
        (
            "\u{2013}kR \u{2013}s60 \u{2013}f64 \u{2013}b2 \u{2013}i64 /srv/test.dat",
            "The tool's own defaults, with the dashes that typesetters make",
        ),
    ],
    files: &[],
    read: |words| {
        let (maps, words) = mapped(words);
        Read::of(compat::sqlio::read(&words, &no_file, &maps))
    },
};

const SQLIOSIM: Tool = Tool {
    path: "docs/dialects/sqliosim.md",
    title: "SQLIOSim",
    table: "crates/compat/src/sqliosim/options.rs",
    intro: "`plimsoll sqliosim WORDS` takes the command line and the configuration of SQLIOSim, proves the storage as \
            `plimsoll verify` does ([how it tells](../integrity.md)), and writes SQLIOSim's XML log. `plimsoll verify --cfg \
            FILE` takes the same configuration. Keys may be spelled as in the documentation or as in the shipped files, in \
            any case; what is wrong is told with its line and column, all at once, where SQLIOSim takes it for 0 or \
            passes over it. Defaults stand in parentheses. Exit codes are those of `plimsoll verify`: 0 sound, 1 something \
            was wrong, 2 not every page could be looked at, 3 a wrong configuration, 4 refused or failed, 130 interrupted.",
    options: compat::sqliosim::OPTIONS,
    examples: &[
        (
            "-dir /srv/db -log sqliosim.log.xml -d 300 -size 4096",
            "Every key at its default, five minutes in a folder",
        ),
        (
            "-cfg hwcache.cfg.ini -log hwcache.log.xml --map F:=/mnt/f",
            "Memory that has every page: what a controller's cache takes (a shipped configuration, its keys at defaults left out)",
        ),
        ("-cfg nothrottle.cfg.ini -dir /srv/db", "As much as the storage takes"),
        ("-cfg seqwrites.cfg.ini", "Bulk updates in runs of 600 to 1000 pages, and nothing else"),
        (
            "-cfg sparse.cfg.ini --map D:=/mnt/d",
            "Three cycles with little memory, and a sparse replica in a stream",
        ),
    ],
    files: &[
        (
            "hwcache.cfg.ini",
            "[CONFIG]\nCacheHitRatio=10000\n\n[AuditUser]\nUserCount=0\n\n[ReadAheadUser]\nUserCount=0\n\n[File1]\n\
             FileName=f:\\sqliosim.mdx\nInitialSize=100\nMaxSize=100\nIncrement=10\nShrinkable=FALSE\n\n[File2]\n\
             FileName=f:\\sqliosim.ldx\nInitialSize=50\nMaxSize=50\nLogFile=TRUE\n",
        ),
        (
            "nothrottle.cfg.ini",
            "[CONFIG]\nTargetIODuration=1000000\n\n[AuditUser]\nAuditDelay=10\n\n[ReadAheadUser]\nRADelay=10\n",
        ),
        (
            "seqwrites.cfg.ini",
            "[CONFIG]\nCacheHitRatio=10000\nForceReadAhead=FALSE\n\n[RandomUser]\nUserCount=0\n\n[AuditUser]\nUserCount=0\n\n\
             [ReadAheadUser]\nUserCount=0\n\n[BulkUpdateUser]\nBuffersBUMin=600\nBuffersBUMax=1000\nBUDelay=1\n\n[File1]\n\
             FileName=/srv/db/sqliosim.mdx\nInitialSize=4096\n\n[File2]\nFileName=/srv/db/sqliosim.ldx\nInitialSize=50\n\
             LogFile=TRUE\n",
        ),
        (
            "sparse.cfg.ini",
            "[CONFIG]\nMaxMemoryMB=32\nTestCycles=3\nTestCycleDuration=600\nTargetIODuration=10000\nUseScatterGather=FALSE\n\n\
             [File1]\nFileName=d:\\sqliosim.mdx\nInitialSize=1024\n\n[File2]\nFileName=d:\\sqliosim.ldx\nInitialSize=50\n\
             LogFile=TRUE\n\n[File3]\nFileName=d:\\sqliosim.mdx:replica\nInitialSize=1024\nSparse=TRUE\n",
        ),
    ],
    read: |words| {
        let (maps, words) = mapped(words);
        let load = |name: &str| {
            let found = SQLIOSIM.files.iter().find(|file| file.0 == name);
            found
                .map(|file| file.1.to_owned())
                .ok_or_else(|| format!("{name} is not part of an example"))
        };
        let read = compat::sqliosim::read(&words, &load, &maps);
        let job = read.problems.is_empty().then(|| compat::sqliosim::write(&read.view.simulation));
        Read { job, ..Read::of(read) }
    },
};

const IOMETER: Tool = Tool {
    path: "docs/dialects/iometer.md",
    title: "Iometer",
    table: "crates/compat/src/iometer/options.rs",
    intro: "`plimsoll iometer JOB.icf RESULTS.csv` takes Iometer's configurations of 1998 to 2014 and appends to its \
            results; `--spec NAME` runs one of the classic access specifications without a file. `--size SIZE` is \
            that of targets which do not exist yet. A run that was interrupted prints its results, says on stderr after \
            how many seconds it was cut, and ends with 130.",
    options: compat::iometer::OPTIONS,
    examples: &[
        (
            "--spec Database --target /srv/test.dat --depth 1,2,4,8 --time 30",
            "Intel's database pattern at rising depths",
        ),
        (
            "--spec Database-1C --target /srv/test.dat --depth 2 --time 60 --ramp 10",
            "Reads and writes as 68 to 32, as a stand-in for 1C:Enterprise",
        ),
        ("--spec FileServer --target /srv/test.dat --depth 16 --time 60", "Intel's file server"),
        (
            "--spec WebServer --target /srv/test.dat --depth 32 --time 60",
            "Intel's web server: reads only",
        ),
        (
            "--spec Default --target /srv/a.dat --target /srv/b.dat --workers 2 --time 30",
            "Iometer's own pattern on two targets by two workers",
        ),
    ],
    files: &[],
    read: |words| Read::of(compat::iometer::read(words, &no_file, &[])),
};

const ORION: Tool = Tool {
    path: "docs/dialects/orion.md",
    title: "Orion",
    table: "crates/compat/src/orion/options.rs",
    intro: "`plimsoll orion WORDS` takes the command line of Oracle's Orion and its list of LUNs (`NAME.lun`, one path on \
            each line), runs the matrix of small and large loads, and writes the summary and the tables of MB/s, IOPS \
            and latencies beside it. Of a run that was interrupted they say how many data points there are, and call the \
            best of these \"so far\"; it ends with 130. The examples read a list of two files.",
    options: compat::orion::OPTIONS,
    examples: &[
        ("-run simple -testname mytest -num_disks 2", "Small alone, then large alone"),
        ("-run oltp -testname mytest -num_disks 2", "Small random I/O, far up"),
        ("-run dss -testname mytest -num_disks 2", "Large I/O, far up"),
        (
            "-run advanced -testname mytest -num_disks 2 -type rand -write 20 -matrix row -num_large 0 -duration 30",
            "A share of writes",
        ),
        (
            "-run advanced -testname mytest -num_disks 2 -matrix point -num_small 4 -num_large 1 -size_large 512",
            "One point of both kinds",
        ),
    ],
    files: &[],
    read: |words| {
        let luns = |_: &str| Ok("/srv/lun1\n/srv/lun2\n".to_owned());
        Read::of(compat::orion::read(words, &luns, &[]))
    },
};

/// Every document: path and text.
pub(super) fn documents() -> Vec<(&'static str, String)> {
    TOOLS.iter().map(|tool| (tool.path, document(tool))).collect()
}

fn no_file(name: &str) -> Result<String, String> {
    Err(format!("{name} is not part of an example"))
}

/// The words without our own `--map FROM=TO`, which the command takes out before the reader sees them.
fn mapped(words: &[String]) -> (Vec<compat::foreign::Mapping>, Vec<String>) {
    let (mut maps, mut rest) = (Vec::new(), Vec::new());
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--map" {
            maps.extend(words.next().and_then(|map| compat::foreign::Mapping::read(map)));
        } else {
            rest.push(word.clone());
        }
    }
    (maps, rest)
}

fn document(tool: &Tool) -> String {
    // A proof is of what keeps data.
    let simulated = match tool.path {
        "docs/dialects/sqliosim.md" => {
            "Targets are files: `sim:MEDIUM` and `null` keep no data that could be proved."
        }
        _ => "`sim:MEDIUM` and `null` are targets, too.",
    };
    let mut out = format!(
        "# {}\n\n<!-- Generated from {} and from examples in xtask/src/generate/dialects.rs.\n     Do not edit: change \
         these and run cargo xtask generate -->\n\n{}\n\nWords of ours may stand anywhere among the others: `--map \
         FROM=TO` says what a place of Windows is here, `--overwrite FILE` and `--destroy DEVICE` give up what may be \
         written over (also `PLIMSOLL_OVERWRITE` and `PLIMSOLL_DESTROY`, lists with colons between), `--store FILE` \
         and `--seed N` are those of `plimsoll run`. Notes and warnings go to the store: \
         `PLIMSOLL_NOTES=stderr` prints them, and `PLIMSOLL_NOTES=FILE` appends them to a file. {}\n\n## Options\n\n\
         Honoured does what the tool does; nearly does what the remark says, and a note says it on each run; refused \
         ends before anything is opened.\n\n| option | meaning | treatment |\n| --- | --- | --- |\n",
        tool.title, tool.table, tool.intro, simulated
    );
    for row in tool.options {
        let treatment = match row.treatment {
            Treatment::Honoured => "honoured".to_owned(),
            Treatment::Approximated(how) => format!("nearly: {how}"),
            Treatment::Refused(why) => format!("refused: {why}"),
        };
        let cell = |text: &str| text.replace('|', "\\|").replace('\n', " ");
        line(
            &mut out,
            &format!("| `{}` | {} | {} |", cell(row.name), cell(row.meaning), cell(&treatment)),
        );
    }
    if !tool.examples.is_empty() {
        out.push_str(if tool.files.is_empty() {
            "\n## Examples\n\nEach as a job of this project, which `plimsoll run` takes as well.\n"
        } else {
            "\n## Examples\n\nEach with the configuration that results, as `-save` writes it; keys at their defaults are left out.\n"
        });
    }
    for (command, about) in tool.examples {
        example(tool, command, about, &mut out);
    }
    out
}

fn example(tool: &Tool, command: &str, about: &str, out: &mut String) {
    let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
    let read = (tool.read)(&words);
    let name = tool.path.rsplit(['/', '.']).nth(1).unwrap_or_default();
    line(out, &format!("\n### {about}\n\n```sh\nplimsoll {name} {command}\n```\n"));
    for (file, text) in tool.files.iter().filter(|file| words.iter().any(|word| word == file.0)) {
        line(out, &format!("`{file}`:\n\n```ini\n{}\n```\n", text.trim_end()));
    }
    for note in &read.notes {
        line(out, &format!("Note: {note}.\n"));
    }
    for problem in &read.problems {
        line(out, &format!("Refused: {problem}.\n"));
    }
    if let Some(job) = read.job {
        if !tool.files.is_empty() {
            line(out, &format!("```ini\n{}\n```", changed(&job).trim_end()));
            return;
        }
        let lines: Vec<&str> = job.trim_end().lines().collect();
        let shown = lines[..lines.len().min(SHOWN_MAX)].join("\n");
        let more = match lines.len().saturating_sub(SHOWN_MAX) {
            0 => String::new(),
            n => format!("\n# ... and {n} lines more"),
        };
        // What is cut is no whole job: it is not fenced as one, so that nobody takes it for one.
        let fence = if more.is_empty() { "toml" } else { "text" };
        line(out, &format!("```{fence}\n{shown}{more}\n```"));
    }
}

/// What of a configuration of SQLIOSim is not at its default, under its sections.
fn changed(config: &str) -> String {
    let usual = compat::sqliosim::write(&compat::sqliosim::Simulation::usual());
    let sections = config.trim_end().split("\n\n").filter_map(|section| {
        let head = section.lines().next()?;
        let known = usual.split("\n\n").find(|other| other.starts_with(head)).unwrap_or_default();
        let other = |text: &&str| !known.lines().any(|line| line == *text);
        let lines: Vec<&str> = section.lines().skip(1).filter(other).collect();
        (!lines.is_empty()).then(|| format!("{head}\n{}", lines.join("\n")))
    });
    let text = sections.collect::<Vec<_>>().join("\n\n");
    if text.is_empty() { "; every key at its default".to_owned() } else { text }
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("a String takes all text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_job_or_refused_with_a_reason() {
        for tool in TOOLS {
            for (command, _) in tool.examples {
                let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
                let read = (tool.read)(&words);
                let answered = read.job.is_some() == read.problems.is_empty();
                assert!(answered, "{}: {command}: {:?}", tool.title, read.problems);
            }
        }
    }
}
