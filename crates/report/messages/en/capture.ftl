### Captured loads: `capture show` and its page, the notes of an import, and refusals.

# The beginning of the title.
# $device (text): that was captured
title = Load on { $device }
# The beginning of the title where the host is known.
# $device (text): that was captured
# $host (text): its host
title-host = Load on { $device } of { $host }
# The end of the title.
# $source (text): where the figures come from
from = from { $source }
# In place of a moment in UTC.
# $moment (text): a date and a time
local-time = { $moment } local time
# After the time that was recorded.
# $time (seconds): that was not
not-recorded = { $time } not recorded
# A label.
load = load
# A label and the head of a column.
reads = reads
# A label and the head of a column.
writes = writes
# A label.
flushes = flushes
# A label.
discards = discards
# A label.
queue-depth = queue depth
# A label.
durability = durability
# A label.
arrivals = arrivals
# A label.
phase = phase
# A label of each device of a capture of several.
device = device
# A label.
files = files
# A label.
processes = processes
# A label.
slowest = slowest
# One of the slowest I/Os.
# $latency (latency): of it
# $at (number): seconds since the start
# $what (text): its operation, size, file and process
slow = { $latency } at { $at } s: { $what }
# A label.
note = note
# A label of what the source cannot know.
not-known = not known
# A label of the loads that give the same counters.
ambiguous = ambiguous
# After the first lines of a list.
# $count (count): of the others
more = and { $count } more; --json has all of them
# A part of all I/Os.
# $share (text): a percentage
share-of-reads = { $share } reads
# Instead of the rates.
# $count (count): I/Os
no-rate = { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    }, too short for a rate
# After the rates.
# $count (count): I/Os
lost = { $count ->
        [one] 1 I/O was
       *[other] { $count } I/Os were
    } lost by the capture
# A part of an operation.
# $share (text): a percentage
sequential = { $share } sequential
# A part of an operation.
# $share (text): a percentage
# $streams (number): at the same time
sequential-streams = { $share } sequential in about { $streams } streams at a time
# The bytes that were accessed, each counted once.
# $size (text): of them
footprint = footprint { $size }
# The same with the busiest part of them.
# $size (text): of them
# $share (text): of the random accesses
# $hot (text): the size of the busiest part
footprint-hot = footprint { $size }; { $share } of the random accesses go to { $hot } of it
# The skew of the accesses.
# $theta (text): a number
# $error (text): a number
zipf = zipf theta { $theta } +/- { $error }
# The latency of an operation.
# $mean (latency): of all
latency-mean = latency mean { $mean }
# The latency of an operation.
# $mean (latency): of all
# $p99 (latency): of the busiest size
latency-mean-p99 = latency mean { $mean }, p99 { $p99 }
# The time in the kernel's I/O scheduler, before the latency at the device.
# $mean (latency): of those that were in it
# $p99 (latency): of those
queueing = queued in the kernel before: mean { $mean }, p99 { $p99 }
# The same where the others went to the device at once.
# $mean (latency): of those that were in it
# $p99 (latency): of those
# $share (text): a percentage
queueing-share = { $share } queued in the kernel before: mean { $mean }, p99 { $p99 }
# Sizes of I/Os.
# $low (text): the first decile
# $high (text): the last decile
# $mean (text): of all
sizes = at least 80 % of them { $low } to { $high }, mean { $mean }
# Two sizes.
# $low (text): the smallest
# $high (text): the largest
size-range = { $low } to { $high }
# The mean size of I/Os.
# $mean (text): of all
size-mean = { $mean } on average
# The queue depth.
# $mean (number): over all the time
depth-mean = mean { $mean }
# The queue depth while the device was busy.
# $share (text): of the time
# $mean (number): in that time
depth-busy = busy { $share } of the time, mean while busy { $mean }
# The queue depth that is seldom exceeded.
# $depth (count): I/Os
depth-most = at most { $depth } for 99 % of the time
# What makes writes durable.
# $rate (number): per second
flush-rate = { $rate } flushes/s
# What makes writes durable.
# $share (text): a percentage
fua-share = { $share } of the writes with FUA
# What makes writes durable.
# $share (text): a percentage
sync-share = { $share } of the writes are synchronous
# Discarded ranges.
# $rate (number): per second
discard-rate = { $rate } discards/s
# How arrivals are spread.
# $index (number): variance over mean
# $window (latency): the length of a window
dispersion-in = { $index } in windows of { $window }
# How arrivals are spread.
# $list (text): the index for each window
dispersion = index of dispersion { $list }
# In place of the index.
dispersion-unknown = the capture is too short for an index of dispersion
# How arrivals are spread.
# $hurst (text): the exponent
hurst = Hurst exponent { $hurst }
# After the figures of arrivals.
no-bursts = (arrivals without bursts: index 1, Hurst exponent 0.50)
# A phase of the load.
# $from (number): seconds
# $to (number): seconds
# $load (text): its rates
phase-load = { $from } s to { $to } s: { $load }
# The I/Os of no file.
# $share (text): a percentage
no-file = in no known file: { $share } of reads and writes (metadata, journal, or files created after the start)
# After a role that the path does not show.
by-accesses = inferred from its accesses
# Files of one folder.
# $count (count): of them
file-count = { $count } { $count ->
        [one] file
       *[other] files
    }
