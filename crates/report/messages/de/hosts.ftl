### Die Hosts, die einen Speicher gemeinsam gemessen haben.

hosts = Hosts
count = { $count } { $count ->
        [one] Host hat
       *[other] Hosts haben
    } gemeinsam gemessen
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
