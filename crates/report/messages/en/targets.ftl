### Targets: what keeps them from being used, and what helps where a file does not fit.

## TargetFault: What keeps a target from being used.

named-twice = { $name } is named twice; name each target once
being-measured = { $target } is being measured by { $by }; wait for its end, or end it
gone = { $target } is gone
no-target = { $target } is neither a directory, a file, a block device nor sim:MEDIUM
# $free (bytes)
# $reserve (bytes)
no-room = { $folder } has { $free } free, of which { $reserve } must stay free, so there is no room for { $wanted }: { $help }
# $least (bytes)
size-too-small = --size must be at least { $least }
# $least (bytes)
file-too-small = --size must be at least { $least } for a test file
less-than-one-mib = { $shown } holds less than 1 MiB; name a directory, where a test file is then made

## RoomAdvice: What helps where a file does not fit.

# $largest (bytes)
smaller = choose { $option } of up to { $largest }, or another directory
# $least (bytes)
elsewhere = the smallest test file ({ $least }) does not fit. Free space there, choose another directory, or give an existing file as
    the target, both as TARGET and with --overwrite TARGET
