### Targets: what keeps them from being used, and what helps where a file does not fit.

## TargetFault: What keeps a target from being used.

named-twice = { $name } is named twice; name each target once
# $process (text): its number, and its command line in brackets
being-measured = { $target } is being measured by process { $process }; wait until that run ends, or stop it
being-measured-unseen = { $target } is being measured by another process; wait until that run ends, or stop it
gone = { $target } disappeared while it was examined; attach or create it, then give the command again
no-target = { $target } cannot be a target; name a directory, a file, a block device or sim:MEDIUM
# $free (bytes)
# $reserve (bytes)
# $count (count)
# $each (bytes)
no-room-for-files = { $folder } has { $free } free, of which { $reserve } must stay free, so there is no room for { $count ->
        [one] a file
       *[other] { $count } files
    } of { $each }: { $help }
# $free (bytes)
# $reserve (bytes)
no-room = { $folder } has { $free } free, of which { $reserve } must stay free, so there is no room for { $wanted }: { $help }
# $least (bytes)
size-too-small = --size must be at least { $least }
# $least (bytes)
file-too-small = --size must be at least { $least } for a test file
# $size (bytes)
# $present (bytes)
size-beyond-device = --size { $size } is more than the { $present } of { $shown }
less-than-one-mib = { $shown } is smaller than 1 MiB; name a larger one, or a directory, in which a test file is then created
not-a-target = { $path } is neither a file nor a block device; if it is a directory, name a file in it

## RoomAdvice: What helps where a file does not fit.

# $largest (bytes)
smaller = choose a { $option } of up to { $largest }, or another directory
# $least (bytes)
elsewhere = the smallest test file ({ $least }) does not fit. Free space there, choose another directory, or give an existing file as
    the target, both as TARGET and with --overwrite TARGET
