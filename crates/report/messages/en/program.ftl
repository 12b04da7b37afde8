### The program itself: faults that concern neither the storage nor the arguments.

## ProgramFault: Faults that concern neither the storage nor the arguments.

too-few-threads = not enough memory or threads: the system refused a thread. Use fewer workers or targets, or raise the limits
    (ulimit -u, ulimit -v, control group). Results that were stored are kept.
bug = this is a bug of plimsoll, not of your storage. Please report the lines above, the command and the output of `plimsoll --version`.
    Results that were stored before are kept.
man-page-not-made = failed to make the man page: { $error }
program-not-found = failed to find the executable file of plimsoll: { $error }
working-folder-not-found = failed to find the working directory: { $error }; change to a directory that exists
# $count (count): those that are not shown
more-errors = and { $count ->
        [one] 1 more error
       *[other] { $count } more errors
    }
