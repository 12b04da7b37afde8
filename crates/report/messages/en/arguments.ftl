### Arguments of commands: what is wrong with them.

## ArgumentFault: What is wrong with the arguments of a command.

engine-of-simulation = --engine: { $target } is simulated storage and has an engine of its own; leave out --engine
unknown-engine = "{ $name }" is not an I/O engine; give uring, libaio, iocp or sync
# $least (seconds)
budget-too-short = { $budget } is too short; give at least { $least }
time-too-short = { $time } is too short; give at least 1 s
clause-not-judged = --require: { $clause } applies to no role that this check of { $profile } measures; use { $judged }
not-a-percentage = "{ $text }" is not a percentage above 0 and below 100; give one such as 2%
cannot-be-combined = { $one } and { $other } cannot be used together; leave out one of them
fill-and-size = --fill and --size cannot be used together: the fill level decides how much is used; leave out one of them
needs-build = { $option } applies only to layouts that are built; name them with --build, or leave out { $option }
needs-depths = { $option } applies only to --depths; add --depths, or leave out { $option }
not-with-depths = { $option } and --depths cannot be used together: --depths measures fixed queue depths; leave out one of them
block-not-sectors = { $block } is not a multiple of 512 bytes; give one such as 8KiB
# $meant (bytes)
block-in-decimal-unit = { $block } is not a multiple of 512 bytes, because kB and MB are powers of 1,000. For { $meant }, give
    { $written }.
not-in-range = "{ $text }" is not a whole number from 1 to { $most }
not-a-read-share = "{ $text }" is not a share of reads in percent; give a number from 0 to 100
# $least (count)
# $most (count)
not-a-fill-level = "{ $text }" is not a whole percentage from { $least } to { $most }; give levels such as --fill 10,50
same-run-twice = both arguments name run { $run }; name two different runs to compare
list-filter = --tag and --host filter only the list of runs; leave them out here
no-trials = --trials: run { $run } has no trials; leave out --trials
no-decimal-comma = --decimal-comma applies to points and trials, but intervals of run { $run } are exported; leave out --decimal-comma
load-without-rate = --for: { $file } is a profile and has no rate; name a job, or write the requirement: --require
    'iops>=8000,write=0.3'
requirement-not-json = --require { $file }: { $error }; write an object such as { "{" }"data": "iops>=8000, write=0.3"{ "}" }
requirement-without-role = --require { $file }: the file names no role; write an object such as { "{" }"data": "iops>=8000,
    write=0.3"{ "}" }
no-minutes = { $minutes } is not a test time; give a number of minutes above 0, such as 10
no-cycles = "{ $cycles }" is not a number of cycles; give 1 or more
unknown-command = "{ $name }" is not a command of plimsoll; `plimsoll --help` lists the commands
