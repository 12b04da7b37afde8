### Из чего состоит записанная нагрузка. Словарь — в verdict.ftl.

title = Нагрузка на { $device }
title-host = Нагрузка на { $device } хоста { $host }
from = источник: { $source }
source-block-trace = трассировка блочного ввода-вывода ядра
source-disk-counters = счётчики дисков ядра
source-iostat = iostat
source-sar = sar
source-performance-counters = счётчики производительности Windows
source-blkparse = blkparse
source-iolog = iolog утилиты fio
load = нагрузка
reads = чтение
writes = запись
flushes = сброс
discards = discard
queue-depth = очередь
durability = сохранность
arrivals = поступление
phase = фаза
files = файлы
processes = процессы
note = примечание
not-known = неизвестно
ambiguous = неоднозначно
more = и ещё { $count }; все — в --json
share-of-reads = чтений { $share }
lost = потеряно при записи нагрузки операций: { $count }
sequential = последовательных { $share }
sequential-streams = последовательных { $share }, одновременно около { $streams } потоков
footprint = использовано { $size }
footprint-hot = использовано { $size }; { $share } случайных обращений приходится на { $hot }
zipf = zipf theta { $theta } ± { $error }
latency-mean = средняя задержка { $mean }
latency-mean-p99 = средняя задержка { $mean }, p99 { $p99 }
sizes = от { $low } до { $high } (в среднем { $mean })
size-range = от { $low } до { $high }
size-mean = в среднем { $mean }
depth-mean = средняя глубина { $mean }
depth-busy = диск занят { $share } времени, средняя глубина в это время { $mean }
depth-most = 99 % времени не более { $depth }
flush-rate = { $rate } сбросов/с
fua-share = { $share } записей с FUA
sync-share = завершения { $share } записей ждёт поток
discard-rate = { $rate } discard/с
dispersion-in = { $index } в окнах по { $window }
dispersion = индекс дисперсии { $list }
dispersion-unknown = для индекса дисперсии запись слишком короткая
hurst = показатель Хёрста { $hurst }
no-bursts = (без всплесков было бы 1 и 0,50)
phase-load = с { $from } по { $to } с: { $load }
no-file = без файла: { $share } чтений и записей (метаданные, журнал или файлы, созданные после начала)
role-log = журнал
role-data = данные
role-temp = временные
role-backup = резервная копия
role-other = прочее
by-accesses = по обращениям
file-count = { $count } { $count ->
        [one] файл
        [few] файла
       *[many] файлов
    }
file-side = { $share } { $reads ->
        [yes] чтений
       *[no] записей
    }, { $order } { $sizes }
order-sequential = последовательно
order-random = случайно
durable-each = после каждой записи сброс или FUA
durable-share = после { $share } записей сброс или FUA
process = { $name } ({ $pid }): { $share } операций, чтений { $reads }, записей { $writes }, { $bytes }
unknown = Источник ({ $source }) этого не показывает: { $list }.
unknown-read-share = доля чтений
unknown-sizes = размеры (только средние)
unknown-sequences = последовательность обращений
unknown-places = горячие области
unknown-arrivals = всплески внутри интервала
unknown-depths = распределение глубины очереди (только средняя)
unknown-depth = глубина очереди
unknown-latencies = процентили задержки (только средняя)
unknown-latency = задержка
unknown-latency-by-direction = задержки чтения и записи по отдельности
unknown-durable-writes = синхронные записи и записи со сбросом
unknown-flushes = сбросы
unknown-processes = процессы
unknown-files = файлы
same-counters = Такие же счётчики даёт любое задание с нагрузкой { $load }: случайной или последовательной, с одним размером или разными, с
    горячими областями или без них, ровной или со всплесками. Какая она, покажет трассировка.
mean-load = { $rate } { $reads ->
        [yes] чтений
       *[no] записей
    } в секунду, в среднем по { $mean }
first-report = { $reports ->
        [1] Первый отчёт не учтён: его интервал неизвестен или начинается с загрузки машины.
        [one] Не учтён { $reports } первый отчёт: его интервал начинается с загрузки машины.
       *[many] Не учтены первые отчёты ({ $reports }): их интервалы начинаются с загрузки машины.
    }
only-first-report = В журнале один отчёт; возможно, это среднее с загрузки машины. Запишите несколько, например `iostat -x -t 1 600`.
interval-assumed = В журнале нет времени. За интервал отчёта принято { $interval }: скорости верны, длительности могут быть неверны. Укажите
    интервал в --interval или пишите журнал с -t.
divided-like-bytes = Журнал считает чтения и записи вместе. Они разделены пропорционально байтам.
latency-of-both = В журнале одна средняя задержка на чтение и запись. Она отнесена к обоим.
date-order = Порядок дня и месяца в датах неоднозначен. Первым считается месяц.
clock-steps = Часы переводились назад, раз: { $steps }; впервые — в строке { $line }. Эти интервалы учтены как обычные.
long-intervals = Более длинных интервалов: { $intervals }; первый — в строке { $line }, самый длинный — { $longest }. Там не хватает отчётов.
impossible-rows = Не учтены строки с числами, невозможными для устройства: { $rows }; первая — строка { $line }.
records-missing = В журнале не хватает записей: { $records }. Часть операций или их задержек неизвестна. Повторите трассировку с большими
    буферами (blktrace -b 4096 -n 16).
