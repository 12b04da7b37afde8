### Refusals: why a file or device is not written to.

## base::refusal::WriteRefusal: One reason not to write to a file or device; a whole sentence.

# $path (path): as the user gave it
# $error (advised)
unreadable = { $path } is not written to, because it cannot be examined: { $error }

# $path (path): as the user gave it
devices-hidden = cannot examine { $path }: /sys does not show what uses it, so it is not written to; mount /sys, or leave the
    container

# $path (path): as the user gave it
not-a-device = { $path } is not a block device; name a device such as /dev/sdb

# $device (path): as the user gave it
device-not-named = { $device } would be overwritten; name it with --destroy { $device } (in scripts of other tools: PLIMSOLL_DESTROY={ $device }) if
    its content may be lost

# $device (path): as the user gave it
device-with-data-not-named = { $device } would be overwritten and holds data of an unknown kind; name it with --destroy { $device } (in scripts of
    other tools: PLIMSOLL_DESTROY={ $device }) if its content may be lost

# $device (path): as the user gave it
# $holds (text): names such as ext2/3/4, md
device-with-signatures-not-named = { $device } would be overwritten and holds { $holds }; name it with --destroy { $device } (in scripts of other
    tools: PLIMSOLL_DESTROY={ $device }) if its content may be lost

root = { $device } contains the root file system of this machine; it is never overwritten; name another device

# $point (path): where it is mounted
mounted = { $device } is mounted at { $point }; unmount it first

swap = { $device } is swap space in use; disable it with swapoff first

# $device (path): the device
# $holder (text): a device or volume
held = { $device } is held by { $holder }; stop that volume, array or loop device first

# $device (path): the device, or its partition or disk
# $holds (text): a name such as lvm2
member = { $device } holds { $holds }: it belongs to a volume manager, an array, a pool or an encrypted volume, active or not;
    if its content may be lost, first run wipefs -a { $device }

# $device (path): the device
busy = { $device } is in exclusive use by another program or mount; end that use first

# $device (path): the device
# $process (text): the process ID
device-open = { $device } is open in { $command } (process { $process }); end that process first

# $device (path): the device
read-only = { $device } is read-only; make it writable with blockdev --setrw { $device }, or name another device

# $path (path): as the user gave it
file-not-ours = { $path } exists and was not created by plimsoll; name a file that does not exist yet. Only if the content of this file may be lost,
    add --overwrite { $path } (in scripts of other tools: PLIMSOLL_OVERWRITE={ $path })

# $path (path): as the user gave it
file-changed = { $path } was created by plimsoll, but was written to after its last run: by a run of plimsoll that continues or
    was killed, or by another program; name it with --overwrite { $path } if its content may be lost

# $link (path): the link
# $to (path): where it leads
link = { $link } is a symbolic link to { $to }; name the file itself, or allow the link with --overwrite { $link }

# $path (path): as the user gave it
# $names (count): how many names it has
hard-links = { $path } has { $names } names (hard links), so other programs may use it under another name; name it with --overwrite
    { $path } if its content may be lost

# $path (path): as the user gave it
swap-file = { $path } is in use as swap space; disable it first with swapoff { $path }

# $path (path): as the user gave it
# $device (path): the loop device
loop-file = { $path } is in use as the content of { $device }; detach the loop device first with losetup -d { $device }

# $path (path): as the user gave it
# $device (path): the loop device
maybe-loop-file = { $path } may be the content of { $device }; detach that loop device first with losetup -d { $device }

# $path (path): as the user gave it
file-open-unseen = { $path } is open for writing elsewhere: by a loop device, a container, a server in the kernel or another user. End that use
    first

# $path (path): as the user gave it
# $process (text): the process ID
file-open = { $path } is open for writing in { $command } (process { $process }); end that process first

# $path (path): as the user gave it
not-a-file = { $path } is not a regular file, so it is not written to; name a regular file

# $path (path): as the user gave it
not-a-disk = { $path } is not a disk or volume; name one such as \\.\PhysicalDrive2 or \\.\E:

# $device (path): as the user gave it
# $volume (text): a letter, or a partition
system-disk = { $device } holds { $volume }, from which this or another machine starts; it is never overwritten. If it is a used disk whose
    content may be lost, first run Clear-Disk -RemoveData in PowerShell, which spares the running system

# $device (path): as the user gave it
# $volume (text): a letter or a folder
# $holds (text): a file system such as NTFS
volume-in-use = { $device } holds volume { $volume } with { $holds }; if its content may be lost, first remove the volume with Remove-Partition in
    PowerShell

# $device (path): as the user gave it
# $volume (text): a letter or a folder
page-file = { $device } holds volume { $volume } with a page file; first move the page file to another disk

# $device (path): as the user gave it
# $holds (text): a name such as storage spaces
managed = { $device } holds { $holds }: it belongs to a pool, a dynamic disk, an encrypted volume or a cluster; first take it out there

# $device (path): as the user gave it
# $volume (text): a letter or a folder
volume-hidden = cannot tell which disks hold volume { $volume }, so { $device } is not written to; run plimsoll as administrator

# $device (path): as the user gave it
read-only-disk = { $device } is read-only; run Set-Disk -IsReadOnly $false in PowerShell, or name another disk

# $path (path): as the user gave it
file-in-use = { $path } is open in another program; end that program first
