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
# A feature.
registered-files-and-buffers = registered files and buffers
# A feature.
registered-files = registered files
# A feature.
registered-buffers = registered buffers
# A feature.
worker-completions = completions in the worker thread
# A feature.
polled-completions = polled completions
# A feature.
submission-thread = submission thread
# A feature.
user-space-completions = completions taken in user space
# A feature.
system-call-completions = completions taken by system call
# A feature.
thread-per-io = pread and pwrite, a thread for each outstanding I/O
