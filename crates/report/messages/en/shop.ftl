### The requirement and the file of disks of a sizing: what is wrong with them.

# A clause of the requirement.
# $text (text)
no-rate = "{ $text }" requires no rate; add one, such as iops>=8000 or mibps>=400
# A clause of the requirement.
# $clause (text)
# $sign (text)
sign = "{ $clause }": only { $sign } is accepted here
# A line of the file of disks.
# $line (text)
# $error (text)
in-line = line { $line }: { $error }
# A line of the file of disks.
# $name (text)
twice = layout { $name } is defined twice; remove one of the lines
# A line of the file of disks.
# $name (text)
# $disks (count)
twice-of-disks = layout { $name } of { $disks } disks is defined twice; remove one of the lines
# A line of the file of disks.
# $kind (text)
no-name = write a name after { $kind }
# A line of the file of disks.
# $word (text)
unknown-kind = "{ $word }" is neither disk nor layout; begin the line with one of them
# A line of the file of disks.
# $key (text)
# $known (text)
unknown-key = "{ $key }" is not a known key; the known keys are { $known }
# A value.
order = the order must be random or sequential
# A value.
share = the share of writes must be between 0 and 1, such as 0.3 or 30%
# A value.
# $text (text)
number = "{ $text }" is not a number above 0
# A value.
# $text (text)
count = "{ $text }" is not a whole number from 1 to 4294967295
# A value.
# $turns (text)
turns = no usual rate is known for { $turns } rpm; write iops=N instead
# A value.
# $text (text)
level = "{ $text }" is not one of single, raid0, raid1, raid10, raid5, raid6
