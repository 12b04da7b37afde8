### Layouts that are built on disks and taken down again: what keeps that from being done.

## LayoutFault: What keeps layouts from being built or taken down.

# $disks (count)
# $offered (bytes)
too-few-bytes = { $layout }: { $disks ->
        [one] 1 slice of { $slice } has
       *[other] { $disks } slices of { $slice } have
    } room for a test file of { $offered }, not of { $size }: take a smaller --size or a larger --slice
# $least (bytes)
size-too-small = { $layout }: { $size } is too little for a test file ({ $least } at least): take a larger --size or --slice
# $offered (bytes)
# $least (bytes)
fill-too-small = { $layout }: { $level } % of { $offered } is too little for a test file ({ $least } at least): take a larger --fill or
    --slice
needs-disks = --build needs --disks: the disks that the layouts are built on
needs-root = only root can build layouts; run the command with sudo
no-program = the program { $program } is not installed; install the package { $package }
no-module = { $layout }: this kernel has no { $module }; choose layouts that do not need it
taken-down = everything that had been built was removed; the disks are empty
not-built = failed to build the layouts: { $why }
exchanged-device = { $disk } is no longer the device that was checked; nothing is written to it
building = building the layouts
interrupted = the build was interrupted
not-recorded = cannot record what was built: { $error }
prefilling = Prefill: random data on { $disk }
not-taken-down = failed to remove a layout: { $why }
by-hand = remove it by hand, or give the command again, which tries again to remove it
stands-elsewhere = another run has built the same layouts on these disks; wait until it ends
unknown-marker = { $file } records layouts of the same name, which this version cannot remove; remove them and this file by hand
did-not-appear = the system did not create { $path }
not-installed = the program is not installed
cannot-make = cannot make { $path }: { $error }
cannot-remove = cannot remove { $path }: { $error }
cannot-read = cannot read { $path }: { $error }
step-failed = failed without a message

## LeftoverFault: What is said of layouts that a killed run left.

copied-table = two devices carry the partition table of { $disk }
not-marked = these layouts also use { $shown }, and this command does not contain --destroy { $shown }
built-in-part = the run ended before { $shown } was completely built
other-content = { $shown } no longer holds what was built on it
mounted = { $part } is mounted at { $at }
swap-in-use = { $part } is swap space in use
held = { $device } is held by { $holder }
leftover = { $disks } hold layouts of an earlier run that was killed ({ $layouts }). They are not removed: { $reasons }. If nothing on
    them is needed, remove them by hand: { $by-hand }
leftover-elsewhere = { $disks } hold layouts of an earlier run that was killed ({ $layouts }); remove them by hand, or build on these
    disks again: { $by-hand }
# $names (text): the layouts
# $count (count)
# $all (count)
leftover-on-disks = { $names } on { $count } of { $all } disks
leftover-taken-down = removed layouts that an earlier run left: { $layouts }

## LayoutNote: What is said of layouts before they are built.

disks-differ = the disks differ in size; striped layouts do not use what the larger ones have more
# $percent (count)
late-slice = the last layout begins { $percent } % into the disks; rotating disks are slower there: take smaller slices
raid6-synchronised = LVM builds raid6 only with its first synchronisation; the build waits for it
