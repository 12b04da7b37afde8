### Command lines of other tools: what is said of them beside the tools' own words.

## ForeignFault: What is said of the command line of another tool beside its own words.

# $about (text): a stream
# $count (count): further ones
and-others = { $about } and { $count } more
needs-value = { $option } needs a value
null-device = { $device } is served without system calls, so its rate is that of the program itself
interrupted = interrupted after { $seconds } s of measurement; every figure covers only that time
not-stored = note: this run is not stored: { $why }; its results are only printed; to store them in another place, give --store FILE
read-only-store = { $store } cannot be written to
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; name a file that can be written
not-a-mapping = "{ $value }" is not FROM=TO, such as --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: not a whole number
empty-file = --size: a file of 0 bytes cannot be tested; give a larger size
needs-size = { $path } does not exist; add its size: --size 4GiB
log-option = the log
log-not-written = failed to write the log { $file }: { $why }
not-a-compressed-log = { $file } is not a log that fio compressed, or is damaged
jobs-left-out = some jobs could not start, and the others run without them: { $jobs }
not-iometer-results = { $file } contains something other than results of Iometer; name another file
not-a-sweep-table = the first line of { $file } is not that of the table that this command writes; name another folder
    with --logs
log-set-aside = { $file } contained no complete result and was renamed to { $aside }
log-exists = { $file } already exists; resume the sweep there with --resume, or name another folder with --logs
sweep-wrong = the argument of --sweep has errors
# $count (count)
points-left-out = { $count ->
        [one] { $count } point has more threads than stripes and is left out
       *[other] { $count } points have more threads than stripes and are left out
    }
# $number (count)
# $count (count)
sweep-progress = { $number } of { $count }, { $left } left: { $log }
sweep-interrupted = interrupted; give the same command again with --resume to continue
# $count (count)
sweep-total = { $count ->
        [one] { $count } point
       *[other] { $count } points
    }, { $time } with pauses
