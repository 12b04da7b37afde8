//! The I/O engine of a run, with its features.

use crate::catalogue::engine as text;
use crate::language::Language;
use workload::{EngineFeature, EngineUse};

/// The engine of a run; empty if it is not known.
pub(crate) fn engine(language: Language, of: &EngineUse) -> String {
    match of {
        EngineUse::Own(kind, features) if !features.is_empty() => {
            let names: Vec<&str> = features.iter().map(|one| feature(language, *one)).collect();
            text::with_features(language, kind.name(), &names.join(", "))
        }
        EngineUse::Simulated => text::simulated(language).to_owned(),
        EngineUse::Recorded => text::recorded(language).to_owned(),
        EngineUse::Imported(tool) => text::imported(language, tool),
        EngineUse::Own(..) | EngineUse::Unknown | EngineUse::Other(_) => of.to_string(),
    }
}

fn feature(language: Language, of: EngineFeature) -> &'static str {
    match of {
        EngineFeature::RegisteredFilesAndBuffers => text::registered_files_and_buffers(language),
        EngineFeature::RegisteredFiles => text::registered_files(language),
        EngineFeature::RegisteredBuffers => text::registered_buffers(language),
        EngineFeature::WorkerCompletions => text::worker_completions(language),
        EngineFeature::PolledCompletions => text::polled_completions(language),
        EngineFeature::SubmissionThread => text::submission_thread(language),
        EngineFeature::UserSpaceCompletions => text::user_space_completions(language),
        EngineFeature::SystemCallCompletions => text::system_call_completions(language),
        EngineFeature::ThreadPerIo => text::thread_per_io(language),
    }
}
