### Actions that the operating system refused, and what helps.

# An action that the system refused.
# $object (text)
# $error (text)
ask-ledger = failed to query the ledger at { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
ask-size = failed to get the size of { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
ask-space = failed to get the free space in { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
begin-in-ledger = failed to begin the run in the ledger { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
create = failed to create { $object }: { $error }
# An action that the system refused.
# $error (text)
drop-caches = failed to drop the kernel's caches, which only root may do: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
find = failed to find { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
find-extents = failed to find where { $object } lies on its device: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
listen = failed to listen at { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
lock = failed to lock { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
look-at = failed to examine { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
make-folder-of = failed to make the folder of { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
make-in = failed to make a file in { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
open = failed to open { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
open-ledger = failed to open the ledger { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
prefill = failed to prefill { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
read = failed to read { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
read-ledger = failed to read the ledger { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
remove = failed to remove { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
reserve = failed to reserve space for { $object }: { $error }
# An action that the system refused.
# $bytes (bytes)
# $object (text)
# $error (text)
reserve-bytes = failed to reserve { $bytes } for { $object }: { $error }
# An action that the system refused.
# $error (text)
start-writer = failed to start a writer: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
write = failed to write { $object }: { $error }
# An action that the system refused.
# $object (text)
# $error (text)
write-ledger = failed to write to the ledger { $object }: { $error }
# An action that the system refused.
# $error (text)
write-stdout = failed to write to standard output: { $error }
# After an error: what helps.
as-owner = run it as the owner of the file or directory, or with sudo (ls -ld shows the rights)
# After an error: what helps.
check-path = check the path
# After an error: what helps.
free-space = free space there, or use a smaller size or another place
# After an error: what helps.
as-root = run it with sudo, or outside the container
# After an error: what helps.
elsewhere = name a place that can be written to
# After an error: what helps.
kernel-log = look for errors of the device in the kernel log (dmesg)
# After an error: what helps.
file-limit = raise the limit of open files (ulimit -n)
# Before the number of bytes that the system refused.
memory-refused = not enough memory: the system refused
# After the number of bytes that the system refused.
memory-refused-bytes = bytes; use fewer workers, less depth, smaller blocks or a smaller target, or raise the memory limit (ulimit -v,
    control group, container); results that were stored are kept

## base::refusal::FileFault file-*: What this program found wrong with an open file, in place of the system's error.

# $left (bytes)
# $kept (bytes)
file-space-shortage = only { $left } would stay free in its file system, but { $kept } must (10 % of its size, at least 1 GiB)
file-other-file = another file has taken its place since it was examined
file-immutable = it is immutable or append-only, or its directory is; lsattr shows it, and chattr -i or -a ends it
file-only-read = it may only be read
