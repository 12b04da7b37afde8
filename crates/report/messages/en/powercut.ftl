### The test of power cuts: what keeps it from running, and what its check says.

## PowerCutFault: What keeps a power-cut test from running.

said-nothing = it printed nothing
writer-not-begun = the writer did not begin: { $line }
cannot-remount = --remount: { $target } is on no file system that can be unmounted for a moment; leave it out
not-unmounted = failed to unmount { $shown }: { $told }
not-mounted = failed to mount { $source } at { $shown } again: { $told }; do it by hand: mount -t { $kind } -o { $options } { $source } { $shown }
other-file = { $target } is another file now
shared-fate = the ledger { $ledger } { $why }: what takes the target can take it too. Name a file on another device, or a ledger on
    another machine (HOST:PORT); --same-device takes it all the same
not-reserved = failed to reserve space for { $shown }: { $error }; choose a smaller --size, or free space there
name-larger = name a larger one
# $size (bytes)
largest-size = choose a --size of up to { $size }
# $size (bytes)
# $wanted (bytes)
too-small = { $shown } holds { $size }, and { $wanted } are needed: { $help }
exchanged = { $shown } is not what it was when the run began; nothing is written to it
not-opened = failed to open { $shown } for { $mode }: { $error }
not-opened-direct = failed to open { $shown } for { $mode }: { $error }; try --mode buffered+fsync
# $align-bytes (count)
page-too-small = direct writes to { $shown } go in units of { $align-bytes } bytes: choose a larger --page-size
lies-in-memory = lies in memory
lies-on = lies on { $name }, as the target does
lies-on-file-system = lies on the target's file system
# $commit (count)
log-write-failed = failed to write the log of commit { $commit }: { $error }
# $commit (count)
page-write-failed = failed to write a page of commit { $commit }: { $error }

## LedgerFault: What keeps a ledger of commits from being used.

broken-link = { $shown } is a symbolic link that leads nowhere; name the ledger's file itself
not-regular = { $shown } is no regular file; name one for the ledger
ledger-in-use = another program writes to the ledger { $shown }: wait until it ends, or name another file
not-a-ledger = { $ledger } is no ledger of plimsoll; name another file
other-design = the run is there with other settings
ledger-full = the ledger is full; begin a new one
wants-secret = the ledger at { $ledger } wants the secret that it was started with: --secret-file FILE
secret-is-readable = others may read or write { $shown }, which holds a secret: chmod 600 { $shown }
# $bytes-min (count)
secret-too-short = { $shown } holds fewer than { $bytes-min } bytes; make a secret with: head -c 32 /dev/urandom | base64
no-such-run = the ledger has no run { $run }, so nothing can be checked
no-run = the ledger has no run, so nothing can be checked
listening = listening at { $address }; Ctrl-C ends it
listens-everywhere = warning: the ledger listens on all addresses of this machine ({ $address }): everybody who reaches one of them
    can open connections; name the address that the writer uses
not-let-in = { $from } was refused: { $error }
no-room-in-ledger = the ledger has no room for the run; begin a new ledger file
confirmed-less = the ledger confirmed { $confirmed }, not { $commit }
ledger-lost = lost the ledger at { $ledger }: { $error }
unknown-secret = the other side does not know the secret
stranger = another program than a ledger of plimsoll answers there

##

# A warning.
copy = this is not the target that was written to, by its serial number or its file: if it is a copy, data missing from the copy
    is reported as lost
# A warning.
ledger-shares-device = the ledger's file shares the tested device: if the device loses it with its pages, the loss cannot be seen
    here
# A warning.
# $flushes (text)
# $most (text)
rate-of-revolutions = { $flushes } flushes/s, one after the other, are more than a turning disk can make durable (at most { $most } at
    15,000 turns a minute): either a cache answers that is protected against power cuts, or one that is not
# A warning.
# $took (text)
# $least (text)
program-time = a flush every { $took } us is faster than flash can be programmed ({ $least } us at best), and the device says that its
    cache forgets without power
# The first line of a check.
# $commits (count)
verdict-kept = + KEPT all { $commits } acknowledged commits survived
# The first line of a check.
# $pages (count)
verdict-lied = x LIED { $pages } page(s) are not what the storage said was durable
# The first line of a check.
# $why (text)
verdict-unknown = ? CANNOT TELL { $why }
# A line of a check.
nothing-here = nothing at all of this run is here, and it is the same target
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
overwritten = run { $other } was written over this one later; --run { $other } checks that
# Why there is no verdict.
# $other (text)
other-run = nothing of this run is on the target, but pages of run { $other } are: is it the right target? --run { $other } checks that
    run, where the ledger has it; --same-target says that it is the right one and lost all
# Why there is no verdict.
no-run-here = nothing of this run is on the target, and nothing else says that it is the one that was written to: device names
    change at a restart. --same-target says that it is, and lost all
# The promised commits.
# $durable (count)
# $acknowledged (count)
# $later (count)
durable = { $durable } commits were reported durable: { $acknowledged } by the ledger, { $later } more by later pages
# The newest commit.
# $commit (count)
last-commit = commit { $commit } is the last of which anything is there
# The commits of the log.
# $from (count)
# $durable (count)
# $whole (count)
# $overwritten (count)
# $gone (count)
log-pages = commits { $from } to { $durable } must be in it: { $whole } are, { $overwritten } are being overwritten by later ones, { $gone } are
    not
# The pages in place.
# $sound (count)
# $written (count)
# $torn (count)
data-pages = { $sound } of the { $written } in place that were written are right; { $torn } page(s) torn while written, which is no lie
# A loss.
# $place (text)
never-written = { $place } was never written by a commit, and does not hold the zeros it was given
# The kind of a loss.
lost-commit = is lost, and all after it
# The kind of a loss.
# $later (count)
overtaken = is missing while the later commit { $later } is there
# The kind of a loss.
torn = is torn
# The kind of a loss.
older = went back to an older page
# The kind of a loss.
zeroed = is gone from its page
# The kind of a loss.
# $kind (text)
damaged = is damaged ({ $kind })
# The content of a page.
holds-zeros = zeros
# The content of a page.
# $commit (count)
holds-commit = commit { $commit }
# The content of a page.
# $oldest (count)
# $newest (count)
holds-parts = parts of commits { $oldest } to { $newest }
# The content of a page.
holds-strange = nothing of this run
# How it is known that the commit was durable.
was-acknowledged = acknowledged
# How it is known that the commit was durable.
was-followed = not in the ledger, but a later page was only written after it was durable
# A loss.
# $commit (count)
# $what (text)
# $place (text)
# $found (text)
# $source (text)
loss = commit { $commit } { $what }: { $place } holds { $found } ({ $source })
# A place.
# $slot (text)
log-page = log page { $slot }
# A place.
# $page (text)
data-page = page { $page }
# A place.
head = the head
# After the first losses.
# $count (count)
more-lies = and { $count } more