without-completion = В журнале нет завершений { $operations } операций.
without-issue = Завершений операций, начатых до начала журнала: { $operations }.
made-of = Состав нагрузки
rates-over-time = Скорость во времени
rates-caption = в секунду, интервал { $interval }
rates-label = Чтений и записей в секунду во времени
places-over-time = Области во времени
places-caption = Операции по времени и месту на устройстве: чем насыщеннее цвет, тем их больше.
latency-over-time = Задержка во времени
latency-caption = Операции по времени и задержке: чем насыщеннее цвет, тем их больше.
sizes-heading = Размеры и задержки
sizes-label = Размеры чтений и записей
up-to = до
files-heading = Файлы
processes-heading = Процессы

needs-trace = --process требует трассировки: по счётчикам не видно, чьи это операции; { $why }
not-regular = { $shown } — не обычный файл; укажите другой
exists = { $shown } уже существует; укажите другой файл или замените его с --overwrite
not-written = сбой записи { $shown }, { $error }; записанное до этого есть в файле и читается; укажите файл там, где есть место
trace-needs-root = трассировка требует прав root: запустите с sudo
no-trace-in-kernel = в этом ядре нет трассировки ({ $error }): нужно ядро с CONFIG_BLK_DEV_IO_TRACE
trace-not-started = трассировка не запускается: { $error }
trace-unreadable = сбой чтения буфера трассировки: { $error }; записанное до этого есть в файле
no-counters = в /proc/diskstats нет счётчиков { $name }; укажите диск, на котором оно лежит (его покажет lsblk)
device-gone = устройство { $shown } пропало; подключите его снова
device-not-found = { $shown } не найдено: { $error }; укажите блочное устройство (их список даёт lsblk) или путь на его файловой системе
no-block-device = { $shown } лежит на файловой системе без блочного устройства ({ $kind }); укажите блочное устройство (их список даёт
    lsblk)
not-a-file = { $shown } — не файл; укажите запись нагрузки
log-not-a-file = { $shown } — не файл; журнал читается несколько раз, сохраните его в файл
output-not-written = сбой записи { $shown }: { $error }
imported-nothing = импорт ничего не дал
log-mistakes = в { $log } есть ошибки; ничего не импортировано
capture-not-written = сбой сохранения записи нагрузки: { $error }
too-many-ios = в ней больше { $ios-max } операций, они не помещаются в память; запишите нагрузку за меньшее время
no-single-io = в ней счётчики интервалов, а не отдельные операции; запишите трассировку (под root, без --counters)
no-read-or-write = { $path }: нет ни чтений, ни записей; запишите время с большей нагрузкой

interrupted = прервано до уточнения задания; задание не записано
compares-ios = --refine сравнивает отдельные операции и требует трассировки; { $reason }
lost-events = предупреждение: при записи прогона потеряно событий: { $lost }; показатели задания занижены; закройте другие программы
nothing-seen = в трассировке нет операций { $shown }, сравнивать нечего; укажите блочное устройство или файл на ext4 или xfs
no-trace = --refine записывает каждую операцию прогона трассировкой ядра, а она недоступна ({ $error }); запустите с sudo
round = прогон { $round } подогнанного задания
no-io = подогнанное задание не выполнило операций на { $shown }; запишите время с большей нагрузкой
simulated = --refine требует файла или устройства: операций симулируемого хранилища ядро не видит
counters-only = предупреждение: записаны только счётчики, потому что { $reason }. Размеры, места и процентили операций неизвестны, как и кто
    их выполнял.
output-on-device = предупреждение: { $file } лежит на { $device }: его запись попадает в захват. Пишите его на другое устройство.
cost = Затраты на захват: { $cpu } одного процессора, { $memory } памяти
captured-intervals = Записано интервалов { $device }: { $count } за { $time } в { $file } ({ $size }).
captured-ios = Записано операций { $device }: { $count } за { $time } ({ $rate } IOPS) в { $file } ({ $size }).
lost-trace-events = Потеряно событий трассировки: { $count }
too-slow = предупреждение: захват не успевал; на операцию приходится два события. Закройте другие программы и повторите.
under-way = Уже выполнялось в начале: { $started }; завершение не замечено: { $unfinished }
in-files = В известных файлах: { $share } операций. Остальное — метаданные, журнал и файлы, созданные позже начала.
left-out-files = Файлов и папок вне карты: { $count } (пределы или нет прав)
size-each = Размер: { $size } на миллион операций
imported-ios = Импортировано операций { $device }: { $count } ({ $time }) в { $file }.
imported-intervals = Импортировано интервалов { $device }: { $count } ({ $time }) в { $file }.
show-them = Показать: plimsoll capture show { $file }
option-missing = не указано: { $option }; см. plimsoll capture --help
device-missing = не указано устройство; см. plimsoll capture --help
interval-too-short = --interval: счётчики читаются не чаще чем раз в 100ms; укажите 100ms или больше
no-time = { $option }: «{ $text }» — не время; укажите, например, 10m
cut-short = предупреждение: файл { $file } неполон: записанное после байта { $bytes } отсутствует. Захват был прерван, или на его диске
    кончилось место.
