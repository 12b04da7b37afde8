### Из чего состоит записанная нагрузка. Словарь — в verdict.ftl.

title = Нагрузка на { $device }
title-host = Нагрузка на { $device } хоста { $host }
from = источник: { $source }
local-time = { $moment } местного времени
not-recorded = не записано { $time }
source-block-trace = трассировка блочного ввода-вывода ядра
source-disk-counters = счётчики дисков ядра
source-iostat = iostat
source-sar = sar
source-performance-counters = счётчики производительности Windows
source-node-exporter = node_exporter
source-blkparse = blkparse
source-fio-iolog = iolog утилиты fio
load = нагрузка
reads = чтение
writes = запись
flushes = сбросы
discards = discard
queue-depth = очередь
durability = сохранность
arrivals = поступление
phase = фаза
device = устройство
files = файлы
processes = процессы
slowest = медленные
slow = { $latency } на { $at } с: { $what }
note = примечание
not-known = неизвестно
ambiguous = неоднозначно
more = и ещё { $count }; все — в --json
share-of-reads = доля чтений { $share }
no-rate = { $count ->
        [one] { $count } операция
        [few] { $count } операции
       *[many] { $count } операций
    }: слишком мало времени для скорости
lost = потеряно при записи нагрузки операций: { $count }
sequential = последовательно { $share }
sequential-streams = последовательно { $share }, одновременно около { $streams } потоков
footprint = затронуто { $size }
footprint-hot = затронуто { $size }; { $share } случайных обращений приходится на { $hot } из них
zipf = zipf theta { $theta } ± { $error }
latency-mean = средняя задержка { $mean }
latency-mean-p99 = средняя задержка { $mean }, p99 { $p99 }
queueing = до этого в очереди ядра: среднее { $mean }, p99 { $p99 }
queueing-share = { $share } до этого в очереди ядра: среднее { $mean }, p99 { $p99 }
sizes = не менее 80 % из них от { $low } до { $high }, в среднем { $mean }
size-range = от { $low } до { $high }
size-mean = в среднем { $mean }
depth-mean = средняя глубина { $mean }
depth-busy = устройство занято { $share } времени, средняя глубина в это время { $mean }
depth-most = не более { $depth } в течение 99 % времени
flush-rate = { $rate } сбросов/с
fua-share = { $share } записей с FUA
sync-share = { $share } записей синхронные
discard-rate = { $rate } discard/с
dispersion-in = { $index } в окнах по { $window }
dispersion = индекс дисперсии { $list }
dispersion-unknown = для индекса дисперсии запись слишком короткая
hurst = показатель Хёрста { $hurst }
no-bursts = (без всплесков индекс 1, показатель Хёрста 0,50)
phase-load = от { $from } до { $to } с: { $load }
no-file = вне известных файлов: { $share } чтений и записей (метаданные, журнал или файлы, созданные после начала)
role-log = журнал
role-data = данные
role-temp = временные
role-backup = резервная копия
role-other = прочее
by-accesses = определено по обращениям
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
durable-each = каждая запись с FUA или со сбросом после неё
durable-share = { $share } записей с FUA или со сбросом после них
process = { $name } ({ $pid }): { $share } операций, чтений { $reads }, записей { $writes }, { $bytes }
unknown = Источник ({ $source }) не показывает: { $list }.
unknown-read-share = доля чтений среди операций
unknown-sizes = размеры (только средние)
unknown-size = размеры
unknown-sequences = доля последовательных обращений
unknown-places = горячие области
unknown-arrivals = всплески внутри интервала
unknown-queue-depths = распределение глубины очереди (только средняя)
unknown-queue-depth = глубина очереди
unknown-latencies = процентили задержки (только средняя)
unknown-busy = время занятости (в журнале больше, чем допускает глубина очереди)
unknown-latency = задержка
unknown-latency-by-direction = задержки чтения и записи по отдельности
unknown-durable-writes = синхронные записи и записи со сбросом
unknown-flushes = сбросы
unknown-processes = процессы
unknown-files = файлы
same-counters = Такие же счётчики даёт любое задание с нагрузкой { $load }: случайной или последовательной, с одним размером или
    разными, ровной или со всплесками. Какая она, покажет трассировка блочного ввода-вывода.
mean-load = { $rate } { $reads ->
        [yes] чтений
       *[no] записей
    } в секунду, в среднем по { $mean }
note-first-report-left-out = { $reports ->
        [1] Первый отчёт не учтён: его интервал неизвестен или начинается с загрузки машины.
       *[other] Не учтены первые отчёты после каждого запуска программы ({ $reports }): их интервалы начинаются с загрузки машины.
    }
