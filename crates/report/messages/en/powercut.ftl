### The test of power cuts: what keeps it from running, and what its check says.

## PowerCutFault: What keeps a power-cut test from running.

said-nothing = it printed nothing
writer-not-begun = the writer did not start: { $line }
cannot-remount = --remount: { $target } is not on a file system that can be unmounted for a moment; leave out --remount
not-unmounted = failed to unmount { $shown }: { $told }
not-mounted = failed to mount { $source } at { $shown } again: { $told }; do it by hand: mount -t { $kind } -o { $options } { $source } { $shown }
other-file = after the remount, { $target } is another file than before
shared-fate = the ledger { $ledger } { $why }: a fault that destroys the target's data can destroy the ledger too. Name a file on another
    device, or a ledger on another machine (HOST:PORT); to use this one nevertheless, give --same-device
name-larger = name a larger one
# $size (bytes)
largest-size = choose a --size of up to { $size }
# $size (bytes)
# $wanted (bytes)
too-small = { $shown } holds { $size }, but { $wanted } are needed: { $help }
exchanged = { $shown } is no longer what it was when the run began; nothing is written to it
not-opened = failed to open { $shown } for { $mode }: { $error }
not-opened-direct = failed to open { $shown } for { $mode }: { $error }; try --mode buffered+fsync
# $align-bytes (count)
page-too-small = direct writes to { $shown } must be multiples of { $align-bytes } bytes: choose a larger --page-size
lies-in-memory = lies in memory
lies-on = lies on { $name }, as the target does
lies-on-file-system = lies on the target's file system
# $commit (count)
log-write-failed = failed to write the log of commit { $commit }: { $error }
# $commit (count)
page-write-failed = failed to write a page of commit { $commit }: { $error }
not-a-run-number = "{ $text }" is not the number of a run; give its 16 hexadecimal digits
not-two-numbers = "{ $text }" is not the number of a file; give two numbers such as 1:2

## LedgerFault: What keeps a ledger of commits from being used.

broken-link = { $shown } is a broken symbolic link; name the ledger's file itself
not-regular = { $shown } is a folder, a device or another special file; name a new file for the ledger
ledger-in-use = another program writes to the ledger { $shown }: wait until it ends, or name another file
not-a-ledger = { $ledger } is not a ledger of plimsoll; name another file
other-design = the ledger already contains this run with other settings
ledger-full = the ledger is full; begin a new ledger file
wants-secret = the ledger at { $ledger } requires the secret that it was started with: give --secret-file FILE
secret-is-readable = others may read or write { $shown }, which holds a secret: chmod 600 { $shown }
# $bytes-min (count)
secret-too-short = { $shown } holds fewer than { $bytes-min } bytes; make a secret with: head -c 32 /dev/urandom | base64
no-such-run = the ledger has no run { $run }, so nothing can be checked
no-run = the ledger has no run, so nothing can be checked
listening = listening at { $address }; Ctrl-C ends it
listens-everywhere = warning: the ledger listens on all addresses of this machine ({ $address }), so any machine that reaches
    one can connect; give only the address that the writer uses
not-let-in = { $from } was refused: { $error }
no-room-in-ledger = the ledger has no room for the run; begin a new ledger file
confirmed-less = the ledger confirmed only commit { $confirmed }, not commit { $commit }
ledger-lost = lost the connection to the ledger at { $ledger }: { $error }
unknown-secret = the other side does not know the secret
stranger = the program that answers at this address is not a ledger of plimsoll

##

# A warning.
copy = this target holds the data of the run, but has another serial number or file; if it is a copy, data missing from the copy
    count as lost
# A warning.
ledger-shares-device = the ledger's file is on the tested device: if the device loses the ledger together with its pages, this check
    cannot see the loss
# A warning.
# $flushes (text)
# $most (text)
rate-of-revolutions = { $flushes } flushes/s, one after the other, are more than a rotating disk makes durable (at most
    { $most } at 15,000 rpm): a cache answers. Check that it is protected against power cuts
# A warning.
# $took (text)
# $least (text)
program-time = a flush every { $took } us is faster than flash is programmed ({ $least } us at best), and the device calls its
    cache volatile
# The first line of a check.
# $commits (count)
verdict-kept = + KEPT all { $commits } acknowledged commits survived
# The first line of a check.
# $pages (count)
verdict-lied = x LIED { $pages } { $pages ->
        [one] page does
       *[other] pages do
    } not hold what the storage reported as durable
