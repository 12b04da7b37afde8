### Files that a user names: why the text of one is not taken.

## InputFault: Why the text of a file is not taken although the system gave it.

# $byte (count)
not-utf8 = byte { $byte } is not UTF-8
capture = it is a capture, not a text file; first make a job of it: plimsoll capture fit CAPTURE -o JOB.toml
# $bytes (bytes)
too-large = it is larger than { $bytes }, the limit for such a file

## WrongText: The text of the user in which the problems below it were found.

job-wrong = the job is wrong
plan-wrong = the plan is wrong
configuration-wrong = the command line or the configuration is wrong
