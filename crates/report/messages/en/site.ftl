### The pages of `plimsoll serve`, and the list of runs on the terminal.

# A link for screen readers at the top.
skip = Skip to the content
# The name of the links at the top, for screen readers.
site = Site
# A link and a heading.
runs = Runs
# A link to the list.
all-runs = All runs
# A link to the runs of one target.
this-target = This target
# A link to the history of one target.
history = History
# A link and a heading.
# $target (text): its name
history-of = History of { $target }
# A link from the page of a run under way.
report-so-far = Report so far
# A link to the list of captures.
all-captures = All captures
# The title of a page that says why there is no answer.
no-answer = Request not answered
# A link, a heading and a title.
start-check = Start a check
# A link and a heading.
captured-loads = Captured loads
# A button under the list of runs.
compare-chosen = Compare the chosen runs
# A link under the list of runs.
first-page = First page
# A link under the list of runs.
next-page = Next page
# In place of the list: the store is empty.
no-runs = The store contains no results yet. `plimsoll check DIRECTORY` makes the first one.
# In place of the list: no run matches the search.
no-match = No run matches. Remove a word or a filter.
# A field of the search.
search-words = Search words
# A button.
search = Search
# The first choice of a filter: no filter.
all = all
# A field, and the head of a column.
target = Target
# A field, and the head of a column.
host = Host
# A field of the search.
tag = Tag
# The head of a column.
tags = Tags
# A field, and the head of a column: the command that made the run.
kind = Kind
# A field, and the head of a column.
answer = Answer
# The head of a column: the number of a run.
run = Run
# The head of the column of check boxes.
compare = Compare
# The head of a column.
started = Started (UTC)
# The head of a column: the profile or job.
subject = Subject
# The caption of the list, and what a click on the head of the column does.
by-number = Runs, newest first
# The same for the order by time of start.
by-start = Runs by start, newest first
# The same for the opposite order.
by-start-oldest = Runs by start, oldest first
# The same for the order by target.
by-target = Runs by target
# The same for the order by kind.
by-kind = Runs by kind
# The same for the order by answer.
by-answer = Runs by answer
# The same for the order by tag, which leaves out runs without one.
by-tag = Runs with tags, by tag
# A check box for screen readers.
# $run (text): the number of a run
compare-run = Compare run { $run }
# The title of a page, and a part of the page of a run for screen readers.
labels = Tags and note
# A heading.
# $run (text): the number of a run
labels-of = Tags and note of run { $run }
# Before the mistakes of a form.
nothing-stored = Nothing was stored:
# A field.
# $most (count): tags
tags-field = Tags, separated by spaces, at most { $most }
# A field.
# $most (count): characters
note-field = Note, at most { $most } characters
# A button.
save = Save
# A link beside the button.
cancel = Cancel
# A link on the page of a run without tags and note.
add-labels = Add tags or a note
# A link on the page of a run.
edit-labels = Edit tags and note
# A heading, a title and a button.
log-in = Log in
# A field.
token = Token
# Above the form of the login.
wrong-token = This token is wrong. The right one is in the file that was passed to plimsoll serve with --token-file.
# The title of the page.
captures = Captures
# In place of the list.
no-captures = The folder contains no capture. `plimsoll capture` makes one.
# The caption of the list.
captures-newest = Captures, newest first
# The head of a column.
file = File
# The head of a column.
device = Device
# The head of a column: the size of the file.
size = Size
# The title of the page.
comparison = Comparison
# A heading.
beside = Comparison of runs
# A link, and the name of a run in a comparison.
# $run (text): its number
run-number = run { $run }
# What a run in a comparison is.
# $kind (text): the command that made it
# $subject (text): the profile or job
# $target (text): what was measured
# $at (moment): when it started
run-of = { $kind }, { $subject } on { $target }, { $at }
# A comparison for screen readers.
# $run (text): its name
# $base (text): the name of the first run
against = { $run } against { $base }
# Above the form that starts a check.
start-text = A check fills a test file in a directory and measures the highest load within the latency limit. It writes to no device and to no
    existing file. One check runs at a time.
# A field.
profile = Profile
# A field.
budget = Time to measure
# A button.
start = Start
# The name of a part of the page, for screen readers.
last-check = The last check
# Before the state of the last check.
# $target (text): of the check
# $profile (text): of the check
# $at (moment): when it started
check-of = Check of { $target } for { $profile }, started { $at }:
# The state of the last check.
check-runs = running.
# The state of the last check.
check-ended = finished.
# The state of the last check.
check-failed = failed.
# A link.
# $run (text): its number
open-run = Open run { $run }
# A link.
runs-of-target = Runs of this target
# The head of a column of `plimsoll results`; at most 5 letters.
list-head-run = RUN
# The head of a column of `plimsoll results`.
list-head-started = STARTED (UTC)
# The head of a column of `plimsoll results`.
list-head-kind = KIND
# The head of a column of `plimsoll results`.
list-head-subject = SUBJECT
# The head of a column of `plimsoll results`.
list-head-answer = ANSWER
# The head of a column of `plimsoll results`.
list-head-target = TARGET
# The answer of an integrity test in the list.
answer-faulty = faulty
# The answer of an integrity test in the list.
answer-sound = sound
# The answer of a soak in the list.
answer-met = met
# The answer of a soak in the list.
answer-not-met = not met
# The answer of a run in the list.
answer-fit = fit
# The answer of a run in the list.
answer-not-fit = not fit
# The answer of a run in the list.
answer-cannot-tell = cannot tell
# The answer of a run without a verdict in the list.
answer-done = done
# The answer of a run.
# $phases (count)
answer-phases = { $phases ->
        [one] 1 phase
       *[other] { $phases } phases
    }
