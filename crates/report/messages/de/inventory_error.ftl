### Ein Pfad, der sich nicht untersuchen lässt. Das Glossar steht in verdict.ftl.

path = { $path } lässt sich nicht untersuchen: { $error }; nennen Sie ein vorhandenes Verzeichnis, eine vorhandene Datei oder ein vorhandenes Blockgerät
not-a-target = { $path } ist weder ein Verzeichnis noch eine Datei noch ein Blockgerät; nennen Sie eines davon
