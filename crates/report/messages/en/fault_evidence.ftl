### The evidence of a fault: what the page held, what it should have held, and the operations on it.

# The first line of the file of evidence.
file-head = plimsoll: the faults of an integrity test, byte by byte
# Before the faults of a file.
# $role (text): data or log
# $target (count): number of the target
# $number (count): number of the fault
fault-head = { $role } { $target }, fault { $number }:
# After the faults of a file.
# $count (count): that are left out
not-kept = { $count ->
        [one] 1 more fault of this file was counted, but not kept.
       *[other] { $count } more faults of this file were counted, but not kept.
    }
# One generation may be in the page.
# $generation (count): it
# $bytes (count): that differ from it
written-last = written last: generation { $generation }; { $bytes ->
        [one] 1 byte differs
       *[other] { $bytes } bytes differ
    } from it
# Several generations may be in the page.
# $oldest (count): generation
# $newest (count): generation
# $compared (count): generation
# $bytes (count): that differ from it
may-hold = it may hold generations { $oldest } to { $newest }; compared with { $compared }, { $bytes ->
        [one] 1 byte differs
       *[other] { $bytes } bytes differ
    }
# The expected page is not known in full.
time-unknown = The time of that write is not known. Time and checksum of the stamp (bytes 4 to 7 and 32 to 39) are not compared.
# The content of a sector.
# $number (count): its number in the page
# $content (text): what it holds
sector = sector { $number }: { $content }
# The content of sectors.
# $first (count): number in the page
# $last (count): number in the page
# $content (text): what they hold
sectors = sectors { $first } to { $last }: { $content }
# The content of a sector.
# $generation (count): how often it was written
this-page = this page, generation { $generation }
# The content of a sector.
# $generation (count): how often it was written
wrong-bytes = this page, generation { $generation }, with wrong bytes
# The content of a sector.
# $generation (count): how often it was written
# $bits (count): of its tag
wrong-tag = this page, generation { $generation }, with { $bits ->
        [one] 1 wrong bit
       *[other] { $bits } wrong bits
    } in its tag
# The content of a sector.
# $page (count): within its file
# $file (count): its number
# $generation (count): how often it was written
other-page = page { $page } of file { $file }, generation { $generation }
# The content of a sector.
zeros = zeros
# The content of a sector.
not-read = not changed by the read
# The content of a sector.
unknown = data that this test never wrote
# What rereads found.
# $kinds (text): of faults
reread-kinds = read again: { $kinds }
# The expected page.
expected-zeros = expected: zeros
# The expected page.
# $page (text): which one
# $time (text): when it was written
expected = expected: { $page }, { $time }
# The page that was read.
# $page (text): which one
# $time (text): when it was written
# $run (text): the run that wrote it
received = received: { $page }, { $time } by run { $run }
# The page that was read.
received-unknown = received: a page without a stamp of this program
# When a page was written.
# $ms (text): milliseconds
written-at = written at { $ms } ms
# When a page was written.
time-not-kept = time not known
# Before the rows of bytes.
differences = differences (offset in the page: expected | received):
# After the rows of bytes.
# $count (count): rows
more-rows = { $count ->
        [one] and 1 more row of 16 bytes
       *[other] and { $count } more rows of 16 bytes
    }
# Before the operations.
operations = the last operations on the page (ms since the test began, then the duration in ms):
# How long an operation took.
# $ms (text): milliseconds
took = took { $ms }
# The page of an operation.
# $page (count): which one
page = page { $page }
# The pages of an operation.
# $first (count): page
# $last (count): page
pages = pages { $first } to { $last }
# What a write wrote.
# $generation (count): of the first page
first-generation = the first as generation { $generation }

## record::proof::PageOperationKind operation-*: An operation on a page.

operation-read = read
operation-write = write
operation-flush = flush
operation-reread = read again
