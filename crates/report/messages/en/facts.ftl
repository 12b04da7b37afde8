### Facts about the machine and its storage, and about imported results.

# A heading of facts.
# $name (text)
# $kind (text)
title-level = { $name } ({ $kind })
# A heading of facts.
title-places = Places
# A heading of facts.
# $stage (text)
title-places-of = Places of { $stage }
# A heading of facts.
title-identities = Identity of storage
# The value of a fact.
# $part (text)
# $whole (text)
value-of-whole = { $part } of { $whole }
# The value of a fact.
value-yes = yes
# The value of a fact.
value-no = no
# The value of a fact.
# $name (text)
value-suspended = { $name }, suspended
# The value of a fact.
# $path (text)
value-loop-direct = backing file { $path }, direct I/O
# The value of a fact.
# $path (text)
value-loop-buffered = backing file { $path }, through the page cache
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

## base::facts::FactKey name-*: The name of a fact.

name-activity = activity
name-aio = libaio requests in use
name-alignment-offset = alignment offset
name-allowed-cpus = allowed
name-available = available
name-backing = backing
name-blocks = blocks
name-chunk = chunk
name-clock-source = clock source
name-container = container
name-cpus = cpus
name-cpu-use = CPU use
name-computer = Computer
name-detail = detail
name-device = device
name-device-queue-depth = device queue depth at most
name-devices = I/O of others
name-dirty = dirty
name-dirty-limits = dirty limits
name-discard = discard
name-distribution = distribution
name-engine = engine
name-free = free
name-free-inodes = free inodes
name-governor = governor
name-host = host
name-huge-pages = huge pages
name-import-command = Its command
name-import-file = File
name-import-tool = Tool
name-import-version = Its version
name-io-uring-disabled = io_uring_disabled
name-kernel = kernel
name-layout = layout
name-locked-memory = limit of locked memory
name-medium = medium
name-members = members
name-memory = memory
name-minimum-small-latency = Minimum small latency
name-missing = missing
name-model = model
name-numa-node = NUMA node
name-numa-nodes = NUMA nodes
name-online-cpus = online
name-open-files = limit of open files
name-operations-at-once = operations at once
name-options = options
name-process = process
name-product = product
name-read-only = read only
name-reads = reads
name-read-throughput = read throughput
name-removable = removable
name-requests = scheduler requests at most
name-rotational = rotational
name-scheduler = scheduler
name-size = size
name-source = source
name-starts-at = starts at
name-target-duration = target duration
name-total = total
name-type = type
name-users = users
name-vendor = vendor
name-virtualisation = virtualisation
name-write-cache = write cache
name-write-back-throttle = write-back throttle
name-writes = writes
name-writes-of-same-page = writes of the same page
name-write-throughput = write throughput
name-written-as = written as
name-zoned = zoned

## base::facts::LevelKind kind-*: A level of the storage stack.

kind-disk = disk
kind-nvme = nvme
kind-virtual = virtual disk
kind-partition = partition
kind-lvm = lvm volume
kind-crypt = encrypted volume
kind-multipath = multipath
kind-device-mapper = device-mapper volume
kind-md = md array
kind-loop = loop device
kind-bcache = bcache
kind-btrfs = btrfs
kind-overlay = overlay
kind-file-system = file system
kind-memory = memory device
kind-network = network device
kind-other = block device

## record::FactTitle title-*: A heading of facts.
## By crate::facts::computed_title: Level, Written

# $path (text)
title-file-system = File system { $path }
title-kernel-limits = Kernel limits
title-other-io = Other I/O
title-cpu = CPU
title-memory = Memory
title-system = System
title-proof = Integrity test
title-import = Imported result
title-imported-devices = Devices of the imported result
title-imported-machine = Machine of the imported result
title-imported-processors = Processors of the imported result
# $line (count)
title-imported-threads = Threads and targets of the results at line { $line }
# $test (count)
title-imported-workers = Workers, disks and processors of test { $test }
# $test (text)
title-mixed-latencies = Latencies of reads and writes together, { $test }
title-orion-settings = Settings of Orion

## record::FactRemark remark-*: What a fact means for a test.
## By crate::facts::computed_remark: FileSize, Written

