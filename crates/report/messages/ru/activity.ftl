### Чем занята база данных. Словарь — в verdict.ftl.

commit = коммит
store-commit = коммит страниц хранилища «ключ — значение»
data = файлы данных
scan = сканирование таблиц
scan-and-backup = сканирование и резервное копирование
read-ahead = упреждающее чтение при сканировании
bulk-load = массовая загрузка
backup = чтение при резервном копировании
restore = запись при восстановлении
checkpoint = контрольная точка
lazy-writer = фоновая запись изменённых страниц
doublewrite = буфер doublewrite
new-files = заполнение новых файлов нулями
check-database = DBCC CHECKDB
rebuild-index = DBCC DBREINDEX
show-fragmentation = DBCC SHOWCONTIG
append = дозапись продюсерами
append-flushed = дозапись, сброс после каждой операции
catch-up = чтение отстающими потребителями
append-and-catch-up = дозапись продюсерами и чтение отстающими потребителями
