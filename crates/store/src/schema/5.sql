-- Where the cells of a stage come from: measured, recorded or imported. Older stages get theirs right after this step.
ALTER TABLE stages ADD COLUMN provenance TEXT NOT NULL DEFAULT 'measured';
