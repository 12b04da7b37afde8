### Запросы исследований: что в них неверно. Словарь — в verdict.ftl.

mixed-clocks = у симулируемых хранилищ свои часы, их нельзя указать вместе с собираемыми раскладками; уберите одно из двух
over-classic-grid = по классической сетке из 210 точек
each-alone = дисков: { $disks }, каждый отдельно
few-disks-to-compare = calibrate сравнивает диски между собой; назовите два или больше, или симулируемые диски, например
    'sim:hdd?disks=14&layout=none'
few-disks-to-add = scale наращивает набор дисков; назовите два или больше, или симулируемые диски, например
    'sim:hdd?disks=14&layout=none&cap_mibps=900'
profile-not-job = --for: { $file } — профиль, а не задание; для профиля есть `plimsoll check --for`
layout-without-place = --layout { $layout }: не указана цель
layout-with-place = --layout { $layout }: вместе с --recorded цель не указывается, точки раскладки уже есть; цену задаёт
    { $name }=,price=N
layout-says-nothing = --layout { $layout }: ничего не задаёт; добавьте price=, usable= или redundancy=
name-is-taken = имя { $name } занято программой; возьмите другое
key-twice = { $key }= указано дважды
not-a-number-of-disks = «{ $value }» — не число дисков
unknown-key = «{ $key }» — не price, usable или redundancy
not-a-price = «{ $price }» — не цена; напишите число больше 0
grid-names-layouts = --grid: -R здесь не имеет смысла; раскладки задаёт --layout
few-layouts = { $kind } сравнивает раскладки между собой; укажите две или больше в --layout или --build
time-too-short = --time: { $time } мало; не менее 1 с, обычно { $usual }
no-passes = --passes: нужно 1 или больше
no-price = --by price: нет цены { $layouts }; добавьте price=N к каждому --layout, все в одной валюте
too-many-layouts = --recorded: в { $record } раскладок { $count }; сравнить можно не более { $most }: уберите часть из файла
too-many-points = --recorded: в { $record } точек { $count }; сравнить можно не более { $most }: уберите часть из файла
no-percentile = --metric p99: в { $shown } есть точки без 99-го перцентиля; сравните по пропускной способности
layout-not-recorded = --layout { $layout }: в записи нет такой раскладки; есть { $layouts }
record-unreadable = --recorded: сбой чтения { $shown }: { $error }
no-points-of-layouts = --recorded: в прогоне { $run } нет точек раскладок; укажите прогон вида { $kinds } или файл сетки
order-unknown-in-part = у раскладок нет общих точек: у { $told } указано, случайны ли обращения, у { $untold } — нет; впишите random или
    sequential в столбец order каждой строки
nothing-in-common = у раскладок нет общих точек
point-missing = { $shown }: нет точки { $point } у { $layouts }
order-unknown = { $shown }: точки без порядка доступа не отвечают ни за random, ни за sequential; впишите порядок в столбец order
    каждой строки или уберите --for и -f из --grid
leave-out-missing = { $shown }: уберите отсутствующее либо --grid и --for целиком

unknown-role = --roles: «{ $name }» — не роль профиля { $profile }; есть { $roles }
job-of-another-tool = { $file } — задание { $tool }. Запустите его через `plimsoll { $command }` или сначала преобразуйте: plimsoll
    convert { $file } --to native -o JOB.toml
unknown-profile = нет профиля «{ $name }»; есть { $profiles }
stream-without-rate = { $file }: поток { $stream } — замкнутый цикл без частоты, по которой его можно взвесить; задайте её, например rate = 500, или уберите поток
unknown-profile-near = нет профиля «{ $name }»; вы имели в виду { $near }? Есть { $profiles }

own-profiles = Ваши профили: NAME.toml в { $folder }
