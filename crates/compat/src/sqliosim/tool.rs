//! SQLIOSim as the rest of the project sees it: its command, its files and its page of the documentation.

use super::{SqliosimView, read, read_config, write};
use crate::tool::{Page, Tool};

pub const TOOL: Tool = Tool {
    name: "sqliosim",
    title: "SQLIOSim",
    programs: &["sqliosim"],
    has_switch: |_| false,
    about: "Test a storage with a configuration of SQLIOSim, and write SQLIOSim's log",
    options: super::OPTIONS,
    read: |words, context, maps| {
        let changed = |view: SqliosimView| Some(changed(&write(&view.simulation)));
        read(words, context.load, maps).with_view(changed)
    },
    language: None,
    results: None,
    simulation: Some(|name, load, maps| {
        read_config(name, load, maps).with_view(|view| view.simulation)
    }),
    page: Page {
        intro: "Your SQLIOSim configuration does the same here, except for the keys in the tables below. `plimsoll sqliosim` takes SQLIOSim's command line, tests the storage as `plimsoll verify` does ([data integrity](../explanation/integrity.md)), and writes SQLIOSim's XML log.\n\
            `plimsoll verify --cfg FILE` takes the same configuration. [Exit codes](../reference/exit-codes.md) are those of `plimsoll verify`.\n\
            \n\
            | where | here |\n\
            | --- | --- |\n\
            | keys | spelled as in the documentation or in the shipped files, in any case; `--help` has meanings and defaults |\n\
            | mistakes | all reported at once, with line and column; SQLIOSim reads them as 0 or ignores them |\n\
            | neither `-cfg` nor `sqliosim.cfg.ini` | every key at its default |\n\
            | `MinIOChainLength` | default 50, as in the shipped files; the documentation says 1 |\n\
            | a stream, `x.mdx:replica` | the file `x.mdx.replica` |\n\
            | `sim:MEDIUM`, `null` | no targets: they keep no data that could be verified |",
        own: &[],
        examples: &[
            (
                "-dir /srv/db -log sqliosim.log.xml -d 300 -size 4096",
                "Every key at its default, five minutes in a folder",
            ),
            (
                "-cfg hwcache.cfg.ini -log hwcache.log.xml --map F:=/mnt/f",
                "All pages are found in memory, to test a controller's cache (a shipped configuration without keys at defaults)",
            ),
            ("-cfg nothrottle.cfg.ini -dir /srv/db", "The highest load that the storage accepts"),
            (
                "-cfg seqwrites.cfg.ini",
                "Bulk updates in runs of 600 to 1000 pages, and nothing else",
            ),
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
    },
};

/// The lines of a configuration that are not at their defaults, under their sections.
fn changed(config: &str) -> String {
    let usual = write(&super::usual());
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
