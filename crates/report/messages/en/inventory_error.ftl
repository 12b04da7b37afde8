### The inventory of a path that cannot be examined.

## base::refusal::InventoryError: Why a path could not be examined.

# $path (path): as the user gave it
path = cannot examine { $path }: { $error }; give a directory, a file or a block device that exists

# $path (path): without symbolic links
not-a-target = { $path } is neither a directory, a file nor a block device; give one of these
