### Dateien, die der Benutzer nennt. Das Glossar steht in verdict.ftl.

not-utf8 = Byte { $byte } ist kein gültiges UTF-8
too-large = sie ist größer als { $bytes }, die Höchstgröße einer solchen Datei
