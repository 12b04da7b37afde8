### The answer of `plimsoll size`: which storage carries a requirement.

# The answer.
none-carries = No measured storage carries the requirement.
# After the message above.
# $name (text): of a layout
# $share (text): of what is required, a percentage
nearest = Nearest: { $name } carries { $share } of what is required.
# After the message above.
# $name (text): of a layout
# $rate (text): a throughput with its operations
# $share (text): of what is required, a percentage
nearest-rate = Nearest: { $name } with { $rate }, { $share } of what is required.
# The answer.
# $name (text): of a layout
# $room (text): a percentage
carries = { $name } carries the requirement with { $room } head-room.
# The answer.
# $name (text): of a layout
# $rate (text): a throughput with its operations
# $room (text): a percentage
carries-rate = { $name } carries the requirement: { $rate }, { $room } head-room.
# After the message above.
# $price (text): a number
costs = Price: { $price }.
# After the message above.
# $price (text): a number
costs-of-disks = Price: { $price } (the disks alone).
# After the message above: what fails first when the load grows.
# $what (text): such as latency
limit-first = First limit: { $what }.
# After the message above.
no-disk-may-fail = No disk may fail.
# A throughput with the operations.
# $rate (text): with its unit
# $block (text): a size
# $what (text): reads, writes or operations
moved = { $rate } with { $block } { $what }
# Reads and writes.
operations = operations
# The answer.
# $why (text): a sentence
cannot-tell = Cannot tell: { $why }
# The answer where nothing was measured.
# $name (text): of a layout
# $latency (flag): whether a latency limit is required
rule-would = Nothing suitable was measured. By a rule of thumb{ $latency ->
        [yes] , which does not consider latency,
       *[no] { "" }
    } { $name } would carry the requirement.
# The answer where nothing was measured.
rule-blocks = Nothing suitable was measured. The rules of thumb count operations and say nothing about MiB/s.
# The answer where nothing was measured.
rule-none = Nothing suitable was measured, and no rule of thumb finds enough disks. Measure a storage with `plimsoll ramp`, or describe the
    disks in a file for --disks.
# After what is known.
# $rate (text): with its unit
required = Required: { $rate }.
# After what is known.
more-required = More is required.
# What is known.
# $name (text): of a layout
# $rate (text): a throughput with its operations
carried-no-further = { $name } carried { $rate } and was not loaded further.
# What is known.
# $name (text): of a layout
# $rate (text): a throughput with its operations
# $most (text): with its unit
carried-may = { $name } carried { $rate } and may carry up to { $most }.
# What is known.
# $name (text): of a layout
# $rate (text): with its unit
# $why (text): a clause
seems = { $name } seems to carry { $rate }, but { $why }.
# Why it only seems so.
looser-limit = the latency limit of its measurement was looser than required
# What is known.
# $name (text): of a layout
# $rate (text): with its unit
# $low (text): a number
carried-sure = { $name } carried { $rate }; the lower end of its confidence interval is { $low }.
# What is known.
# $name (text): of a layout
# $rate (text): with its unit
loaded-to = { $name } was loaded only up to { $rate }.
# A layout.
# $layout (text): its name
# $disks (count): of it
of-disks = { $layout } of { $disks ->
        [one] 1 disk
       *[other] { $disks } disks
    }
# The same in a cell.
first-cpus-cell = CPUs
# A label before the requirement.
# $requirement (text): a list
needed = Required: { $requirement }
# A part of the requirement.
# $share (text): a percentage
part-writes = { $share } writes
# A part of the requirement.
part-random = random
# A part of the requirement.
part-sequential = sequential
# A part of the requirement.
# $size (text): of an operation
part-blocks = { $size } blocks
# A part of the requirement.
# $size (text): bytes
part-usable = { $size } usable
# A label of at most 12 letters: the runs that were used.
runs-used = runs
# A label of at most 12 letters.
left-out = left out
# After the first ones.
# $count (count): that are left out
more-in-json = { $count } more with --json
# A heading.
together = All roles on one storage
# How it is judged.
together-text = Above, each role is judged as if it had the storage alone. Below, all together, calculated and not measured: the
    shares that they need must add up to at most 100 %.
