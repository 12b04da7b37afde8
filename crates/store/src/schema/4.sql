-- A checksum of each interval with its stream and number, and how many intervals and distributions a stream has, so that a
-- flipped bit or a lost row is noticed. Older intervals get their checksums right after this step.
ALTER TABLE intervals ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
ALTER TABLE streams ADD COLUMN intervals INTEGER NOT NULL DEFAULT 0;
UPDATE streams SET intervals = (SELECT count(*) FROM intervals i WHERE i.stream = streams.id);
ALTER TABLE streams ADD COLUMN distributions INTEGER NOT NULL DEFAULT 0;
UPDATE streams SET distributions = (SELECT count(*) FROM histograms h WHERE h.stream = streams.id);
