-- Loads over days: a row for each minute of each role, and the seconds of the last day.
CREATE TABLE soaks (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  identity TEXT NOT NULL,      -- everything that decides what runs when
  holder TEXT NOT NULL,        -- who runs it, or did when it was killed; empty: nobody
  document_version INTEGER NOT NULL,
  document TEXT NOT NULL
) STRICT;
CREATE TABLE soak_minutes (
  run INTEGER NOT NULL REFERENCES soaks (run) ON DELETE CASCADE,
  role INTEGER NOT NULL,
  start_unix_s INTEGER NOT NULL,
  minute BLOB NOT NULL,        -- packed
  buckets BLOB NOT NULL,       -- the distribution of its latencies, packed
  PRIMARY KEY (run, role, start_unix_s)
) STRICT, WITHOUT ROWID;
CREATE TABLE soak_seconds (
  run INTEGER NOT NULL REFERENCES soaks (run) ON DELETE CASCADE,
  role INTEGER NOT NULL,
  start_unix_s INTEGER NOT NULL,
  seconds BLOB NOT NULL,       -- packed
  PRIMARY KEY (run, role, start_unix_s)
) STRICT, WITHOUT ROWID;
CREATE TABLE soak_stalls (
  run INTEGER NOT NULL REFERENCES soaks (run) ON DELETE CASCADE,
  at_unix_s REAL NOT NULL,
  length_s REAL NOT NULL
) STRICT;
CREATE INDEX soaks_by_identity ON soaks (identity);
CREATE INDEX soak_stalls_by_run ON soak_stalls (run, at_unix_s);
