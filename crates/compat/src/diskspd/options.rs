//! Every option of DISKSPD and its treatment; the reader follows this table.

use crate::foreign::{OptionRow, honoured, nearly, refused};

/// Every option of 2.2 and 2.3.
pub const OPTIONS: &[OptionRow] = &[
    honoured("-?", "prints the usage"),
    nearly(
        "-:<bits>",
        "experimental flags",
        "accepted without effect; DISKSPD's experimental flags do not exist here",
    ),
    nearly(
        "-a, -ag",
        "assign the threads to all CPUs in turn",
        "the kernel places the threads; name CPUs, as in -a0,1, to pin them",
    ),
    honoured("-a<cpu,..>, -ag<group>,<cpu,..>", "assign the threads to these CPUs in turn"),
    nearly(
        "-a[c][s][p|P|e|E|up]",
        "since 2.3: order in which CPUs are assigned",
        "the kernel places the threads; name CPUs, as in -a0,1, to pin them",
    ),
    honoured("-b<size>", "block size (default 64K)"),
    nearly(
        "-bsn, -bsp",
        "since 2.3: distance between the buffers of the threads",
        "accepted without effect; the engine places the buffers",
    ),
    honoured("-B<size>[:<length>]", "start and length of the used part of the target"),
    nearly(
        "-c<size>",
        "create the files with this size",
        "a missing file is created and a short file is extended, always with written data; a file that is long enough keeps its content",
    ),
    nearly(
        "-C<seconds>",
        "cool-down: seconds of I/O after the measured time",
        "accepted without effect; I/O stops at the end of the measured time, and cool-down would not be counted",
    ),
    honoured("-d<seconds>", "measured time in seconds (default 10)"),
    honoured("-D[ms]", "standard deviation of the IOPS over intervals of ms (default 1000)"),
    nearly(
        "-e<what>",
        "Windows event tracing (ETW)",
        "accepted without effect; Windows event tracing does not exist here; use perf or bpftrace",
    ),
    honoured("-f<size>", "use only this much of the target"),
    nearly(
        "-f<rst>",
        "hints for opening the file: random, sequential, temporary",
        "accepted without effect; files are opened without hints",
    ),
    honoured("-F<threads>", "number of threads in all; each thread sends I/O to every target"),
    nearly(
        "-g<bytes>",
        "rate limit per thread and target, in bytes per millisecond",
        "I/Os start on a fixed schedule at this rate, without bursts that catch up after a stall",
    ),
    nearly(
        "-g<iops>i",
        "rate limit per thread and target, in I/Os per second",
        "I/Os start on a fixed schedule at this rate, without bursts that catch up after a stall",
    ),
    honoured("-h", "older name of -Sh"),
    honoured("-i<ios>", "I/Os between two pauses (with -j)"),
    nearly(
        "-I<1-3>",
        "priority of the I/O",
        "I/O has the priority of this process; start the command under ionice",
    ),
    honoured("-j<ms>", "pause in ms (with -i)"),
    nearly("-l", "large pages for buffers", "accepted without effect; buffers use normal pages"),
    honoured("-L", "latency statistics"),
    honoured("-n", "no thread affinity"),
    nearly(
        "-N<v|n|i>",
        "how mapped writes are flushed (with -Sm)",
        "every write is followed by fdatasync",
    ),
    honoured("-o<ios>", "outstanding I/Os per thread and target (default 2)"),
    nearly(
        "-oc<1-16>",
        "since 2.3: completions that are taken in one call",
        "the engine takes all completions that are ready",
    ),
    nearly(
        "-O<ios>",
        "outstanding I/Os per thread over all targets (with -F)",
        "the I/Os are divided among the targets by weight before the run, at least one for each target",
    ),
    nearly(
        "-p",
        "outstanding I/Os do not share one sequential position",
        "each outstanding I/O runs as a separate thread",
    ),
    nearly(
        "-P[ios]",
        "prints a dot for every 65536 I/Os",
        "a terminal shows the progress instead of dots",
    ),
    honoured("-r[align]", "random I/O with this alignment"),
    honoured("-rs<percent>", "percentage of random I/O; the rest is sequential"),
    honoured(
        "-rdpct<io/target:..>, -rdabs<io/size:..>",
        "shares of the I/O for parts of the target",
    ),
    honoured("-R[p]text, -R[p]xml", "format of the results; p: print the profile and do not run"),
    refused(
        "-Rs[text|xml]",
        "since 2.3: print the system information and do not run",
        "use plimsoll inventory <target>, which reports more",
    ),
    honoured("-s[stride]", "sequential I/O with this stride"),
    nearly(
        "-si[stride]",
        "sequential I/O from one position that all threads share",
        "the blocks are divided in a fixed order: each of n threads takes every nth block",
    ),
    honoured("-S, -Su", "no software cache"),
    honoured("-Sb", "software cache"),
    honoured("-Sd", "DISKSPD for Linux: no software cache (O_DIRECT)"),
    honoured("-Sh", "no software cache and write-through"),
    nearly(
        "-Sm",
        "memory mapped I/O",
        "I/O uses read and write calls through the page cache, not a mapping",
    ),
    nearly(
        "-Sr",
        "no local cache; the remote cache stays",
        "as -Su: a local target has no remote cache",
    ),
    nearly(
        "-Ss",
        "DISKSPD for Linux: write-through (O_SYNC)",
        "as -Sw: a completed write is durable, but the file's timestamps may not be",
    ),
    honoured("-Sw", "write-through: a completed write is durable (O_DSYNC)"),
    nearly("-Sy, -SY", "since 2.3: BypassIO", "as -Su: only Windows has BypassIO"),
    honoured("-t<threads>", "threads per target (default 1)"),
    nearly(
        "-T<size>",
        "distance between the start offsets of the threads",
        "a thread that reaches the end continues at its start offset",
    ),
    nearly(
        "-u[n][count|percent p]",
        "since 2.3: IoRing",
        "I/O uses io_uring; the engine decides how many I/Os it submits together",
    ),
    nearly(
        "-v, -vs",
        "verbose output",
        "accepted without effect; there is no further output, and wait statistics do not exist here",
    ),
    honoured("-w<percent>", "percentage of writes (default 0)"),
    honoured("-W<seconds>", "warm-up in seconds (default 5)"),
    nearly(
        "-x",
        "use completion routines",
        "accepted without effect; the engine decides how it takes completions",
    ),
    honoured("-X<file>", "a profile in XML"),
    nearly(
        "-ys, -yf",
        "Windows events that signal the start and the end",
        "accepted without effect; Windows events do not exist here",
    ),
    refused(
        "-yr, -yp, -ye",
        "Windows events: wait for one, stop the run at one, set one",
        "Windows events do not exist here; start and stop the command from a script",
    ),
    honoured("-z[seed]", "seed of random choices (default 0); without a value, a random seed"),
    honoured("-Z", "write zeros"),
    honoured("-Zr", "write new random data for each I/O"),
    nearly("-Z<size>", "write parts of a random buffer", "every write has new random data"),
    refused(
        "-Z<size>,<file>",
        "write parts of a file",
        "the content of a file cannot be written yet; use -Z<size> for random data or -Z for zeros",
    ),
    honoured("<target>", "a file, or sim:MEDIUM for a simulated storage"),
    honoured("#<n>, <letter>:", "a Windows drive or partition; needs --map"),
    honoured(
        "*<n>",
        "a placeholder in an XML profile; target number n of the command line replaces it",
    ),
    refused(
        "<ETW>",
        "Windows event tracing in an XML profile",
        "Windows event tracing does not exist here; remove the element",
    ),
    nearly(
        "<PrecreateFiles>",
        "create all files of a profile before the first time span",
        "every file is created before the first time span",
    ),
    nearly("<GroupAffinity>", "no effect since 2.0", "accepted without effect, as in DISKSPD"),
    honoured(
        "<Weight>, <ThreadTargets>",
        "shares of the targets in a thread pool (with -F and -O)",
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
