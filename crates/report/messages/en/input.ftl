### Files that a user names: why the text of one is not taken.

## InputFault: Why the text of a file is not taken although the system gave it.

# $byte (count)
not-utf8 = byte { $byte } is not UTF-8
# $bytes (bytes)
too-large = it is larger than { $bytes }, the limit for such a file
