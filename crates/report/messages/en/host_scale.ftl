### The study scale --hosts: how many hosts saturate one storage.

# The answer.
# $hosts (count): that saturate the storage
# $rate (text): of the plateau
reached = { $hosts ->
        [one] 1 host saturates
       *[other] { $hosts } hosts saturate
    } the storage at { $rate }.
# The answer.
# $hosts (count): all of them
not-reached = { $hosts ->
        [one] 1 host does
       *[other] { $hosts } hosts do
    } not saturate the storage. Add hosts, or raise --depth or --threads.
# The answer.
# $hosts (count): all of them
# $least (count): that may do so
not-reached-near = { $hosts } hosts do not seem to saturate the storage, but the confidence intervals allow that { $least ->
        [one] 1 host does.
       *[other] { $least } hosts do.
    }
# The answer.
# $share (text): a percentage
cpus-busy = Cannot tell how many hosts saturate the storage: when more hosts added nothing, the CPUs of a host were { $share } busy
    and may be the limit.
# The answer.
few-points = Too few points to find where the storage saturates.
# The answer.
# $first (count): the number of a host
# $last (count): all of them
end-unclear = Cannot tell whether { $last } hosts saturate the storage, or one of the hosts { $first } to { $last } reaches less than the others.
    Add hosts to find out.
# A warning: hosts add less or more than those before.
# $first (count): the number of a host
# $last (count): the number of a host
# $size (text): a percentage
# $less (flag): whether it is less
uneven = Hosts { $first } to { $last } add { $size } { $less ->
        [yes] less
       *[no] more
    } than the hosts before them. The hosts are not equal, or they share a path: compare their rates and CPUs below.
# A remark.
# $rate (text): of one host
adds = Each host adds { $rate } below saturation.
# A remark.
# $hosts (text): a number with its interval
plateau = The plateau equals { $hosts } times the throughput of one host.
# A remark.
# $hosts (count): where it is highest
# $loss (text): a percentage
falls = Throughput is highest with { $hosts ->
        [one] 1 host
       *[other] { $hosts } hosts
    }; the largest set reached { $loss } less.
# Head of a table, and an axis.
head-hosts = hosts
# The title of a chart.
chart = Throughput by number of hosts
# How to read it.
chart-text = The hosts of each point ran at the same time. Dotted line: throughput that each host adds
    below saturation, times the number of hosts.
# At a mark of the chart.
# $hosts (count): of the set
# $rate (text): with its unit
at-hosts = { $hosts ->
        [one] 1 host
       *[other] { $hosts } hosts
    }: { $rate }
# A line of the chart.
# $hosts (text): a number
full-at = saturated at { $hosts } hosts