# What is done to files.
# $share (text): of all operations in this direction
# $reads (flag): reads or writes
# $order (text): sequential, random or a part of each
# $sizes (text): of the I/Os
file-side = { $share } of { $reads ->
        [yes] reads
       *[no] writes
    }, { $order } { $sizes }
# The order of I/Os.
order-sequential = sequential
# The order of I/Os.
order-random = random
# How durable the writes to files are.
durable-each = each write followed by a flush or with FUA
# How durable the writes to files are.
# $share (text): of the writes
durable-share = { $share } of the writes followed by a flush or with FUA
# A process.
# $name (text): its name
# $pid (text): its number
# $share (text): of all I/Os
# $reads (count): operations
# $writes (count): operations
# $bytes (bytes): moved
process = { $name } ({ $pid }): { $share } of I/Os, { $reads ->
        [one] 1 read
       *[other] { $reads } reads
    }, { $writes ->
        [one] 1 write
       *[other] { $writes } writes
    }, { $bytes }
# The figures that a source cannot know.
# $source (text): where the figures come from
# $list (text): the figures
unknown = Not recorded by { $source }: { $list }.
# The loads that give the same counters.
# $load (text): the rates and mean sizes
same-counters = Every job with { $load } gives these counters, random or sequential, of one size or a mix, even or in bursts. A
    block trace shows which one it is.
# A rate with its mean size.
# $rate (number): per second
# $reads (flag): reads or writes
# $mean (text): a size
mean-load = { $rate } { $reads ->
        [yes] reads
       *[no] writes
    } per second of { $mean } on average
# A note of an import.
# $interval (seconds): of each report
interval-assumed = The log does not show how long its intervals are. Each report was assumed to cover { $interval }: rates are
    right, durations may be wrong. Give the length with --interval, or log with timestamps (`iostat -t`).
# A note of an import.
# $intervals (count): that are longer
# $line (text): its number
# $longest (seconds): of them
long-intervals = { $intervals ->
        [one] 1 interval is longer than the others (line { $line }: { $longest }). It lacks reports.
       *[other] { $intervals } intervals are longer than the others (first in line { $line }; the longest is { $longest }). They lack reports.
    }
# A heading of the page.
made-of = Composition of the load
# A heading of the page.
rates-over-time = Rates over time
# The caption of a chart; the two names stand in their colours before it.
# $interval (seconds): of a point
rates-caption = per second, in intervals of { $interval }
# A chart for screen readers.
rates-label = Reads and writes per second over time
# A heading of the page.
places-over-time = Offsets over time
# How to read a heat map.
places-caption = I/Os by time and offset on the device. A stronger colour means more I/Os.
# A heading of the page.
latency-over-time = Latency over time
# How to read a heat map.
latency-caption = I/Os by time and latency. A stronger colour means more I/Os.
# A heading of the page.
sizes-heading = Sizes and latencies
# A table for screen readers.
sizes-label = Sizes by direction
# The head of a column: sizes.
up-to = up to
# A heading of the page.
files-heading = Files
# A heading of the page.
processes-heading = Processes
# A heading of the page.
slowest-heading = Slowest I/Os

## CaptureFault: What keeps a capture from being made or read.

needs-trace = --process needs the block trace, because counters do not show which process does I/O; { $why }
process-with-counters = --process needs the block trace, because counters do not show which process does I/O; leave out --counters
several-need-trace = several devices at once need the block trace; { $why }
several-with-counters = several devices at once need the block trace; leave out --counters
name-one-device = { $path } holds the I/O of several devices ({ $devices }); name one of them with --device
no-such-device = { $path } holds no I/O of { $device }; it has { $devices }
# $line (count): its number
no-relation = { $path }, line { $line }: this is no path and name; write base/5/16397|orders
not-regular = { $shown } is a directory, a device or another special file; give --output a file that does not exist yet
exists = { $shown } exists already; name another file, or add --overwrite to replace it
not-written = failed to write { $shown } ({ $error }); what was captured before is in the file and can be read; name a
    file on a file system with free space
