### Command lines of other tools: what is said of them beside the tools' own words.

## ForeignFault: What is said of the command line of another tool beside its own words.

needs-value = { $option } needs a value
interrupted = interrupted after { $seconds } s of measurement; every figure covers only that time
not-stored = note: this run is not stored: { $why }; its results are only printed; to store them in another place, give --store FILE
read-only-store = { $store } cannot be written to
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; name a file that can be written
not-a-mapping = "{ $value }" is not FROM=TO, such as --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: not a whole number
empty-file = --size: a file of 0 bytes cannot be tested; give a larger size
needs-size = { $path } does not exist; add its size: --size 4GiB
