### Сравнение двух результатов: `plimsoll diff` и сравнение в `serve`. Словарь — в verdict.ftl.

same = Между { $a } и { $b } нет разницы.
same-may-differ = Между { $a } и { $b } разницы не найдено; возможна разница до { $most }.
better-in = { $b } лучше, чем { $a }, по { $better } из { $all } { $all ->
        [one] показателя
       *[other] показателей
    } и ни по одному не хуже.
better-latency = { $b } лучше, чем { $a }, по задержке, а скорость не хуже.
no-worse = { $b } не хуже, чем { $a }.
worse = { $b } хуже, чем { $a }.
worse-in = { $b } хуже, чем { $a }, по { $worse } из { $all } { $all ->
        [one] показателя
       *[other] показателей
    }.
worse-and-better = { $b } хуже, чем { $a }, по { $worse } из { $all } показателей и лучше по { $better }.
nothing-common = { $a } и { $b } несравнимы: у них нет общих показателей. Пределы нагрузки сравниваются при одинаковых нагрузке
    и лимите задержки, точки измерения — при одинаковой нагрузке.
no-intervals = Неясно, хуже ли { $b }, чем { $a }: ни у одного из общих показателей ({ $all }) нет доверительного интервала.
without-interval = Скорости ({ $rates }) изменились на величину от { $least } до { $most }.
rates-disagree = Неясно, хуже ли { $b }, чем { $a }: одни скорости выше, другие ниже.
line-lost = Неясно, хуже ли { $b }, чем { $a }: у { $b } нет предела нагрузки для { $roles }, а у { $a } есть.
other-limits = Неясно, хуже ли { $b }, чем { $a }: их пределы нагрузки для { $roles } найдены при разных лимитах задержки.
forbidden = Неясно, хуже ли { $b }, чем { $a }: предупреждение не допускает ответа.
intervals-wide = Неясно, хуже ли { $b }, чем { $a }: доверительные интервалы слишком широки.
unlike = Несравнимо: «{ $number }» измерено при разных нагрузках. В { $a }: { $load-a }. В { $b }: { $load-b }.
unlike-more = Различаются и другие нагрузки: { $count }.
together = Все скорости вместе ({ $rates }): { $change }.
together-apart = Все скорости вместе ({ $rates }): { $change }. Отдельные скорости изменились в { $low }–{ $high } раза.
same-run = Различий нет: { $a } и { $b } — одно и то же измерение. Один результат импортирован из вывода другого.
nothing-twice = Дважды не измерено ничего: все точки ({ $points }) в обоих результатах — одно и то же измерение.
same-points = Точек, которые в обоих результатах — одно и то же измерение: { $points }.
only-in = только в
to-do = что делать
do-same-load = Измерьте оба результата с одинаковой нагрузкой.
do-mend = Устраните причину, названную в предупреждении, и измерьте заново.
do-longer = Измеряйте дольше или увеличьте наименьшую значимую разницу через --practical.
do-larger-budget = Дайте обоим --budget больше или увеличьте наименьшую значимую разницу через --practical.
do-more-points = Измерьте пять или больше общих точек: тогда у их скоростей вместе будет доверительный интервал.
method = метод
method-text = Разница засчитывается, если весь доверительный интервал отношения отстоит от 1 больше чем на { $rate } для
    скорости или { $latency } для задержки. Все интервалы вместе верны с надёжностью 95 %. Изменения ото дня ко дню в интервал
    одного прогона не входят.
conditions = условия
conditions-same = Все записанные условия одинаковы: параметры, версии, сведения о машине.
conditions-differ = Различающиеся условия
not-recorded = не записано
more-in-json = ещё { $count } в JSON
warning = ! внимание
warnings-about = Предупреждения: { $name }
rows = Всего показателей { $all }: хуже { $worse }, лучше { $better }, без разницы { $same }, не хуже { $no-worse }, неясно { $unknown }. В JSON есть
    все.
none = нет
change-same = без разницы
change-better = лучше
change-not-worse = не хуже
change-worse = ХУЖЕ
change-cannot-tell = неясно
change-forbidden = предупреждение не допускает ответа
change-small = отличается, но, возможно, незначимо
change-reported-only = нагрузка та же, не оценивается
change-at-other-loads = нагрузки разные, не оценивается
no-interval = { $change } (без интервала)
every-number = Все общие показатели
condition = условие
number = показатель
unit = единица
change = изменение
meaning = оценка
line-of = предел нагрузки, { $operation }, при { $limit }
percentile-of = { $quantile } на пределе нагрузки, { $operation }, лимит { $limit }
mean-of = средняя задержка на пределе нагрузки, { $operation }, лимит { $limit }
at-rate = { $quantile } при требуемых { $rate }
one-by-one = по одному коммиту
in-groups = коммиты группами по { $size }
p99-of = p99, { $load }
p99-intervals = среднее p99 по интервалам, { $stream }
mean-latency = средняя задержка, { $stream }
at-arrivals = { $what } при подаче { $rate } операций/с
all-rates = все точки вместе ({ $points })
all-latencies = p99 всех точек вместе ({ $points })
reads-of = { $percent } % чтения по { $size }
writes-of = запись по { $size }
with-flushes = со сбросами
depth = глубина очереди { $depth }
random = случайный доступ
sequential = последовательный доступ
direct = прямой ввод-вывод
cached = через страничный кэш
not-durable = запись без гарантии сохранности
writes-with = запись с { $flag }
sync-every = { $call } после { $writes ->
        [1] каждой записи
        [one] каждой { $writes }-й записи
       *[other] каждых { $writes } записей
    }
name-kind = вид
name-version = версия
name-target = цель
name-subject = профиль или задание
name-engine = механизм ввода-вывода
name-requirement = требование
name-seed = seed
name-command = команда
name-source = текст задания или профиля
name-points = точки
text-lines = текст, строк: { $lines }
other-content = { $value }, содержимое другое
