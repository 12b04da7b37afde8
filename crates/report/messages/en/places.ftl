### The targets of studies: what keeps them from being used.

## PlaceFault: What keeps the targets of a study from being used.

same-storage = { $name } and { $other } are the same storage; name it only once
# $used (bytes)
# $block (bytes)
smaller-than-block = { $place }: the used part of { $used } is smaller than one block of { $block }; choose a larger size or smaller blocks
# $sector (bytes)
# $block (bytes)
not-a-multiple = { $place }: the block size must be a multiple of { $sector }, and { $block } is not; choose another block size
# $size (bytes)
prefilling = Prefill: { $size } of random data in { $place }
mixed-clocks = simulated storages have a clock of their own and cannot be measured with real ones; name only simulated or only real ones
unreadable = { $place } cannot be read: { $error }; leave it out, or repair it
# $size (bytes)
fill-too-small = { $place }: { $percent } % of { $size } is less than 1 MiB; choose a higher fill level
# $used (share)
# $least (bytes)
full-already = the file system of { $folder } is { $used } full already; at { $percent } % there is no room for a file of { $least }:
    choose a higher fill level
# $free (bytes)
# $reserve (bytes)
cannot-be-filled = the file system of { $folder } cannot be filled to { $percent } %: { $free } are free, of which { $reserve } must stay free;
    choose a lower fill level
one-array = { $place } is one array, and its disks cannot be used one by one; write layout=none
uses-too-little = { $place }: less than 1 MiB would be used; choose a larger size
# $size (bytes)
filling = filling { $place } to { $percent } % ({ $size })
nothing-to-destroy = --destroy { $device }: this command does not work on that device; leave the option out, or name the device as a
    target as well
not-removed = failed to remove { $file }: { $error }; if it is no longer needed, remove it by hand
output-changed = { $wanted } was created or changed by another program during the run and is therefore not replaced; the output is in
    { $written }
not-ours = { $file } is not removed, because Plimsoll did not make it; if it is no longer needed, remove it by hand
replaced = { $file } is not removed, because another file has its name now; if that file is no longer needed, remove it by hand
directory-to-destroy = --destroy { $device }: this is a directory, whose files are not destroyed; leave the option out
file-to-destroy = --destroy { $file }: this is a file; write --overwrite { $file } if its content may be lost
