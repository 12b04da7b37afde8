### Jobs that are converted from one language into another.

## ConversionMessage: What is said of a job that is converted.

not-read = failed to read { $file }: { $error }
recognized-as = { $file } was recognized as a job in the language { $name }; if that is wrong, give the language with --from
no-job-files = { $tool } has no job files; give the language of the job with --from
not-exact = not converted exactly: { $what }
written = Wrote { $file }.
