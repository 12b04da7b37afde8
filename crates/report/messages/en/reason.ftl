### Why a role or a run has its verdict. Each message is one or more whole sentences, unless its comment says otherwise.

# The reason: no trial of the role ran.
not-measured = Nothing was measured.
# The reason: the user stopped the run.
interrupted = The run was stopped before its end.
# The reason: the check had no more operations in flight.
# $depth (count): the most operations in flight
# $otherwise (text): the reason without that
depth-limited = The storage met the latency limit even at the highest queue depth of this check, { $depth }; deeper it may carry
    more. Print the profile with `plimsoll profiles NAME`, raise depth in the role, and give the file to --for. The run itself
    showed: { $otherwise }
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
# After the message above: all required rates at the same time were met.
# $time (text): how long
# $roles (text): each with its rate and latency
together-met = With all required rates at once, for { $time }: { $roles }.
# The reason: each role meets its limit alone, but not all of them at the same time.
# $time (text): how long
# $roles (text): each with its rate and latency
together-missed = All required rates at once, for { $time }, are too much: { $roles }.
# The reason: each role meets its limit alone; of all of them at the same time it is not certain.
# $time (text): how long
# $roles (text): each with its rate and latency
together-unsure = All required rates at once, for { $time }, were too much, which may be chance: { $roles }. A larger --budget may decide it.
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
# In place of the quantile, where the operations are too few for it.
# $count (count): of the operations
slowest-of = the slowest of { $count }
# What all required rates showed at once, where another reason decided.
# $time (text): how long
# $roles (text): each with its rate and latency
tried-together = all at once for { $time }: { $roles }
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
# After the reason of a FIT: a volume may be fast only for a while.
# $bytes (bytes): in all
# $time (text): how long
unseen = { $bytes } in { $time } were measured: burst credits or caches that last longer were not seen.
# The reason of a study that has not decided.
undecided = The study ended before it reached a decision. The same command resumes it.
# The reason of a run that is under way or was killed.
unfinished = The run has not finished.
# The same, with what is known.
# $reason (text): whole sentences
unfinished-so-far = The run has not finished. So far: { $reason }
# Stalls, in a sentence.
# $count (count): how many
# $usual (number): the usual length in seconds
# $total (number): seconds of trials
# $every (number): seconds from one stall to the next
stalls = { $count ->
        [one] There was one stall of about { $usual } s in { $total } s of trials.
       *[other] There were { $count } stalls of about { $usual } s in { $total } s of trials, one every { $every } s.
    }
# After the loads of a role: stalls exceed its limit.
# $stalls (text): the stalls in a sentence
# $limit (limit): of the role
stalls-break-limit = This holds only between stalls. { $stalls } With stalls this frequent no load meets { $limit }; a larger
    --budget shows how often they occur.
# No load line: the storage stalls.
# $limit (limit): of the role
# $stalls (text): the stalls in a sentence
no-load-meets = No load meets { $limit }, because the storage stalls. { $stalls }
# One operation at a time is too much.
# $limit (limit): of the role
smallest-breaks = Even one operation at a time does not meet { $limit }.
# The highest load of a role that met its limit.
# $rate (text): with its unit
# $latency (latency): at the limit's quantile
# $quantile (text): such as p99
# $time (text): how long
load-confirmed = Confirmed: { $rate } with { $quantile } { $latency }, for { $time }.
# No load of a role met its limit for long enough.
none-confirmed = No load is confirmed yet.
# The lowest load of a role that missed its limit.
# $rate (text): with its unit
# $latency (latency): at the limit's quantile
# $quantile (text): such as p99
# $limit (latency): of the role
load-refuted = At { $rate }, { $quantile } is { $latency }; the limit is { $limit }.
# The same, without a latency of its own.
# $rate (text): with its unit
# $limit (limit): of the role
rate-refuted = From { $rate } on, { $limit } is missed.
# After the loads of a role.
# $required (text): with its unit
rate-required = Required: { $required }.
# After the loads of a role: what more time gives.
# $options (text): of the command line, such as --roles log --budget 4min
budget-decides = { $options } may decide it.
