//! The refusal of a path as a sentence.

use crate::Language;
use crate::catalogue;
use base::refusal::{InventoryError, WriteRefusal};

/// A reason not to write to a file or device, in the language of the process.
pub fn write_refusal(refusal: &WriteRefusal) -> String {
    catalogue::write_refusal::text(Language::of_process(), refusal)
}

/// Why a path could not be examined, in the language of the process.
pub fn inventory_error(error: &InventoryError) -> String {
    catalogue::inventory_error::text(Language::of_process(), error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect_file;
    use std::path::PathBuf;

    const MESSAGES: &str = include_str!("../messages/en/write_refusal.ftl");

    /// Every reason; the paths need quotes in a shell, as one with a blank does.
    fn refusals() -> Vec<WriteRefusal> {
        let path = || PathBuf::from("/data/my file");
        let device = || PathBuf::from("/dev/sdb");
        let text = |name: &str| name.to_owned();
        vec![
            WriteRefusal::Unreadable { path: path(), error: text("Permission denied") },
            WriteRefusal::DevicesHidden { path: path() },
            WriteRefusal::NotADevice { path: path() },
            WriteRefusal::DeviceNotNamed { device: device() },
            WriteRefusal::DeviceWithDataNotNamed { device: device() },
            WriteRefusal::DeviceWithSignaturesNotNamed {
                device: device(),
                holds: text("gpt, xfs"),
            },
            WriteRefusal::Root { device: text("md0") },
            WriteRefusal::Mounted { device: text("sdb1"), point: PathBuf::from("/srv") },
            WriteRefusal::Swap { device: text("sdb2") },
            WriteRefusal::Held { device: device(), holder: text("dm-0 (vg-data)") },
            WriteRefusal::Member { device: device(), holds: "lvm2" },
            WriteRefusal::Busy { device: device() },
            WriteRefusal::DeviceOpen {
                device: device(),
                process: text("4711"),
                command: text("dd"),
            },
            WriteRefusal::ReadOnly { device: device() },
            WriteRefusal::FileNotOurs { path: path() },
            WriteRefusal::FileChanged { path: path() },
            WriteRefusal::Link { link: path(), to: PathBuf::from("/data/other") },
            WriteRefusal::HardLinks { path: path(), names: 2 },
            WriteRefusal::SwapFile { path: path() },
            WriteRefusal::LoopFile { path: path(), device: PathBuf::from("/dev/loop0") },
            WriteRefusal::FileOpen { path: path(), process: text("4712"), command: text("qemu") },
            WriteRefusal::NotAFile { path: path() },
        ]
    }

    /// A refused user reads one of these sentences: each is shown in each language.
    #[test]
    fn every_refusal_is_a_sentence_in_each_language() {
        let refusals = refusals();
        let listed = MESSAGES.lines().filter(|line| line.starts_with(char::is_lowercase)).count();
        assert_eq!(listed, refusals.len(), "the list above has each refusal once");
        let mut text = String::new();
        for refusal in &refusals {
            for language in [Language::En, Language::Ru, Language::De] {
                let sentence = catalogue::write_refusal::text(language, refusal);
                text.push_str(&format!("{}: {sentence}\n", language.code()));
            }
            text.push('\n');
        }
        expect_file!["../tests/golden/write-refusals.txt"].assert_eq(&text);
    }
}
