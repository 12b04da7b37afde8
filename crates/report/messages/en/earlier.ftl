### Earlier runs, and runs of other stores: what becomes of them.

# A study is refused.
# $run (text)
# $process (text)
under-way = this study is already being measured by process { $process } (run { $run }); wait for that process, end it, or give
    another --seed and another --store
# A study is refused.
# $run (text)
under-way-unknown = this study is already being measured (run { $run }); wait for that run, end it, or give another --seed and another --store
# Before a study.
# $run (text)
# $points (count)
resumed = resuming run { $run }:
    { $points ->
        [0] no point is measured yet
        [one] 1 point is measured
       *[other] { $points } points are measured
    }
# Before a study.
# $run (text)
plan-is-done = run { $run } has already measured this plan; the plan is measured again
# Before a study.
# $run (text)
# $stages (text)
taken = kept from run { $run }: { $stages }
# Before a study.
# $names (text)
new-stages = new: { $names }
# Before a study.
fresh = --fresh would measure everything again
# A stage that is taken.
# $name (text)
# $points (count)
stage-points = { $name } ({ $points } points)
# A stage that is taken.
# $name (text)
# $points (count)
changed-stage = { $points } points of { $name }, which was changed
# A result of several hosts was put together from their parts.
# $run (text): its number
# $parts (count): hosts whose part was there
# $hosts (count): all hosts
rebuilt = run { $run }: rebuilt from the parts of { $parts } of { $hosts } hosts
# After another store was added.
# $file (text)
# $runs (count)
merged = { $file }: { $runs } { $runs ->
        [one] run
       *[other] runs
    } added
# After another store was added.
# $runs (count)
known = { $runs } { $runs ->
        [one] run
       *[other] runs
    } already here
# After another store was added.
# $runs (count)
relabelled = { $runs } of them with new tags or notes
# After another store was added.
# $runs (count)
unfinished = { $runs } { $runs ->
        [one] run
       *[other] runs
    } unfinished and left out
# A label.
label-run = run
# A label.
label-tags = tags
# A label.
label-note = note
# In place of tags or a note.
none = none
