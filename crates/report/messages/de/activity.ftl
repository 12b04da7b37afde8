### Was eine Datenbank tut. Das Glossar steht in verdict.ftl.

commit = Commit
store-commit = Commit der Seiten des Stores
data = Datendateien
scan = Scans und Backups
read-ahead = Read-ahead von Scans
bulk-load = Massenladen
backup = Lesen eines Backups
restore = Schreiben einer Wiederherstellung
checkpoint = Checkpoint
lazy-writer = Hintergrundschreiben geänderter Seiten
doublewrite = Doublewrite-Puffer
new-files = Nullen neuer Dateien
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = Anhängen der Producer
append-flushed = Anhängen, einzeln geflusht
catch-up = Lesen zurückliegender Consumer
append-and-catch-up = Anhängen und Lesen zurückliegender Consumer
