### Requests for studies: what is wrong with them.

## RequestFault: What is wrong with a request for a study.

mixed-clocks = simulated storages have a clock of their own and cannot be compared with layouts that are built; leave out one or the other
few-disks-to-compare = calibrate compares disks with each other; name two or more, or simulated disks such as
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale measures a growing set of disks; name two or more, or simulated disks such as
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
few-disks-recorded = --recorded: calibrate compares disks with each other, but the files hold results of one disk only
few-sets-recorded = --recorded: no load was recorded with two numbers of disks; name results of a growing set, whose texts name
    each disk, or a CSV file with the column "disks"
no-load-in-common = --recorded: no load (reads or writes, block size, order, queue depth) was recorded of all disks: { $names }
profile-not-job = --for: { $file } is a profile and not a job; use `plimsoll check --for` for a profile
layout-without-place = --layout { $layout }: no target is given
layout-form = write { $form }
name-is-taken = the name { $name } is reserved; choose another one
key-twice = { $key }= is given twice
value-twice = { $option }: { $value } is there twice; name each value once
not-a-number-of-disks = "{ $value }" is not a number of disks
unknown-key = "{ $key }" is not a key of a layout; use usable or redundancy
grid-names-layouts = --grid: -R has no meaning here; the layouts are named by --layout
one-layout-recorded = --recorded: { $record } holds one layout, but a comparison takes two or more; import it with
    `plimsoll results import` to see its means
few-layouts = compare compares layouts with each other; name two or more with --layout or --build
# $count (count)
# $most (count)
too-many-layouts = --recorded: { $record } holds { $count } layouts, but a comparison takes at most { $most }: remove some from the file
# $count (count)
# $most (count)
too-many-points = --recorded: { $record } holds { $count } points, but a comparison takes at most { $most }: remove some from the file
record-unreadable = --recorded: failed to read { $shown }: { $error }
order-unknown-in-part = the layouts have no measured point in common: the points of { $told } are marked as random or
    sequential, those of { $untold } are not; mark each line in the column "order"
nothing-in-common = the layouts have no measured point (block size, depth, threads) in common; record the same points
    for each layout

## ProfileFault: Which profile or role is not known.

unknown-role = --roles: "{ $name }" is not a role of { $profile }; its roles are { $roles }
job-of-another-tool = { $file } is a job of { $tool }. Run it with `plimsoll { $command }`, or convert it first: plimsoll convert { $file }
    --to native -o JOB.toml
unknown-profile = there is no profile "{ $name }"; the profiles are { $profiles }
stream-of-sessions = { $file }: stream { $stream } is of sessions without a rate. Run `plimsoll check` on each storage and compare
    their transactions by `plimsoll diff`, or write `rate` into `transaction`
stream-without-rate = { $file }: stream { $stream } is a closed loop and has no rate to weigh it by; add a rate, such as rate =
    500 (in a job of fio: rate_iops=500), or remove it
unknown-profile-near = there is no profile "{ $name }"; did you mean { $near }? The profiles are { $profiles }

## ProfileText: Below the list of profiles.

own-profiles = Your own profiles: NAME.toml in { $folder }
