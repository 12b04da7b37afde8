### Повтор записи и подогнанное задание. Словарь — в verdict.ftl.

replay-timing = время воспроизведения: { $operations } операций за { $time }; запись нагрузки длилась { $due } ({ $error }).
at-speed = { $captured }, при скорости, умноженной на { $speed }, — { $due }
replay-late = Опоздание начала операций: медиана { $median }, p99 { $p99 }, наибольшее { $most }; интервалы между
    операциями изменились на { $moved } их среднего.
left-out = Операций вне потоков: { $count }. Это discard, операции с ошибками и операции процессов, на которые приходится
    менее 0,2 % всех операций.
closed = закрытая модель, глубина очереди { $depth }
sessions = сеансов: { $sessions }, транзакций: около { $transactions }; в каждой чтений: { $reads }, другой работы: { $think };
    фиксаций на сброс: { $grouped }
paused-sessions = клиенты делают паузы между транзакциями, { $rate } в секунду
commits = для фиксаций сеансов
commits-assumed = для фиксаций сеансов; sync = "fdatasync" — предположение: сбросов этого потока в записи нет
behind = по { $ios } на транзакцию
open = открытая модель, { $rate } в секунду
bursts = всплесками по { $burst }
steps = шагов скорости: { $steps }
operations = { $operations } { $operations ->
        [one] операция
        [few] операции
       *[many] операций
    }, { $bytes }
flushes = сбросов { $flushes }
of-process = процесс «{ $process }»
in-files = в файлах { $role }
averages = В записи нагрузки есть только средние. Задание предполагает:
assumed-random-places = случайные смещения. Для просмотра, копирования или журнала напишите access = "sequential".
assumed-sizes-around-mean = один размер операции для каждого направления или две степени двойки около среднего. Если размеры
    известны, напишите block = {"{"} 8k = 9, 64k = 1 {"}"}.
assumed-sizes-unknown = размер операции 8 KiB, потому что размеров в записи нет. Если размер известен, напишите block = N.
assumed-constant-queue = не больше одновременных операций, чем было в очереди: она была постоянной, а устройство — всегда занятым.
assumed-random-arrivals = одиночные операции в случайные моменты. Если они приходят всплесками, напишите arrivals = "bursts" и
    burst = N. Если следующую операцию запускает завершение предыдущей, уберите rate.
assumed-flushes-unknown = без сбросов: в журнале нет их числа. Если нагрузка сбрасывает записи, добавьте sync = "fdatasync".
fidelity-unknown = Точность подгонки не измерена. `plimsoll capture fit CAPTURE --refine TARGET` выполнит задание и измерит её.
figure = показатель
captured = в записи
fitted = в задании
error = ошибка
goal = цель
missed = не достигнута
points = п.п.
figure-read-share = доля чтений
figure-size-mean = средний размер
figure-sequential-share = доля последовательных
figure-flush-share = сбросов на операцию
figure-latency-mean = средняя задержка устройства
figure-latency-p99 = p99 задержки устройства
figure-depth-mean = средняя глубина очереди
distance-size-mix = состав размеров (JS)
distance-gaps = интервалы операций (EMD)
distance-latencies = задержка (EMD)
of-mean = { $percent } среднего
figure-iops = IOPS
