### Движок ввода-вывода, которым выполнен прогон.

with-features = { $engine } ({ $features })
simulated = симулируемое хранилище (виртуальное время)
recorded = записанные результаты
imported = { $tool } (импорт)
feature-registered-files-and-buffers = файлы и буферы зарегистрированы
feature-registered-files = файлы зарегистрированы
feature-registered-buffers = буферы зарегистрированы
feature-worker-completions = завершения в рабочем потоке
feature-polled-completions = опрос завершений
feature-submission-thread = отдельный поток отправки
feature-user-space-completions = завершения читаются без системного вызова
feature-system-call-completions = завершения читаются системным вызовом
feature-thread-per-io = pread и pwrite, по потоку на каждую незавершённую операцию
