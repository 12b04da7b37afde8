### Notes of a run: facts about how it was measured, without weight for the verdict.

# Targets that are not separate storages.
# $targets (text): a list
shared-fs = { $targets } are on one file system: they are not separate storages
# Points of another run are used.
# $run (text): its number
# $stages (text): a list
taken = these measurements were taken from run { $run }: { $stages }
# A storage that is another one now.
# $place (text): the path
# $was (text): before
# $is (text): now
changed = { $place } was { $was } and is { $is } now
# Points of another run cannot be used.
# $run (text): its number
# $changes (text): a list
other-storage = run { $run } was measured on other storage ({ $changes }), so none of its points are used
# An operation that failed.
# $stream (text): its name
# $operation (text): such as read
# $bytes (text): of the operation
# $offset (text): in bytes
# $time (latency): since the start
# $cause (text): what the system said
failed-io = { $stream }: { $operation } of { $bytes } bytes at offset { $offset } failed after { $time }: { $cause }
# Why an operation failed.
target-ended = the target ends before that offset; it was truncated while in use
# A block holds an older or newer write.
# $kind (text): the kind of fault, such as "lost write"
# $write (text): the number of a write of this block
# $expected (text): what it must hold
page-of-write = { $kind }: write { $write } of this block is there; { $expected }
# The block was written for another place.
# $kind (text): the kind of fault
# $expected (text): what it must hold
page-of-other-block = { $kind }: a write to another block is there; { $expected }
# Bytes of the block are wrong.
# $kind (text): the kind of fault
# $bytes (count): the number of bytes that differ
# $first (text): the first of them
# $expected (text): what it must hold
page-differs = { $kind }: { $bytes ->
        [one] 1 byte differs, byte
       *[other] { $bytes } bytes differ, the first at byte
    } { $first } of the block; { $expected }
# What a block must hold, if one write is possible.
# $write (text): the number of the write
must-hold = it must hold write { $write }
# What a block must hold, if several writes are possible.
# $oldest (text): the number of the oldest write
# $newest (text): the number of the newest write
must-hold-one = it must hold one of the writes { $oldest } to { $newest }
# A byte differs from the pattern.
# $at (text): the number of the byte in the block
# $received (text): in hexadecimal digits
# $expected (text): in hexadecimal digits
pattern-byte = pattern: byte { $at } is { $received }, wanted { $expected }
# Roles of the profile that a check left out.
# $roles (text): their names
not-measured = Not measured: { $roles }. Give --roles all to measure every role of the profile.
# Streams of a job that cannot be multiplied.
# $count (count): streams
# $streams (text): a list
closed-loops = { $count ->
        [one] Stream { $streams } is a closed loop
       *[other] Streams { $streams } are closed loops
    } without a rate. This load is neither multiplied nor counted in the figures. It runs beside the other streams as the job says.
# A fitted job.
# $target (text): the path
fitted-meets = On { $target } the fitted job meets all goals.
# A fitted job.
# $target (text): the path
# $goals (text): a list
fitted-misses = On { $target } the fitted job misses its goals for: { $goals }.
# Recorded points.
# $points (count): that are repeated
# $most (count): rows of one
# $apart (text): a number in percent
repeats = { $points ->
        [one] 1 point is
       *[other] { $points } points are
    } recorded more than once, up to { $most } times; the repeats of a point differ by up to { $apart } %
# Recorded points.
# $points (count): that are left out
# $all (count): points
left-out = { $points } of { $all } recorded points { $points ->
        [one] is left out: its load was not recorded of everything that is compared
       *[other] are left out: their loads were not recorded of everything that is compared
    }
# Recorded points.
# $points (count): without an order
# $all (count): points
order-unknown = { $points } of { $all } recorded points { $points ->
        [one] does not say whether it was random: it counts
       *[other] do not say whether they were random: they count
    } as neither random nor sequential
# Which limit rows exceed.
# $name (text): of a layout
# $rows (count): that it has
limit-layout = { $name } has { $rows ->
        [one] 1 value
       *[other] { $rows } values
    }
# Recorded points.
# $layout (text): its name
# $rows (count): values of a point
# $limit (text): what others have
# $points (count): such points
uneven-rows = { $layout } has { $rows } values of a point, but { $limit }. This concerns { $points ->
        [one] 1 point: its values
       *[other] { $points } points: the values of each
    } are divided among the rounds of the comparison, and each round uses the mean of its values

## base::IoKind operation-*: What an operation does.

operation-read = read
operation-write = write
operation-flush = flush
operation-trim = trim

## record::note::ImportNote import-*: How the result of another tool was read.

