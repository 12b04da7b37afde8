-- One row for each run that proved storages: what was done to every file, and every fault that was kept.
CREATE TABLE proofs (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  document_version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
