### Движок ввода-вывода, которым выполнен прогон.

with-features = { $engine } ({ $features })
simulated = симулируемое хранилище (виртуальное время)
recorded = записанные результаты
imported = { $tool } (импорт)
registered-files-and-buffers = файлы и буферы зарегистрированы
registered-files = файлы зарегистрированы
registered-buffers = буферы зарегистрированы
worker-completions = завершения в рабочем потоке
polled-completions = опрос завершений
submission-thread = отдельный поток отправки
user-space-completions = завершения читаются без системного вызова
system-call-completions = завершения читаются системным вызовом
thread-per-io = pread и pwrite, по потоку на каждую незавершённую операцию
