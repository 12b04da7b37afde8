### Тесты целостности. Словарь — в verdict.ftl.

keeps-no-data = { $shown } — симуляция, данные не хранит; укажите каталог, файл или устройство
too-small = размер { $shown } — { $size }; нужно не менее { $least }
in-use = { $path } использует другой прогон
kept = plimsoll: { $files } оставлены для поиска причины
kept-read-only = plimsoll: { $files } оставлены для поиска причины только на чтение, до rm -f
size-beside-configuration = --size: файлы и размеры заданы в конфигурации; укажите и цель или измените размер там
no-configurations = --cfg: инструмента с такими конфигурациями нет в этой сборке
too-many-users = пользователей { $users }, а процессоров { $cpus } — на них не более { $most }; уменьшите UserCount в конфигурации
no-such-cpus = Affinity={ $affinity } не содержит ни одного доступного процессора ({ $allowed }); 0 — все доступные
evidence-in-store = plimsoll: { $why }; подробности — в `plimsoll report { $run } -o FILE` и `plimsoll results show { $run } --json`
fault = plimsoll: нарушение в { $what } { $path }: { $text }
waiting = plimsoll: ожидание незавершённых операций ({ $waiting }, самая долгая — { $oldest }); прервите ещё раз, чтобы не ждать:
    найденное сохранено в { $place }
removed = удалено: { $path }
stays-in-use = используется, остаётся: { $path }
stays-of-others = другой команды, остаётся: { $path }
stays-as-evidence = свидетельство ошибки, остаётся до rm -f: { $path }
nothing-to-remove = удалять нечего
