### The activities of a database.

## workload::Activity: An activity of a database, before the I/O of a role.

commit = commit
store-commit = commit of the pages of a key-value store
data = data files
scan = table scans
scan-and-backup = scans and backups
read-ahead = read-ahead of scans
bulk-load = bulk load
backup = reads for a backup
restore = writes for a restore
checkpoint = checkpoint
lazy-writer = background writes of changed pages
doublewrite = doublewrite buffer
new-files = zeroing of new files
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = appends by producers
append-flushed = appends, each flushed
catch-up = reads by consumers that lag
append-and-catch-up = appends by producers, and reads by consumers that lag