note-only-first-report = В журнале один отчёт; возможно, это среднее с загрузки машины. Запишите несколько, например `iostat -x -t 1 600`.
interval-assumed = По журналу не видно, какой длины его интервалы. За интервал отчёта принято { $interval }: скорости верны,
    длительности могут быть неверны. Укажите длину в --interval или пишите журнал с отметками времени (`iostat -t`).
note-operations-divided-like-bytes = Журнал считает чтения и записи вместе. Они разделены пропорционально прочитанным и записанным байтам.
note-latency-of-both-directions = В журнале одна средняя задержка на чтение и запись. Она принята для обеих операций.
note-date-order-assumed = Порядок дня и месяца в датах неоднозначен. Принято, что сначала стоит месяц.
note-clock-steps = Часы переводились назад { $steps ->
        [1] один раз — в строке { $line }. Для этого интервала
        [few] { $steps } раза, впервые — в строке { $line }. Для этих интервалов
       *[other] { $steps } раз, впервые — в строке { $line }. Для этих интервалов
    } принята обычная длина.
long-intervals = { $intervals ->
        [1] Один интервал длиннее остальных (строка { $line }: { $longest }). В нём не хватает отчётов.
       *[other] Интервалов длиннее остальных: { $intervals }; первый — в строке { $line }, самый длинный — { $longest }. В этих интервалах не хватает отчётов.
    }
note-cut-report = Последний отчёт журнала (строка { $line }) обрезан: в нём нет строки устройства. Он не учтён.
note-impossible-rows = { $rows ->
        [1] Не учтена одна строка, в которой чисел нет или таких не бывает ни у одного устройства: строка { $line }.
       *[other] Не учтены строки, в которых чисел нет или таких не бывает ни у одного устройства: { $rows }; первая — строка { $line }.
    }
note-records-missing = В журнале не хватает записей: { $records }. Часть операций или их задержек неизвестна. Повторите трассировку с большими
    буферами (blktrace -b 4096 -n 16).
note-without-completion = Операций без завершения в журнале: { $operations }.
note-without-issue = Завершений операций, отправленных до начала журнала: { $operations }.
made-of = Состав нагрузки
rates-over-time = Скорость во времени
rates-caption = в секунду, интервал { $interval }
rates-label = Чтения и записи в секунду во времени
places-over-time = Смещения во времени
places-caption = Операции по времени и смещению на устройстве: чем насыщеннее цвет, тем их больше.
latency-over-time = Задержка во времени
latency-caption = Операции по времени и задержке: чем насыщеннее цвет, тем их больше.
sizes-heading = Размеры и задержки
sizes-label = Размеры чтений и записей
up-to = до
files-heading = Файлы
processes-heading = Процессы
slowest-heading = Самые медленные операции

needs-trace = --process требует трассировки: по счётчикам не видно, какой процесс выполняет операции; { $why }
process-with-counters = --process требует трассировки: по счётчикам не видно, какой процесс выполняет операции; уберите --counters
several-need-trace = для нескольких устройств сразу нужна трассировка блочного уровня; { $why }
several-with-counters = для нескольких устройств сразу нужна трассировка блочного уровня; уберите --counters
name-one-device = в { $path } операции нескольких устройств ({ $devices }); выберите одно из них: --device
no-such-device = в { $path } нет операций { $device }; есть только { $devices }
no-relation = { $path }, строка { $line }: это не путь с именем; напишите base/5/16397|orders
not-regular = { $shown } — каталог, устройство или другой специальный файл; укажите в --output файл, которого ещё нет
exists = { $shown } уже существует; укажите другой файл или --overwrite, чтобы заменить его
not-written = не удалось записать { $shown } ({ $error }); записанное до этого есть в файле и читается; укажите файл в
    файловой системе, где есть свободное место
trace-needs-root = трассировка блочного ввода-вывода требует прав root: запустите команду с sudo
no-trace-in-kernel = в этом ядре нет трассировки блочного ввода-вывода ({ $error }): нужно ядро с CONFIG_BLK_DEV_IO_TRACE
no-trace-on-system = в этой системе нет трассировки блочного ввода-вывода
trace-not-started = не удалось запустить трассировку блочного ввода-вывода: { $error }
trace-unreadable = не удалось прочитать буфер трассировки: { $error }; записанное до этого есть в файле
no-counters = у { $name } нет счётчиков; укажите диск, который его содержит (его покажет plimsoll inventory)
device-gone = устройство { $shown } отключено; подключите его снова
device-not-found = { $shown } не найдено: { $error }; укажите блочное устройство (их список даёт plimsoll inventory) или путь на его файловой системе
no-block-device = { $shown } лежит на файловой системе без блочного устройства ({ $kind }); укажите блочное устройство (их список даёт
    plimsoll inventory)
