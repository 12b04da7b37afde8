### Единицы и слова рядом с числами.

iops = IOPS
transfers = операций/с
commits = коммитов/с
transactions = транзакций/с
shared-commits = коммитов/с с общим сбросом
mibps = МиБ/с
per-second = /с
no-interval = без интервала
share-of-required = { $share } от требуемых { $required }
times-required = { $times } × требуемые { $required }
share-of-limit = { $share } лимита задержки
times-limit = { $times } × лимит задержки
from-to = от { $low } до { $high }
and-more = { $list } и ещё { $count }
both = { $first } и { $last }
about = около { $middle }, ± { $half }
read-iops = IOPS чтения
write-iops = IOPS записи
read-mibps = МиБ/с на чтение
write-mibps = МиБ/с на запись
reads = чтений/с
writes = записей/с
read-mbps = МБ/с на чтение
write-mbps = МБ/с на запись
