### Тесты целостности. Словарь — в verdict.ftl.

keeps-no-data = { $shown } — симулируемое хранилище, данных не хранит; укажите каталог, файл или устройство
too-small = размер { $shown } — { $size }; нужно не менее { $least }
in-use = { $path } использует другой прогон; дождитесь его конца или укажите другой путь
kept = plimsoll: сохранено как доказательство: { $files }
kept-read-only = plimsoll: сохранено как доказательство, только для чтения: { $files }; удалить можно командой rm -f
size-beside-configuration = --size: файлы и их размеры заданы в конфигурации; укажите ещё и цель или измените размеры в
    конфигурации
no-configurations = --cfg: эта сборка не читает конфигурации SQLIOSim; возьмите сборку с поддержкой SQLIOSim
too-many-users = пользователей слишком много: { $users }; при числе процессоров { $cpus } допустимо не более { $most };
    уменьшите UserCount в конфигурации
no-such-cpus = Affinity={ $affinity } — битовая маска, которая не выбирает ни одного процессора из доступных здесь
    ({ $allowed }); Affinity=0 выбирает все
evidence-in-store = plimsoll: { $why }; доказательства покажут `plimsoll results report { $run } -o FILE` и `plimsoll results show
    { $run } --json`
fault = plimsoll: ошибка в { $what } { $path }: { $text }
late-operation = plimsoll: { $what } { $path }: { $text }
waiting = plimsoll: ожидание незавершённых операций ({ $waiting }, самая долгая — { $oldest }); прервите ещё раз, чтобы не ждать:
    найденное сохранено в { $place }
leftovers = принудительно завершённый `verify` оставил { $size } в { $folder }: { $files }. Удалить: plimsoll verify --clean { $quoted }
removed = удалено: { $path }
stays-in-use = оставлено, потому что используется: { $path }
stays-of-others = оставлено, потому что создано другой командой: { $path }
stays-as-evidence = оставлено как доказательство ошибки: { $path }; когда оно больше не нужно, удалите его командой rm -f
nothing-to-remove = удалять нечего