# $group (text)
remark-group-limit = control group { $group } limits this process
# $device (text)
remark-in-use = other processes use { $device } now
# $scheduler (text)
remark-reorders = { $scheduler } reorders requests and may delay them
remark-cpu-limit = the control group gives this process no more CPU time
remark-dirty-memory = much written data is still in memory
remark-fewer-cpus = this process may not use all CPUs
remark-slow-governor = the CPU frequency follows the load, which adds latency at low queue depths
remark-host-hidden = neighbours and limits of the host are not visible from here
remark-slow-clock = reading the time is slow
remark-aio-used-up = few libaio requests are left on this machine
remark-io-uring-forbidden = most or all processes may not use io_uring; libaio is used instead
remark-memory = this is memory, not storage
remark-no-storage = the kernel generates the content; there is no storage
remark-remote = the storage is behind a network or a host; its disks are not visible from here
remark-zfs-hidden = the kernel does not show its disks; ZFS has its own cache in memory
remark-copies-lower-layer = the first write to a file of the lower layer copies the whole file
remark-copy-on-write = overwritten blocks get new places (copy on write) unless nodatacow is set
remark-read-only = mounted read-only
remark-compresses = compression makes compressible test data look fast
remark-little-space = less space is free than must stay free
remark-degraded = an array with missing members is slower
remark-array-busy = the array does I/O of its own during the test
remark-not-on-block = does not start at a physical block: one write may become two
remark-not-on-stripe = does not start at a full stripe
remark-not-aligned = not aligned with the device below
remark-write-back-cache = writes are acknowledged from a cache; whether it survives a power failure is not visible
remark-rotational-guess = a virtual disk that calls itself rotational often is not
remark-page-cache = I/O to the backing file goes through the page cache
remark-mean-of-cpus = mean of all CPUs
# $physical-bytes (bytes): the physical block size
remark-small-writes-read = a write that is smaller than { $physical-bytes } or not aligned to it costs a read
# $goal-ns (latency)
remark-slows-writes = buffered writes are slowed so that reads keep a latency of { $goal-ns }
# $line (plain)
remark-from-line = from line { $line }
# $point (text)
remark-mean-of-small-ios = mean of the small I/Os at { $point }
# $count (count)
remark-points = { $count ->
        [one] 1 point
       *[other] { $count } points
    }

## record::FactValue value-*: The value of a fact.
## By crate::facts::computed: Text, List, Count, CountOf, Cpus, Bytes, BytesOf, Nanos, Flag, WriteCache, Volume, LoopFile, UpperLayer

# $size (bytes, unnamed)
value-up-to-bytes = up to { $size } per request
value-unlimited = unlimited
value-unnamed = yes, name unknown
value-no-io = none
# $rate (number, unnamed)
value-iops = { $rate } I/O per s
# $share (share, unnamed)
value-busy-share = { $share } busy
# $number (count, unnamed)
value-per-data-file = { $number } for each data file
value-may-overlap = may overlap
# $random (count)
# $audit (count)
# $read-ahead (count)
# $bulk (count)
value-users = { $random } random, { $audit } audit, { $read-ahead } read-ahead, { $bulk } bulk update
# $per-s (count)
# $device (text)
value-iops-limit = { $per-s } IOPS on { $device }
# $bytes-per-s (bytes)
# $device (text)
value-throughput-limit = { $bytes-per-s }/s on { $device }
# $device (text)
# $read-iops (number)
# $write-iops (number)
# $bytes-per-s (bytes)
# $busy-share (share)
value-disk-rates = { $device }: { $read-iops } reads/s, { $write-iops } writes/s, { $bytes-per-s }/s, busy { $busy-share }
value-in-memory = memory
value-buffered = through the page cache
value-no-file = no file
value-no-upper-layer = no upper layer: read-only
# $background (count)
# $limit (count)
value-dirty-percents = background { $background } %, limit { $limit } %
# $layout (text)
# $members (count)
value-array = { $layout }, { $members ->
        [one] 1 member
       *[other] { $members } members
    }
# $number (text, unnamed)
value-partition = partition { $number }
# $state (text, unnamed)
value-array-state = array { $state }
# $mode (text)
# $state (text)
value-cache-mode = cache mode { $mode }, { $state }
# $profiles (text)
# $devices (count)
value-btrfs-data = data { $profiles } on { $devices ->
        [one] 1 device
       *[other] { $devices } devices
    }
# $logical-bytes (plain)
# $physical-bytes (plain)
value-block-sizes = { $logical-bytes } B logical, { $physical-bytes } B physical
# $name (text)
# $pid (plain)
# $read-bytes-per-s (bytes)
# $written-bytes-per-s (bytes)
value-process-rates = { $name } (process { $pid }): reads { $read-bytes-per-s }/s, writes { $written-bytes-per-s }/s
