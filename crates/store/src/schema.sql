-- One row for each run; what has no column of its own is in the document.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  started_unix_s INTEGER NOT NULL,
  seconds REAL NOT NULL,
  seed INTEGER NOT NULL,       -- the 64 bits of an unsigned number, as of every integer here
  target TEXT NOT NULL,
  subject TEXT NOT NULL,       -- in words, for a search
  version TEXT NOT NULL,       -- of the program
  verdict TEXT,
  outline TEXT NOT NULL,       -- what a list shows of it besides: subject and reason
  whole INTEGER NOT NULL,      -- 1: the record is written; 0: under way, or killed
  host TEXT NOT NULL,          -- the machine that measured, as its facts tell it; empty: not known
  document TEXT NOT NULL,
  trials INTEGER NOT NULL DEFAULT 0          -- how many have begun, so that a lost row is noticed
) STRICT;
CREATE INDEX runs_by_start ON runs (started_unix_s, id);
CREATE INDEX runs_by_target ON runs (target, id);
CREATE INDEX runs_by_kind ON runs (kind, id);
CREATE INDEX runs_by_host ON runs (host, id);
-- The answer that a list is sorted by: the verdict, or else how the run ended.
CREATE INDEX runs_by_answer ON runs (iif(state = 'running', state, coalesce(verdict, state)), id);

-- One row for each trial, from its start on.
CREATE TABLE trials (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  document TEXT NOT NULL,
  streams INTEGER NOT NULL DEFAULT 0,        -- how many have begun
  UNIQUE (run, number)
) STRICT;

-- One row for each stream of a trial, from its first interval on; the summary comes with the trial's end.
CREATE TABLE streams (
  id INTEGER PRIMARY KEY,
  trial INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  position INTEGER,            -- its place in the record; NULL: the trial has not ended
  name TEXT NOT NULL,
  document TEXT,
  points BLOB,                 -- the course over time, packed
  intervals INTEGER NOT NULL DEFAULT 0,      -- how many it has
  distributions INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX streams_by_trial ON streams (trial, position);

-- One row for each interval, committed as it ends.
CREATE TABLE intervals (
  stream INTEGER NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  interval BLOB NOT NULL,      -- packed
  PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

-- Distributions, packed. Direction 0: reads, 1: writes, 2: flushes. Kind 0: as shown in the record;
-- 1 and 2: total and service latency at full resolution, gathered from the counted intervals.
CREATE TABLE histograms (
  stream INTEGER NOT NULL REFERENCES streams (id) ON DELETE CASCADE,
  direction INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  buckets BLOB NOT NULL,
  PRIMARY KEY (stream, direction, kind)
) STRICT, WITHOUT ROWID;

-- One row for each run that is a study.
CREATE TABLE studies (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  identity TEXT NOT NULL,      -- everything that decides which cells are asked for
  holder TEXT NOT NULL         -- who measures it, or did when it was killed; empty: nobody
) STRICT;
CREATE INDEX studies_by_identity ON studies (identity);

-- One row for each stage of a study, from the study's start on.
CREATE TABLE stages (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES studies (run) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  document TEXT NOT NULL,
  finding TEXT,                -- as a document; NULL: none yet
  cells INTEGER NOT NULL DEFAULT 0,          -- how many it has
  UNIQUE (run, number)
) STRICT;

-- One row for each cell, committed and forced to the medium as it ends.
CREATE TABLE cells (
  stage INTEGER NOT NULL REFERENCES stages (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  cell INTEGER NOT NULL,       -- the hash of its descriptor
  document TEXT NOT NULL,
  PRIMARY KEY (stage, number)
) STRICT, WITHOUT ROWID;

-- One row for each run that proved storages: what was done to every file, and every fault that was kept.
CREATE TABLE proofs (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  document TEXT NOT NULL
) STRICT;

-- Loads over days: a row for each minute of each role.
CREATE TABLE soaks (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  identity TEXT NOT NULL,      -- everything that decides what runs when
  holder TEXT NOT NULL,        -- who runs it, or did when it was killed; empty: nobody
  document TEXT NOT NULL
) STRICT;
CREATE TABLE soak_minutes (
  run INTEGER NOT NULL REFERENCES soaks (run) ON DELETE CASCADE,
  role INTEGER NOT NULL,
  start_unix_s INTEGER NOT NULL,
  minute BLOB NOT NULL,        -- packed
  PRIMARY KEY (run, role, start_unix_s)
) STRICT, WITHOUT ROWID;
CREATE TABLE soak_stalls (
  run INTEGER NOT NULL REFERENCES soaks (run) ON DELETE CASCADE,
  at_unix_s REAL NOT NULL,
  length_s REAL NOT NULL
) STRICT;
CREATE INDEX soaks_by_identity ON soaks (identity);
CREATE INDEX soak_stalls_by_run ON soak_stalls (run, at_unix_s);

-- What people write about a run: words that it is found by, and a note.
CREATE TABLE tags (
  run INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (run, tag)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_tag ON tags (tag, run);
CREATE TABLE notes (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  note TEXT NOT NULL
) STRICT;

-- How far a run under way is; one row at most, none once it has ended.
CREATE TABLE progress (
  run INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  written_unix_s INTEGER NOT NULL,
  share REAL,                  -- 0 to 1; NULL: not known
  left_s REAL,                 -- NULL: not known
  left_max_s REAL              -- NULL: not known, or no other time
) STRICT;
