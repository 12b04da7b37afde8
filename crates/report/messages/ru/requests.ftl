### Запросы исследований: что в них неверно. Словарь — в verdict.ftl.

mixed-clocks = у симулируемых хранилищ свои часы, их нельзя сравнивать с вариантами, которые собираются; уберите одно из
    двух
few-disks-to-compare = calibrate сравнивает диски между собой; укажите не меньше двух дисков или симулируемые, например
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale измеряет растущий набор дисков; укажите не меньше двух дисков или симулируемые, например
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
few-disks-recorded = --recorded: calibrate сравнивает диски между собой, а в файлах есть результаты только одного диска
few-sets-recorded = --recorded: ни для одной нагрузки нет результатов с двумя разными числами дисков; укажите результаты растущего
    набора, в которых назван каждый диск, или CSV-файл со столбцом «disks»
no-load-in-common = --recorded: нет нагрузки (чтение или запись, размер блока, порядок доступа, глубина очереди), записанной для всех
    дисков: { $names }
profile-not-job = --for: { $file } — профиль, а не задание; для профиля есть `plimsoll check --for`
layout-without-place = --layout { $layout }: не указана цель
layout-form = напишите { $form }
name-is-taken = имя { $name } зарезервировано; выберите другое
key-twice = { $key }= указано дважды
value-twice = { $option }: { $value } указано дважды; укажите каждое значение один раз
not-a-number-of-disks = «{ $value }» — не число дисков
unknown-key = «{ $key }» — неизвестный ключ варианта; есть usable и redundancy
grid-names-layouts = --grid: -R здесь не имеет смысла; варианты задаёт --layout
one-layout-recorded = --recorded: { $record } содержит один вариант, а для сравнения нужно не меньше двух; его средние
    значения покажет `plimsoll results import`
few-layouts = compare сравнивает варианты между собой; укажите не меньше двух в --layout или --build
too-many-layouts = --recorded: вариантов в { $record }: { $count }, а сравнить можно не более { $most }; удалите часть из
    файла
too-many-points = --recorded: точек в { $record }: { $count }, а сравнить можно не более { $most }; удалите часть из файла
record-unreadable = --recorded: не удалось прочитать { $shown }: { $error }
order-unknown-in-part = у вариантов нет ни одной общей точки: у точек { $told } порядок доступа указан, у точек
    { $untold } — нет; впишите random или sequential в столбец «order» каждой строки
nothing-in-common = у вариантов нет ни одной общей точки (размер блока, глубина очереди, потоки); запишите для всех
    вариантов одни и те же точки

unknown-role = --roles: «{ $name }» — не роль профиля { $profile }; его роли: { $roles }
job-of-another-tool = { $file } — задание { $tool }. Запустите его командой `plimsoll { $command }` или сначала
    преобразуйте: plimsoll convert { $file } --to native -o JOB.toml
unknown-profile = нет профиля «{ $name }»; есть профили { $profiles }
stream-of-sessions = { $file }: поток { $stream } относится к сессиям без скорости. Проверьте каждое хранилище командой `plimsoll check` и
    сравните транзакции командой `plimsoll diff` или добавьте `rate` в `transaction`
stream-without-rate = { $file }: поток { $stream } — закрытая модель, поэтому у него нет скорости, по которой определить
    его вес; задайте потоку скорость, например rate = 500 (в задании fio: rate_iops=500), или удалите его
unknown-profile-near = нет профиля «{ $name }»; возможно, { $near }? Есть профили { $profiles }

own-profiles = Ваши профили: NAME.toml в { $folder }
