### Die I/O-Engine eines Laufs.

with-features = { $engine } ({ $features })
simulated = simulierter Storage (virtuelle Zeit)
recorded = aufgezeichnet
imported = { $tool } (importiert)
registered-files-and-buffers = registrierte Dateien und Puffer
registered-files = registrierte Dateien
registered-buffers = registrierte Puffer
worker-completions = Abschlüsse im Worker-Thread
polled-completions = Abfrage der Abschlüsse
submission-thread = eigener Thread zum Absenden
user-space-completions = Abschlüsse ohne Systemaufruf gelesen
system-call-completions = Abschlüsse mit Systemaufruf gelesen
thread-per-io = pread und pwrite, ein Thread je ausstehender Operation
