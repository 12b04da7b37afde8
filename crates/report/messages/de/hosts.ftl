### Die Hosts, die einen Speicher gemeinsam gemessen haben.

hosts = Hosts
count = { $count } { $count ->
        [one] Host hat
       *[other] Hosts haben
    } gemeinsam gemessen
part = der Teil von Host { $host } an einem Lauf von { $count } Hosts; das Ergebnis aller hat der erste Host gespeichert
started-within = sie begannen jede Phase innerhalb von { $spread }
clock-error = Uhrenfehler höchstens { $bound }
fairness = Fairness
index = { $index } für { $trial } (Jain-Index: 1, wenn alle Hosts die gleiche Rate haben)
host = Host
cpu = CPU
unknown = -
slower = Host { $host } war langsamer als die anderen: { $rate } IOPS, Median aller Hosts { $median } IOPS.
paused = Host { $host } hat ab { $from } für { $length } nichts gesendet. Seine Intervalle aus dieser Zeit sind nicht vergleichbar.
lost = Host { $host } ging verloren: er hat ab { $from } für { $length } nichts gesendet. Alle Hosts haben den Lauf beendet. Was vorher fertig war, ist gespeichert.
failed = Host { $host } ist ausgefallen: { $why }. Alle Hosts haben den Lauf beendet. Was vorher fertig war, ist gespeichert.
warning = Host { $host }: { $warning }
heading = Hosts
target = Ziel
offset = Uhrenabweichung
offset-of = { $offset } ± { $bound } ms

version = auf Host { $name } läuft plimsoll { $host }, auf dem ersten { $leader }; installieren Sie auf allen Hosts dieselbe Version
range-too-small = der Anteil eines Hosts ist kleiner als ein Block; nehmen Sie weniger Hosts, ein größeres Ziel oder kleinere
    Blöcke
ended = ein Host ging verloren oder fiel aus, deshalb haben alle Hosts den Lauf beendet; was vorher fertig war, ist gespeichert
    (siehe die Hosts im Ergebnis)
same-bytes = die Hosts { $first } und { $second } nutzen dasselbe Ziel { $target }, und einer schreibt darauf; geben Sie allen Hosts dieses
    Ziel oder jedem ein eigenes, oder erlauben Sie es mit ranges = "common" in [hosts]
smaller-target = Ziel { $target } von Host { $name } hat { $bytes }, aber der erste Host nutzt { $needed }; setzen Sie `size` im Job auf die
    kleinste
no-mpi = ein MPI-Launcher hat { $processes } Prozesse gestartet, aber dieser Build hat kein MPI; bauen Sie einen mit cargo build
    --release --features mpi
one-host-only = ein MPI-Launcher hat mehrere Prozesse gestartet, aber dieser Befehl misst auf einem Host; starten Sie ihn
    ohne Launcher (check, run, ramp, soak und scale --hosts messen auf mehreren)
unknown-host = Strom „{ $stream }“ soll auf Host { $name } laufen, der nicht teilnimmt; die Hosts sind { $known }
other-version = Host { $name } hat eine Nachricht einer anderen Version von plimsoll gesendet; installieren Sie auf allen Hosts dieselbe Version
silent = Host { $name } antwortet nicht, deshalb beendet auch dieser Host den Lauf; alles, was er gemessen hat, ist gespeichert
soak-rates = --load: ein Soak auf mehreren Hosts braucht Raten, angegeben ist ein Anteil der Lastlinie; ermitteln Sie die Lastlinie mit check
    auf allen Hosts und schreiben Sie etwa --load 4000 (die Rate aller Hosts zusammen)
no-hosts = --hosts: es wurde nur ein Prozess gestartet, also gibt es keine weiteren Hosts; starten Sie plimsoll mit einem MPI-Launcher, etwa
    mpirun -n 8 --hostfile hosts
one-storage = --hosts: mehrere Ziele sind genannt, aber die Hosts belasten einen Speicher; nennen Sie ein Ziel
