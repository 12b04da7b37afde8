### An integrity test: whether the storage returns what was written.

# The verdict.
sound = SOUND
# The verdict where less than half was read back.
sound-as-read = SOUND AS FAR AS IT WAS READ
# The verdict.
faulty = FAULTY
# The verdict.
cannot-tell = CANNOT TELL
# The verdict.
interrupted = INTERRUPTED
# After the verdict.
# $target (text): the device, file or folder
# $database (text): whose I/O it imitates
written-as = { $target }, written as { $database } does
# The reason: sound, and nothing is known of a share.
reason-sound = Every audited page held the data that was written last.
# The reason: sound.
# $share (text): a percentage
reason-sound-share = Every audited page held the data that was written last. { $share } of the written pages were read back before
    they were written again.
# The reason: sound, but little was read.
# $share (text): a percentage
reason-little-read = Every page that was read held the data that was written last. Only { $share } of the written pages were read back
    before they were written again; faults in the others are not seen.
# The reason: faults.
# $faults (count): how many
reason-faulty = { $faults ->
        [one] { $faults } fault was found.
       *[other] { $faults } faults were found.
    } Do not store data on it.
# The reason: the log was idle.
reason-idle-log = No fault was found, but the log writer never wrote: test longer.
# The reason: not everything was audited.
reason-not-all = Not every page could be audited.
# The reason: interrupted.
reason-interrupted = The test was interrupted. No fault was found until then.
