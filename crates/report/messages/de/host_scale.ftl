### Die Untersuchung scale --hosts: wie viele Hosts einen Storage auslasten.

reached = { $hosts ->
        [one] 1 Host sättigt
       *[other] { $hosts } Hosts sättigen
    } den Storage bei { $rate }.
not-reached = { $hosts ->
        [one] 1 Host sättigt
       *[other] { $hosts } Hosts sättigen
    } den Storage nicht. Nehmen Sie mehr Hosts, oder erhöhen Sie --depth oder --threads.
not-reached-near = { $hosts } Hosts sättigen den Storage wohl nicht; innerhalb der Konfidenzintervalle { $least ->
        [one] könnte es 1 Host
       *[other] könnten es { $least } Hosts
    } tun.
cpus-busy = Unklar, wie viele Hosts den Storage sättigen: Als weitere Hosts nichts brachten, waren die CPUs eines Hosts zu
    { $share } ausgelastet und sind vielleicht die Grenze.
few-points = Zu wenige Messpunkte, um die Sättigung des Storage zu finden.
end-unclear = Unklar, ob { $last } Hosts den Storage sättigen oder einer der Hosts { $first } bis { $last } weniger erreicht als die
    anderen. Nehmen Sie weitere Hosts, um das zu klären.
uneven = Die Hosts { $first } bis { $last } bringen { $size } { $less ->
        [yes] weniger
       *[no] mehr
    } als die Hosts davor. Die Hosts sind nicht gleich, oder sie teilen sich einen Pfad: Vergleichen Sie unten ihre Raten und CPUs.
adds = Jeder Host bringt unterhalb der Sättigung { $rate }.
plateau = Das Plateau entspricht { $hosts } × dem Durchsatz eines Hosts.
falls = Der Durchsatz ist mit { $hosts ->
        [one] 1 Host
       *[other] { $hosts } Hosts
    } am höchsten; der größte Satz erreichte { $loss } weniger.
head-hosts = Hosts
chart = Durchsatz nach Anzahl der Hosts
chart-text = Die Hosts eines Punktes liefen gleichzeitig. Gepunktete Linie: Durchsatz, den jeder Host
    unterhalb der Sättigung bringt, mal Anzahl der Hosts.
at-hosts = { $hosts ->
        [one] 1 Host
       *[other] { $hosts } Hosts
    }: { $rate }
full-at = gesättigt bei { $hosts } Hosts
