### The sheet of contract language of a soak: a page in Markdown.

# The title.
# $target (text): the device, file or folder
title = Service level: storage latency of { $target }
# Under the title.
# $version (text): of the program
# $minutes (count): that were measured
# $from (moment): the beginning
measured = Measured by plimsoll { $version }: { $minutes } minutes from { $from } on.
# A heading.
metric = Metric
# Under that heading.
metric-text = The 99th percentile (p99) of the latency of all operations that complete within one minute of the clock. The latency of an
    operation runs from its scheduled start to its completion, so waiting counts.
# A heading.
load = Load
# Under that heading.
load-text = The limits hold for this load or less. Operations arrive at random moments (Poisson), whether or not earlier ones have completed.
# The load of a role.
# $role (text): its name
# $rate (number): operations per second
role-load = { $role }: { $rate } operations per second
# A heading.
thresholds = Thresholds
# Head of a table.
load-column = load
# Head of a table.
limit-column = limit
# Head of a table.
share-column = share of minutes
# Under the table.
thresholds-text = The lower end of the 95 % confidence interval of the share of good minutes is not below the stated share. The
    interval takes into account that bad minutes often follow each other. It is valid at whatever moment the test is stopped.
# A heading.
excluded = What does not count
# Under that heading.
excluded-text = Minutes in which the client could not offer the load, because its CPUs were busy or it did not run. Announced maintenance does not
    count where the contract says so.
# A heading.
agreement = The agreement of this soak
# A heading.
verify = How to verify
# Under that heading, before a command.
verify-text = Run this command from a client of the same size, and compare its result with the thresholds:
