### Output files: why one is refused before anything is measured.

## OutputFault: Why a path cannot be written to: the end of a sentence that begins with the path.

unreadable = cannot be examined ({ $error })
broken-link = is a symbolic link to a file that does not exist
part-of-run = is the store, the job or a target of this run
in-use-as-swap = is in use as swap space
# $device (path): the loop device
in-use-by-loop = is in use as the content of { $device }
foreign = was not written by plimsoll, or was changed since, and is therefore not replaced
unwritable = cannot be written ({ $error })
directory = is a directory
socket = is a socket
device = is a device, to which output is not written
not-a-name = is not the name of a file
no-folder = cannot be made: there is no folder { $folder } ({ $error })

## OutputRefusal: An output that is refused.

refused = { $option }: { $path } { $fault }; name another file
refused-overwrite = { $option }: { $path } { $fault }; name another file, or allow this one to be replaced with --overwrite { $overwrite }
