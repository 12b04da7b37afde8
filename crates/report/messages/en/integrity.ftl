### Integrity tests: what keeps one from running, and what is said while it runs.

## IntegrityFault: What keeps an integrity test from running, and what is said while it runs.

keeps-no-data = { $shown } is simulated and keeps no data; name a directory, a file or a device
# $size (bytes)
# $least (bytes)
too-small = { $shown } has { $size }; at least { $least } are needed
in-use = { $path } is in use by another run; wait until it ends, or name another path
kept = plimsoll: { $files } are kept as evidence
kept-read-only = plimsoll: { $files } are kept as evidence, read-only; remove them with rm -f
size-beside-configuration = --size: the configuration names the files and their sizes; name a target as well, or change the sizes in the
    configuration
no-configurations = --cfg: this build cannot read configurations of SQLIOSim; use a build that includes it
# $users (count)
# $most (count)
# $cpus (count)
too-many-users = { $users } users are too many: { $cpus } CPUs serve at most { $most }; lower the UserCount of the configuration
no-such-cpus = Affinity={ $affinity } is a bit mask that selects none of the CPUs that may be used here ({ $allowed }); Affinity=0
    selects all of them
evidence-in-store = plimsoll: { $why }; `plimsoll results report { $run } -o FILE` and `plimsoll results show { $run } --json` show the evidence
fault = plimsoll: fault in { $what } { $path }: { $text }
late-operation = plimsoll: { $what } { $path }: { $text }
# $waiting (count)
# $oldest (seconds)
waiting = plimsoll: waiting for { $waiting } { $waiting ->
        [one] operation
       *[other] operations
    } to complete, the oldest for { $oldest };
    interrupt again to stop waiting: the findings are kept in { $place }
# $size (bytes): of all of them
# $folder (text)
# $quoted (text): the folder, for a shell
leftovers = a `verify` that was killed left { $size } in { $folder }: { $files }. To remove them: plimsoll verify --clean { $quoted }
removed = removed { $path }
stays-in-use = kept, because it is in use: { $path }
stays-of-others = kept, because another command made it: { $path }
stays-as-evidence = kept as evidence of a fault: { $path }; when you no longer need it, remove it with rm -f
nothing-to-remove = nothing to remove
