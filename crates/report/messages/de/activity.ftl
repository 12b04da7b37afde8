### Was eine Datenbank tut. Das Glossar steht in verdict.ftl.

commit = Commit
store-commit = Commit der Seiten eines Key-Value-Stores
data = Datendateien
scan = Tabellenscans
scan-and-backup = Scans und Backups
read-ahead = Read-ahead von Scans
bulk-load = Massenladen
backup = Lesen beim Backup
restore = Schreiben bei der Wiederherstellung
checkpoint = Checkpoint
lazy-writer = Hintergrundschreiben geänderter Seiten
doublewrite = Doublewrite-Puffer
new-files = Füllen neuer Dateien mit Nullen
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = Anhängen durch Producer
append-flushed = Anhängen mit Flush nach jedem Schreibzugriff
catch-up = Lesen durch zurückliegende Consumer
append-and-catch-up = Anhängen durch Producer und Lesen durch zurückliegende Consumer
