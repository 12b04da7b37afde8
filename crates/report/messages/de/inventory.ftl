### Die Bestandsaufnahme eines Rechners. Das Glossar steht in verdict.ftl.

nothing-distorts = Hier ist nichts bekannt, was einen Test verfälscht.
distortions = Was einen Test verfälschen würde
