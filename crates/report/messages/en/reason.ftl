### Why a role or a run has its verdict. Each message is one or more whole sentences, unless its comment says otherwise.

# The reason: no trial of the role ran.
not-measured = Nothing was measured.
# The reason: the user stopped the run.
interrupted = The run was stopped before its end.
# The reason: the CPUs of the machine may limit.
# $otherwise (text): the reason without that
# $share (share): how busy they were
cpus-busy = The CPUs of this machine were { $share } busy, so they may be the limit instead of the storage. The run itself showed:
    { $otherwise }
# The reason: the check had no more operations in flight.
# $depth (count): the most operations in flight
# $otherwise (text): the reason without that
depth-limited = The storage met the latency limit with all { $depth } operations that this check had in flight. With more in flight it may
    carry more. Print the profile with `plimsoll profiles NAME`, write a larger depth into the role, and give the file to --for. The run
    itself showed: { $otherwise }
# The reason: I/O operations failed.
# $failed (count): how many
failed = { $failed ->
        [one] { $failed } I/O operation failed.
       *[other] { $failed } I/O operations failed.
    } A database stops or loses data after a failed I/O. Repair or replace the storage, then check again.
# The reason: I/O operations of one trial failed.
# $failed (count): how many
# $operations (count): of how many
# $trial (text): the name of the trial
trial-failed = { $failed } of { $operations } operations failed in the trial "{ $trial }".
# The reason: a validity check forbids a verdict.
# $warning (text): its sentences
forbidden = These numbers do not allow a verdict. { $warning }
# The reason: the storage became slower after this role was measured.
# $after (seconds): of the measurement
# $otherwise (text): the reason without that
slower-since = The storage became slower { $after } into the measurement, when this role had already been measured. Run the
    check again. Result before the slowdown: { $otherwise }
# The reason: stalls in trials of other roles exceed the limit of this one.
# $roles (text): their names
# $stalls (text): the stalls in a sentence
# $limit (limit): of this role
# $own (flag): whether trials of this role had some of the stalls
# $otherwise (text): the reason without that
stalls-of-roles = The storage stalled in trials of { $roles }. { $stalls } With stalls this frequent no load meets { $limit },
    although the trials of this role had { $own ->
        [yes] fewer
       *[no] none
    }. Find what stalls the storage, or check again with a larger --budget. Without the stalls: { $otherwise }
# The reason of a run: that of one role.
# $role (text): its name
# $reason (text): its sentences
role = { $role }: { $reason }
# After the reason of one role: others have the same verdict.
# $more (count): how many
more-roles = { $more ->
        [one] One more role has this verdict.
       *[other] { $more } more roles have this verdict.
    }
# The reason of a run that is fit.
all-met = All latency limits and requirements are met.
# The reason of a run that is fit although a role without a required rate is undecided.
rates-met = All required rates and their latency limits are met.
# After the message above, of several roles.
roles-alone = Each role ran alone. On one volume they share its limits; rates that are required of several roles are tested
    together.
# After the message above: all required rates at the same time were met.
# $time (text): how long
# $roles (text): each with its rate and latency
together-met = With all required rates at the same time, for { $time }, each role met its limit: { $roles }. The load lines below are those
    of each role alone.
# The reason: each role meets its limit alone, but not all of them at the same time.
# $time (text): how long
# $roles (text): each with its rate and latency
together-missed = Each role meets its limit alone. With all required rates at the same time, for { $time }, a limit was exceeded: { $roles }.
# The reason: each role meets its limit alone; of all of them at the same time it is not certain.
# $time (text): how long
# $roles (text): each with its rate and latency
together-unsure = Each role meets its limit alone. With all required rates at the same time, for { $time }, a limit was exceeded, but that may be
    chance: { $roles }. A larger --budget may decide it.
# After the messages above: the roles that met their limits.
# $roles (text): each with its rate and latency
together-others = Within its limit: { $roles }.
# A role in the messages above.
# $role (text): its name
# $rate (text): with its unit
# $quantile (text): such as p99
# $latency (latency): measured
# $limit (latency): of the role
together-role = { $role } at { $rate }, { $quantile } { $latency } (limit { $limit })
# A role in the messages above, with too few operations for the quantile.
# $role (text): its name
# $rate (text): with its unit
# $quantile (text): such as p99
together-few = { $role } at { $rate }, too few operations for { $quantile }
# After the messages above, if a quota is known.
# $share (share): of the quota
# $quota (text): the quota
# $commits (flag): whether the quota counts the flushes of commits
together-quota = { $commits ->
        [yes] If each commit had a flush of its own, the required rates together would use { $share } of { $quota }. Commits that share a
            flush need less.
       *[no] The required rates together use { $share } of { $quota }.
    }
# After the message above.
# $times (number): the quota over what the roles need
together-most = The quota would be full at { $times } times these rates.
# After the message above: roles that no rate is required of.
# $roles (text): their names
# $clauses (text): what can be required of them
no-rate = No rate is required of { $roles }; there, only the latency limit counts. To require a rate, give --require
    '{ $clauses }'.
# After the message above: roles without a required rate whose load line no run confirmed.
# $roles (text): their names
lines-unconfirmed = Cannot tell for { $roles }: no run confirmed the load line; no rate is required.
# After the message above: how much was done, as a volume may be fast only for a while.
# $operations (count): in all
# $bytes (bytes): in all
# $time (text): how long
unseen = The trials did { $operations } operations ({ $bytes }) in { $time }. Whether the rate falls later, when burst credits or
    a cache run out, is not known; a larger --budget measures longer.
