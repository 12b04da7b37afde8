### Длительное испытание (soak). Словарь — в verdict.ftl; SLA — соглашение об уровне обслуживания.

verdict-met = ВЫПОЛНЕНО
verdict-not-met = НЕ ВЫПОЛНЕНО
verdict-cannot-tell = НЕЯСНО
no-verdict = ИСПЫТАНИЕ
head = Длительное испытание { $target }, { $course }
complete-with-pauses = завершено: { $load } под нагрузкой, { $pause } без неё
so-far = { $done } из { $planned }
load = нагрузка
result = результат
continues = Та же команда продолжит это испытание.
no-minute = Ещё ни одна минута не закончилась.
offered = Подаётся: { $load }
role = { $role }: { $rate } в секунду
role-uncounted = { $role }: ни одна минута не в счёт
role-load = { $role } { $rate } в секунду
role-load-share = { $role } { $rate } в секунду ({ $share } предела нагрузки)
load-together = вместе { $share } пределов нагрузки, поровну на каждую роль: { $roles }
mean-latency = средняя задержка ≤ { $limit }
iops-metric = IOPS ≥ { $rate }
mibps-metric = МиБ/с ≥ { $rate }
every-minute = { $metric } в каждой минуте
every-hour = { $metric } в каждом часе
every-day = { $metric } в каждых сутках
of-minutes = { $metric } в { $share } минут
of-hours = { $metric } в { $share } часов
of-days = { $metric } в { $share } суток
met-minutes = Лимит соблюдён в { $met } из { $all } { $all ->
        [one] минуты
       *[other] минут
    }.
met-hours = Лимит соблюдён в { $met } из { $all } { $all ->
        [one] часа
       *[other] часов
    }.
met-days = Лимит соблюдён в { $met } из { $all } суток.
no-minute-counts = Ни одна минута не в счёт.
no-whole-hour = Ни одного целого часа не измерено.
no-whole-day = Ни одного целого дня не измерено.
share = Это { $share } (95 %-й доверительный интервал от { $low } до { $high }).
share-unknown = Ничего не измерено.
allowed = Несоблюдений лимита: { $broken }; соглашение допускает { $allowed } за запланированное время.
unoffered = Ещё { $count } не учтено: нагрузка подавала меньше, чем требует условие. Увеличьте --load.
broken = Не соблюдён с { $from } в течение { $time }: { $what }.
worst-latency = до { $latency }
worst-iops = лишь { $rate } в секунду
worst-mibps = лишь { $rate } МиБ/с
worst-none = ничего не завершилось
failed = ошибок операций: { $count }
more-broken = Ещё несоблюдений в документе JSON: { $count }.
used-up = При таком темпе допустимое число будет исчерпано { $at }.
needs = Для решения нужно всего около { $time }.
needs-all = Для решения нужно всё запланированное время, потому что лимит должен соблюдаться в каждую его минуту, каждый
    час или каждый день.
signable = p99 ≤ { $limit } в { $share } минут
minute-p99 = p99 за минуту: обычно { $usual }, не больше { $slowest }.
uncounted = В неучтённых минутах ({ $count }): { $rate } в секунду, p99 обычно { $usual }, не больше { $slowest }.
signables = С надёжностью 95 % можно обещать: { $limits }.
more-changes = Ещё изменений в документе JSON: { $count }.
more-overloads = Ещё перегрузок в документе JSON: { $count }.
more-stalls = Ещё зависаний в документе JSON: { $count }.
more-gaps = Ещё перерывов в документе JSON: { $count }.
level-change = С { $at } средняя задержка { $higher ->
        [yes] выше
       *[no] ниже
    } на { $percent } %: была { $before }, стала { $after }.
spread-change = С { $at } средняя задержка меняется от минуты к минуте { $more ->
        [yes] сильнее
       *[no] слабее
    }: было { $before } %, стало { $after } %.
by-hour = Задержка зависит от часа суток.
slow-hours = Ежедневно задержка выше в эти часы: { $hours }; до { $percent } % сверх медианного часа.
hour-range = с { $from } до { $to }
by-weekday = Задержка зависит от дня недели.
slow-days = Дни недели с более высокой задержкой: { $days }; до { $percent } % сверх медианного дня.
monday = понедельник
    .short = пн
tuesday = вторник
    .short = вт
wednesday = среда
    .short = ср
thursday = четверг
    .short = чт
friday = пятница
    .short = пт
saturday = суббота
    .short = сб
sunday = воскресенье
    .short = вс
trend = Средняя задержка { $rises ->
        [yes] растёт
       *[no] падает
    } на { $percent } % в сутки (95 %-й доверительный интервал от { $low } до { $high } %).
