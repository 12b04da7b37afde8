### A soak: a fixed load for days against a service level agreement. Whole sentences, unless a comment says otherwise.

# In place of a verdict where there is no agreement.
no-verdict = SOAK
# The head line.
# $target (text): the device, file or folder
# $course (text): how far it is
head = Soak of { $target }, { $course }
# The end of the head line of a complete soak that did not run all the time.
# $load (seconds): how long it ran
# $pause (seconds): how long it did not
complete-with-pauses = complete: { $load } of load, { $pause } without
# The end of the head line.
# $done (seconds): how long it ran
# $planned (seconds): how long it is to run
so-far = { $done } of { $planned }
# A label of the terminal; at most 10 letters.
load = load
# A label of the terminal; at most 10 letters.
result = result
# Of a soak that was stopped.
continues = The same command continues this soak.
# In place of results.
no-minute = No minute has ended yet.
# On the page: the offered load.
# $load (text): of all roles
offered = Offered: { $load }
# A heading: what a role did.
# $role (text): its name
# $rate (number): operations per second
role = { $role }: { $rate } per second
# A heading: a role of which no minute counts.
# $role (text): its name
role-uncounted = { $role }: no minute counts
# The load of a role.
# $role (text): its name
# $rate (number): operations per second
role-load = { $role } { $rate } per second
# The load of a role as a part of its load line.
# $role (text): its name
# $rate (number): operations per second
# $share (share): of the load line
role-load-share = { $role } { $rate } per second ({ $share } of its load line)
# The load of all roles.
# $share (share): of the load lines together
# $roles (text): the load of each
load-together = together { $share } of the load lines, each role an equal part: { $roles }
# A metric of a clause.
# $limit (latency): the limit
mean-latency = mean latency ≤ { $limit }
# A metric of a clause.
# $rate (number): the least
iops-metric = IOPS ≥ { $rate }
# A metric of a clause.
# $rate (number): the least
mibps-metric = MiB/s ≥ { $rate }
# A clause.
# $metric (text): such as p99 ≤ 20 ms
every-minute = { $metric } in every minute
# A clause.
# $metric (text): such as p99 ≤ 20 ms
every-hour = { $metric } in every hour
# A clause.
# $metric (text): such as p99 ≤ 20 ms
every-day = { $metric } in every day
# A clause.
# $metric (text): such as p99 ≤ 20 ms
# $share (text): such as 99.9 %
of-minutes = { $metric } in { $share } of minutes
# A clause.
# $metric (text): such as p99 ≤ 20 ms
# $share (text): such as 99.9 %
of-hours = { $metric } in { $share } of hours
# A clause.
# $metric (text): such as p99 ≤ 20 ms
# $share (text): such as 99.9 %
of-days = { $metric } in { $share } of days
# What a clause came to.
# $met (count): minutes
# $all (count): minutes
met-minutes = { $met } of { $all } { $all ->
        [one] minute
       *[other] minutes
    } met the limit.
# What a clause came to.
# $met (count): hours
# $all (count): hours
met-hours = { $met } of { $all } { $all ->
        [one] hour
       *[other] hours
    } met the limit.
# What a clause came to.
# $met (count): days
# $all (count): days
met-days = { $met } of { $all } { $all ->
        [one] day
       *[other] days
    } met the limit.
# What a clause came to; sentences with the reasons follow.
no-minute-counts = No minute counts.
# What a clause came to.
no-whole-hour = No whole hour was measured.
# What a clause came to.
no-whole-day = No whole day was measured.
# The share of those that met the limit.
# $share (text): such as 99.93 %
# $low (text): the lower end of the interval
# $high (text): the upper end of the interval
share = That is { $share } (95 % confidence interval { $low } to { $high }).
# In place of that share.
share-unknown = Nothing was measured.
# What the agreement allows.
# $broken (count): that exceeded the limit
# $allowed (number): in the planned time
allowed = { $broken } did not; the agreement allows { $allowed } in the planned time.
# Minutes, hours or days that do not count.
# $count (count): how many
unoffered = { $count ->
        [one] 1 more does
       *[other] { $count } more do
    } not count, because the load offered less than the clause requires. Give a higher --load.
# Minutes, hours or days that did not meet the limit.
# $from (moment): when
# $time (seconds): how long
# $what (text): the worst value, such as up to 112 ms
broken = Not met from { $from } for { $time }: { $what }.
# A part of that sentence.
# $latency (latency): the highest
worst-latency = up to { $latency }
# A part of that sentence.
# $rate (number): the lowest
worst-iops = down to { $rate } per second
# A part of that sentence.
# $rate (number): the lowest
worst-mibps = down to { $rate } MiB/s
# A part of that sentence.
worst-none = nothing completed
# A part of that sentence.
# $count (count): operations
failed = { $count ->
        [one] { $count } operation
       *[other] { $count } operations
    } failed
