### Jobs that are converted from one language into another.

## ConversionMessage: What is said of a job that is converted.

not-read = failed to read { $file }: { $error }
recognized-as = { $file } was recognized as a job in the language { $name }; if that is wrong, give the language with --from
no-job-files = { $tool } has no job files; give the language of the job with --from
not-exact = not converted exactly: { $what }
# $count (count)
several-jobs = { $file } has { $count } tests, which are different loads; name one of them:
line-refused = { $place } is refused
size-assumed = { $path } does not exist: 1 TiB is assumed
# $exact (count)
# $approximated (count)
# $refused (count)
summary = { $exact } as they are, { $approximated } approximated, { $refused } refused
needs-folder = several jobs in the language { $to } do not fit into one file; name a folder that exists instead of { $file }
written = Wrote { $file }.
