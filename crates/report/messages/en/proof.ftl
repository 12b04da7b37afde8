### An integrity test: whether the storage returns what was written.

# The verdict.
sound = SOUND
# The verdict where less than half was read back.
sound-as-read = SOUND AS FAR AS IT WAS READ
# The verdict.
faulty = FAULTY
# The verdict.
cannot-tell = CANNOT TELL
# The verdict.
interrupted = INTERRUPTED
# After the verdict.
# $target (text): the device, file or folder
# $database (text): whose I/O it imitates
written-as = { $target }, with the I/O pattern of { $database }
# The reason: sound, and nothing is known of a share.
reason-sound = Every audited page held the data that was written last.
# The reason: sound.
# $share (text): a percentage
reason-sound-share = Every audited page held the data that was written last. { $share } of the written pages were read back before
    they were written again.
# The reason: sound, but little was read.
# $share (text): a percentage
reason-little-read = Every page that was read held the data that was written last. Only { $share } of the written pages were
    read back before they were written again; faults in the other pages remain undetected.
# The reason: faults.
# $faults (count): how many
reason-faulty = { $faults ->
        [one] { $faults } fault was found.
       *[other] { $faults } faults were found.
    } Do not store data on this storage.
# The reason: the log was idle.
reason-idle-log = No fault was found, but the log writer never wrote: test longer.
# The reason: not everything was audited.
reason-not-all = Not every page could be audited, so faults in the other pages remain undetected.
# The reason: interrupted.
reason-interrupted = The test was interrupted. No fault was found until then.
# How a file was written.
# $page (bytes): the size of a page
# $durability (text): a flag or a system call
writing-direct = { $page } pages, direct, { $durability }
# How a file was written.
# $page (bytes): the size of a page
# $durability (text): a flag or a system call
writing-cached = { $page } pages, through the page cache, { $durability }
# One file of the test.
# $size (text): bytes
# $writing (text): how it was written
# $pages (count): pages of all operations
# $audited (count): pages
file = { $size }, { $writing }; { $pages } page operations, { $audited } pages in final audits
# Reads of the test.
# $single (count): reads of one page
# $runs (count): reads of several pages
# $pages (count): pages
count-reads = { $single } of one page, { $runs } of several; { $pages } pages
# Writes of the test.
# $single (count): writes of one page
# $runs (count): writes of several pages
# $pages (count): pages
# $flushes (count): flushes
count-writes = { $single } of one page, { $runs } of several; { $pages } pages; { $flushes } flushes
# Latencies of the test.
# $mean (latency): of an operation
# $longest (latency): of an operation
# $slow (count): operations
# $late (count): operations
# $throttled (count): times
count-latency = mean { $mean }, longest { $longest }; { $slow } longer than the target time, { $late } late; the load was reduced on { $throttled ->
        [one] one occasion
       *[other] { $throttled } occasions
    }
# How much of what was written was read.
# $share (text): a percentage
count-coverage = { $share } of the pages written were read back; the others were overwritten before anything read them
# A label of at most 10 letters.
label-reads = reads
# A label of at most 10 letters.
label-writes = writes
# A label of at most 10 letters.
label-latency = latency
# A label of at most 10 letters.
label-coverage = coverage
# A label of at most 10 letters.
label-also = also
# A count.
# $count (count): of them
resizes = { $count ->
        [one] 1 change
       *[other] { $count } changes
    } of the file size
# A count.
# $count (count): of them
short = { $count ->
        [one] 1 short transfer
       *[other] { $count } short transfers
    }
# A count.
# $count (count): of them
interrupted-calls = { $count ->
        [one] 1 interrupted call
       *[other] { $count } interrupted calls
    }
# A count.
# $count (count): of them
retries = { $count ->
        [one] 1 failure
       *[other] { $count } failures
    } retried
# A count.
# $count (count): of them
no-space = { $count } without free space
# A count.
# $count (count): of them
rereads = { $count ->
        [one] 1 page
       *[other] { $count } pages
    } read again
# The caption of a table.
kinds = Faults by kind
# Head of a table.
head-fault = fault
# Head of a table.
head-times = times
# Head of a table.
head-meaning = meaning
# A fault.
# $kind (text): its name
# $page (count): where
at-page = { $kind } at page { $page }
# A fault of several pages.
# $kind (text): its name
# $page (count): the first one
# $more (count): pages after it
at-pages = { $kind } at page { $page } and { $more } more
# What is known of a fault.
row-file = file
# What is known of a fault.
row-offset = offset
# What is known of a fault: which actor found it.
row-by = found by
# What is known of a fault: how long after the start.
row-after = after
# What is known of a fault: whether a second read returned the same.
row-again = read again
# What is known of a fault: how long the operation took.
row-took = took
# What is known of a fault: the error of the system.
row-error = error
# Where a fault is.
# $bytes (count): from the beginning
offset-bytes = { $bytes } bytes
# Whether a second read returned the same.
again-passed = correct
# Whether a second read returned the same.
again-untried = not tried
# Whether a second read returned the same.
again-stayed = still wrong
# Whether a second read returned the same.
again-open = still being tried
# The caption of a table.
actors = Operations by actor
# Head of a table.
head-actor = actor
# Head of a table.
head-flushes = flushes
# Head of a table.
head-pages = pages
# A heading.
faults-heading = Faults
# A heading.
each-fault = Each fault
# After the first faults.
# $count (count): that are left out
more-faults = { $count ->
        [one] 1 more fault was counted.
       *[other] { $count } more faults were counted.
    }
# No file was written.
no-evidence = No file of evidence was written.
# Before the path of the file.
evidence = Evidence
# The label of a path in the terminal.
evidence-label = evidence
# After that word, before the path.
evidence-text = expected and received bytes, and the history of each page:
# A heading.
done-heading = What was tested
# What a cycle does.
# $cycles (text): how many and how long
# $database (text): whose writing is followed
done-text = { $cycles }: reads and writes with the I/O pattern of { $database }, then a last checkpoint, then an audit of every page.
# The summary of a folded text.
expected-received = Expected and received
# How many cycles.
# $time (text): of each
cycles-endless = Cycles of { $time } until stopped
# How many cycles.
# $count (count): cycles
# $time (text): of each
cycles = { $count ->
        [one] 1 cycle of { $time }
       *[other] { $count } cycles of { $time } each
    }
# A label of at most 10 letters: which actors.
by-label = I/Os of
# The caption of a table.
files = Files
# Head of a table: data or log.
head-what = role
# Head of a table.
head-size = size
# Head of a table.
head-faults = faults
# Head of a table.
head-audited = pages audited
# Head of a table: a latency.
head-mean = mean
# Head of a table: a latency.
head-longest = longest
# Head of a table: how often operations were throttled.
head-throttled = throttled
# Head of a table: how the file was written.
head-writing = written

## integrity::FaultKind meaning-*: The meaning of a kind of fault.

meaning-checksum = a page contains bytes that were never written; the rest of it is correct
meaning-torn = sectors of different writes in one page, with no write under way
meaning-lost-write = every read returns the page as it was before the last acknowledged write
meaning-stale-read = a read returned the page as it was before the last acknowledged write; another read returned the newest page
meaning-misdirected = another page, or a part of another page, is in this place
meaning-not-read = a successful read left bytes of the buffer unchanged
meaning-wrong-length = the file ended too early
meaning-zeroed = zeros in place of data
meaning-strange = a page of another run, or data that no run wrote
meaning-never-written = the page holds a version that was never written, or whose write failed before
meaning-io-error = the operation failed
meaning-late = the operation took over 15 s longer than the flush of waiting data explains
