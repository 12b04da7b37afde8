### Progress: what is done now, and what follows.

## ProgressText: What is done now, and what follows.

looks-at-storage = looking at the storage
# $size (bytes)
prefilling = Prefill: { $size } of random data
# $size (bytes)
# $takes (seconds)
prefill-takes = Prefill: writing { $size } of random data takes about { $takes }.
# $size (bytes)
# $takes (seconds)
prefill-takes-before = Prefill: writing { $size } of random data takes about { $takes }; then { $budget } of measuring begin.
# $takes (seconds)
prefill-takes-at-most = Prefill: the test file becomes as large as { $takes } can fill; then { $budget } of measuring begin.
# $took (seconds)
prefill-took = Prefill took { $took }.
# $took (seconds)
prefill-took-before = Prefill took { $took }. Measuring for { $budget }.
taking-down = removing the layouts
starting = starting
pause-before-point = pause before the next point
simulating-again = simulating the points that were measured before
pause-between-windows = soak: pause between windows
# $number (count)
# $all (count)
stage = stage { $number } of { $all }: { $name }
# $number (count)
# $all (count)
stage-measured = stage { $number } of { $all }: { $name } is measured
preparing = preparing
measuring = measuring
capturing = capturing { $device }
# $percent (number)
reads = { $percent } % reads
# $count (count)
targets = { $count } targets
mapping-files = mapping the files of { $device }
# $count (count)
files = { $count } files
# $number (count)
# $all (text): a number, or two with a dash
point = point { $number } of { $all }
# $depth (count)
trial-at-depth = { $role }: { $purpose } at depth { $depth }
# $rate (number)
trial-at-rate = { $role }: { $purpose } at { $rate } per second
# $count (count)
# $all (count)
hosts-answering = { $count } of { $all } hosts answer
prefilling-place = Prefill: { $place }
# $phase (text): what the test does
# $faults (count)
faults-found = { $phase }, { $faults ->
        [one] { $faults } fault
       *[other] { $faults } faults
    }

## integrity::TestPhase test-phase-*: What an integrity test does at present.

test-phase-filling = filling
test-phase-exercising = reading and writing
test-phase-checkpoint = checkpoint
test-phase-final-audit = final audit
