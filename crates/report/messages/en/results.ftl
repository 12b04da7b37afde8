### Results: where they go, and what keeps stored runs from being used.

## ResultsFault: Where results go, and what of a study could not be stored.

names-a-folder = --store { $folder } names a folder, but results are kept in a file; name a file in it: --store { $file }
no-home = neither HOME nor XDG_DATA_HOME is set; name a file for the results with --store FILE
no-run-yet = { $store } contains no run yet
not-a-run = "{ $name }" is not a run; give its number from `plimsoll results`, or `last`
# $name (text)
# $runs (text): their numbers
name-of-runs = "{ $name }" is the name of these runs: { $runs }; give the number of one
# $run (text)
# $store (text)
stored-as = run { $run } in { $store }
stored-in-part = only in part: { $place }
study-stopped = the study was stopped, because its results cannot be stored: { $why }
# $run (text)
# $from (text): the file that was named
# $store (text)
displaced = plimsoll: { $from } was removed or replaced during the run. All its runs, and the new run { $run }, are in { $store }.
# $store (text)
not-stored = nowhere: { $store } was removed or replaced during the run
# $points (count)
left = stored: { $points } { $points ->
        [one] point
       *[other] points
    } of run { $run }; not stored: what was being measured. Free space, then
    give the same command again: it resumes run { $run }
# $points (count)
# $lost (count)
left-lost = stored: { $points } { $points ->
        [one] point
       *[other] points
    } of run { $run }; not stored: what was being measured and { $lost }
    { $lost ->
        [one] point
       *[other] points
    } that had ended. Free space, then give the same command again: it resumes run { $run }
page-not-written = plimsoll: { $error }. The result is stored; `plimsoll results report last -o FILE` writes the page.
# $store (text)
# $copy (text): a file
copy-elsewhere = no space left for { $store }; until the runs are removed, a copy of it is in { $copy }
# $store (text)
# $copy (text): a file
copy-needed = the results could not be written to { $store } again; free some space, then copy { $copy } there
made-folder = plimsoll: made the folder { $folder } for the results (--store { $store })

## StoredRunFault: What keeps stored runs from being used.

none-there = there is no run { $name }: { $place } contains no runs
no-such-run = there is no run { $name } in { $place }; its runs are { $known }
own-store = { $file } is the store that the others are added to; leave it out
none-stored = there is no run { $name }: no run is stored yet
export-not-written = failed to write the exported values: { $error }

## ImportMessage: What is said of results of other tools that are imported.

nothing-imported = nothing was imported
# $file (text)
# $run (text)
already-there = { $file } is already there: run { $run }
# $file (text)
# $first (text)
same-file = { $file } has the same results as { $first }
not-read = { $file }: failed to read: { $error }
not-a-file = { $file } is not a regular file; name a file with results
too-large = { $file }: { $error }; split it
run = run { $run }
# $count (count)
tests = { $count ->
        [one] { $count } test
       *[other] { $count } tests
    }
# $count (count)
points = { $count ->
        [one] { $count } point
       *[other] { $count } points
    }
# $count (count)
warnings = { $count ->
        [one] { $count } warning
       *[other] { $count } warnings
    }; see `plimsoll results show { $run }`
