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
  name TEXT NOT NULL,
  study TEXT NOT NULL,
  command TEXT NOT NULL,
  document_version INTEGER NOT NULL,
  finding TEXT,                -- as a document; NULL: none yet
  drift TEXT,                  -- what became of the machine meanwhile; NULL: not known
  UNIQUE (run, number)
) STRICT;

-- One row for each cell, committed and forced to the medium as it ends.
CREATE TABLE cells (
  stage INTEGER NOT NULL REFERENCES stages (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  cell INTEGER NOT NULL,       -- the hash of its descriptor
  document_version INTEGER NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (stage, number)
) STRICT, WITHOUT ROWID;
