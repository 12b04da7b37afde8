### Отказы операционной системы. Словарь — в verdict.ftl.

ask-ledger = не удалось опросить реестр на { $object }: { $error }
ask-size = не удалось узнать размер { $object }: { $error }
ask-space = не удалось узнать свободное место в { $object }: { $error }
begin-in-ledger = не удалось начать прогон в реестре { $object }: { $error }
create = не удалось создать { $object }: { $error }
drop-caches = не удалось сбросить кэши ядра, это может только root: { $error }
find = не удалось найти { $object }: { $error }
find-extents = не удалось узнать, где на устройстве лежит { $object }: { $error }
listen = не удалось открыть { $object } для подключений: { $error }
lock = не удалось заблокировать { $object }: { $error }
look-at = не удалось проверить { $object }: { $error }
make-folder-of = не удалось создать каталог для { $object }: { $error }
make-in = не удалось создать файл в { $object }: { $error }
open = не удалось открыть { $object }: { $error }
open-ledger = не удалось открыть реестр { $object }: { $error }
prefill = не удалось предзаполнить { $object }: { $error }
read = не удалось прочитать { $object }: { $error }
read-ledger = не удалось прочитать реестр { $object }: { $error }
remove = не удалось удалить { $object }: { $error }
reserve = не удалось зарезервировать место для { $object }: { $error }
reserve-bytes = не удалось зарезервировать { $bytes } для { $object }: { $error }
start-writer = не удалось запустить процесс записи: { $error }
write = не удалось записать { $object }: { $error }
write-ledger = не удалось записать в реестр { $object }: { $error }
write-stdout = не удалось записать в стандартный вывод: { $error }
as-owner = запустите от имени владельца файла или каталога либо с sudo (права показывает ls -ld)
check-path = проверьте путь
free-space = освободите там место либо возьмите меньший размер или другое место
as-root = запустите с sudo или вне контейнера
elsewhere = укажите место, доступное для записи
kernel-log = ищите ошибки устройства в журнале ядра (dmesg)
file-limit = увеличьте предел открытых файлов (ulimit -n)
memory-refused = не хватает памяти: система отказала в запросе на
memory-refused-bytes = байт; задайте меньше исполнителей, меньшую глубину, меньшие блоки или меньшую цель либо увеличьте предел
    памяти (ulimit -v, cgroup, контейнер); сохранённые результаты не пропадут
file-space-shortage = в файловой системе осталось бы свободно только { $left }, а должно остаться { $kept } (10 % её размера, не меньше
    1 ГиБ)
file-other-file = после проверки его место занял другой файл
file-immutable = файл или его каталог неизменяемый или допускает только дозапись; это видно в lsattr и снимается командой chattr -i или -a
file-only-read = его можно только читать
