### Integrity tests: what keeps one from running, and what is said while it runs.

## IntegrityFault: What keeps an integrity test from running, and what is said while it runs.

keeps-no-data = { $shown } is simulated and keeps no data; name a directory, a file or a device
# $size (bytes)
# $least (bytes)
too-small = { $shown } has { $size }; at least { $least } are needed
in-use = { $path } is in use by another run
kept = plimsoll: { $files } stay as evidence
kept-read-only = plimsoll: { $files } stay as evidence, read-only, until rm -f
size-beside-configuration = --size: the configuration names the files and their sizes; name a target, too, or change it there
no-configurations = --cfg: the tool that has such configurations was left out of this build
# $users (count)
# $most (count)
# $cpus (count)
too-many-users = { $users } users are more than the { $most } that { $cpus } CPUs serve; lower the UserCount of the configuration
no-such-cpus = Affinity={ $affinity } names none of the CPUs that may be used here ({ $allowed }); 0 takes all of them
evidence-in-store = plimsoll: { $why }; `plimsoll report { $run } -o FILE` and `plimsoll results show { $run } --json` have the evidence
fault = plimsoll: fault in { $what } { $path }: { $text }
# $waiting (count)
# $oldest (seconds)
waiting = plimsoll: waiting for { $waiting } { $waiting ->
        [one] operation
       *[other] operations
    } under way since { $oldest } at most;
    interrupt again to leave without them: what was found is kept in { $place }
removed = removed { $path }
stays-in-use = in use, stays: { $path }
stays-of-others = of another command, stays: { $path }
stays-as-evidence = evidence of a fault, stays until rm -f: { $path }
nothing-to-remove = nothing to remove
