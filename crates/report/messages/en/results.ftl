### Results: where they go, and what keeps stored runs from being used.

## ResultsFault: Where results go, and what of a study could not be stored.

names-a-folder = --store { $folder } names a folder, but results are kept in a file; name a file in it: --store { $file }
no-home = neither HOME nor XDG_DATA_HOME is set; name a file for the results with --store FILE
no-run-yet = there is no run yet in { $store }
not-a-run = "{ $name }" is not a run; give its number from `plimsoll results`, or `last`
stored-in-part = only in part: { $place }
study-stopped = the study was stopped, because its results cannot be stored: { $why }
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
page-not-written = plimsoll: { $error }. The result is stored; `plimsoll report last -o FILE` writes the page.
made-folder = plimsoll: made the folder { $folder } for the results (--store { $store })

## StoredRunFault: What keeps stored runs from being used.

none-there = there is no run { $name }: { $place } contains no runs
no-such-run = there is no run { $name } in { $place }; its runs are { $known }
own-store = { $file } is the store that the others are added to; leave it out