overload = С { $from } хранилище не выдерживало заданную скорость { $time }: выполнялось { $rate } операций в секунду.{ $quota ->
        [yes] { " " }Скорость была постоянной, как у квоты с исчерпанными burst-кредитами.
       *[no] { "" }
    }
stall = { $at }: ни одна операция не завершалась { $time }.
gap = Начиная с { $from } испытание не шло { $time }; это время не учитывается.
excluded-short = { $count ->
        [1] Не учтена 1 минута: нагрузка шла меньше половины этой минуты.
       *[other] Не учтено минут: { $count } — нагрузка шла меньше половины каждой.
    }
excluded-busy = Не учтено минут: { $count } — процессоры этой машины были загружены.
excluded-steal = Не учтено минут: { $count } — гипервизор забирал процессорное время (CPU steal).
notes = Зависания, перерывы и что не учитывается
agreement = Соглашение
windows = Нагрузка шла только во временных окнах; время между ними не учитывается.
rate-course = Скорость во времени
rate-course-text = Завершённые операции в секунду.
latency-course = Задержка во времени
latency-course-text = p99 по минутам, с ожиданием.
course-excluded = Серое: неучтённые минуты.
course-not-met = Крестик, а где дольше — красное: соглашение не соблюдено.
course-changes = Вертикальная линия: средняя задержка изменилась.
usual-minute = обычная минута
slowest-minute = самая медленная минута
not-met-mark = не соблюдено
calendar = p99 по дням и часам
calendar-text = Медиана p99 по минутам каждого часа, в миллисекундах. Чем насыщеннее цвет, тем выше задержка; пустые
    поля не измерены.
day = день
overload-begins = С { $at } хранилище не выдерживает заданную скорость роли { $role }: ждёт операций: { $waiting }.
overload-ends = С { $at } хранилище снова выдерживает заданную скорость роли { $role }.
change-event = { $at }: средняя задержка роли { $role } изменилась с { $before } до { $after }.

runs-already = это испытание уже идёт: прогон { $run }, процесс { $process }; сначала завершите этот процесс или задайте другую
    команду soak
resumed = Прогон { $run } продолжается.
complete = Прогон { $run } — это испытание, и он завершён; --once не начинает второе.
taken-over = прогон { $run } продолжает другой процесс; следите за прогоном в терминале этого процесса
not-a-soak = прогон { $run } — не длительное испытание; виды прогонов показывает `plimsoll results`
too-many-commands = --on-event: ещё выполняются команды ({ $commands-max }), для этого события ничего не запущено: { $command }
command-not-started = --on-event: не удалось запустить { $command }: { $error }
profile-has-no-rate = --load: { $profile } — профиль, у него нет скорости для умножения; напишите долю предела нагрузки,
    например 60%, или скорости, например { $role }=500
several-roles = --load: в { $profile } несколько ролей; задайте скорость каждой, например { $example }
unknown-role = --load: роли «{ $name }» здесь нет; есть роли { $roles }
load-lines-first = Сначала измеряются пределы нагрузки.
not-begun = прервано до измерения пределов нагрузки; испытание не начато
no-load-line-found = испытание не начато, потому что предел нагрузки для { $role } не найден: { $reason }; или задайте скорость, например
    --load { $name }=100
closed-loop = --for: поток { $stream } — закрытая модель, а для soak нужна скорость; задайте её потоку, например rate = 500, или
    уберите поток
interval-not-in-range = --interval: { $interval } не в пределах от 100ms до 60s; задайте длину в этих пределах
not-a-load = --load: «{ $load }» — не нагрузка. Задайте долю предела нагрузки (60%), кратное скоростям задания (1x), скорость (500) или
    скорость каждой роли (log=200,data=1500).
more-than-the-line = --load: { $load } больше предела нагрузки — наибольшей нагрузки в пределах лимита задержки; задайте не
    более 100%
not-days = --days: «{ $days }» — не число дней больше 0; задайте, например, 7 или 0.5
length-not-in-range = { $option }: { $length } вне допустимых пределов; испытание длится от 1 мин до 366 сут
window-too-short = --window: { $window } мало; задайте не менее 1min (обычно 5min)
window-not-shorter = --window: { $window } не короче --every { $every }, нагрузка шла бы без перерывов; задайте окно короче
not-above-zero = { $option }: { $time } не больше нуля; задайте большее время
weekly-too-long = --weekly: испытание длиной { $length-s } не закончится до следующего; задайте не более 6 дней
no-sheet-yet = --sla-sheet: не записан, прогон { $run } слишком короток; нужно не меньше { $days } { $days ->
        [one] дня
       *[other] дней
    } учтённых минут
