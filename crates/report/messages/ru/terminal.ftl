### Подписи в терминале: у роли не длиннее 10 букв, в последних строках не длиннее 12.

load-line = предел
load-line-is = наибольшая скорость в лимите задержки
latency-of-limit = { $quantile } { $latency } { $line ->
        [yes] на пределе нагрузки
       *[no] при наименьшей нагрузке проверки
    }, лимит { $limit }
required = требуется
operations-of-job = { $required ->
        [yes] при требуемой скорости
       *[no] на пределе нагрузки
    }: { $quantile } чтений { $reads }, записей { $writes }, коммитов { $commits }
job = задание
closed-loop = каждая ждёт предыдущую (закрытая модель)
of-capture = операции из записи нагрузки
limited-by = сдерживает
measured = измерено
took = длительность { $time }
report = отчёт
stored = сохранено
repeat = повторить
note = примечание
more-warnings = ещё сообщений: { $count } ({ $weights }); они есть в отчёте и в выводе --json
count-forbids = без ответа: { $count }
count-warnings = { $count ->
        [one] { $count } предупреждение
        [few] { $count } предупреждения
       *[many] { $count } предупреждений
    }
count-notes = { $count ->
        [one] { $count } примечание
        [few] { $count } примечания
       *[many] { $count } примечаний
    }
more-notes = { $count ->
        [one] ещё { $count } примечание в отчёте
        [few] ещё { $count } примечания в отчёте
       *[many] ещё { $count } примечаний в отчёте
    }
phase = фаза { $name }
nothing-measured = ничего не измерено
depth = глубина очереди { $mean }
depth-of = глубина очереди { $mean } из { $set }
over = за { $seconds }
open-loop = открытая модель, подано { $rate } IOPS
dropped = { $count ->
        [one] { $count } операция отброшена
        [few] { $count } операции отброшены
       *[many] { $count } операций отброшено
    }
no-latencies = задержки неизвестны
no-operation = ни одна операция не завершилась
latency-column = задержка
mean-column = среднее
read = чтение
write = запись
commit = коммит
flush = сброс
total = { $operation } полн.
service = хранилище
trouble = ошибок: { $errors }, неполных передач: { $short }
time-left = осталось { $time }
time-left-within = осталось { $middle } +/- { $half } { $unit }
roles = каждая роль отдельно:
head-role = роль
head-carries = выдержано
head-latency = задержка при этом
head-room = запас
latency-of = { $quantile } { $latency } из { $limit }
times = { $times } ×
shared-commits = { $role }: { $shared } до { $size } коммитов на сброс, { $alone } по одному
by-storage = хранилище
tried = проверено: { $figures }
by-quota = квота, { $rate }
by-group-quota = cgroup, { $rate }
by-some-quota = квота
by-cpus = процессоры
by-depth = глубина { $depth }
by-unknown = неизвестно
process-column = процесс
file-column = файл
max-column = макс.
flushes-column = сбросов/с
device-column = устройство
