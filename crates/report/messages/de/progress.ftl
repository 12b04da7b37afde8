### Fortschritt. Das Glossar steht in verdict.ftl.

looks-at-storage = der Speicher wird untersucht
prefilling = Vorbefüllen: { $size } Zufallsdaten
prefill-takes = Vorbefüllen: { $size } Zufallsdaten zu schreiben dauert etwa { $takes }.
prefill-takes-before = Vorbefüllen: { $size } Zufallsdaten zu schreiben dauert etwa { $takes }; danach beginnt die Messzeit von
    { $budget }.
prefill-took = Das Vorbefüllen dauerte { $took }.
prefill-took-before = Das Vorbefüllen dauerte { $took }. Gemessen wird { $budget }.
taking-down = Layouts werden abgebaut
