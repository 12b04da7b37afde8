### Вердикт проверки.
### Словарь: load line — предел нагрузки; role — роль; verdict — вердикт; latency limit — лимит задержки; queue depth — глубина
### очереди; trial — замер; target — цель; requirement — требование; stall — остановка; budget — бюджет времени; throughput —
### пропускная способность; closed/open loop — закрытая/открытая модель нагрузки; page cache — страничный кэш; flush — сброс.

fit = ПОДХОДИТ
not-fit = НЕ ПОДХОДИТ
cannot-tell = НЕЯСНО
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
limit-cpu = процессоры этой машины
limit-depth = наибольшая глубина очереди этой проверки
limit-unknown = причина неизвестна
limit-quota-owner = квота { $owner } ({ $rate })
limit-quota-rate = вероятно, квота (постоянно { $rate })
limit-quota-unsure = квота или интерфейс (постоянная скорость с круглым значением)
job-multiple = в { $times } раза больше нагрузки задания ({ $rate })
job-peak = Нагрузка задания меняется: пик в { $peak } раза выше среднего. Вердикт дан для среднего значения. Чтобы потребовать
    пик, добавьте --require 'load>={ $peak }x'.
confidence = в скобках { $percent }%-ные интервалы
