//! A list of layouts to build, `raid0,raid10 x 64k,256k; btrfs-raid10; none`: takes its text, gives the layouts in
//! their order, or every problem with its place.
//!
//! Parts are separated by `;`. Each layout before ` x ` is combined with every chunk size after it; a layout that is
//! not striped appears once. Without a prefix mdadm builds the layout; `btrfs-` and `lvm-` (also `btrfs:`) select the
//! others. Also reads names as [`DiskLayout`] prints them.

use crate::suggest::nearest;
use crate::{Problem, notation};
use base::Bytes;
use std::ops::Range;
use workload::{DiskLayout, LayoutBuilder, RaidLevel};

/// The default chunk of mdadm (mdadm(8), --chunk).
const MD_CHUNK: Bytes = Bytes::kib(512);
/// The default stripe size of LVM (lvm.conf(5), metadata/stripesize).
const LVM_CHUNK: Bytes = Bytes::kib(64);
/// The smallest chunk: a page (mdadm(8): a multiple of 4 KB).
const CHUNK_MIN: u64 = 4 << 10;
/// The largest chunk: beyond it hardly any I/O is striped.
const CHUNK_MAX: u64 = 64 << 20;
const LAYOUTS_MAX: usize = 64;

const HELP: &str =
    "write 'raid0,raid10 x 64k,256k', 'btrfs-raid1', 'lvm-raid5 x 64k' or none, parted by ;";

pub fn read(text: &str) -> Result<Vec<DiskLayout>, Vec<Problem>> {
    if let Some(problem) = notation::too_long(text) {
        return Err(vec![problem]);
    }
    let mut reader = LayoutReader { layouts: Vec::new(), problems: Vec::new() };
    for part in split(text, 0..text.len(), ';') {
        if !text[part.clone()].is_empty() {
            reader.read_part(text, part);
        }
    }
    let (layouts, mut problems) = (reader.layouts, reader.problems);
    if layouts.is_empty() && problems.is_empty() {
        problems.push(problem(&(0..text.len()), "there is no layout".to_owned(), HELP));
    }
    if layouts.len() > LAYOUTS_MAX {
        let message = format!("{} layouts are too many", layouts.len());
        problems.push(problem(&(0..text.len()), message, "leave some out"));
    }
    problems.sort_by_key(|p| p.span.start);
    if problems.is_empty() { Ok(layouts) } else { Err(problems) }
}

struct LayoutReader {
    layouts: Vec<DiskLayout>,
    problems: Vec<Problem>,
}

impl LayoutReader {
    /// Reads layouts and their chunk sizes.
    fn read_part(&mut self, text: &str, part: Range<usize>) {
        let (names, chunks) = split_at_cross(text, part);
        let mut sizes = Vec::new();
        for place in chunks.into_iter().flat_map(|chunks| split(text, chunks, ',')) {
            match read_chunk(&text[place.clone()]) {
                Ok(size) => sizes.push(size),
                Err(message) => self.report(&place, message, "take powers of two from 4k to 64M"),
            }
        }
        if sizes.len() > LAYOUTS_MAX {
            let message = format!("{} chunk sizes are too many", sizes.len());
            self.problems.push(problem(&names, message, "leave some out"));
            sizes.clear();
        }
        for place in split(text, names, ',') {
            self.read_name(&text[place.clone()], &place, &sizes);
        }
    }

    fn read_name(&mut self, word: &str, place: &Range<usize>, chunks: &[Bytes]) {
        let lower = word.to_ascii_lowercase();
        if lower == "none" {
            return self.push(DiskLayout::Plain, place);
        }
        let (builder, rest) = split_builder(&lower);
        let (name, own_chunk) = match rest.split_once('-') {
            Some((name, size)) => (name, Some(size)),
            None => (rest, None),
        };
        let Ok(level) = name.parse::<RaidLevel>() else {
            let known: Vec<&str> =
                RaidLevel::ALL.iter().map(|l| l.name()).chain(["none"]).collect();
            let help =
                nearest(name, &known).map_or(HELP.to_owned(), |near| format!("write {near}"));
            return self.report(place, format!("\"{word}\" is not a layout"), &help);
        };
        if builder == LayoutBuilder::Md && level == RaidLevel::Single {
            let help = "write lvm-single or btrfs-single, or none for the disks side by side";
            return self.report(place, format!("mdadm does not build {word}"), help);
        }
        let chunks = match own_chunk.map(read_chunk) {
            None => chunks.to_vec(),
            Some(Ok(size)) => vec![size],
            Some(Err(message)) => return self.report(place, message, "write raid10-64k"),
        };
        if own_chunk.is_some() && !level.striped() {
            return self.report(place, format!("{name} has no chunks"), "leave the size out");
        }
        if builder == LayoutBuilder::Btrfs && level.striped() && !chunks.is_empty() {
            let message = "btrfs stripes by 64 KiB, always".to_owned();
            return self.report(
                place,
                message,
                "leave the size out, in a part of its own behind a ;",
            );
        }
        let layout = |chunk| DiskLayout::Built { builder, level, chunk };
        match builder {
            _ if !level.striped() => self.push(layout(None), place),
            LayoutBuilder::Btrfs => self.push(layout(None), place),
            LayoutBuilder::Md if chunks.is_empty() => self.push(layout(Some(MD_CHUNK)), place),
            LayoutBuilder::Lvm if chunks.is_empty() => self.push(layout(Some(LVM_CHUNK)), place),
            _ => {
                for &chunk in &chunks {
                    self.push(layout(Some(chunk)), place);
                }
            }
        }
    }

