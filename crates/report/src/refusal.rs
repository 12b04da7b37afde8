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
    use crate::messages::store_fault::StoreFault;
    use crate::words;
    use base::refusal::FileFault;
    use base::{Bytes, SystemError};
    use expect_test::expect_file;
    use record::{RunFailure, StoredPart};
    use std::path::PathBuf;
    use summary::warning::StoreTrouble;
    use workload::EngineKind;

    const MESSAGES: &str = include_str!("../messages/en/write_refusal.ftl");
    const RUN: &str = include_str!("../messages/en/run_failure.ftl");
    const STORE: &str = include_str!("../messages/en/store_fault.ftl");

    /// Every reason; the paths need quotes in a shell, as one with a blank does.
    fn refusals() -> Vec<WriteRefusal> {
        let path = || PathBuf::from("/data/my file");
        let device = || PathBuf::from("/dev/sdb");
        let text = |name: &str| name.to_owned();
        vec![
            WriteRefusal::Unreadable { path: path(), error: SystemError::Errno(13) },
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
            WriteRefusal::MaybeLoopFile { path: path(), device: PathBuf::from("/dev/loop0") },
            WriteRefusal::FileOpenUnseen { path: path() },
            WriteRefusal::FileOpen { path: path(), process: text("4712"), command: text("qemu") },
            WriteRefusal::NotAFile { path: path() },
        ]
    }

    /// Every failure of a run with a message of its own, and a shortage of space.
    fn run_failures() -> Vec<RunFailure> {
        let path = || "/data/f".to_owned();
        let error = || SystemError::Errno(5);
        let full = SystemError::File(FileFault::SpaceShortage {
            left: Bytes(139 << 20),
            kept: Bytes(1 << 30),
        });
        vec![
            RunFailure::Open { path: path(), error: error() },
            RunFailure::OpenDirect { path: path(), error: error() },
            RunFailure::NoPath { number: 0 },
            RunFailure::Start { engine: EngineKind::Uring, error: error() },
            RunFailure::Worker { error: error() },
            RunFailure::Refused { error: error() },
            RunFailure::NothingInFlight,
            RunFailure::NotSimulated,
            RunFailure::SimulationUnreadable,
            RunFailure::WorkerPanicked,
            RunFailure::Prefill { path: path(), error: full },
            RunFailure::PrefillWrite { path: path(), offset_bytes: 1_048_576, error: error() },
            RunFailure::TooSmall { path: path(), size_bytes: 4096, wanted_bytes: 8192 },
            RunFailure::PrefillStopped,
            RunFailure::Resize { size_bytes: 1_048_576, error: error() },
            RunFailure::AllFailed { places: vec!["b".to_owned(), "c".to_owned()] },
            RunFailure::HostsEnded,
            RunFailure::PartTooSmall,
        ]
    }

    fn store_troubles() -> Vec<StoreTrouble> {
        let path = || "/srv/results.db".to_owned();
        let error = || "unable to open database file".to_owned();
        vec![
            StoreTrouble::Full { path: path() },
            StoreTrouble::Busy { path: path() },
            StoreTrouble::ReadOnly { path: path() },
            StoreTrouble::Open { path: path(), error: error() },
            StoreTrouble::Damaged { path: path(), error: error() },
            StoreTrouble::Foreign { path: path() },
            StoreTrouble::NoSuchRun { run: "7".to_owned() },
            StoreTrouble::Database { path: path(), error: error() },
            StoreTrouble::Unusable { path: path() },
        ]
    }

    fn store_faults(language: Language) -> Vec<StoreFault> {
        let path = || "/srv/results.db".to_owned();
        let error = || "unable to open database file".to_owned();
        let run = || "7".to_owned();
        let part = StoredPart::Interval { number: 12, stream: "log".to_owned(), trial: 3 };
        vec![
            StoreFault::Folder { path: "/srv".to_owned(), error: error() },
            StoreFault::IsDirectory { path: path() },
            StoreFault::IsDevice { path: path() },
            StoreFault::IsPipe { path: path() },
            StoreFault::IsDanglingLink { path: path() },
            StoreFault::Missing { path: path() },
            StoreFault::OtherVersion {
                path: path(),
                found: "12".to_owned(),
                known: "10".to_owned(),
            },
            StoreFault::NoSuchStage { run: run(), stage: "2".to_owned() },
            StoreFault::UnreadableRun { run: run(), reason: "missing field `kind`".to_owned() },
            StoreFault::Changed { run: run(), part: words::stored_part(language, &part) },
        ]
    }

    /// The sentence for each value in each language. `messages` has one message for each of them.
    fn shown<T>(
        messages: &str,
        all: impl Fn(Language) -> Vec<T>,
        sentence: impl Fn(Language, &T) -> String,
    ) -> String {
        let languages = [Language::En, Language::Ru, Language::De];
        let is_message = |line: &&str| line.starts_with(char::is_lowercase) && line.contains(" = ");
        let listed = messages.lines().filter(is_message).count();
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
        let groups: Vec<_> = STORE.split("\n## ").collect();
        let mut text = shown(groups[1], store_faults, |language, fault| fault.text(language));
        text += &shown(groups[2], |_| store_troubles(), words::store_trouble);
        expect_file!["../tests/golden/store-faults.txt"].assert_eq(&text);
    }

    #[test]
    fn every_failure_of_a_run_is_a_sentence_in_each_language() {
        let text = shown(RUN, |_| run_failures(), words::run_failure);
        expect_file!["../tests/golden/run-failures.txt"].assert_eq(&text);
    }
}
