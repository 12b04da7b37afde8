### Die Seiten von `plimsoll serve` und die Liste der Läufe im Terminal. Das Glossar steht in verdict.ftl.

skip = Zum Inhalt
site = Website
runs = Läufe
all-runs = Alle Läufe
this-target = Dieses Ziel
history = Verlauf
history-of = Verlauf von { $target }
report-so-far = Bisheriger Bericht
all-captures = Alle Aufzeichnungen
no-answer = Anfrage nicht beantwortet
start-check = Prüfung starten
captured-loads = Aufgezeichnete Lasten
compare-chosen = Gewählte Läufe vergleichen
first-page = Erste Seite
next-page = Nächste Seite
no-runs = Es gibt noch keine Ergebnisse. Das erste erzeugt `plimsoll check VERZEICHNIS`.
no-match = Kein Lauf passt. Entfernen Sie ein Wort oder einen Filter.
search-words = Suchwörter
search = Suchen
all = alle
target = Ziel
host = Host
tag = Tag
tags = Tags
kind = Art
answer = Antwort
run = Lauf
compare = Vergleichen
started = Beginn (UTC)
subject = Profil/Job
by-number = Läufe, neueste zuerst
by-start = Läufe nach Beginn, neueste zuerst
by-start-oldest = Läufe nach Beginn, älteste zuerst
by-target = Läufe nach Ziel
by-kind = Läufe nach Art
by-answer = Läufe nach Antwort
by-tag = Läufe mit Tags, nach Tags sortiert
compare-run = Lauf { $run } vergleichen
labels = Tags und Notiz
labels-of = Tags und Notiz von Lauf { $run }
nothing-stored = Nichts wurde gespeichert:
tags-field = Tags, durch Leerzeichen getrennt, höchstens { $most }
note-field = Notiz, höchstens { $most } Zeichen
save = Speichern
cancel = Abbrechen
add-labels = Tags oder Notiz hinzufügen
edit-labels = Tags und Notiz bearbeiten
log-in = Anmelden
token = Token
wrong-token = Dieses Token ist falsch. Das richtige steht in der Datei, die plimsoll serve mit --token-file übergeben
    wurde.
captures = Aufzeichnungen
no-captures = Das Verzeichnis enthält keine Aufzeichnung. `plimsoll capture` erstellt eine.
captures-newest = Aufzeichnungen, neueste zuerst
file = Datei
device = Gerät
size = Größe
comparison = Vergleich
beside = Vergleich von Läufen
run-number = Lauf { $run }
run-of = { $kind }, { $subject } auf { $target }, { $at }
against = { $run } im Vergleich mit { $base }
start-text = Eine Prüfung füllt eine Testdatei in einem Verzeichnis und misst die höchste Last innerhalb des
    Latenzlimits. Sie schreibt auf kein Gerät und in keine vorhandene Datei. Es läuft immer nur eine Prüfung.
profile = Profil
budget = Messzeit
start = Starten
last-check = Die letzte Prüfung
check-of = Prüfung von { $target } für { $profile }, begonnen am { $at }:
check-runs = läuft.
check-ended = abgeschlossen.
check-failed = fehlgeschlagen.
open-run = Lauf { $run } öffnen
runs-of-target = Läufe dieses Ziels
list-head-run = LAUF
list-head-started = BEGINN (UTC)
list-head-kind = ART
list-head-subject = PROFIL
list-head-answer = ANTWORT
list-head-target = ZIEL
answer-faulty = fehlerhaft
answer-sound = einwandfrei
answer-met = erfüllt
answer-not-met = nicht erfüllt
answer-fit = geeignet
answer-not-fit = nicht geeignet
answer-cannot-tell = unklar
answer-done = abgeschlossen
answer-phases = { $phases ->
        [one] 1 Phase
       *[other] { $phases } Phasen
    }
answer-unfinished = nicht abgeschlossen
answer-running = läuft
answer-interrupted = abgebrochen
answer-failed = fehlgeschlagen
answer-damaged = beschädigt
missing-run = Es gibt keinen Lauf { $run }. Die Liste der Läufe steht unter /.
missing-page = Es gibt keine Seite { $path }. Die Liste der Läufe steht unter /.
missing-capture = Es gibt keine Aufzeichnung { $name }. Die Liste der Aufzeichnungen steht unter /captures.
captures-off = Dieser Server zeigt keine Aufzeichnungen. Starten Sie plimsoll serve mit --captures VERZEICHNIS, um die
    Aufzeichnungen eines Verzeichnisses zu zeigen.