# In place of an answer.
nothing-suitable = Nothing suitable was measured.
# After the sum of the shares.
# $share (text): a percentage
full = { $share } of the capacity used
# The answer for all roles.
carries-all = carries all roles
# The answer for all roles.
carries-not-all = does not carry all roles
# The answer for all roles.
# $roles (text): a list
carries-unknown = cannot tell, because nothing is known about { $roles }
# A label of at most 12 letters: the command that gives an answer.
to-do = run
# A rate with its latency.
# $rate (text): with its unit
# $latency (latency): p99
at-p99 = { $rate } at p99 { $latency }
# A remark.
open-deeper = no greater queue depth or block size was measured
# A remark.
open-beyond = no higher load was measured
# A remark.
# $most (text): with its unit
open-up-to = it may carry up to { $most }
# A remark on all rules of thumb.
# $text (text): a clause
rule-remark = rule of thumb: { $text }
# The caption of the table.
caption = Measured storages first; the cheapest that carries the requirement is on top.
# The caption of the table, where no price is known.
caption-no-price = Measured storages first. No price is known, so the order says nothing about costs; give prices with --disks.
# After the message above.
caption-unknown = A ? under "may fail" means that the RAID level of this layout is not known; state it in the file given with
    --disks: `layout NAME level=raid5 disks=8`.
# Head of a table.
head-layout = layout
# Head of a table.
head-disks = disks
# Head of a table: disks that may fail.
head-may-fail = may fail
# Head of a table: what is certain.
head-room = head-room
# Head of a table.
head-first = first limit
# Head of a table.
head-carries = carries
# Head of a table.
head-price = price
# Head of a table.
head-usable = usable
# Head of a table: where the number is from.
head-from = source
# A cell.
yes = yes
# A cell.
no = no
# A cell: where the number is from.
from-line = load line
# A cell: where the number is from.
from-points = points
# A cell: where the number is from.
from-rule = rule
# Where a number is from.
# $formula (text): of the rule
# $iops (number): of one disk
# $source (text): how that is known
by-rule = rule of thumb { $formula }; one disk does { $iops } IOPS ({ $source })
# Where a number is from.
# $role (text): of the load line
# $limit (text): its latency limit
# $run (text): its name
line = load line of role { $role } at { $limit }, in { $run }
# Where a number is from.
# $order (text): random or sequential
# $block (text): a size
# $mix (text): how the mix is known
# $depth (count): I/Os in flight
# $run (text): its name
points = { $order } { $block } { $mix }, queue depth { $depth }, in { $run }
# How a mix is known.
mix-computed = computed from reads and writes
# How a mix is known.
mix-measured = at this mix
# A run.
# $run (text): its number
run-name = run { $run }
# How the rate of a disk is known.
# $depth (count): I/Os in flight
# $block (text): a size
disk-measured = measured at queue depth { $depth } with { $block }
# How the rate of a disk is known.
disk-sheet = from its data sheet
# A remark on a number.
# $limit (text): a latency limit
# $run (text): its name
# $iops (number): at most
line-allows = the load line at { $limit } in { $run } allows at most { $iops } IOPS
# A remark on a number.
# $old (number): IOPS
# $old-limit (text): its latency limit
# $old-run (text): its name
# $new-run (text): its name
# $new (number): IOPS
# $new-limit (text): its latency limit
outdated = { $old } IOPS at { $old-limit } in { $old-run } do not count: the newer { $new-run } says { $new } at
    { $new-limit }
# A remark on a number.
# $old (text): a run
# $new (text): a run
points-outdated = points of { $old } do not count: the newer { $new } contradicts them
# A remark on a number.
# $name (text): of a layout
# $disks (text): a list
other-layouts = the file of --disks has layout { $name } with { $disks } disks; mark the measured one with at=PLACE
# A remark on a number.
# $run (text): its name
# $depths (text): a list
depths-left-out = the storage became slower during the queue-depth sweep in { $run }: results at queue depth { $depths } are left
    out
