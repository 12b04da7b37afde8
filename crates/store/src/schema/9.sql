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

-- The machine that measured, as its facts tell it; empty: not known. Older runs get theirs right after this step.
ALTER TABLE runs ADD COLUMN host TEXT NOT NULL DEFAULT '';
CREATE INDEX runs_by_start ON runs (started_unix_s, id);
CREATE INDEX runs_by_target ON runs (target, id);
CREATE INDEX runs_by_kind ON runs (kind, id);
CREATE INDEX runs_by_host ON runs (host, id);
-- The answer that a list is sorted by: the verdict, or else how the run ended.
CREATE INDEX runs_by_answer ON runs (iif(state = 'running', state, coalesce(verdict, state)), id);