start-off = Dieser Server startet keine Prüfungen. Starten Sie plimsoll serve mit --allow-start ZIEL, um Prüfungen
    dieses Ziels zu erlauben.
old-form = Dieses Formular stammt aus der Zeit vor dem Neustart des Servers. Öffnen Sie die Seite neu, und senden Sie
    das Formular dann.
long-address = Die Adresse ist länger als { $most } Bytes. Kürzen Sie die Suche.
token-needed = Der Server verlangt ein Token. Senden Sie den Header Authorization: Bearer TOKEN.
other-machine = Die Anfrage nennt einen anderen Rechner. Öffnen Sie die Adresse, die plimsoll serve ausgab.
followers-full = Es verfolgen schon { $most } Leser Läufe; mehr bedient dieser Server nicht. Versuchen Sie es später
    erneut.
one-target = Die Adresse muss ein Ziel nennen, etwa target=/srv/db.
two-runs = Die Adresse muss zwei Läufe nennen, etwa run=7&run=9.
choose-runs = { $count ->
        [one] Nur { $count } Lauf ist gewählt
       *[other] { $count } verschiedene Läufe sind gewählt
    }. Wählen Sie 2 bis { $most } verschiedene Läufe.
key-mistake = { $key }: { $mistake }
key-unknown = Dieser Schlüssel ist nicht bekannt. Bekannt sind: { $known }.
many-words = Die Suche hat mehr als { $most } Wörter. Entfernen Sie einige.
unknown-value = „{ $value }“ ist nicht bekannt. Bekannt sind: { $known }.
no-run-number = „{ $value }“ ist keine Nummer eines Laufs; geben Sie eine ganze Zahl an.
no-count = „{ $value }“ ist keine Anzahl von Läufen, die übersprungen werden können; geben Sie eine ganze Zahl an.
start-not-allowed = { $target } wurde nicht mit --allow-start genannt, daher startet dieser Server dort keine Prüfung.
start-profile = Es gibt kein Profil { $name }. Wählen Sie eines aus der Liste.
start-budget = { $value } steht nicht in der Liste der Zeiten. Wählen Sie eine daraus.
start-busy = Eine Prüfung von { $target } läuft. Starten Sie die nächste, wenn diese abgeschlossen ist.
start-failed = Die Prüfung startete nicht: { $error }.
list-no-match = Kein Lauf passt. `plimsoll results` listet alle Läufe auf.
serve-token-needed = --listen { $address }: andere Rechner könnten unter dieser Adresse alle Ergebnisse lesen; geben Sie
    --token-file DATEI an, oder lauschen Sie auf 127.0.0.1
serve-token-weak = --token-file: das Token hat { $count } druckbare ASCII-Zeichen; es braucht mindestens { $least } und
    darf keine anderen Zeichen enthalten. Erzeugen Sie ein Token mit: head -c 32 /dev/urandom | base64 > DATEI
serve-address = { $option } { $address }: { $error }; vielleicht lauscht schon ein anderes Programm auf dieser Adresse:
    nennen Sie einen anderen Port, oder beenden Sie dieses Programm
serve-metrics-beyond = --metrics { $address }: diese Adresse ist für andere Rechner erreichbar, die Werte eines Laufs bekommt aber
    nur dieser Rechner; lauschen Sie auf 127.0.0.1, oder geben Sie --metrics-file DATEI an und lassen Sie node_exporter diese Datei
    lesen
serve-tls-file = { $option } { $path }: { $error }; nennen Sie eine PEM-Datei, die dieser Benutzer lesen darf
serve-certificate = --tls-cert und --tls-key: { $error }; die erste Datei enthält die Zertifikatskette, die zweite ihren privaten
    Schlüssel, beide als PEM
serve-system = der Server kann nicht laufen: { $error }

unencrypted = Warnung: Ohne --tls-cert und --tls-key gehen das Token und alle Ergebnisse unverschlüsselt über das Netz
serving = Adresse
results = Ergebnisse
ends = Ctrl-C beendet den Server.
