### Requests for studies: what is wrong with them.

## RequestFault: What is wrong with a request for a study.

mixed-clocks = simulated storages have a clock of their own and cannot be compared with layouts that are built; leave out one or the other
few-disks-to-compare = calibrate compares disks with each other; name two or more, or simulated disks such as
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale measures a growing set of disks; name two or more, or simulated disks such as
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
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
no-percentile = --metric p99: { $shown } holds points without a 99th percentile; compare with --metric throughput
record-unreadable = --recorded: failed to read { $shown }: { $error }
no-points-of-layouts = --recorded: run { $run } holds no points of layouts; name a run of { $kinds }, or a file with the points of a grid
order-unknown-in-part = the layouts have no measured point in common: the points of { $told } are marked as random or
    sequential, those of { $untold } are not; mark each line in the column "order"
nothing-in-common = the layouts have no measured point (block size, depth, threads) in common; record the same points
    for each layout
point-missing = { $shown } has no point { $point } of { $layouts }
order-unknown = { $shown }: the points do not say whether they are random or sequential; mark each line in a column "order", or
    leave out --for and the -f of --grid
point-not-recorded = the record does not hold the point { $point }: leave it out of the plan, or add it to the record
point-spent = the record has too few values of the point { $point }: using a value twice would not be a new measurement;
    record more values, or request fewer --passes
leave-out-missing = { $shown }: request only recorded points, or leave out --grid and --for

## ProfileFault: Which profile or role is not known.

unknown-role = --roles: "{ $name }" is not a role of { $profile }; its roles are { $roles }
job-of-another-tool = { $file } is a job of { $tool }. Run it with `plimsoll { $command }`, or convert it first: plimsoll convert { $file }
    --to native -o JOB.toml
unknown-profile = there is no profile "{ $name }"; the profiles are { $profiles }
stream-without-rate = { $file }: stream { $stream } is a closed loop and has no rate to weigh it by; add a rate, such as rate =
    500 (in a job of fio: rate_iops=500), or remove it
unknown-profile-near = there is no profile "{ $name }"; did you mean { $near }? The profiles are { $profiles }

## ProfileText: Below the list of profiles.

own-profiles = Your own profiles: NAME.toml in { $folder }
