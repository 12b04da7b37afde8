### Die Hosts, die einen Storage gemeinsam gemessen haben.

hosts = Hosts
count = { $count } { $count ->
        [one] Host hat
       *[other] Hosts haben
    } gemeinsam gemessen
part = der Teil von Host { $host } in einem Lauf von { $count } Hosts; das Ergebnis aller Hosts hat der erste
started-within = sie begannen jede Phase im Abstand von höchstens { $spread }
clock-error = Fehler des Uhrenvergleichs höchstens { $bound }
fairness = Fairness
index = { $index } für { $trial } (Jain-Index: 1, wenn alle Hosts die gleiche Rate haben)
host = Host
cpu = CPU
unknown = -
slower = Host { $host } war langsamer als die anderen: { $rate } IOPS, Median aller Hosts { $median } IOPS.
paused = Host { $host } hat ab { $from } für { $length } keine Daten gesendet. Seine Intervalle aus dieser Zeit sind nicht mit denen anderer
    Hosts vergleichbar.
lost = Host { $host } ging verloren: Er hat ab { $from } für { $length } keine Daten gesendet. Alle Hosts haben den Lauf beendet. Messungen,
    die bis dahin vollständig waren, sind gespeichert.
failed = Host { $host } ist ausgefallen: { $why }. Alle Hosts haben den Lauf beendet. Messungen, die bis dahin vollständig waren, sind
    gespeichert.
warning = Host { $host }: { $warning }
heading = Hosts
target = Ziel
offset = Uhrenabweichung
offset-of = { $offset } ± { $bound } ms

version = auf Host { $name } läuft plimsoll { $host }, auf dem ersten { $leader }; installieren Sie auf allen Hosts dieselbe Version
same-bytes = die Hosts { $first } und { $second } nutzen dasselbe Ziel { $target }, und einer schreibt darauf; geben Sie
    dieses Ziel allen Hosts, dann nutzt jeder einen anderen Teil davon, oder geben Sie jedem Host ein eigenes Ziel; mit
    ranges = "common" in [hosts] dürfen Hosts dieselben Bytes schreiben
smaller-target = Ziel { $target } von Host { $name } hat { $bytes }, aber der erste Host nutzt { $needed }; setzen Sie `size` im Job auf die
    Größe des kleinsten Ziels
no-mpi = ein MPI-Launcher hat { $processes } Prozesse gestartet, aber dieser Build hat kein MPI; bauen Sie einen mit cargo build
    --release --features mpi
one-host-only = ein MPI-Launcher hat mehrere Prozesse gestartet, aber dieser Befehl misst auf einem Host; starten Sie ihn ohne den Launcher
    (check, run, ramp, soak und scale --hosts können auf mehreren messen)
unknown-host = Stream „{ $stream }“ soll auf Host { $name } laufen, der nicht teilnimmt; die Hosts dieses Laufs sind { $known }
other-version = Host { $name } hat eine Nachricht einer anderen Version von plimsoll gesendet; installieren Sie auf allen Hosts dieselbe Version
silent = Host { $name } antwortet nicht, deshalb beendet auch dieser Host den Lauf; was dieser Host gemessen hat, ist
    gespeichert
soak-rates = --load: ein Dauertest auf mehreren Hosts braucht Raten, keinen Anteil der Lastgrenze; messen Sie die Lastgrenze mit check auf
    allen Hosts, und geben Sie dann die Rate aller Hosts zusammen an, etwa --load 4000
soak-once = --once: nur auf einem einzelnen Host möglich; verwenden Sie die Option dort
no-hosts = --hosts: es wurde nur ein Prozess gestartet, also gibt es keine Hosts, die hinzukommen können; starten Sie plimsoll mit einem
    MPI-Launcher, etwa mpirun -n 8 --hostfile hosts
one-storage = --hosts: mehrere Ziele sind genannt, aber alle Hosts müssen denselben Storage belasten; nennen Sie ein Ziel
interrupted-waiting = der Lauf wurde abgebrochen, während Hosts aufeinander warteten
mpi-threads = diese MPI-Bibliothek bietet nur { $threading }, nötig ist MPI_THREAD_SERIALIZED; installieren Sie Open MPI oder MPICH mit
    Unterstützung für Threads
mpi-initialised-twice = MPI war in diesem Prozess schon initialisiert; starten Sie plimsoll ohne vorab geladene
    MPI-Bibliotheken (LD_PRELOAD)
mpi-not-initialised = MPI konnte nicht initialisiert werden; prüfen Sie, ob MPI-Launcher und Bibliothek zum selben MPI gehören
mpi-thread = der Thread für MPI konnte nicht gestartet werden: { $error }; erhöhen Sie die Grenzen (ulimit -u, cgroup)
