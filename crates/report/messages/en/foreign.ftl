### Command lines of other tools: what is said of them beside the tools' own words.

## ForeignFault: What is said of the command line of another tool beside its own words.

needs-value = { $option } needs a value
interrupted = interrupted after { $seconds } s of counting; every figure is of that time alone
not-stored = note: this run is not stored: { $why }; its results are printed, and --store FILE names another place
read-only-store = { $store } cannot be written to
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; name a file that can be written
not-a-mapping = "{ $value }" is not FROM=TO, such as --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: not a whole number
empty-file = --size: a file of 0 bytes holds nothing
needs-size = { $path } does not exist; add its size: --size 4GiB
