### The hosts that measured one storage together.

# The label of the line about all hosts.
hosts = hosts
# How many hosts took part.
# $count (count): hosts
count = { $count } { $count ->
        [one] host
       *[other] hosts
    } measured together
# In place of it in what one host stored for itself.
# $host (text): its name
# $count (count): hosts
part = the part of host { $host } in a run of { $count } hosts; the first host has the result of all
# How far the starts of one phase were apart.
# $spread (latency): between the first and the last host
started-within = they started each phase within { $spread } of each other
# How sure the comparison of the clocks is.
# $bound (latency): the largest possible error
clock-error = clock error at most { $bound }
# The label of the fairness of a trial.
fairness = fairness
# Jain's fairness index of a trial.
# $index (number): 0 to 1
# $trial (text): the role or phase
index = { $index } for { $trial } (Jain's index: 1 when all hosts have the same rate)
# The head of the column of host names.
host = host
# The head of the column of the processor share.
cpu = CPU
# In place of a share or percentile that is not known.
unknown = -
# A host that had a lower rate than the others.
# $host (text): its name
# $rate (number): its IOPS
# $median (number): the median IOPS of all hosts
slower = Host { $host } was slower than the others: { $rate } IOPS, median of all hosts { $median } IOPS.
# A host that sent nothing for a time and then went on.
# $host (text): its name
# $length (seconds): how long
# $from (moment): since when
paused = Host { $host } sent no data for { $length }, starting at { $from }. Its intervals in this time cannot be compared with those of other
    hosts.
# A host that was lost.
# $host (text): its name
# $length (seconds): how long it was silent before it was given up
# $from (moment): since when
lost = Host { $host } was lost: it sent no data for { $length }, starting at { $from }. All hosts ended the run. Measurements that were complete
    by then are stored.
# A host whose engine failed.
# $host (text): its name
# $why (text): the error
failed = Host { $host } failed: { $why }. All hosts ended the run. Measurements that were complete by then are stored.
# A warning of one host.
# $host (text): its name
# $warning (text): what happened
warning = Host { $host }: { $warning }
# The heading of the section of the page.
heading = Hosts
# The head of the column of a host's target.
target = target
# The head of the column of the clock offset.
offset = clock offset
# The offset of a clock and its largest error, both in milliseconds.
# $offset (number): milliseconds
# $bound (number): milliseconds
offset-of = { $offset } ± { $bound } ms

## HostMessage: What happened among the hosts.

version = host { $name } runs plimsoll { $host }, but the first host runs { $leader }; install the same version on all hosts
same-bytes = hosts { $first } and { $second } use the same target { $target }, and one of them writes to it; give each host its
    own target, or this one to all hosts, which then share it out. To let hosts write the same bytes, set
    ranges = "common" in [hosts]
# $bytes (bytes)
# $needed (bytes)
smaller-target = target { $target } of host { $name } has { $bytes }, but the first host uses { $needed }; set `size` in the job to the
    smallest size of all hosts
# $processes (count)
no-mpi = an MPI launcher started { $processes } processes, but this build has no MPI; build one with cargo build --release --features
    mpi
one-host-only = an MPI launcher started several processes, but this command measures on one host; start it without the launcher,
    or use check, run, ramp, soak or scale --hosts
unknown-host = stream "{ $stream }" is to run on host { $name }, which does not take part; the hosts of this run are { $known }
other-version = host { $name } sent a message of another version of plimsoll; install the same version on all hosts
silent = host { $name } does not answer, so this host ends the run too; what this host measured is stored
soak-rates = --load: a soak on several hosts needs the rate of all together, such as --load 4000, not a share of the load line;
    measure that line with check on all hosts
soak-once = --once: several hosts cannot share it; use it on one host
no-hosts = --hosts: only one process was started, so there are no hosts to add; start plimsoll with an MPI launcher, such as mpirun -n 8
    --hostfile hosts
one-storage = --hosts: several targets are named, but all hosts must load the same storage; name one target
interrupted-waiting = the run was interrupted while hosts were waiting for each other
# $threading (text): what the library offers
mpi-threads = this MPI library offers only { $threading }, but MPI_THREAD_SERIALIZED is needed; install Open MPI or MPICH with support for
    threads
mpi-initialised-twice = MPI was already initialised in this process; start plimsoll without preloaded MPI libraries (LD_PRELOAD)
mpi-not-initialised = MPI could not be initialised; check that the launcher and the library belong to the same MPI
mpi-thread = failed to start the thread for MPI: { $error }; raise the limits (ulimit -u, control group)