# Minutes, hours or days that are not shown for lack of space.
# $count (count): how many
more-broken = { $count ->
        [one] One more was not met. It is
       *[other] { $count } more were not met. They are
    } in the JSON document.
# When the allowed ones are used up.
# $at (moment): when
used-up = At this pace the allowed number is used up on { $at }.
# What an undecided clause needs.
# $time (seconds): in all
needs = A decision needs about { $time } in all.
# What an undecided clause without a share needs.
needs-all = A decision needs the whole planned time: every minute, hour or day of it must meet the limit.
# A limit that can be signed; part of a sentence.
# $limit (latency): of the p99
# $share (text): of minutes
signable = p99 ≤ { $limit } in { $share } of minutes
# The latency of a role.
# $usual (latency): of a usual minute
# $slowest (latency): of the slowest minute
minute-p99 = The p99 of a minute was usually { $usual }, and at most { $slowest }.
# The figures of minutes that do not count.
# $count (count): how many
# $rate (number): operations per second
# $usual (latency): of a usual minute
# $slowest (latency): of the slowest minute
uncounted = In the { $count ->
        [one] minute that does
       *[other] { $count } minutes that do
    } not count: { $rate } per second, p99 usually { $usual } and at most { $slowest }.
# The limits that can be signed.
# $limits (text): a list
signables = An agreement can promise with 95 % confidence: { $limits }.
# Changes that are not shown for lack of space.
# $count (count): how many
more-changes = { $count ->
        [one] One more change is in the JSON document.
       *[other] { $count } more changes are in the JSON document.
    }
# Overloads that are not shown for lack of space.
# $count (count): how many
more-overloads = { $count ->
        [one] One more overload is in the JSON document.
       *[other] { $count } more overloads are in the JSON document.
    }
# Stalls that are not shown for lack of space.
# $count (count): how many
more-stalls = { $count ->
        [one] One more stall is in the JSON document.
       *[other] { $count } more stalls are in the JSON document.
    }
# Gaps that are not shown for lack of space.
# $count (count): how many
more-gaps = { $count ->
        [one] One more gap is in the JSON document.
       *[other] { $count } more gaps are in the JSON document.
    }
# The latency changed its level.
# $at (moment): when
# $percent (number): by how much
# $higher (flag): whether it rose
# $before (latency): the mean
# $after (latency): the mean
level-change = Since { $at } the mean latency is { $percent } % { $higher ->
        [yes] higher
       *[no] lower
    }: { $before } before, { $after } after.
# The latency changed its spread.
# $at (moment): when
# $more (flag): whether it varies more
# $before (number): percent
# $after (number): percent
spread-change = Since { $at } the mean latency varies { $more ->
        [yes] more
       *[no] less
    } from minute to minute: { $before } % before, { $after } % after.
# The latency depends on the hour.
by-hour = The latency depends on the hour of day.
# The latency is higher at some hours.
# $hours (text): ranges
# $percent (number): at most
slow-hours = Every day the latency is higher at { $hours }: up to { $percent } % above the median hour.
# A range of hours; part of a sentence.
# $from (text): such as 09:00
# $to (text): such as 17:00
hour-range = { $from } to { $to }
# The latency depends on the weekday.
by-weekday = The latency depends on the weekday.
# The latency is higher on some weekdays.
# $days (text): a list
# $percent (number): at most
slow-days = Every week the latency is higher on { $days }: up to { $percent } % above the median day.
# A weekday.
monday = Monday
    .short = Mon
# A weekday.
tuesday = Tuesday
    .short = Tue
# A weekday.
wednesday = Wednesday
    .short = Wed
# A weekday.
thursday = Thursday
    .short = Thu
# A weekday.
friday = Friday
    .short = Fri
# A weekday.
saturday = Saturday
    .short = Sat
# A weekday.
sunday = Sunday
    .short = Sun
# The latency has a trend.
# $rises (flag): whether it rises
# $percent (text): per day
# $low (text): of the interval
# $high (text): of the interval
trend = The mean latency { $rises ->
        [yes] rises
       *[no] falls
    } by { $percent } % per day (95 % confidence interval { $low } to { $high } %).
# The storage did not carry the load.
# $from (moment): when
# $time (seconds): how long
# $rate (number): operations per second
# $quota (flag): whether the rate was constant
overload = From { $from } the storage did not carry the offered rate for { $time }: it completed { $rate } operations per second.{ $quota ->
        [yes] { " " }The rate was constant, as with a quota whose burst credits are spent.
       *[no] { "" }
    }
# The storage stalled.
# $at (moment): when
# $time (seconds): how long
stall = At { $at } no I/O completed for { $time }.
# The soak did not run.
# $time (seconds): how long
# $from (moment): when
gap = The soak did not run for { $time } from { $from }; this time does not count.
# Minutes that do not count.
# $count (count): minutes
excluded-short = { $count ->
        [one] { $count } minute of the clock does not count: load ran in less than half of it.
       *[other] { $count } minutes of the clock do not count: load ran in less than half of each.
    }