trace-needs-root = the block trace needs root: run the command with sudo
no-trace-in-kernel = this kernel has no block trace ({ $error }): use a kernel with CONFIG_BLK_DEV_IO_TRACE
no-trace-on-system = this system has no block trace
trace-not-started = the block trace cannot be started: { $error }
trace-unreadable = failed to read the trace buffer: { $error }; what was captured before is in the file
no-counters = { $name } has no counters; name the disk that contains it (plimsoll inventory shows it)
device-gone = the device of { $shown } was removed; attach it again
device-not-found = failed to find { $shown }: { $error }; name a block device (plimsoll inventory lists them) or a path on its file system
no-block-device = { $shown } is on a file system without a block device ({ $kind }); name a block device (plimsoll inventory lists them)
not-a-file = { $shown } is not a file; name a capture file
log-not-a-file = { $shown } is not a file; a log is read several times, so write it to a file
output-not-written = failed to write { $shown }: { $error }
imported-nothing = the import created no capture
log-mistakes = { $log } has errors; nothing was imported
capture-not-written = failed to write the capture: { $error }
# $ios-max (count)
too-many-ios = the capture holds more than { $ios-max } I/Os, which do not fit into memory; capture for a shorter time
no-single-io = the capture holds only counters for each interval, not individual I/Os; capture a block trace (as root, without --counters)
no-sessions = { $path } shows no sessions, so --transactions and --clients say nothing about it; capture a block trace of a database that
    reads and commits, with its files
no-read-or-write = { $path } holds neither reads nor writes; capture at a busier time

## RefineFault: What keeps a fitted job from being refined.

interrupted = interrupted before the job was refined; no job was written
compares-ios = --refine compares single I/Os and needs the block trace; { $reason }
# $lost (count)
lost-events = warning: the capture of the run lost { $lost ->
        [one] 1 trace event
       *[other] { $lost } trace events
    }, so the fitted figures are too low; close other programs
nothing-seen = the block trace shows no I/O of { $shown }, so nothing can be compared; name a block device, or a file on ext4 or
    xfs
no-trace = --refine records every I/O of the run with the kernel's block trace, which is not available ({ $error }); run the command
    with sudo
# $round (count)
round = run { $round } of the fitted job
run-capture-failed = the capture of the run ended because of a bug in plimsoll; please report it
no-io = the fitted job did no I/O on { $shown }; capture at a busier time
simulated = --refine needs a file or a device, because the kernel sees no I/O of a simulated storage

## PrometheusFault: Why a server gave no counters.

plain-only = { $url }: only plain http:// is asked; save the answer with curl, and import the file
no-answer = { $url } does not answer: { $error }
other-answer = { $url } answers "{ $status }", not as Prometheus does; name the server, such as http://prometheus:9090

## CaptureText: What a capture says of its options and at its end.

counters-only = warning: only counters were captured, because { $reason }. Sizes, offsets, latency percentiles and processes of the I/Os
    are not known.
output-on-device = warning: { $file } is on { $device }, so the capture contains its own writes. Write it to another device.
# $cpu (share): of one CPU
# $memory (bytes)
cost = Cost of the capture: { $cpu } of one CPU, { $memory } of memory
# $count (count)
# $time (seconds)
# $size (bytes)
captured-intervals = Captured { $count ->
        [one] 1 interval
       *[other] { $count } intervals
    } of { $device } in { $time } into { $file } ({ $size }).
# $count (count)
# $time (seconds)
# $rate (number)
# $size (bytes)
captured-ios = Captured { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    } of { $device } in { $time } ({ $rate } IOPS with flushes and discards) into { $file } ({ $size }).
# $count (count)
# $process (text)
none-of-process = warning: of { $count ->
        [one] 1 I/O seen, none
       *[other] { $count } I/Os seen, none
    } came from a process named { $process }. The kernel names threads, with at most 15 characters: give the name of the
    thread that does the I/O (ps -eLo comm lists them).
# $count (count)
lost-trace-events = Lost trace events: { $count }
too-slow = warning: the capture could not keep up with the trace events (two for each I/O). Close other programs and capture
    again.
