### Исследования: общее для всех, в терминале и в HTML-отчёте. Словарь — в verdict.ftl; point — точка измерения; peers — остальные.

named = исследование «{ $name }»
on = { $kind } на { $target }
built-target = { $target }; варианты с дисками в скобках собраны для теста и затем разобраны
not-begun = Не начато.
stopped-early = Остановлено до первого результата.
stopped-after = Остановлено после { $points } { $points ->
        [one] точки
       *[other] точек
    }.
no-verdict = Вердикта нет: слишком много операций завершилось ошибкой в { $points } { $points ->
        [one] точке
       *[other] точках
    }. По успешным операциям: { $answer }
not-finished = Не завершено. { $answer }
unsettled = В { $points } из { $all } точек режим не установился за отведённое время, поэтому { $points ->
        [1] её интервал шире заданного.
       *[other] их интервалы шире заданных.
    }
unsettled-reference = Из них измерений опорной точки: { $points }; в таблицах её нет.
failed = Операций с ошибкой: { $operations }, точек с ошибками: { $points }.
changed = Скорость машины или хранилища изменилась во время измерения. { $drift }
drift-unknown = Опорная точка измерена { $repeats } { $repeats ->
        [few] раза
       *[other] раз
    } — слишком мало, чтобы увидеть изменение.
drift = Опорная точка, измеренная { $repeats } { $repeats ->
        [few] раза
       *[other] раз
    }, от первого до последнего измерения стала { $change } и отклонялась от медианы не более чем на { $excursion }.
slower = на { $size } медленнее
faster = на { $size } быстрее
stalled = { $count ->
        [1] 1 раз на { $longest } с
        [one] { $count } раз, не дольше { $longest } с
        [few] { $count } раза, не дольше { $longest } с
       *[many] { $count } раз, не дольше { $longest } с
    }
stalls = зависаний: { $count }, до { $longest } с
cell-failed = ошибок: { $count }
cell-unsettled = не установилась
reads = чтение
writes = запись
mixed = { $percent } % чтения
in-random = { $direction }, случайный доступ
in-sequence = { $direction }, последовательный доступ
in-unknown = { $direction }, порядок доступа не записан
more-stages = ещё этапов в отчёте: { $count }
more-notes = ещё примечаний в отчёте: { $count }
more-warnings = ещё предупреждений в отчёте: { $count }
more-columns = ещё столбцов в { $in-json ->
        [yes] JSON
       *[no] отчёте
    }: { $count }
more-rows = ещё строк в { $in-json ->
        [yes] JSON
       *[no] отчёте
    }: { $count }
imported = Импортировано точек: { $points } ({ $layouts }).
imported-next = Сравнить варианты: `plimsoll compare --recorded FILE`.
disks-failed = Не удалось измерить { $count } из { $all } дисков.
disks-outliers = { $count ->
        [one] Отличается
       *[other] Отличаются
    } от остальных { $count } из { $all } дисков.
disks-open = Неясно для { $count } из { $all } { $all ->
        [one] диска
       *[other] дисков
    }.
stages-against = Этапов с отрицательным ответом: { $count }.
stages-open = Этапов без решения: { $count }.
stages-all = { $count ->
        [1] Единственный этап выполнен.
       *[other] Выполнены все этапы: { $count }.
    }
stages-done = Выполнено этапов: { $done } из { $all }.
load-lines = Пределы нагрузки
stage-alone = Команда только для этого этапа:
chart-label = { $title }. Числа — в таблице ниже.
drift-title = Опорная точка во времени
minutes = минуты
minute = минута { $minute }
median = медиана
every-point = Все точки
every-point-text = В МиБ/с. Чем насыщеннее цвет, тем выше пропускная способность; шкала одна для всех вариантов, прочерк — не
    измерено. Средние по краям таблицы взяты по точкам, которые есть у всех вариантов.
threads = потоки
kib-depth = КиБ \ глубина
mean = среднее
percent-full = { $layout }, заполнено на { $percent } %
layout-load = { $layout }: { $load }
lines-title = Нагрузка и задержка всех ramp
lines-text = Процентиль из лимита задержки при каждой подаваемой нагрузке. Вертикальные линии — пределы нагрузки.
latency = задержка
drift-moved = Опорная точка, измеренная { $repeats } { $repeats ->
        [few] раза
       *[other] раз
    }, от первого до последнего измерения изменилась на { $change } и отклонялась от медианы не более чем на { $excursion }.
