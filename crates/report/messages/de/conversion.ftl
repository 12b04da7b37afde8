### Jobs, die von einer Sprache in eine andere umgewandelt werden. Das Glossar steht in verdict.ftl.

not-read = { $file } konnte nicht gelesen werden: { $error }
recognized-as = { $file } wurde als Job in der Sprache { $name } erkannt; ist das falsch, nennen Sie die Sprache mit
    --from
no-job-files = { $tool } hat keine Jobdateien; nennen Sie die Sprache des Jobs mit --from
not-exact = nicht genau umgewandelt: { $what }
written = Datei { $file } geschrieben.
