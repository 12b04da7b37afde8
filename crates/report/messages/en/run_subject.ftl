### Subjects of runs, in lists of runs and in headings.

# Points that were recorded before.
# $names (text): of what was recorded, with commas
recorded-points = recorded points of { $names }

## record::RunSubject: The subject of a run.
## By crate::words::recorded_points: RecordedPoints

# $disks (count)
each-disk = { $disks } disks, each alone
# $disks (count)
up-to-disks = 1 to { $disks } disks
# $hosts (count)
up-to-hosts = 1 to { $hosts } hosts
# $limit (limit)
under-limit = under { $limit }
# $limit (limit)
role-under-limit = of { $role } under { $limit }
depths = queue-depth sweep { $depths }
profile = for { $profile }
grid = over { $grid }
classic-grid = over the classic grid of 210 points
replay = replay of { $device }
# $name (text, unnamed)
name = { $name }
