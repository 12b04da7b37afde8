### Warum ein Lauf vorzeitig endete. Das Glossar steht in verdict.ftl.

start = die Engine { $engine } konnte nicht gestartet werden: { $error }; versuchen Sie eine andere Engine, eine kleinere Tiefe oder
    kleinere Blöcke
all-failed = jede Operation auf { $places } schlug fehl; reparieren Sie jedes ausgefallene Ziel, oder lassen Sie es weg
open = { $path } konnte nicht geöffnet werden: { $error }
open-direct = { $path } konnte nicht für direktes I/O geöffnet werden: { $error }. Wenn das Dateisystem kein direktes I/O kann,
    nehmen Sie cache = "buffered"
no-path = Ziel { $number } ist weder Datei noch Gerät; verwenden Sie dafür die Engine "null" oder "sim"
worker = ein Worker konnte nicht gestartet werden: { $error }; verwenden Sie weniger Worker oder andere CPUs
refused = der Kernel verweigerte das I/O: { $error }; versuchen Sie eine andere Engine, etwa sync
nothing-in-flight = die Simulation endete, weil keine Operation ausstand; das ist ein Fehler in Plimsoll; bitte melden Sie ihn
not-simulated = die Engine "sim" arbeitet nur mit simulierten Zielen; nennen Sie eines, etwa sim:hdd
worker-panicked = ein Worker endete wegen eines Fehlers in Plimsoll; bitte melden Sie ihn
prefill = { $path } konnte nicht vorbefüllt werden: { $error }; prüfen Sie freien Platz, Quotas und Ihre Rechte
prefill-write = { $path } konnte nicht vorbefüllt werden: Der Schreibzugriff bei Offset { $offset-bytes } schlug fehl: { $error }; prüfen Sie
    freien Platz und das Kernel-Log
too-small = { $path } hat nur { $size-bytes } der angeforderten { $wanted-bytes } Bytes; wählen Sie eine kleinere Größe
prefill-stopped = das Vorbefüllen wurde vorzeitig abgebrochen
resize = die Größe der Datei konnte nicht auf { $size-bytes } Bytes gesetzt werden: { $error }; prüfen Sie Quotas und Ihre Rechte
simulation-unreadable = die Beschreibung eines simulierten Ziels ist nicht lesbar; korrigieren Sie den Text nach sim:
hosts-ended = ein Host ging verloren oder fiel aus, deshalb haben alle Hosts den Lauf beendet; Messungen, die bis dahin vollständig waren, sind
    gespeichert (siehe die Hosts im Ergebnis)
part-too-small = der Anteil des Ziels für jeden Thread oder Host ist kleiner als ein Block; nehmen Sie weniger Threads oder Hosts, ein größeres Ziel
    oder kleinere Blöcke
