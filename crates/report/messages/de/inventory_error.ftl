### Ein Pfad, der sich nicht untersuchen lässt. Das Glossar steht in verdict.ftl.

path = { $path } lässt sich nicht untersuchen: { $error }; nennen Sie ein Verzeichnis, eine Datei oder ein Blockgerät, das es
    gibt
not-a-target = { $path } ist weder ein Verzeichnis noch eine Datei noch ein Blockgerät; nennen Sie eines davon