# Minutes that do not count.
# $count (count): minutes
excluded-busy = { $count ->
        [one] { $count } minute does
       *[other] { $count } minutes do
    } not count: the CPUs of this machine were busy.
# Minutes that do not count.
# $count (count): minutes
excluded-steal = { $count ->
        [one] { $count } minute does
       *[other] { $count } minutes do
    } not count: the hypervisor took CPU time from this machine (CPU steal).
# A heading.
notes = Stalls, gaps, and what does not count
# A heading.
agreement = The agreement
# Under that heading.
windows = The load ran only in time windows; the time between them does not count.
# A chart.
rate-course = Rate over time
# How to read that chart.
rate-course-text = Completed operations per second.
# A chart.
latency-course = Latency over time
# How to read that chart.
latency-course-text = The p99 of the minutes, waiting included.
# How to read a mark of these charts.
course-excluded = Grey: minutes that do not count.
# How to read a mark of these charts.
course-not-met = A cross, or red where it lasted: the agreement was not met.
# How to read a mark of these charts.
course-changes = An upright line: the mean latency changed.
# A line of a chart: the median.
usual-minute = usual minute
# A line of a chart: the maximum.
slowest-minute = slowest minute
# Crosses in a chart.
not-met-mark = not met
# A heading of the calendar.
calendar = p99 by day and hour
# How to read the calendar.
calendar-text = The median p99 of the minutes of each hour, in milliseconds. A stronger colour means a higher latency; an empty
    field was not measured.
# The head of the days.
day = day
# An event: the storage does not carry the load.
# $at (moment): when
# $role (text): its name
# $waiting (count): operations
overload-begins = Since { $at } the storage does not carry the offered rate of { $role }: { $waiting ->
        [one] 1 operation waits.
       *[other] { $waiting } operations wait.
    }
# An event: the storage carries the load again.
# $at (moment): when
# $role (text): its name
overload-ends = From { $at } on the storage carries the offered rate of { $role } again.
# An event: the latency changed.
# $at (moment): when
# $role (text): its name
# $before (latency): the mean
# $after (latency): the mean
change-event = { $at }: the mean latency of { $role } changed from { $before } to { $after }.

## SoakFault: What keeps a soak from running as requested.

runs-already = this soak is already running: run { $run }, process { $process }; end that process first, or give a different soak command
resumed = Run { $run } is resumed.
complete = Run { $run } is this soak, and it is complete; --once begins no second one.
taken-over = run { $run } was resumed by another process; follow it on the terminal of that process
not-a-soak = run { $run } is not a soak; `plimsoll results` lists the kinds of runs
# $commands-max (count)
too-many-commands = --on-event: { $commands-max } commands are still running, so none was started for this event: { $command }
command-not-started = --on-event: failed to start { $command }: { $error }
profile-has-no-rate = --load: { $profile } is a profile without rates; write a share of the load line such as 60%, or rates such
    as { $role }=500
several-roles = --load: { $profile } has several roles; write a rate for each, such as { $example }
unknown-role = --load: "{ $name }" is not a role here; the roles are { $roles }
load-lines-first = The load lines are measured first.
not-begun = interrupted before the load lines were measured; the soak did not begin
no-load-line-found = the soak did not begin, because no load line was found for { $role }: { $reason }; or name rates, such as --load
    { $name }=100
closed-loop = --for: stream { $stream } is a closed loop, but a soak needs rates; give the stream a rate, such as rate = 500, or remove it
interval-not-in-range = --interval: { $interval } is not between 100ms and 60s; give a length in that range
not-a-load = --load: "{ $load }" is not a load. Give a share of the load line (60%), a multiple of the rates of a job (1x), a rate (500),
    or a rate for each role (log=200,data=1500).
more-than-the-line = --load: { $load } is more than the load line, the highest load within the latency limit; give 100% or less
not-days = --days: "{ $days }" is not a number of days above 0; give one such as 7 or 0.5
length-not-in-range = { $option }: { $length } is out of range; a soak takes from 1 min to 366 d
window-too-short = --window: { $window } is too short; give at least 1min (5min are usual)
window-not-shorter = --window: { $window } is not shorter than --every { $every }, so the load would never pause; give a shorter window
not-above-zero = { $option }: { $time } is not above zero; give a longer time
# $length-s (seconds)
weekly-too-long = --weekly: a soak of { $length-s } does not end before the next one; give at most 6 days
# $days (count)
no-sheet-yet = --sla-sheet: not written, because run { $run } is too short; a sheet needs at least { $days } { $days ->
        [one] day
       *[other] days
    } of minutes that count

## record::soak::SlaVerdict verdict-*: The verdict on a clause in capitals.

verdict-met = MET
verdict-not-met = NOT MET
verdict-cannot-tell = CANNOT TELL
