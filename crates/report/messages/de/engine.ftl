### Die I/O-Engine eines Laufs.

with-features = { $engine } ({ $features })
simulated = simulierter Storage (virtuelle Zeit)
recorded = aufgezeichnet
imported = { $tool } (importiert)
feature-registered-files-and-buffers = registrierte Dateien und Puffer
feature-registered-files = registrierte Dateien
feature-registered-buffers = registrierte Puffer
feature-worker-completions = Abschlüsse im Worker-Thread
feature-polled-completions = Abfrage der Abschlüsse
feature-submission-thread = eigener Thread zum Absenden
feature-user-space-completions = Abschlüsse ohne Systemaufruf gelesen
feature-system-call-completions = Abschlüsse mit Systemaufruf gelesen
feature-thread-per-io = pread und pwrite, ein Thread je ausstehender Operation
