//! The words for the I/O of a role.

use crate::catalogue::verdict as text;
use crate::language::Language;
use record::RoleIo;
use workload::SyncMode;

/// What the operations of a role are, such as `8 KiB random, 70 % reads`.
pub fn role_io(language: Language, io: &RoleIo) -> String {
    match io {
        RoleIo::Job { streams, read_percent } => text::io_of_job(language, *streams, *read_percent),
        RoleIo::Stream { smallest, largest, random, read_percent, sync } => {
            let size = &range(language, [*smallest, *largest].map(|size| language.bytes(size.0)));
            let sync = &sync_words(language, *sync);
            match *read_percent {
                reads if reads >= 100.0 => text::io_reads(language, size, *random),
                reads if reads <= 0.0 => text::io_writes(language, size, *random, sync),
                reads => text::io_mixed(language, size, *random, reads.round(), sync),
            }
        }
    }
}

/// A range in words, such as `8 KiB to 64 KiB`; one value if both ends are equal.
pub(super) fn range(language: Language, [from, to]: [String; 2]) -> String {
    if from == to { from } else { text::io_sizes(language, &from, &to) }
}

fn sync_words(language: Language, sync: SyncMode) -> String {
    match sync {
        SyncMode::None => String::new(),
        SyncMode::Dsync => text::io_durable(language, "O_DSYNC"),
        SyncMode::Sync => text::io_durable(language, "O_SYNC"),
        SyncMode::Fua => text::io_durable(language, "FUA"),
        SyncMode::Fdatasync { .. } => ", fdatasync".to_owned(),
        SyncMode::Fsync { .. } => ", fsync".to_owned(),
    }
}