# The reason of a study that has not decided.
undecided = The study ended before it reached a decision. The same command resumes it.
# The reason of a run that is under way or was killed.
unfinished = The run has not finished.
# The same, with what is known.
# $reason (text): whole sentences
unfinished-so-far = The run has not finished. So far: { $reason }
# The latency at the required rate.
# $rate (text): with its unit
# $quantile (text): such as p99
# $latency (latency): measured at that rate
# $limit (latency): of the role
at-required-rate = At { $rate }, { $quantile } is { $latency }; the limit is { $limit }.
# After the latency at the required rate and the load line.
contradicted = The two results contradict each other: run the check again with a larger --budget.
# After the latency at the required rate and a load line below that rate.
short-trial = The trial at the required rate met the limit, but it was short: so near to the limit, a queue grows slowly. The longer trials decide.
# Stalls, in a sentence.
# $count (count): how many
# $usual (number): the usual length in seconds
# $total (number): seconds of trials
# $every (number): seconds from one stall to the next
stalls = { $count ->
        [one] There was one stall of about { $usual } s in { $total } s of trials.
       *[other] There were { $count } stalls of about { $usual } s in { $total } s of trials, one every { $every } s.
    }
# After a load line: stalls exceed the limit.
# $stalls (text): the stalls in a sentence
# $limit (limit): of the role
stalls-break-limit = This holds only between stalls. { $stalls } With stalls this frequent no load meets { $limit }; a larger
    --budget shows how often they occur.
# After the stalls of a role: its confirming run had none.
stalls-beside-confirmed = The confirming run had no stall.
# After a load line of commits with a flush each.
shared-may-carry = Commits that share flushes may reach the required rate, but no run confirmed this.
# No load line: the storage stalls.
# $limit (limit): of the role
# $stalls (text): the stalls in a sentence
no-load-meets = No load meets { $limit }, because the storage stalls. { $stalls }
# No load line: the smallest load is too much.
# $limit (limit): of the role
smallest-breaks = Even the smallest load of this check does not meet { $limit }.
# No load line: there was no time for smaller loads.
# $rate (text): the lowest load that was measured
# $limit (limit): of the role
lowest-breaks = At { $rate }, { $limit } is not met, and no time was left for lower loads. The load line is not known: use a
    larger --budget.
# No load line: no trial was long enough.
nothing-held = No load ran long enough for a verdict: use a larger --budget.
# The load line against what is required: enough.
# $line (text): the load line with its unit
# $required (number): the required rate
# $confirmed (text): empty, or how long it was confirmed, in brackets
against-met = Highest confirmed load: { $line }{ $confirmed }; { $required } are required.
# The load line against what is required: too little.
# $high (text): the upper end of the interval with its unit
# $required (number): the required rate
# $confirmed (text): empty, or how long it was confirmed, in brackets
against-missed = The highest load within the limit is at most { $high }{ $confirmed }; { $required } are required.
# The load line against what is required: undecided.
# $line (text): the load line with its unit
# $required (number): the required rate
# $confirmed (text): empty, or how long it was confirmed, in brackets
against-inside = { $line } were confirmed{ $confirmed }. The required { $required } lie within the confidence interval of the
    highest load.
# The load line.
# $line (text): with its unit
# $limit (limit): of the role
# $confirmed (text): how long it was confirmed, in brackets
confirmed = Highest confirmed load: { $line } with { $limit }{ $confirmed }.
# Part of a sentence: how long a load line was confirmed.
# $time (text): how long
# $slow (flag): whether slow phases were among that
confirmed-for = { " " }(confirmed for { $time }{ $slow ->
        [yes] , slow phases included
       *[no] { "" }
    })
# No load line: the interval is wide.
# $line (text): a load that met the limit, with its unit
# $limit (limit): of the role
# $low (number): the lower end of the interval
# $high (number): the upper end of the interval
vague = { $line } met { $limit }, but the highest load may lie anywhere from { $low } to { $high }: the time was too short.
# No load line: the required rate exceeds the limit.
# $required (text): with its unit
# $limit (limit): of the role
required-exceeds = At the required { $required }, { $limit } is not met.
# A line that no run confirmed, above the required rate.
# $required (text): the required rate with its unit
# $limit (limit): of the role
# $time (text): of the trial at the required rate
# $low (text): the lower end of the interval of the line with its unit
required-met = At the required { $required }, a trial of { $time } met { $limit }. The load line is at least { $low }, but no run
    confirmed it.
# No load line: the storage has two states.
# $line (text): with its unit
slow-state = The storage has a fast and a slow state. About { $line } look possible in the slow state, but the storage was never
    in that state during the confirming run. Use a larger --budget.
# No load line: not confirmed, and the interval is wide.
# $low (number): the lower end of the interval
# $high (text): the upper end of the interval with its unit
# $short (flag): whether the time was too short
# $limit (limit): of the role
unconfirmed-vague = The highest load may lie anywhere from { $low } to { $high }, but { $short ->
        [yes] the time was too short to confirm { $limit }.
       *[no] no confirming run met { $limit }.
    }
# No load line: not confirmed.
# $line (text): with its unit
# $short (flag): whether the time was too short
# $limit (limit): of the role
unconfirmed = About { $line } look possible, but { $short ->
        [yes] the time was too short to confirm { $limit }.
       *[no] no confirming run met { $limit }.
    }
# After a load line: what more time gives.
# $time (text): the budget
budget-narrows = A budget of about { $time } would narrow the interval to +/- 10 %.
# After a load that was not confirmed: what more time gives.
# $time (text): the budget
budget-confirms = A budget of about { $time } may be enough to confirm this load.
