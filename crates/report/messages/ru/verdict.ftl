### Вердикт проверки.
### Словарь: load line — предел нагрузки; role — роль; verdict — вердикт; latency limit — лимит задержки; queue depth — глубина
### очереди; trial — замер; target — цель; requirement — требование; stall — зависание; budget — бюджет времени; throughput —
### пропускная способность; closed/open loop — закрытая/открытая модель нагрузки; page cache — страничный кэш; flush — сброс.

verdict-fit = ПОДХОДИТ
verdict-not-fit = НЕ ПОДХОДИТ
verdict-cannot-tell = НЕЯСНО
on = для { $subject } на { $target }
subject-on = { $subject } на { $target }
state-running = не завершено
state-interrupted = прервано
state-failed = завершилось с ошибкой
required = требуется: { $requirement }
weight-forbids = без ответа
weight-warning = внимание
weight-note = примечание
limit-device = само хранилище
limit-cpu = процессорное время plimsoll
limit-depth = наибольшая глубина очереди этой проверки, а не хранилище
rate-for = { $rate } в течение { $time }
limit-unknown = неизвестная причина
limit-quota-owner = квота cgroup { $group } на { $device } ({ $rate })
limit-quota-commit = { $limit }; каждый коммит считается за { $count } { $count ->
        [one] запись
        [few] записи
       *[other] записей
    }, потому что ядро считает сброс за запись
limit-quota-rate = вероятно, квота (постоянно { $rate })
limit-quota-unsure = квота или интерфейс (постоянная скорость с круглым значением)
job-multiple = { $times } × нагрузка задания ({ $rate })
mean-latency = в среднем { $mean }
sessions-reached = { $sessions } сессий достигают { $rate }; каждая транзакция ждёт хранилище: { $latency }
sessions-required = . При { $required }/с: { $rate }, { $latency }
job-log = . Журнал сохраняет свои { $rate } записей/с, каждая в { $times } раза больше, потому что на один сброс приходится больше коммитов
    (group commit). Все остальные потоки дают в { $times } раза больше своих { $other } IOPS
job-peak = Нагрузка задания меняется: пик — { $peak } × среднее. Вердикт дан для средней нагрузки. Чтобы потребовать
    пиковую, добавьте --require 'load>={ $multiple }x'.
confidence = в скобках { $percent }%-ные интервалы
io-of-job = потоков задания: { $streams }, чтений { $reads } %
io-reads = { $random ->
        [yes] случайное
       *[no] последовательное
    } чтение по { $size }
io-writes = { $random ->
        [yes] случайная
       *[no] последовательная
    } запись по { $size }{ $sync }
io-mixed = { $random ->
        [yes] случайный
       *[no] последовательный
    } доступ по { $size }, чтений { $reads } %{ $sync }
io-durable = , с гарантией сохранности ({ $flag })
io-sizes = { $from }–{ $to }
order-unknown = порядок неизвестен
load-depth = глубина очереди { $depth }
load-threads = потоков: { $threads }
