### Dateien, die der Benutzer nennt. Das Glossar steht in verdict.ftl.

not-utf8 = Byte { $byte } ist kein gültiges UTF-8
capture = das ist eine Aufzeichnung, keine Textdatei; machen Sie zuerst einen Job daraus: plimsoll capture fit CAPTURE -o
    JOB.toml
too-large = sie ist größer als { $bytes }, die Höchstgröße einer solchen Datei
job-wrong = der Job ist fehlerhaft
plan-wrong = der Plan ist fehlerhaft
configuration-wrong = die Befehlszeile oder die Konfiguration ist fehlerhaft
