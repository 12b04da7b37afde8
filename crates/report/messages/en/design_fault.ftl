### The settings of the writer of a power-cut test: why they are refused.

## integrity::commits::DesignFault: Why the settings of a writer are refused.

# $page (bytes)
page-size = --page-size: { $page } is not a multiple of 512 bytes up to 1 MiB; use 4K or 8K
group-empty = --group: a group has at least one commit; give 1 or more
# $group (count)
group-too-large = --group: { $group } pages are more than 16 MiB in one write; give fewer commits, or a smaller --page-size
# $ahead (count)
too-few-ahead = --group: { $ahead } commits ahead of the ledger are fewer than two groups; give a smaller --group
# $pages (count)
# $least (count)
# $most (count)
log-size = --group: a log of { $pages } pages is outside { $least } (twice what may be ahead of the ledger) to { $most }; give a smaller --group
# $pages (count)
pages-of-commit = --pages: { $pages } pages for a commit are outside 1 to 64; give 1 to 64
# $pages (count)
# $least (count)
# $most (count)
data-size = --size: { $pages } data pages are outside { $least } to { $most }; give another --size or --page-size