# $started (count)
# $unfinished (count)
under-way = I/Os in flight at the start: { $started }; I/Os whose completion was not seen: { $unfinished }
# $share (share): of the I/Os
in-files = In known files: { $share } of the I/Os. The rest is metadata, journal, or files created after the start.
# $count (count)
left-out-files = Files and folders whose place on the device was not recorded: { $count } (a limit was reached, or permission is missing)
# $size (bytes)
size-each = Size: { $size } per million I/Os
# $count (count)
# $time (text)
imported-ios = Imported { $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    } of { $device } ({ $time }) into { $file }.
# $count (count)
# $time (text)
imported-intervals = Imported { $count ->
        [one] 1 interval
       *[other] { $count } intervals
    } of { $device } ({ $time }) into { $file }.
# $count (count)
# $time (seconds)
ring-written = Wrote the last { $time } ({ $count ->
        [one] 1 I/O
       *[other] { $count } I/Os
    }) into { $file }; the capture goes on.
show-them = Show them: plimsoll capture show { $file }
option-missing = { $option } is missing; see plimsoll capture --help
last-needs-server = --last needs the address of a Prometheus server, such as --import http://prometheus:9090
device-missing = the device is missing; see plimsoll capture --help
interval-too-short = --interval: the shortest interval of the counters is 100ms; write 100ms or more
no-time = { $option }: "{ $text }" is not a time; write a time such as 10m
# $bytes (count)
cut-short = warning: { $file } is incomplete: everything captured after byte { $bytes } is missing. The capture was killed, or its disk
    was full.

## observe::character::Unknown unknown-*: What the source of a capture cannot know.

unknown-read-share = the share of reads among I/Os
unknown-sizes = sizes (only means)
unknown-size = sizes
unknown-sequences = sequential shares
unknown-places = hot spots
unknown-arrivals = bursts within an interval
unknown-queue-depths = the distribution of queue depths (only the mean)
unknown-queue-depth = queue depths
unknown-latencies = percentiles of latency (only means)
unknown-busy = the busy time (the log has more than its queue depth allows)
unknown-latency = latencies
unknown-latency-by-direction = separate latencies of reads and writes
unknown-durable-writes = synchronous and durable writes
unknown-flushes = flushes
unknown-processes = processes
unknown-files = files

## observe::roles::FileRole role-*: The role of a file.

role-log = log
role-data = data
role-temp = temp
role-backup = backup
role-other = other

## observe::CaptureSource source-*: The source of a capture.

source-block-trace = the kernel's block trace
source-disk-counters = the kernel's disk counters
source-iostat = iostat
source-sar = sar
source-performance-counters = Windows performance counters
source-node-exporter = node_exporter
source-blkparse = blkparse
source-fio-iolog = an iolog of fio
source-cloud-watch = CloudWatch
source-azure-monitor = Azure Monitor

## observe::CaptureNote note-*: What an import assumed, changed or left out.
## By crate::capture::words::computed_note: IntervalAssumed, LongIntervals

note-only-first-report = The log has one report, which may be the mean since the machine started. Log several reports, for
    example with `iostat -x -t 1 600`.
note-operations-divided-like-bytes = The log counts reads and writes together. They were divided in proportion to the bytes read and written.
note-latency-of-both-directions = The log has one mean latency for reads and writes. It is used for both.
note-date-order-assumed = The order of day and month in the dates is ambiguous. The month was assumed to come first.
# $reports (count): that were left out
note-first-report-left-out = { $reports ->
        [one] The first report was left out: its interval is unknown, or begins when the machine started.
       *[other] { $reports } reports were left out, the first after each start of the tool: their intervals begin when the machine started.
    }
# $steps (count): of the clock
# $line (plain): its number
note-clock-steps = The clock went back { $steps ->
        [one] once, in line { $line }. The interval there was
       *[other] { $steps } times, first in line { $line }. The intervals concerned were
    } assumed to have the usual length.
# $line (plain): its number
note-cut-report = The last report of the log (line { $line }) is truncated: it has no line for the device. This report was left out.
# $rows (count): that were left out
# $line (plain): its number
note-impossible-rows = { $rows ->
        [one] 1 row with values that are missing or that no device can have was left out: line { $line }.
       *[other] { $rows } rows with values that are missing or that no device can have were left out, first in line { $line }.
    }
# $records (count): that are missing
note-records-missing = { $records ->
        [one] 1 record is
       *[other] { $records } records are
    } missing from the log: some I/Os, latencies or both are not known. Trace again with larger buffers (blktrace -b 4096 -n 16).
# $operations (count): without it
note-without-completion = The log does not contain the completion of { $operations ->
        [one] 1 I/O.
       *[other] { $operations } I/Os.
    }
# $operations (count): without it
note-without-issue = { $operations ->
        [one] 1 completion belongs to an I/O that was
       *[other] { $operations } completions belong to I/Os that were
    } issued before the log starts.
