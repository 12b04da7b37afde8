### The activities of a database.

## workload::Activity: An activity of a database, before the I/O of a role.

commit = commit
store-commit = commit of the pages of the store
data = data files
scan = scans and backups
read-ahead = read-ahead of scans
bulk-load = bulk load
backup = reads of a backup
restore = writes of a restore
checkpoint = checkpoint
lazy-writer = background writes of changed pages
doublewrite = doublewrite buffer
new-files = zeroing of new files
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = appends of producers
append-flushed = appends, flushed one by one
catch-up = reads of consumers that lag
append-and-catch-up = appends, and reads of consumers that lag
