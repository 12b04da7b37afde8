### Чем занята база данных. Словарь — в verdict.ftl.

commit = commit
store-commit = commit страниц хранилища
data = файлы данных
scan = последовательное чтение и резервное копирование
read-ahead = упреждающее чтение
bulk-load = массовая загрузка
backup = чтение при резервном копировании
restore = запись при восстановлении
checkpoint = контрольная точка
lazy-writer = фоновая запись изменённых страниц
doublewrite = буфер doublewrite
new-files = обнуление новых файлов
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = запись продюсеров
append-flushed = запись с отдельным сбросом каждой
catch-up = чтение отставших потребителей
append-and-catch-up = запись и чтение отставших потребителей
