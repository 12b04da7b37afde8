### Facts about the machine and its storage, and about imported results.

# A heading of facts.
# $path (text)
title-file-system = File system { $path }
# A heading of facts.
# $name (text)
# $kind (text)
title-level = { $name } ({ $kind })
# A heading of facts.
title-kernel-limits = Kernel limits
# A heading of facts.
title-other-io = Other I/O
# A heading of facts.
title-cpu = CPU
# A heading of facts.
title-memory-group = Memory
# A heading of facts.
title-system = System
# A heading of facts.
title-proof = Integrity test
# A heading of facts.
title-import = Imported result
# A heading of facts.
title-imported-devices = Devices of the imported result
# A heading of facts.
title-imported-machine = Machine of the imported result
# A heading of facts.
title-imported-processors = Processors of the imported result
# A heading of facts.
# $line (count)
title-imported-threads = Threads and targets of the results at line { $line }
# A heading of facts.
# $test (count)
title-imported-workers = Workers, disks and processors of test { $test }
# A heading of facts.
# $test (text)
title-mixed-latencies = Latencies of reads and writes together, { $test }
# A heading of facts.
title-orion-settings = Settings of Orion
# A heading of facts.
title-places = Places
# A heading of facts.
# $stage (text)
title-places-of = Places of { $stage }
# A heading of facts.
title-identities = Identity of storage
# The name of a fact.
name-activity = activity
# The name of a fact.
name-aio = libaio requests in use
# The name of a fact.
name-alignment-offset = alignment offset
# The name of a fact.
name-allowed-cpus = allowed
# The name of a fact.
name-available = available
# The name of a fact.
name-backing = backing
# The name of a fact.
name-blocks = blocks
# The name of a fact.
name-chunk = chunk
# The name of a fact.
name-clock-source = clock source
# The name of a fact.
name-container = container
# The name of a fact.
name-cpus = cpus
# The name of a fact.
name-cpu-use = CPU use
# The name of a fact.
name-computer = Computer
# The name of a fact.
name-detail = detail
# The name of a fact.
name-device = device
# The name of a fact.
name-device-queue-depth = device queue depth at most
# The name of a fact.
name-devices = I/O of others
# The name of a fact.
name-dirty = dirty
# The name of a fact.
name-dirty-limits = dirty limits
# The name of a fact.
name-discard = discard
# The name of a fact.
name-distribution = distribution
# The name of a fact.
name-engine = engine
# The name of a fact.
name-free = free
# The name of a fact.
name-free-inodes = free inodes
# The name of a fact.
name-governor = governor
# The name of a fact.
name-host = host
# The name of a fact.
name-huge-pages = huge pages
# The name of a fact.
name-import-command = Its command
# The name of a fact.
name-import-file = File
# The name of a fact.
name-import-tool = Tool
# The name of a fact.
name-import-version = Its version
# The name of a fact.
name-io-uring-disabled = io_uring_disabled
# The name of a fact.
name-kernel = kernel
# The name of a fact.
name-layout = layout
# The name of a fact.
name-locked-memory = limit of locked memory
# The name of a fact.
name-medium = medium
# The name of a fact.
name-members = members
# The name of a fact.
name-memory = memory
# The name of a fact.
name-minimum-small-latency = Minimum small latency
# The name of a fact.
name-missing = missing
# The name of a fact.
name-model = model
# The name of a fact.
name-numa-node = NUMA node
# The name of a fact.
name-numa-nodes = NUMA nodes
# The name of a fact.
name-online-cpus = online
# The name of a fact.
name-open-files = limit of open files
# The name of a fact.
name-operations-at-once = operations at once
# The name of a fact.
name-options = options
# The name of a fact.
name-process = process
# The name of a fact.
name-product = product
# The name of a fact.
name-read-only = read only
# The name of a fact.
name-reads = reads
# The name of a fact.
name-read-throughput = read throughput
# The name of a fact.
name-removable = removable
# The name of a fact.
name-requests = scheduler requests at most
# The name of a fact.
name-rotational = rotational
# The name of a fact.
name-scheduler = scheduler
# The name of a fact.
name-size = size
# The name of a fact.
name-source = source
# The name of a fact.
name-starts-at = starts at
# The name of a fact.
name-target-duration = target duration
# The name of a fact.
name-total = total
# The name of a fact.
name-type = type
# The name of a fact.
name-users = users
# The name of a fact.
name-vendor = vendor
# The name of a fact.
name-virtualisation = virtualisation
# The name of a fact.
name-write-cache = write cache
# The name of a fact.
name-write-back-throttle = write-back throttle
# The name of a fact.
name-writes = writes
# The name of a fact.
name-writes-of-same-page = writes of the same page
# The name of a fact.
name-write-throughput = write throughput
# The name of a fact.
name-written-as = written as
# The name of a fact.
name-zoned = zoned
# What a level of the storage stack is.
kind-disk = disk
# What a level of the storage stack is.
kind-nvme = nvme
# What a level of the storage stack is.
kind-virtual = virtual disk
# What a level of the storage stack is.
kind-partition = partition
# What a level of the storage stack is.
kind-lvm = lvm volume
# What a level of the storage stack is.
kind-crypt = encrypted volume
# What a level of the storage stack is.
kind-multipath = multipath
# What a level of the storage stack is.
kind-device-mapper = device-mapper volume
# What a level of the storage stack is.
kind-md = md array
# What a level of the storage stack is.
kind-loop = loop device
# What a level of the storage stack is.
kind-bcache = bcache
# What a level of the storage stack is.
kind-btrfs = btrfs
# What a level of the storage stack is.
kind-overlay = overlay
# What a level of the storage stack is.
kind-file-system = file system
# What a level of the storage stack is.
kind-memory = memory device
# What a level of the storage stack is.
kind-network = network device
# What a level of the storage stack is.
kind-other = block device
# The value of a fact.
# $part (text)
# $whole (text)
value-of-whole = { $part } of { $whole }
# The value of a fact.
# $size (bytes)
value-up-to = up to { $size } per request
# The value of a fact.
value-yes = yes
# The value of a fact.
value-no = no
# The value of a fact.
value-unlimited = unlimited
# The value of a fact.
value-no-io = none
# The value of a fact.
# $rate (text)
# $device (text)
value-iops-limit = { $rate } IOPS on { $device }
# The value of a fact.
# $size (bytes)
# $device (text)
value-throughput-limit = { $size }/s on { $device }
# The value of a fact.
# $device (text)
# $reads (number)
# $writes (number)
# $size (bytes)
# $busy (share)
value-disk-rates = { $device }: { $reads } reads/s, { $writes } writes/s, { $size }/s, busy { $busy }
# The value of a fact.
# $name (text)
# $pid (text)
# $read (bytes)
# $written (bytes)
value-process-rates = { $name } (process { $pid }): reads { $read }/s, writes { $written }/s
# The value of a fact.
# $background (text)
# $limit (text)
value-dirty-percents = background { $background } %, limit { $limit } %
# The value of a fact.
# $logical (text)
# $physical (text)
value-block-sizes = { $logical } B logical, { $physical } B physical
# The value of a fact.
# $layout (text)
# $members (count)
value-array = { $layout }, { $members ->
        [one] 1 member
       *[other] { $members } members
    }
