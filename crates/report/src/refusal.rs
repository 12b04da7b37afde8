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

/// The message about memory that the system refused, before and after the number of bytes. Allocates nothing.
pub fn memory_refused() -> [&'static str; 2] {
    let language = Language::of_process();
    [catalogue::system::memory_refused(language), catalogue::system::memory_refused_bytes(language)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::engine_fault::EngineFault;
    use crate::messages::store_fault::StoreFault;
    use crate::messages::system::error_text;
    use crate::words;
    use base::Bytes;
    use base::refusal::FileFault;
    use expect_test::expect_file;
    use record::StoredPart;
    use std::io;
    use std::path::PathBuf;

    const MESSAGES: &str = include_str!("../messages/en/write_refusal.ftl");
    const ENGINE: &str = include_str!("../messages/en/engine_fault.ftl");
    const STORE: &str = include_str!("../messages/en/store_fault.ftl");

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

    /// Every fault of the engine, and a shortage of space.
    fn engine_faults(language: Language) -> Vec<EngineFault> {
        let path = || "/data/f".to_owned();
        let error = || "Input/output error (os error 5)".to_owned();
        let engine = || "uring".to_owned();
        let shortage = FileFault::SpaceShortage { left: Bytes(139 << 20), kept: Bytes(1 << 30) };
        let full = io::Error::new(io::ErrorKind::StorageFull, shortage);
        vec![
            EngineFault::Open { path: path(), error: error() },
            EngineFault::OpenDirect { path: path(), error: error() },
            EngineFault::NoPath { number: 0 },
            EngineFault::Start { engine: engine(), error: error() },
            EngineFault::Worker { error: error() },
            EngineFault::Refused { error: error() },
            EngineFault::NothingInFlight,
            EngineFault::NotSimulated,
            EngineFault::WorkerPanicked,
            EngineFault::Prefill { path: path(), error: error_text(language, &full) },
            EngineFault::PrefillWrite { path: path(), offset: 1_048_576, error: error() },
            EngineFault::TooSmall { path: path(), size: 4096, wanted: 8192 },
            EngineFault::PrefillStopped,
            EngineFault::Resize { bytes: 1_048_576, error: error() },
            EngineFault::NotATarget { path: path() },
        ]
    }

    fn store_faults(language: Language) -> Vec<StoreFault> {
        let path = || "/srv/results.db".to_owned();
        let error = || "unable to open database file".to_owned();
        let run = || "7".to_owned();
        let part = StoredPart::Interval { number: 12, stream: "log".to_owned(), trial: 3 };
        vec![
            StoreFault::Folder { path: "/srv".to_owned(), error: error() },
            StoreFault::Open { path: path(), error: error() },
            StoreFault::IsDirectory { path: path() },
            StoreFault::IsDevice { path: path() },
            StoreFault::IsPipe { path: path() },
            StoreFault::Missing { path: path() },
            StoreFault::Newer { path: path(), found: "12".to_owned(), known: "10".to_owned() },
            StoreFault::Foreign { path: path() },
            StoreFault::Damaged { path: path(), error: error() },
            StoreFault::Full { path: path() },
            StoreFault::Busy { path: path() },
            StoreFault::ReadOnly { path: path() },
            StoreFault::NoSuchRun { run: run() },
            StoreFault::NoSuchTrial { run: run(), trial: "3".to_owned() },
            StoreFault::NoSuchStage { run: run(), stage: "2".to_owned() },
            StoreFault::UnreadableRun { run: run(), reason: "missing field `kind`".to_owned() },
            StoreFault::Changed { run: run(), part: words::stored_part(language, &part) },
            StoreFault::Database { path: path(), error: error() },
        ]
    }

    /// The sentence for each value in each language. `messages` has one message for each of them.
    fn shown<T>(
        messages: &str,
        all: impl Fn(Language) -> Vec<T>,
        sentence: impl Fn(Language, &T) -> String,
    ) -> String {
        let languages = [Language::En, Language::Ru, Language::De];
        let listed = messages.lines().filter(|line| line.starts_with(char::is_lowercase)).count();
        let all = languages.map(|language| (language, all(language)));
        assert!(all.iter().all(|(_, values)| values.len() == listed), "each once: {listed}");
        let line = |at: usize, (language, values): &(Language, Vec<T>)| {
            format!("{}: {}\n", language.code(), sentence(*language, &values[at]))
        };
        let lines = |at: usize| all.iter().map(|values| line(at, values)).collect::<String>();
        (0..listed).map(|at| lines(at) + "\n").collect()
    }

    /// A refused user reads one of these sentences: each is shown in each language.
    #[test]
    fn every_refusal_is_a_sentence_in_each_language() {
        let text = shown(MESSAGES, |_| refusals(), catalogue::write_refusal::text);
        expect_file!["../tests/golden/write-refusals.txt"].assert_eq(&text);
    }

    #[test]
    fn every_fault_of_the_store_is_a_sentence_in_each_language() {
        let own = STORE.split("\n## record::").next().expect("the first group");
        let text = shown(own, store_faults, |language, fault| fault.text(language));
        expect_file!["../tests/golden/store-faults.txt"].assert_eq(&text);
    }

    #[test]
    fn every_fault_of_the_engine_is_a_sentence_in_each_language() {
        let text = shown(ENGINE, engine_faults, |language, fault| fault.text(language));
        expect_file!["../tests/golden/engine-faults.txt"].assert_eq(&text);
    }
}