    fn push(&mut self, layout: DiskLayout, place: &Range<usize>) {
        if self.layouts.contains(&layout) {
            return self.report(place, format!("{layout} is there twice"), "name each layout once");
        }
        self.layouts.push(layout);
    }

    fn report(&mut self, place: &Range<usize>, text: String, help: &str) {
        self.problems.push(problem(place, text, help));
    }
}

fn problem(place: &Range<usize>, text: String, help: &str) -> Problem {
    Problem { span: place.clone(), text, help: help.to_owned() }
}

/// The pieces of a range, without surrounding spaces.
fn split(text: &str, within: Range<usize>, separator: char) -> Vec<Range<usize>> {
    let mut start = within.start;
    let mut pieces = Vec::new();
    for piece in text[within].split(separator) {
        let trimmed_start = start + piece.len() - piece.trim_start().len();
        pieces.push(trimmed_start..trimmed_start + piece.trim().len());
        start += piece.len() + separator.len_utf8();
    }
    pieces
}

/// The text before and after a separate `x` in a part.
fn split_at_cross(text: &str, part: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
    let words = &text[part.clone()];
    for (at, sign) in words.match_indices(['x', 'X', '\u{d7}']) {
        let (before, after) = (&words[..at], &words[at + sign.len()..]);
        if before.chars().next_back().is_none_or(char::is_whitespace)
            && after.chars().next().is_none_or(char::is_whitespace)
        {
            let end = part.start + at;
            return (part.start..end, Some(end + sign.len()..part.end));
        }
    }
    (part, None)
}

fn split_builder(word: &str) -> (LayoutBuilder, &str) {
    let builders =
        [("btrfs", LayoutBuilder::Btrfs), ("lvm", LayoutBuilder::Lvm), ("md", LayoutBuilder::Md)];
    let found = builders.into_iter().find_map(|(name, builder)| {
        Some((builder, word.strip_prefix(name)?.strip_prefix(['-', ':'])?))
    });
    found.unwrap_or((LayoutBuilder::Md, word))
}

fn read_chunk(word: &str) -> Result<Bytes, String> {
    let size = word.parse::<Bytes>().map_err(|error| error.to_string())?;
    let fits = size.0.is_power_of_two() && (CHUNK_MIN..=CHUNK_MAX).contains(&size.0);
    if fits { Ok(size) } else { Err(format!("a chunk of {word} cannot be")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let layouts = read(text).unwrap_or_else(|wrong| panic!("{text}: {wrong:?}"));
        layouts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn layouts_are_combined_with_their_chunks() {
        let table: &[(&str, &[&str])] = &[
            ("raid0,raid10 x 64k,256k", &["raid0-64k", "raid0-256k", "raid10-64k", "raid10-256k"]),
            ("none, raid1, raid5 \u{d7} 1M", &["none", "raid1", "raid5-1024k"]),
            ("raid6; lvm:raid6; md:raid0", &["raid6-512k", "lvm-raid6-64k", "raid0-512k"]),
            (
                "btrfs-raid10; BTRFS:raid1 ;raid0 x 64KiB;",
                &["btrfs-raid10", "btrfs-raid1", "raid0-64k"],
            ),
            ("lvm-single,btrfs-single", &["lvm-single", "btrfs-single"]),
            ("raid10-64k,lvm-raid5-128k", &["raid10-64k", "lvm-raid5-128k"]),
        ];
        for (text, expected) in table {
            assert_eq!(names(text), *expected, "{text}");
        }
    }

    #[test]
    fn every_name_that_is_printed_is_read_again() {
        for text in
            ["none;raid0,raid1,raid10,raid5,raid6 x 4k,64k,1M", "lvm-raid0;lvm-single;btrfs-raid6"]
        {
            let layouts = read(text).expect("it is right");
            let printed: Vec<String> = layouts.iter().map(ToString::to_string).collect();
            assert_eq!(read(&printed.join(",")), Ok(layouts));
        }
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_with_its_place() {
        let text =
            "raid7,raid01 x 65k,3; btrfs-raid0 x 64k; single; raid1-64k; raid0; raid0; raid5-x";
        let wrong = read(text).expect_err("nearly everything");
        let found: Vec<(&str, &str)> =
            wrong.iter().map(|p| (&text[p.span.clone()], p.text.as_str())).collect();
        let expected = [
            ("raid7", "\"raid7\" is not a layout"),
            ("raid01", "\"raid01\" is not a layout"),
            ("65k", "a chunk of 65k cannot be"),
            ("3", "a chunk of 3 cannot be"),
            ("btrfs-raid0", "btrfs stripes by 64 KiB, always"),
            ("single", "mdadm does not build single"),
            ("raid1-64k", "raid1 has no chunks"),
            ("raid0", "raid0-512k is there twice"),
            ("raid5-x", "\"x\" does not start with a number"),
        ];
        assert_eq!(found, expected);
        assert!(wrong.iter().all(|p| !p.help.is_empty()));
        assert!(read(" ; ").expect_err("nothing")[0].text.contains("no layout"));
        assert!(
            read("raid0 x").is_err() && read("x 64k").is_err() && read("raid0,,raid1").is_err()
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "((raid|btrfs-|lvm:|none|x|;|,| )[0-9]{0,2}[k,x]?){0,8}|\\PC{0,24}") {
            if let Err(wrong) = read(&text) {
                for one in wrong {
                    proptest::prop_assert!(text.get(one.span).is_some());
                }
            }
        }
    }
}
