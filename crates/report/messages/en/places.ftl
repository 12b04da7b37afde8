### The targets of studies: what keeps them from being used.

## PlaceFault: What keeps the targets of a study from being used.

same-storage = { $name } and { $other } are the same storage
# $used (bytes)
# $block (bytes)
smaller-than-block = { $place }: { $used } of it are used, less than a block of { $block }
# $sector (bytes)
# $block (bytes)
not-a-multiple = { $place } takes blocks in multiples of { $sector }, not of { $block }
# $size (bytes)
prefilling = Prefill: { $size } of random data in { $place }
mixed-clocks = simulated storages have a clock of their own and cannot be measured with real ones; leave either out
unreadable = { $place } cannot be read: { $error }; leave it out, or repair it
# $size (bytes)
fill-too-small = { $place }: { $percent } % of { $size } is less than 1 MiB
# $used (share)
# $least (bytes)
full-already = the file system of { $folder } is { $used } full already; at { $percent } % there is no room for a file of { $least }:
    choose a higher fill level
# $free (bytes)
# $reserve (bytes)
cannot-be-filled = the file system of { $folder } cannot be { $percent } % full: it has { $free } free and { $reserve } of it stays free;
    choose a lower fill level
one-array = { $place } is one array, and its disks cannot be used one by one; write layout=none
uses-too-little = { $place }: use at least 1 MiB of it
# $size (bytes)
filling = filling { $place } to { $percent } % ({ $size })
nothing-to-destroy = --destroy { $device } names nothing that this command works on; leave it out, or name the device as a target,
    too
all-failed = every operation on { $places } failed; leave it out, or repair it
not-removed = { $file } is not removed: { $error }; remove it by hand if it is not needed
output-changed = { $wanted } was created or changed by another program during the run, and stays as it is; the output is in { $written }
