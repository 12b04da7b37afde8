### Подписи в терминале: у роли не длиннее 10 букв, в последних строках не длиннее 12.

load-line = предел
load-line-is = наибольшая скорость в лимите задержки
unconfirmed = не подтверждён
no-load-line = предел нагрузки не найден
latency = задержка
limit = лимит
latency-of-limit = { $quantile } { $latency } { $line ->
        [yes] на пределе нагрузки
       *[no] при наименьшей нагрузке проверки
    }, лимит { $limit }
required = требуется
at-required-rate = при { $rate }: { $quantile } { $latency }, лимит { $limit }
short-trials-vary = . Это больше, чем на пределе нагрузки, вероятно, потому что { $quantile } коротких проб непостоянен.
operations-of-job = { $required ->
        [yes] при требуемой скорости
       *[no] на пределе нагрузки
    }: { $quantile } чтений { $reads }, записей { $writes }, коммитов { $commits }
times-of-job = нагрузке { $times }x ({ $rate }{ $log ->
        [yes] ; журнал пишет так же часто, но крупнее
       *[no] { "" }
    })
job = задание
shared = групповые
no-shared-line = выигрыш от общих сбросов не подтверждён
shared-rate = { $rate }, до { $size } { $size ->
        [one] коммита
       *[other] коммитов
    } на один сброс
one-by-one = по одному
closed-loop = каждая ждёт предыдущую (закрытая модель)
of-capture = операции из записи нагрузки
limited-by = сдерживает
because = причина
reason-limited-by = { $reason } Ограничивает: { $limit }.
measured = измерено
took = длительность { $time }
report = отчёт
stored = сохранено
repeat = повторить
note = примечание
more-roles = { $count ->
        [one] ещё { $count } роль — в отчёте
        [few] ещё { $count } роли — в отчёте
       *[many] ещё { $count } ролей — в отчёте
    }
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
