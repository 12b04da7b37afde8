### The study scale: how many disks saturate the shared path.

# The answer.
# $disks (count): that saturate the path
# $rate (text): of the plateau
reached = { $disks ->
        [one] 1 disk saturates
       *[other] { $disks } disks saturate
    } the shared path at { $rate }.
# The answer.
# $disks (count): all of them
not-reached = { $disks ->
        [one] 1 disk does
       *[other] { $disks } disks do
    } not saturate the shared path.
# The answer.
# $disks (count): all of them
# $least (count): that may do so
not-reached-near = { $disks } disks do not seem to saturate the shared path, but the confidence intervals allow that { $least ->
        [one] 1 disk does.
       *[other] { $least } disks do.
    }
# The answer.
# $share (text): a percentage
cpus-busy = Cannot tell how many disks saturate the path: when more disks added nothing, the CPUs of this machine were
    { $share } busy and may be the limit.
# The answer.
few-points = Too few points to find where the path saturates.
# The answer.
# $disks (count): all of them
end-unclear = Cannot tell whether { $disks } disks saturate the path or disk { $disks } is slow. Run `plimsoll calibrate` to find out.
# The answer.
# $disks (count): all of them
# $first (count): the number of a disk
ends-unclear = Cannot tell whether { $disks } disks saturate the path or one of the disks { $first } to { $disks } is slow. Run
    `plimsoll calibrate` to find out.
# A warning.
# $disk (text): its name
# $here (text): with its unit
# $there (text): a number
aside = Alone, { $disk } reaches { $here } in this study, but { $there } in calibrate. The disk speeds of calibrate were not used.
# A warning: a disk adds less or more than those before.
# $disk (count): its number
# $size (text): a percentage
# $less (flag): whether it is less
adds-less = Disk { $disk } adds { $size } { $less ->
        [yes] less
       *[no] more
    } than the disks before it.
# The same of several disks.
# $first (count): the number of a disk
# $last (count): the number of a disk
# $size (text): a percentage
# $less (flag): whether it is less
add-less = Disks { $first } to { $last } add { $size } { $less ->
        [yes] less
       *[no] more
    } than the disks before them.
# After the warning that disks add less.
look-alike = A saturated path and a slow disk look the same here.
# After the message above.
unequal-reached = The disks are not equal, so the number that saturates the path may be off by one. `plimsoll calibrate` shows
    which disk differs.
# After the message above.
unequal = The disks are not equal. `plimsoll calibrate` shows which one differs.
# A remark.
# $disks (text): a number with its interval
plateau = The plateau equals { $disks } times the throughput of one disk.
# A remark.
# $disks (text): a number with its interval
plateau-of-first = The plateau equals the throughput of the first { $disks } of these disks.
# A remark.
# $disks (count): where it is highest
# $loss (text): a percentage
falls = Throughput is highest with { $disks ->
        [one] 1 disk
       *[other] { $disks } disks
    }; the largest set reached { $loss } less.
# A remark.
stalls-left-out = Time lost in stalls is left out of the fit, because it does not show how much the path carries.
# A remark.
# $rate (text): of one disk
adds-nothing = One disk saturates the shared path at { $rate }, and more disks add nothing. Without this limit, one disk may
    reach more.
# A remark.
# $rate (text): of one disk
adds-average = On average each disk adds { $rate }.
# A remark.
# $rate (text): of one disk
adds-unequal = On average each disk adds { $rate }, but the disks are not equal.
# A remark.
# $rate (text): of one disk
# $until (flag): whether a limit was reached
adds = Each disk adds { $rate }{ $until ->
        [yes] { " " }below saturation
       *[no] { "" }
    }.
# A remark.
# $rate (text): of one disk
# $until (flag): whether a limit was reached
adds-usual = A disk of median speed adds { $rate }{ $until ->
        [yes] { " " }below saturation
       *[no] { "" }
    }.
# A remark.
# $disk (text): its name
# $size (text): a percentage
# $less (flag): whether it is less
# $worth (text): a number
unusual = Alone, { $disk } reached { $size } { $less ->
        [yes] less
       *[no] more
    } than a disk of median speed and counts as { $worth } such disks.
# After the message above.
# $count (count): other disks
unusual-more = { $count ->
        [one] 1 other disk also counts by its own speed.
       *[other] { $count } other disks also count by their own speeds.
    }
# After the number of disks that saturate the path.
# $disks (count): of median speed
order-matters = How many disks saturate the path depends on the order of the disks; with disks of median speed, { $disks ->
        [one] 1 saturates
       *[other] { $disks } saturate
    } it.
# A remark.
# $law (text): a formula
fits = Best fit: { $law }.
# After the message above.
# $coefficients (text): of the Universal Scalability Law
fits-other = A fit of the Universal Scalability Law gives { $coefficients }.
# The coefficients of the Universal Scalability Law.
# $lambda (text)
# $sigma (text)
# $kappa (text)
coefficients = lambda { $lambda } (throughput of one alone), sigma { $sigma } (contention), kappa { $kappa } (coherency)
# After the message above.
counts-usual = N is the number of disks of median speed.
# A formula.
law-line = a straight line, slope x N
# A formula.
# $slope (text): a number
# $cap (text): a number with its unit
# $rounded (flag): whether its corner is rounded
law-hinge = min(slope x N, cap){ $rounded ->
        [yes] { " " }with a rounded corner
       *[no] { "" }
    }, slope { $slope }, cap { $cap }
# A formula.
# $coefficients (text): of the law
# $if-equal (flag): whether it holds for equal disks only
law-usl = the Universal Scalability Law ({ $coefficients }){ $if-equal ->
        [yes] , if the disks are equal
       *[no] { "" }
    }
# A remark.
no-law-equal = No scaling law for equal disks fits within the confidence intervals.
# A remark.
no-law = No scaling law fits within the confidence intervals.
# Head of a table, and an axis.
head-disks = disks
# Head of a table: throughput of one disk.
head-each = each
# Head of a table.
head-latency = latency
# The title of a chart.
chart = Throughput by number of disks
# How to read it.
chart-text = The disks of each point ran at the same time. Dotted line: sum of the throughputs that the disks add below
    saturation.
# A line of the chart.
slope = slope x N
# The marks of the chart.
measured = measured
# At a mark of the chart.
# $disks (count): of the set
# $rate (text): with its unit
at-disks = { $disks ->
        [one] 1 disk
       *[other] { $disks } disks
    }: { $rate }
# A line of the chart.
# $disks (text): a number
full-at = saturated at { $disks } disks
# A line of the chart.
fit-hinge = fit: min(slope x N, cap)
# A line of the chart.
fit-usl = fit: Universal Scalability Law
