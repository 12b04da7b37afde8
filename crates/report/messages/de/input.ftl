### Dateien, die der Benutzer nennt. Das Glossar steht in verdict.ftl.

not-utf8 = Byte { $byte } ist kein UTF-8
too-large = sie ist größer als { $bytes }, die Grenze für eine solche Datei
