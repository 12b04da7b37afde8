### Dry runs: the steps that a study would take.

## DryRunText: What a dry run says of a study.

stage = stage "{ $name }" ({ $study })
# $limit (limit)
ramp-trials = trials of { $role } that search for the highest load within { $limit }
all-stages = all stages: { $range }; { $longest } at most
of-earlier-runs = earlier runs
left = remaining of the times above: { $range }; { $longest } at most
would-build = would build the layouts, and destroy what the disks hold
would-take-down = would remove the layouts at the end (each step only if it is needed)
to-know = good to know
points-if-alike = points, if all targets are alike (each result decides the next point)
# $count (count)
more-points = ... and { $count } more
label-points = points
# $likely (count)
# $most (count)
points = probably { $likely }, at most { $most }, with a pause of { $pause } before each point
label-time = time
time = { $range }; at most { $longest }
time-virtual = { $range }; at most { $longest } (on a virtual clock, which is much faster)
label-space = space
no-space = none
no-time = none
# $bytes (bytes)
prefilled = { $bytes } in files that are prefilled first (in { $fast } at 1,000 MiB/s, { $slow } at 100 MiB/s) and removed at the
    end
label-fills = fills
# $size (bytes)
fill-level = { $percent } % ({ $size })
filled = { $place } to { $levels }
then = , then{" "}
label-writes = writes to
no-writes = nothing
overwritten = { $place } (its content is lost)
own-file = a new file in { $place }