# The value of a fact.
value-in-memory = memory
# The value of a fact.
value-buffered = through the page cache
# The value of a fact.
# $number (text)
value-partition = partition { $number }
# The value of a fact.
# $name (text)
value-suspended = { $name }, suspended
# The value of a fact.
# $state (text)
value-array-state = array { $state }
# The value of a fact.
# $path (text)
value-loop-direct = backing file { $path }, direct I/O
# The value of a fact.
# $path (text)
value-loop-buffered = backing file { $path }, through the page cache
# The value of a fact.
value-no-file = no file
# The value of a fact.
# $mode (text)
# $state (text)
value-cache-mode = cache mode { $mode }, { $state }
# The value of a fact.
# $path (text)
value-upper-found = upper layer { $path }
# The value of a fact.
# $path (text)
value-upper-relative = upper layer { $path }, relative to an unknown directory
# The value of a fact.
# $path (text)
value-upper-outside = upper layer { $path }, outside of this container
# The value of a fact.
value-no-upper = no upper layer: read-only
# The value of a fact.
# $profiles (text)
# $devices (count)
value-btrfs-data = data { $profiles } on { $devices ->
        [one] 1 device
       *[other] { $devices } devices
    }
# The value of a fact.
# $random (count)
# $audit (count)
# $ahead (count)
# $bulk (count)
value-users-of = { $random } random, { $audit } audit, { $ahead } read-ahead, { $bulk } bulk update
# The value of a fact.
# $number (count)
value-per-data-file = { $number } for each data file
# The value of a fact.
value-may-overlap = may overlap
# The value of a fact.
# $rate (number)
value-imported-iops = { $rate } I/O per s
# The value of a fact.
# $share (share)
value-busy = { $share } busy
# The value of a fact.
# $size (bytes)
value-place-simulated = { $size } of simulated storage
# The value of a fact.
# $size (bytes)
value-place-made = { $size } in a file made for the test
# The value of a fact.
# $size (bytes)
value-place-device = { $size } of a device
# The value of a fact.
# $size (bytes)
value-place-file = { $size } of a file
# The value of a fact.
# $place (text)
value-place-removed = { $place }, built for the test and removed afterwards
# What a fact means for a test.
# $group (text)
remark-group-limit = control group { $group } limits this process
# What a fact means for a test.
remark-cpu-limit = the control group gives this process no more CPU time
# What a fact means for a test.
# $device (text)
remark-in-use = other processes use { $device } now
# What a fact means for a test.
remark-dirty-memory = much written data is still in memory
# What a fact means for a test.
remark-fewer-cpus = this process may not use all CPUs
# What a fact means for a test.
remark-slow-governor = the CPU frequency follows the load, which adds latency at low queue depths
# What a fact means for a test.
remark-host-hidden = neighbours and limits of the host are not visible from here
# What a fact means for a test.
remark-slow-clock = reading the time is slow
# What a fact means for a test.
remark-aio-used-up = few libaio requests are left on this machine
# What a fact means for a test.
remark-io-uring-forbidden = most or all processes may not use io_uring; libaio is used instead
# What a fact means for a test.
remark-is-memory = this is memory, not storage
# What a fact means for a test.
remark-no-storage = the kernel generates the content; there is no storage
# What a fact means for a test.
remark-remote = the storage is behind a network or a host; its disks are not visible from here
# What a fact means for a test.
remark-zfs-hidden = the kernel does not show its disks; ZFS has its own cache in memory
# What a fact means for a test.
remark-copies-lower-layer = the first write to a file of the lower layer copies the whole file
# What a fact means for a test.
remark-copy-on-write = overwritten blocks get new places (copy on write) unless nodatacow is set
# What a fact means for a test.
remark-mounted-read-only = mounted read-only
# What a fact means for a test.
remark-compresses = compression makes compressible test data look fast
# What a fact means for a test.
remark-little-space = less space is free than must stay free
# What a fact means for a test.
remark-degraded = an array with missing members is slower
# What a fact means for a test.
remark-array-busy = the array does I/O of its own during the test
# What a fact means for a test.
# $block (bytes): the physical block size
remark-small-writes-read = a write that is smaller than { $block } or not aligned to it costs a read
# What a fact means for a test.
remark-not-on-block = does not start at a physical block: one write may become two
# What a fact means for a test.
remark-not-on-stripe = does not start at a full stripe
# What a fact means for a test.
remark-not-aligned = not aligned with the device below
# What a fact means for a test.
# $scheduler (text)
remark-reorders = { $scheduler } reorders requests and may delay them
# What a fact means for a test.
remark-write-back-cache = writes are acknowledged from a cache; whether it survives a power failure is not visible
# What a fact means for a test.
remark-rotational-guess = a virtual disk that calls itself rotational often is not
# What a fact means for a test.
# $goal (latency)
remark-slows-writes = buffered writes are slowed so that reads keep a latency of { $goal }
# What a fact means for a test.
remark-page-cache = I/O to the backing file goes through the page cache
# What a fact means for a test.
# $line (text)
remark-from-line = from line { $line }
# What a fact means for a test.
remark-mean-of-cpus = mean of all CPUs
# What a fact means for a test.
# $point (text)
remark-mean-of-small-ios = mean of the small I/Os at { $point }
# What a fact means for a test.
# $points (count)
remark-points = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
# The value of a fact.
value-unnamed = yes, name unknown
