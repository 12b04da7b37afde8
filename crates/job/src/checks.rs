//! Contradictions within a stream, and keys without effect.

use super::section::KeyTable;
use crate::Diagnostics;
use workload::{
    AccessPattern, BlockSizes, CacheMode, CursorScope, EngineChoice, EngineKind, Stream, SyncMode,
};

/// Reports problems and notes that involve more than one key of a stream.
pub(super) fn stream(section: &KeyTable<'_, '_>, stream: &Stream, sink: &mut Diagnostics) {
    if stream.drop_every.is_some() && stream.cache != CacheMode::Dropped {
        let text = "`drop_every` needs cache = \"dropped\"".to_owned();
        let help = "add: cache = \"dropped\"";
        sink.problem(section.span_of("drop_every"), text, help);
    }
    let content = &stream.content;
    for (key, set) in
        [("compress", content.compress_percent > 0.0), ("dedupe", content.dedupe_percent > 0.0)]
    {
        if content.zeros && set {
            sink.problem(
                section.span_of(key),
                format!("`{key}` says what is in the blocks, but `zeros` fills them with zeros"),
                "keep one of them",
            );
        }
    }
    let read = if section.has("read_block") { "read_block" } else { "block" };
    let write = if section.has("write_block") { "write_block" } else { "block" };
    whole_sectors(section, stream, read, &stream.read_blocks, sink);
    if write != read {
        whole_sectors(section, stream, write, &stream.write_blocks, sink);
    }
    without_effect(section, stream, sink);
}

/// Checks that I/O past the page cache moves whole sectors.
fn whole_sectors(
    section: &KeyTable<'_, '_>,
    stream: &Stream,
    key: &str,
    sizes: &BlockSizes,
    sink: &mut Diagnostics,
) {
    let direct = stream.cache == CacheMode::Direct;
    let odd = sizes.named().into_iter().find(|size| !size.0.is_multiple_of(512));
    if let Some(size) = odd.filter(|_| direct && section.has(key)) {
        sink.problem(
            section.span_of(key),
            format!("`{key}` must be a multiple of 512 B for direct I/O, but has {} B", size.0),
            "write cache = \"buffered\", or whole sectors",
        );
    }
}

fn without_effect(section: &KeyTable<'_, '_>, stream: &Stream, sink: &mut Diagnostics) {
    let title = section.title();
    if !stream.writes() {
        for key in ["write_block", "sync", "flush_last", "compress", "dedupe", "zeros"] {
            if section.has(key) && !(key == "sync" && stream.sync == SyncMode::None) {
                sink.note(
                    section.span_of(key),
                    format!("`{key}` has no effect: {title} only reads"),
                );
            }
        }
    }
    if stream.read_percent == 0.0 && section.has("read_block") {
        let text = format!("`read_block` has no effect: {title} only writes");
        sink.note(section.span_of("read_block"), text);
    }
    let has_position = matches!(
        stream.access,
        AccessPattern::Sequential
            | AccessPattern::Strided(_)
            | AccessPattern::Backward(_)
            | AccessPattern::Runs { .. }
            | AccessPattern::Hops { .. }
            | AccessPattern::Columns { .. }
            | AccessPattern::SequentialShare(_)
    );
    if stream.cursor == CursorScope::Shared && !has_position {
        let text = format!("`cursor` has no effect: {title} is random and has no position");
        sink.note(section.span_of("cursor"), text);
    }
}

/// Reports problems and notes that involve a stream and the engine.
pub(super) fn engine(
    section: &KeyTable<'_, '_>,
    stream: &Stream,
    engine: &EngineChoice,
    sink: &mut Diagnostics,
) {
    let buffered = stream.cache != CacheMode::Direct;
    if engine.iopoll && buffered {
        sink.problem(
            section.span_of("cache"),
            format!(
                "{} goes through the page cache, but `iopoll` needs direct I/O",
                section.title()
            ),
            "write cache = \"direct\", or leave out `iopoll`",
        );
    }
    let flushes = matches!(stream.sync, SyncMode::Fdatasync { .. } | SyncMode::Fsync { .. });
    if engine.iopoll && flushes && stream.writes() {
        sink.problem(
            section.span_of("sync"),
            "a polled ring cannot flush".to_owned(),
            "write sync = \"dsync\" or \"fua\", or leave out `iopoll`",
        );
    }
    if engine.kind == Some(EngineKind::Libaio) && buffered && stream.depth > 1 {
        let text = "`depth` has little effect: libaio does buffered I/O one after the other";
        sink.note(section.span_of("depth"), text.to_owned());
    }
}
