-- Keys of studies have other names: a study that was begun before is found by the same key.
UPDATE studies SET identity = replace(replace(identity, '"cells_max":', '"points_max":'), '"ladder":', '"depth-sweep":');