# The first line of a check.
# $why (text)
verdict-unknown = ? CANNOT TELL { $why }
# A line of a check.
nothing-here = this is the same target, but it holds nothing of this run
# A label.
run = run
# A label.
acknowledged = acknowledged
# A label.
promised = promised
# A label.
newest = newest
# A label.
log = log
# A label.
pages = pages
# A label.
warning = warning
# A label.
first-lie = first lie
# The run.
# $run (text)
# $mode (text)
writer-ended = { $run }, { $mode }; the writer ended by itself
# The run.
# $run (text)
# $mode (text)
writer-cut = { $run }, { $mode }; the writer was cut off
# The acknowledged commits.
# $commits (count)
in-ledger = { $commits } commits in the ledger
# Why there is no verdict.
nothing-acknowledged = nothing was acknowledged
# Why there is no verdict.
# $other (text)
overwritten = run { $other } overwrote this run later; to check that run, give --run { $other }
# Why there is no verdict.
# $other (text)
other-run = the target holds nothing of this run, but pages of run { $other }. If this is the wrong target, name the right one. To check that
    run, if the ledger has it, give --run { $other }. If this is the right target and it lost everything, give --same-target
# Why there is no verdict.
no-run-here = the target holds nothing of this run. Nothing proves that it is the device that was written to: device names can
    change at a restart. If it is that target and lost everything, give --same-target
# The promised commits.
# $durable (count)
# $acknowledged (count)
# $later (count)
durable = { $durable } commits were reported as durable: { $acknowledged } are in the ledger, { $later } more are known from later pages
# The newest commit.
# $commit (count)
last-commit = commit { $commit } is the last one that left anything on the target
# The commits of the log.
# $from (count)
# $durable (count)
# $whole (count)
# $overwritten (count)
# $gone (count)
log-pages = commits { $from } to { $durable } must be in the log: { $whole } are, { $overwritten } were being overwritten by later commits,
    { $gone } are missing
# The pages in place.
# $sound (count)
# $written (count)
# $torn (count)
data-pages = { $sound } of the { $written } written data pages are correct; { $torn } { $torn ->
        [one] page was
       *[other] pages were
    } torn during a write, which is permitted when power fails
# A loss.
# $place (text)
never-written = no commit wrote { $place }, but it does not hold the zeros that it was filled with at first
# The kind of a loss.
lost-commit = is lost, and so are all later ones
# The kind of a loss.
# $later (count)
overtaken = is missing while the later commit { $later } is there
# The kind of a loss.
torn = is torn
# The kind of a loss.
older = was replaced by an older version of its page
# The kind of a loss.
zeroed = is gone from its page
# The kind of a loss.
# $kind (text)
damaged = is damaged ({ $kind })
# How it is known that the commit was durable.
was-acknowledged = acknowledged
# How it is known that the commit was durable.
was-followed = not in the ledger, but a later page was written only after this commit was durable
# A loss.
# $commit (count)
# $what (text)
# $place (text)
# $found (text)
# $source (text)
loss = commit { $commit } { $what }: { $place } holds { $found } ({ $source })
# After the first losses.
# $count (count)
more-lies = and { $count } more
# The first line of a writer.
# $run (text)
# $target (text)
# $seed (text)
# $mode (text): how writes are made durable
# $group (count): commits of a group
writer-begins = writing run { $run } to { $target }, seed { $seed }, { $mode }, groups of { $group }; end it by cutting the power
# The last line of a writer.
# $commits (count)
# $confirmed (count): by the ledger
# $mean (latency): of a group
# $most (latency): of a group
writer-totals = { $commits } commits durable, { $confirmed } confirmed by the ledger; a group took { $mean } on average, { $most } at most
# After a check that found a loss.
# $number (count): of the kill, from 1
# $seed (text)
found-after-kill = the loss was found after kill { $number } with seed { $seed }
# After all kills.
# $kills (count)
# $commits (count)
kept-after-kills = + KEPT   nothing was lost after { $kills ->
        [one] { $kills } kill
       *[other] { $kills } kills
    } with { $commits } acknowledged commits; a kill ends a process and not the power: this tests the kernel and the file system, not the device
# After all kills.
# $kills (count)
unknown-after-kills = ? CANNOT TELL   no commit was acknowledged in { $kills ->
        [one] { $kills } run that was killed
       *[other] { $kills } runs that were killed
    }; give a smaller --size, or check the ledger

## integrity::commits::PageLocation place-*: The place of a page.

# $slot (plain, unnamed)
place-log = log page { $slot }
# $page (plain, unnamed)
place-data = page { $page }
place-head = the head

## integrity::commits::FoundContent found-*: What is found at the place of a page.

found-zeros = zeros
# $commit (count, unnamed)
found-commit = commit { $commit }
# $oldest (count, unnamed)
# $newest (count, unnamed)
found-parts = parts of commits { $oldest } to { $newest }
found-strange = nothing of this run