not-a-file = { $shown } — не файл; укажите файл записи нагрузки
log-not-a-file = { $shown } — не файл; журнал читается несколько раз, сохраните его в файл
output-not-written = не удалось записать { $shown }: { $error }
imported-nothing = импорт не создал записи нагрузки
log-mistakes = в { $log } есть ошибки; ничего не импортировано
capture-not-written = не удалось сохранить запись нагрузки: { $error }
too-many-ios = в записи нагрузки больше { $ios-max } операций, они не помещаются в память; записывайте нагрузку меньшее время
no-single-io = в записи нагрузки только счётчики по интервалам, а не отдельные операции; запишите трассировку (под root, без --counters)
no-sessions = { $path }: сеансов не видно, поэтому --transactions и --clients ни к чему не относятся; запишите трассировку базы данных,
    которая читает и фиксирует транзакции, вместе с её файлами
no-read-or-write = { $path }: нет ни чтений, ни записей; запишите нагрузку, когда она выше

interrupted = прервано до уточнения задания; задание не записано
compares-ios = --refine сравнивает отдельные операции и требует трассировки; { $reason }
lost-events = предупреждение: при трассировке прогона потеряно событий: { $lost }; показатели задания занижены; закройте другие
    программы
nothing-seen = в трассировке нет операций { $shown }, сравнивать нечего; укажите блочное устройство или файл на ext4 или xfs
no-trace = --refine записывает каждую операцию прогона трассировкой блочного ввода-вывода, а она недоступна ({ $error }); запустите
    команду с sudo
round = прогон { $round } подогнанного задания
run-capture-failed = запись нагрузки прогона прервалась из-за ошибки в plimsoll; сообщите о ней
no-io = подогнанное задание не выполнило операций на { $shown }; запишите нагрузку, когда она выше
simulated = --refine требует файла или устройства: операций симулируемого хранилища ядро не видит
counters-only = предупреждение: записаны только счётчики, потому что { $reason }. Размеры, смещения, процентили задержки и
    процессы операций неизвестны.
output-on-device = предупреждение: { $file } лежит на { $device }, поэтому в записи нагрузки есть и его собственные операции.
    Пишите его на другое устройство.
cost = Затраты на запись нагрузки: { $cpu } одного процессора, { $memory } памяти
captured-intervals = Записано интервалов { $device }: { $count } за { $time } в { $file } ({ $size }).
captured-ios = Записано операций { $device }: { $count } за { $time } ({ $rate } IOPS вместе с flush и discard) в { $file } ({ $size }).
none-of-process = предупреждение: среди замеченных операций ({ $count }) нет ни одной от процесса с именем { $process }. Ядро
    называет потоки, не более чем 15 знаками: укажите имя потока, который выполняет операции (их показывает ps -eLo comm).
lost-trace-events = Потеряно событий трассировки: { $count }
too-slow = предупреждение: запись нагрузки не успевала за событиями трассировки (по два на операцию). Закройте другие программы
    и повторите.
under-way = Операций, начатых раньше записи: { $started }; операций, завершение которых не замечено: { $unfinished }
in-files = В известных файлах: { $share } операций. Остальное — метаданные, журнал и файлы, созданные после начала.
left-out-files = Файлов и каталогов, чьё место на устройстве не записано: { $count } (достигнут предел или нет прав)
size-each = Размер: { $size } на миллион операций
imported-ios = Импортировано операций { $device }: { $count } ({ $time }) в { $file }.
imported-intervals = Импортировано интервалов { $device }: { $count } ({ $time }) в { $file }.
ring-written = Последние { $time } (операций: { $count }) записаны в { $file }; запись продолжается.
show-them = Показать: plimsoll capture show { $file }
option-missing = не указано: { $option }; см. plimsoll capture --help
last-needs-server = для --last нужен адрес сервера Prometheus, например --import http://prometheus:9090
device-missing = не указано устройство; см. plimsoll capture --help
interval-too-short = --interval: счётчики читаются не чаще чем раз в 100ms; укажите 100ms или больше
no-time = { $option }: «{ $text }» — не время; укажите, например, 10m
cut-short = предупреждение: файл { $file } неполон: записанное после байта { $bytes } отсутствует. Запись нагрузки была
    принудительно завершена, или на диске кончилось место.
source-cloud-watch = CloudWatch
source-azure-monitor = Azure Monitor
plain-only = { $url }: запрашивается только http:// без TLS; сохраните ответ через curl и импортируйте файл
no-answer = { $url } не отвечает: { $error }
other-answer = { $url } отвечает «{ $status }», не как Prometheus; укажите сервер, например http://prometheus:9090
