//! Every option of DISKSPD and its treatment; the reader follows this table.

use crate::foreign::OptionRow;
use crate::foreign::Treatment::{self, Approximated, Honoured, Refused};

const fn row(name: &'static str, meaning: &'static str, treatment: Treatment) -> OptionRow {
    OptionRow { name, meaning, treatment }
}

/// Every option of 2.2 and 2.3.
pub const OPTIONS: &[OptionRow] = &[
    row("-?", "prints the usage", Honoured),
    row(
        "-:<bits>",
        "experimental flags",
        Approximated("accepted without effect; DISKSPD's experimental flags do not exist here"),
    ),
    row(
        "-a, -ag",
        "assign the threads to all CPUs in turn",
        Approximated("the kernel places the threads; name CPUs, as in -a0,1, to pin them"),
    ),
    row("-a<cpu,..>, -ag<group>,<cpu,..>", "assign the threads to these CPUs in turn", Honoured),
    row(
        "-a[c][s][p|P|e|E|up]",
        "since 2.3: order in which CPUs are assigned",
        Approximated("the kernel places the threads; name CPUs, as in -a0,1, to pin them"),
    ),
    row("-b<size>", "block size (default 64K)", Honoured),
    row(
        "-bsn, -bsp",
        "since 2.3: distance between the buffers of the threads",
        Approximated("accepted without effect; the engine places the buffers"),
    ),
    row("-B<size>[:<length>]", "start and length of the used part of the target", Honoured),
    row(
        "-c<size>",
        "create the files with this size",
        Approximated(
            "a missing file is created and a short file is extended, always with written data; a file that is long enough keeps its content",
        ),
    ),
    row(
        "-C<seconds>",
        "cool-down: seconds of I/O after the measured time",
        Approximated(
            "accepted without effect; I/O stops at the end of the measured time, and cool-down would not be counted",
        ),
    ),
    row("-d<seconds>", "measured time in seconds (default 10)", Honoured),
    row("-D[ms]", "standard deviation of the IOPS over intervals of ms (default 1000)", Honoured),
    row(
        "-e<what>",
        "Windows event tracing (ETW)",
        Approximated(
            "accepted without effect; Windows event tracing does not exist here; use perf or bpftrace",
        ),
    ),
    row("-f<size>", "use only this much of the target", Honoured),
    row(
        "-f<rst>",
        "hints for opening the file: random, sequential, temporary",
        Approximated("accepted without effect; files are opened without hints"),
    ),
    row("-F<threads>", "number of threads in all; each thread sends I/O to every target", Honoured),
    row(
        "-g<bytes>",
        "rate limit per thread and target, in bytes per millisecond",
        Approximated(
            "I/Os start on a fixed schedule at this rate, without bursts that catch up after a stall",
        ),
    ),
    row(
        "-g<iops>i",
        "rate limit per thread and target, in I/Os per second",
        Approximated(
            "I/Os start on a fixed schedule at this rate, without bursts that catch up after a stall",
        ),
    ),
    row("-h", "older name of -Sh", Honoured),
    row("-i<ios>", "I/Os between two pauses (with -j)", Honoured),
    row(
        "-I<1-3>",
        "priority of the I/O",
        Approximated("I/O has the priority of this process; start the command under ionice"),
    ),
    row("-j<ms>", "pause in ms (with -i)", Honoured),
    row(
        "-l",
        "large pages for buffers",
        Approximated("accepted without effect; buffers use normal pages"),
    ),
    row("-L", "latency statistics", Honoured),
    row("-n", "no thread affinity", Honoured),
    row(
        "-N<v|n|i>",
        "how mapped writes are flushed (with -Sm)",
        Approximated("every write is followed by fdatasync"),
    ),
    row("-o<ios>", "outstanding I/Os per thread and target (default 2)", Honoured),
    row(
        "-oc<1-16>",
        "since 2.3: completions that are taken in one call",
        Approximated("the engine takes all completions that are ready"),
    ),
    row(
        "-O<ios>",
        "outstanding I/Os per thread over all targets (with -F)",
        Approximated(
            "the I/Os are divided among the targets by weight before the run, at least one for each target",
        ),
    ),
    row(
        "-p",
        "outstanding I/Os do not share one sequential position",
        Approximated("each outstanding I/O runs as a separate thread"),
    ),
    row(
        "-P[ios]",
        "prints a dot for every 65536 I/Os",
        Approximated("a terminal shows the progress instead of dots"),
    ),
    row("-r[align]", "random I/O with this alignment", Honoured),
    row("-rs<percent>", "percentage of random I/O; the rest is sequential", Honoured),
    row(
        "-rdpct<io/target:..>, -rdabs<io/size:..>",
        "shares of the I/O for parts of the target",
        Honoured,
    ),
    row(
        "-R[p]text, -R[p]xml",
        "format of the results; p: print the profile and do not run",
        Honoured,
    ),
    row(
        "-Rs[text|xml]",
        "since 2.3: print the system information and do not run",
        Refused("use plimsoll inventory <target>, which reports more"),
    ),
    row("-s[stride]", "sequential I/O with this stride", Honoured),
    row(
        "-si[stride]",
        "sequential I/O from one position that all threads share",
        Approximated(
            "the blocks are divided in a fixed order: each of n threads takes every nth block",
        ),
    ),
    row("-S, -Su", "no software cache", Honoured),
    row("-Sb", "software cache", Honoured),
    row("-Sd", "DISKSPD for Linux: no software cache (O_DIRECT)", Honoured),
    row("-Sh", "no software cache and write-through", Honoured),
    row(
        "-Sm",
        "memory mapped I/O",
        Approximated("I/O uses read and write calls through the page cache, not a mapping"),
    ),
    row(
        "-Sr",
        "no local cache; the remote cache stays",
        Approximated("as -Su: a local target has no remote cache"),
    ),
    row(
        "-Ss",
        "DISKSPD for Linux: write-through (O_SYNC)",
        Approximated("as -Sw: a completed write is durable, but the file's timestamps may not be"),
    ),
    row("-Sw", "write-through: a completed write is durable (O_DSYNC)", Honoured),
    row("-Sy, -SY", "since 2.3: BypassIO", Approximated("as -Su: only Windows has BypassIO")),
    row("-t<threads>", "threads per target (default 1)", Honoured),
    row(
        "-T<size>",
        "distance between the start offsets of the threads",
        Approximated("a thread that reaches the end continues at its start offset"),
    ),
    row(
        "-u[n][count|percent p]",
        "since 2.3: IoRing",
        Approximated("I/O uses io_uring; the engine decides how many I/Os it submits together"),
    ),
    row(
        "-v, -vs",
        "verbose output",
        Approximated(
            "accepted without effect; there is no further output, and wait statistics do not exist here",
        ),
    ),
    row("-w<percent>", "percentage of writes (default 0)", Honoured),
    row("-W<seconds>", "warm-up in seconds (default 5)", Honoured),
    row(
        "-x",
        "use completion routines",
        Approximated("accepted without effect; the engine decides how it takes completions"),
    ),
    row("-X<file>", "a profile in XML", Honoured),
    row(
        "-ys, -yf",
        "Windows events that signal the start and the end",
        Approximated("accepted without effect; Windows events do not exist here"),
    ),
    row(
        "-yr, -yp, -ye",
        "Windows events: wait for one, stop the run at one, set one",
        Refused("Windows events do not exist here; start and stop the command from a script"),
    ),
    row("-z[seed]", "seed of random choices (default 0); without a value, a random seed", Honoured),
    row("-Z", "write zeros", Honoured),
    row("-Zr", "write new random data for each I/O", Honoured),
    row(
        "-Z<size>",
        "write parts of a random buffer",
        Approximated("every write has new random data"),
    ),
    row(
        "-Z<size>,<file>",
        "write parts of a file",
        Refused(
            "the content of a file cannot be written yet; use -Z<size> for random data or -Z for zeros",
        ),
    ),
    row("<target>", "a file, or sim:MEDIUM for a simulated storage", Honoured),
    row("#<n>, <letter>:", "a Windows drive or partition; needs --map", Honoured),
    row(
        "*<n>",
        "a placeholder in an XML profile; target number n of the command line replaces it",
        Honoured,
    ),
    row(
        "<ETW>",
        "Windows event tracing in an XML profile",
        Refused("Windows event tracing does not exist here; remove the element"),
    ),
    row(
        "<PrecreateFiles>",
        "create all files of a profile before the first time span",
        Approximated("every file is created before the first time span"),
    ),
    row(
        "<GroupAffinity>",
        "no effect since 2.0",
        Approximated("accepted without effect, as in DISKSPD"),
    ),
    row(
        "<Weight>, <ThreadTargets>",
        "shares of the targets in a thread pool (with -F and -O)",
        Honoured,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_told_once_and_in_full() {
        let mut seen = std::collections::HashSet::new();
        for row in OPTIONS {
            assert!(seen.insert(row.name), "{} twice", row.name);
            assert!(!row.meaning.is_empty());
        }
        let first: std::collections::HashSet<char> =
            OPTIONS.iter().filter_map(|row| row.name.strip_prefix('-')?.chars().next()).collect();
        for letter in "?:abBcCdDefFghiIjlLnNoOpPrRsStTuvwWxXyzZ".chars() {
            assert!(first.contains(&letter), "-{letter}");
        }
    }
}
