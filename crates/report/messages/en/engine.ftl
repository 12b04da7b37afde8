### The I/O engine of a run.

# An engine with its features.
# $engine (text): its name
# $features (text): a list
with-features = { $engine } ({ $features })
# In place of an engine.
simulated = simulated storage (virtual time)
# Results that were recorded before.
recorded = recorded
# Another program did the I/O.
# $tool (text): its name and version
imported = { $tool } (imported)

## workload::EngineFeature feature-*: A feature of an I/O engine.

feature-registered-files-and-buffers = registered files and buffers
feature-registered-files = registered files
feature-registered-buffers = registered buffers
feature-worker-completions = completions in the worker thread
feature-polled-completions = polled completions
feature-submission-thread = submission thread
feature-user-space-completions = completions taken in user space
feature-system-call-completions = completions taken by system call
feature-thread-per-io = pread and pwrite, a thread for each outstanding I/O