# Why there is no number.
# $block (text): a size
gap-mix-of = neither this mix of { $block } was measured, nor reads alone and writes alone
# Why there is no number.
# $limit (text): the latency limit
gap-none-confirmed = no load confirmed at { $limit }
# Why there is no number.
# $limit (text): the latency limit
# $most (text): operations per second
gap-none-confirmed-below = no load confirmed at { $limit }, at which it carries at most { $most } IOPS
# Why there is no number.
gap-mix = neither this mix was measured, nor reads alone and writes alone of one block size
# What was left out.
# $name (text): of a storage
# $place (text): its path
# $runs (text): a list
older-left-out = an older measurement of { $name } at { $place } ({ $runs }) is left out; to choose another, give --run
# What was left out.
# $name (text): of a storage
# $place (text): its path
# $runs (text): a list
# $new-place (text): the path of the other one
# $new-runs (text): a list
newer-used = an older measurement of { $name } at { $place } ({ $runs }) is left out; { $new-place } ({ $new-runs }) is used; to
    choose another, give --run
# What was left out.
# $storage (text): its name
# $line (text): of which role
# $run (text): its name
# $why (text): a clause
line-unused = { $storage }: role { $line } of { $run } is not used: { $why }
# What was left out.
# $storage (text): its name
# $line (text): of which role
# $run (text): its name
# $role (text): that is required
# $why (text): a clause
line-unused-for = { $storage }: role { $line } of { $run } is not used for { $role }: { $why }
# Why a load line is not used.
# $warning (text): its name
why-forbidden = its run has the warning { $warning }, with which no verdict is possible
# Why a load line is not used.
# $operation (text): of the line
why-operation = its load line is for { $operation }

## advise::size::FirstLimit first-*: What fails first when the load grows.

first-latency = latency
first-throughput = throughput
first-quota = a constant rate (quota or interface)
first-processors = the CPUs of this machine
first-not-seen = unknown
first-capacity = capacity

## advise::size::reason::EvidenceGap gap-*: Why there is no number.
## By crate::words::sizing::computed_gap: NoSuchMix, NoLine

# $outstanding (count): I/Os in flight
# $limit (limit): the latency limit
gap-lightest-breaks = even its lightest load, queue depth { $outstanding }, does not meet { $limit }
# $limit (limit, unnamed): the latency limit
gap-none-meets = none of its measured loads is known to meet { $limit }
gap-nothing-measured = nothing was measured
gap-order-unknown = its points do not say whether they are random; import them with a column `order`
gap-no-commits = no commits were measured
gap-only-commits = only commits were measured
gap-only-sequential = only sequential I/O was measured, which says nothing about random I/O (to require sequential I/O, write order=sequential)
gap-only-random = only random I/O was measured, which says nothing about sequential I/O
gap-no-percentile = no point has a p99: it measured too few operations, or its record has none

## advise::size::reason::Caveat caveat-*: The uncertainty of a number, and what to do about it if possible.
## By crate::words::sizing::computed_caveat: LineAllows, Outdated, PointsOutdated, OtherLayouts, DepthsLeftOut

# $block (bytes, unnamed)
caveat-only-block = only { $block } was measured
caveat-only-p99 = measurement points have only p99; measure a higher percentile with a ramp
caveat-rate-fell = its rate fell during the measurement: a cache filled up or burst credits ran out; the lower rate counts
# $block (bytes, unnamed)
caveat-mean-block = its operations have a mean size of { $block }
# $block (bytes, unnamed)
caveat-larger-blocks-untried = blocks larger than { $block } were not measured and may give a higher throughput
caveat-capacity-unknown = its usable capacity is not known; state it in the file given with --disks: `layout NAME usable=2TiB`
# $iops (number, unnamed): that the offer has at most
caveat-offered-at-most = the offer has at most { $iops } IOPS
caveat-not-measured = not measured; a rule of thumb does not consider latency
caveat-from-record = its points are from a record; measure the storage itself with a ramp or a comparison