# A run in the list that is going on or was killed.
answer-unfinished = unfinished
# The answer of a run whose process lives.
answer-running = running
# A run in the list that the user stopped.
answer-interrupted = interrupted
# A run in the list that ended with an error.
answer-failed = failed
# A run in the list whose stored data do not match their checksum.
answer-damaged = damaged
# Why there is no page.
# $run (text): its number
missing-run = There is no run { $run }. The list of runs is at /.
# Why there is no page.
# $path (text): the address
missing-page = There is no page { $path }. The list of runs is at /.
# Why there is no page.
# $name (text): of the capture
missing-capture = There is no capture { $name }. The list of captures is at /captures.
# Why there is no page.
captures-off = This server shows no captures. Start plimsoll serve with --captures FOLDER to show the captures of a folder.
# Why nothing is started.
start-off = This server starts no checks. Start plimsoll serve with --allow-start TARGET to allow checks of that target.
# Why a form was not accepted.
old-form = This form is from before the server was restarted. Open the page again, then send the form.
# Why a request was not accepted.
# $most (count): bytes
long-address = The address is longer than { $most } bytes. Shorten the search.
# Why a program gets no answer.
token-needed = The server requires a token. Send the header Authorization: Bearer TOKEN.
# Why a request was not accepted.
other-machine = The request names another machine. Open the address that plimsoll serve printed.
# Why a page does not follow a run.
# $most (count): readers
followers-full = { $most } readers already follow runs, and this server serves no more. Try again later.
# Why an address was not accepted.
one-target = The address must name one target, for example target=/srv/db.
# Why an address was not accepted.
two-runs = The address must name two runs, for example run=7&run=9.
# Why runs are not compared.
# $count (count): different runs that are chosen
# $most (count): runs
choose-runs = { $count ->
        [one] Only { $count } run is chosen
       *[other] { $count } different runs are chosen
    }. Choose 2 to { $most } different runs.
# A mistake in a key of an address.
# $key (text): its name
# $mistake (text): a sentence
key-mistake = { $key }: { $mistake }
# A mistake in a key of an address.
# $known (text): a list of keys
key-unknown = This key is not known. Known keys: { $known }.
# A mistake in a key of an address.
# $most (count): words
many-words = The search has more than { $most } words. Remove some.
# A mistake in a key of an address.
# $value (text): as it was written
# $known (text): a list of values
unknown-value = "{ $value }" is not known. Known values: { $known }.
# A mistake in a key of an address.
# $value (text): as it was written
no-run-number = "{ $value }" is not the number of a run; give a whole number.
# A mistake in a key of an address.
# $value (text): as it was written
no-count = "{ $value }" is not a valid number of runs to skip; give a whole number.
# Why a check is not started.
# $target (text): its name
start-not-allowed = { $target } was not named with --allow-start, so this server starts no check on it.
# Why a check is not started.
# $name (text): of the profile
start-profile = There is no profile { $name }. Choose one from the list.
# Why a check is not started.
# $value (text): as it was sent
start-budget = { $value } is not in the list of times. Choose one from the list.
# Why a check is not started.
# $target (text): of the running check
start-busy = A check of { $target } is running. Start the next one when it has finished.
# Why a check is not started.
# $error (text): what the system said
start-failed = The check did not start: { $error }.
# In place of the list of `plimsoll results`.
list-no-match = No run matches. `plimsoll results` lists all runs.
# The site does not start.
# $address (text)
serve-token-needed = --listen { $address }: other machines could read all results at this address; give --token-file FILE, or
    listen on 127.0.0.1
# The site does not start.
# $count (count)
# $least (count)
serve-token-weak = --token-file: the token has { $count } printable ASCII characters; it needs at least { $least }, and no other
    characters. Make one with: head -c 32 /dev/urandom | base64 > FILE
# The site does not start.
# $option (text)
# $address (text)
# $error (text)
serve-address = { $option } { $address }: { $error }; another program may already be listening at this address: name another
    port, or stop that program
# The site does not start.
# $address (text)
serve-metrics-beyond = --metrics { $address }: other machines could reach this address, but a run serves its figures only to
    this machine; listen on 127.0.0.1, or let node_exporter read --metrics-file FILE
# The site does not start.
# $option (text)
# $path (text)
# $error (text)
serve-tls-file = { $option } { $path }: { $error }; name a file in PEM that this user may read
# The site does not start.
# $error (text)
serve-certificate = --tls-cert and --tls-key: { $error }; the first file holds the certificate chain, the second its private key,
    both as PEM
# The site does not start.
# $error (text)
serve-system = the server cannot run: { $error }

## ServeText: What the server says on the terminal.

unencrypted = warning: without --tls-cert and --tls-key the token and all results cross the network unencrypted
serving = serving
results = results
ends = Ctrl-C ends the server.
