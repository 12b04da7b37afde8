### Die Untersuchung scale --hosts: wie viele Hosts einen Speicher auslasten.

reached = { $hosts } { $hosts ->
        [one] Host lastet
       *[other] Hosts lasten
    } den Speicher bei { $rate } aus.
not-reached = { $hosts } Hosts lasten den Speicher nicht aus. Mehr Hosts nehmen, oder --depth oder --threads erhöhen.
not-reached-near = { $hosts } Hosts lasten den Speicher wohl nicht aus; innerhalb der Konfidenzintervalle können es { $least } tun.
cpus-busy = Nicht zu sagen, wo der Speicher ausgelastet ist: die CPUs eines Hosts waren zu { $share } beschäftigt, wo weitere Hosts nichts hinzufügten.
few-points = Zu wenige Punkte, um die Auslastung des Speichers zu finden.
end-unclear = Nicht zu sagen, ob { $last } Hosts den Speicher auslasten oder einer der Hosts { $first } bis { $last } weniger davon bekommt. Mehr Hosts zeigen es.
uneven = Die Hosts { $first } bis { $last } fügen { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } hinzu als die Hosts davor. Die Hosts sind nicht gleich, oder sie teilen einen Weg: Raten und CPUs unten vergleichen.
adds = Jeder Host fügt unterhalb der Sättigung { $rate } hinzu.
plateau = Das Plateau entspricht dem { $hosts }-Fachen des Durchsatzes eines Hosts.
falls = Jenseits von { $hosts } Hosts fällt der Durchsatz: die größte Menge erreichte { $loss } weniger.
head-hosts = Hosts
chart = Durchsatz nach Zahl der Hosts
chart-text = Alle Hosts einer Menge zur gleichen Zeit. Die gepunktete Linie ist die Summe der einzelnen Hosts ohne gemeinsame Grenze.
at-hosts = { $hosts } Hosts: { $rate }
full-at = ausgelastet bei { $hosts } Hosts
