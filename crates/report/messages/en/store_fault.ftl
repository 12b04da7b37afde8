### Why stored runs could not be read or written.

## StoreFault: Why stored runs could not be read or written.

folder = cannot create the folder { $path } for the results: { $error }; name another file with --store
is-directory = { $path } is a directory, but results are stored in a file; name a file with --store
is-device = { $path } is a device, but results are stored in a file; name a file with --store
is-pipe = { $path } is a pipe or a socket, but results are stored in a file; name a file with --store
is-dangling-link = { $path } is a symbolic link that leads nowhere; mount what it leads to, or name a file with --store
missing = there are no results in { $path } yet; `plimsoll check DIRECTORY` stores the first
# $found (text): a number
# $known (text): a number
other-version = the results in { $path } have format { $found }, but this version of plimsoll reads format { $known }; use the version
    that wrote them, or name another file with --store
# $run (text): its number
# $stage (text): its number
no-such-stage = run { $run } has no stage { $stage }
# $run (text): its number
unreadable-run = run { $run } cannot be read ({ $reason }); a newer version of plimsoll may be able to read it
# $run (text): its number
# $part (text): what is damaged
changed = { $part } of run { $run } is damaged: its checksum does not match, so bits changed on the storage or in memory. Its figures are
    not shown. Check the storage that holds the results. Then restore a copy of them, or remove the run: plimsoll results rm { $run }

## summary::warning::StoreTrouble: Why the store refused results.

full = no space left for the results in { $path }; free some space, or name another file with --store
busy = another process has locked the results in { $path }; try again when it has ended
read-only = the results in { $path } are read-only; name another file with --store
open = the results in { $path } cannot be opened: { $error }; check the permissions, or name another file with --store
damaged = the results in { $path } are damaged ({ $error }); move the file away to start a new one, or restore a copy
foreign = { $path } is not a plimsoll results file, or its beginning is damaged; it was not changed; name another file with --store
# $run (text): its number
no-such-run = there is no run { $run }; `plimsoll results list` shows all runs
database = the results in { $path } could not be read or written: { $error }; check the storage that holds them, or name another file with
    --store
unusable = the results in { $path } were changed or removed during the run; measure again, and name another file with --store

## record::StoredPart part-*: A part of a stored run.

part-document = a document
# $number (count): its number
part-trial = trial { $number }
# $stage (count): its number
part-point = a point of stage { $stage }
part-distribution = a latency distribution
part-time-series = a time series
part-soak-minute = a minute of a soak
# $number (count): of the interval
# $trial (count): its number
part-interval = interval { $number } of stream { $stream } in trial { $trial }

## LabelFault: Why tags or a note were not stored.

# $tag (text): as it was written
tag-signs = "{ $tag }" is not a tag. A tag can contain only letters, digits and the characters - _ . : / +, and no space.
# $tag (text): as it was written
# $most (count): characters
tag-long = The tag "{ $tag }" has more than { $most } characters. Shorten it.
# $count (count): tags
# $most (count): tags
tags-many = There would be { $count } tags; a run can have at most { $most }. Remove some.
# $count (count): characters
# $most (count): characters
note-long = The note has { $count } characters; it can have at most { $most }. Shorten it.
