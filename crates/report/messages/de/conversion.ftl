### Jobs, die von einer Sprache in eine andere umgewandelt werden. Das Glossar steht in verdict.ftl.

not-read = { $file } konnte nicht gelesen werden: { $error }
recognized-as = { $file } wurde als Job in der Sprache { $name } erkannt; ist das falsch, nennen Sie die Sprache mit
    --from
no-job-files = { $tool } hat keine Jobdateien; nennen Sie die Sprache des Jobs mit --from
not-exact = nicht genau umgewandelt: { $what }
several-jobs = { $file } hat { $count } Tests mit verschiedenen Lasten; nennen Sie einen davon:
line-refused = { $place } wird abgelehnt
size-assumed = { $path } gibt es nicht: 1 TiB wird angenommen
summary = { $exact } unverändert, { $approximated } angenähert, { $refused } abgelehnt
needs-folder = mehrere Jobs in der Sprache { $to } passen nicht in eine Datei; nennen Sie einen vorhandenen Ordner statt { $file }
written = Datei { $file } geschrieben.