# $line (count, unnamed): of the file
import-earlier-document = the document at line { $line } shows the same jobs in progress and was left out
# $line (count, unnamed): of the file
import-no-figures = the run at line { $line } has no figures and was left out
# $file (text, unnamed): its name
import-joined-with = joined with { $file }
import-completion-latency = percentiles and histogram buckets are those of fio's completion latency (clat); means are those of its total latency
import-mixed = fio reported reads and writes together (unified_rw_reporting), so the latencies of each are not known
import-group-of-jobs = an entry is that of a group of jobs: fio shows the name and options of the first; the files of the others are not known
import-trims = trims are not imported
import-whole-milliseconds = SQLIO rounds latencies down to whole milliseconds and reports no counts: operations, bytes and histogram
    counts are computed from the rate
import-taken-as-milliseconds = the latencies in Orion's table are assumed to be in milliseconds
import-file-date = the file does not say when the run started; the date of the file is used
import-points-file-date = the file does not say when the points were measured; the date of the file is used
import-order-unknown = the file does not say for every point whether it was random; points without this information
    count as neither random nor sequential
import-text-cut = only the first MiB of the file's text is stored; all of its figures are stored
import-windows1252 = the file is not UTF-8; letters beyond ASCII were read as Windows-1252 and may be wrong, numbers are not affected

## record::Note note-*: A note on a run.
## By crate::words::note::computed: FailedIo, SharedFileSystem, JobPeak, NotMeasured, ClosedLoopsBeside, Fidelity, Taken, OtherStorage, ReplayTiming, Recorded, Imported, Text

# $place (text, unnamed): the path
note-page-cache-used = { $place } refuses direct I/O, so it was written and read through the page cache
note-commit-group-per-thread = with the sync engine, each thread is a commit group and issues its writes one after another; other engines issue
    them at once
note-unregistered-buffers = the kernel did not register the I/O buffers (locked-memory limit too low, or buffers too large), so direct I/O
    pins their pages for each operation
# $folder (text): the path
# $free-bytes (bytes): that are free
# $left-bytes (bytes): that stay free
note-nearly-full = { $folder } has { $free-bytes } free, and the files of the job leave { $left-bytes } of it; a nearly full file system may be
    slower
note-job-limit = The latency limit applies to all operations of the job together. A stream with few operations, such as a log, may exceed it.
# $job (count): operations in flight in the job
# $test (count): operations in flight in the test
note-job-depth = Up to { $test } operations may be in flight instead of the { $job } of the job, so that none waits until another ends.
# $group (text): its path
note-limited-by-group = The quota is that of the cgroup { $group }. If the database will run outside of it, repeat the check there.
# $parts (count): hosts whose part was there
# $all (count): hosts of the run
note-rebuilt-from-parts = This result was rebuilt from the parts that { $parts } of { $all } hosts stored. It has the figures of { $parts ->
        [one] this host
       *[other] these hosts
    }, and no verdict.
# $host (text): its name
# $apart-s (seconds): how far its clock is from that of the first host
note-host-clock = The wall clock of host { $host } differs from that of the first host by { $apart-s }. The dates in the results of
    { $host } differ by as much. The measurement is not affected.
# $host (text): its name
# $bytes (bytes): that its target has
# $used-bytes (bytes): that are used
note-host-target-larger = The target of host { $host } is { $bytes } large. Every host uses only the first { $used-bytes } of its target.
# $count (count, unnamed): discards
note-discards-left-out = { $count ->
        [one] 1 captured discard was
       *[other] { $count } captured discards were
    } left out: simulated storage knows no discards

## base::ContentFault fault-*: What is wrong with a block that was read.
## By crate::words::content_fault::computed: Page, PatternByte

# $block-bytes (plain): the size of the block
fault-no-room-for-header = a block of { $block-bytes } bytes has no place for a header
# $received (hex): in hexadecimal digits
# $expected (hex): in hexadecimal digits
fault-header-magic = bad magic header { $received }, wanted { $expected }
# $received (plain): in bytes
# $expected (plain): in bytes
fault-header-length = bad header length { $received }, wanted { $expected }
# $received (plain): in bytes
# $expected (plain): in bytes
fault-header-offset = bad header offset { $received }, wanted { $expected }
# $received (plain): the number of the write in the block
# $expected (plain): the number of the newest write
fault-header-number = bad header numberio { $received }, wanted { $expected }: the block holds another write
# $received (hex): in hexadecimal digits
# $calculated (hex): in hexadecimal digits
fault-header-checksum = bad header crc { $received }, calculated { $calculated }
# $digest (text): fio's name of the digest
fault-digest = { $digest }: the data does not match its digest
