### Ответ `plimsoll size`: какое хранилище выдержит требование. Словарь — в verdict.ftl; head-room — запас.

none-carries = Ни одно измеренное хранилище не выдерживает требуемой нагрузки.
nearest = Ближе всех { $name }: выдерживает { $share } требуемого.
nearest-rate = Ближе всех { $name }: { $rate }, то есть { $share } требуемого.
carries = { $name } выдерживает требуемую нагрузку с запасом { $room }.
carries-rate = { $name } выдерживает требуемую нагрузку: { $rate }, запас { $room }.
costs = Цена: { $price }.
costs-of-disks = Цена: { $price } (только диски).
limit-first = Первый предел: { $what }.
no-disk-may-fail = Отказ даже одного диска недопустим.
moved = { $rate } ({ $what } по { $block })
operations = операции
cannot-tell = Неясно: { $why }
rule-would = Ничего подходящего не измерено. По эмпирическому правилу{ $latency ->
        [yes] { " " }(без учёта задержки)
       *[no] { "" }
    } выдержит { $name }.
rule-blocks = Ничего подходящего не измерено. Эмпирические правила считают операции и ничего не говорят о МиБ/с.
rule-none = Ничего подходящего не измерено, и ни одно эмпирическое правило не находит достаточного числа дисков. Измерьте хранилище
    командой `plimsoll ramp` или опишите диски в файле для --disks.
required = Требуется: { $rate }.
more-required = Требуется больше.
carried-no-further = { $name } выдержал { $rate }; с большей нагрузкой не измеряли.
carried-may = { $name } выдержал { $rate } и может выдержать до { $most }.
seems = { $name }, похоже, выдерживает { $rate }, но { $why }.
looser-limit = лимит задержки при измерении был мягче требуемого
carried-sure = { $name } выдержал { $rate }; нижняя граница доверительного интервала — { $low }.
loaded-to = { $name } нагружали только до { $rate }.
of-disks = { $layout }, дисков: { $disks }
first-latency = задержка
first-throughput = пропускная способность
first-quota = постоянная скорость (квота или интерфейс)
first-processors = процессоры этой машины
first-cpus-cell = процессоры
first-not-seen = неизвестно
first-capacity = ёмкость
needed = Требуется: { $requirement }
part-writes = запись { $share }
part-random = случайный доступ
part-sequential = последовательный доступ
part-blocks = блоки { $size }
part-usable = полезная ёмкость { $size }
runs-used = прогоны
left-out = не вошли
more-in-json = ещё { $count } через --json
together = Все роли на одном хранилище
together-text = Выше каждая роль оценена так, будто она на хранилище одна. Ниже — все вместе, по расчёту, а не по измерению:
    нужные им доли в сумме должны быть не больше 100 %.
nothing-suitable = Ничего подходящего не измерено.
full = ёмкость занята на { $share }
carries-all = выдерживает все роли
carries-not-all = не выдерживает всех ролей
carries-unknown = неясно: нет данных о ролях { $roles }
to-do = запустить
at-p99 = { $rate } при p99 { $latency }
open-deeper = с большей глубиной очереди или блоком не измеряли
open-beyond = с большей нагрузкой не измеряли
open-up-to = возможно, выдержит до { $most }
rule-remark = эмпирическое правило: { $text }
caption = Сначала измеренные хранилища; сверху — самое дешёвое из подходящих.
caption-no-price = Сначала измеренные хранилища. Цены неизвестны, поэтому порядок ничего не говорит о стоимости; задайте цены через --disks.
caption-unknown = Знак ? в столбце «макс. отказов» значит, что уровень RAID этого варианта неизвестен; укажите его в файле, заданном
    через --disks: `layout ИМЯ level=raid5 disks=8`.
head-layout = вариант
head-disks = диски
head-may-fail = макс. отказов
head-room = запас
head-first = 1-й предел
head-carries = выдержит
head-price = цена
head-usable = ёмкость
head-from = источник
yes = да
no = нет
from-line = предел
from-points = точки
from-rule = правило
by-rule = эмпирическое правило { $formula }; один диск даёт { $iops } IOPS ({ $source })
line = предел нагрузки роли { $role } при { $limit }, { $run }
points = { $order }, { $block }, { $mix }, глубина очереди { $depth }, { $run }
mix-computed = вычислено из чтения и записи
mix-measured = при этом соотношении
run-name = прогон { $run }
disk-measured = измерено при глубине очереди { $depth }, блок { $block }
disk-sheet = по паспортным данным
caveat-only-block = измерены только блоки { $block }
caveat-only-p99 = у точек измерения есть только p99; более высокий процентиль измерьте через ramp
caveat-rate-fell = скорость упала во время измерения: заполнился кэш или кончились burst-кредиты; учтена меньшая
caveat-mean-block = средний размер операций — { $block }
line-allows = предел нагрузки при { $limit } ({ $run }) допускает не больше { $iops } IOPS
outdated = { $old } IOPS при { $old-limit } ({ $old-run }) не учтены: более новый { $new-run } показал { $new } при
    { $new-limit }
points-outdated = точки из { $old } не учтены: более новый { $new } им противоречит
caveat-larger-blocks-untried = блоки больше { $block } не измерены; с ними пропускная способность может быть выше
caveat-capacity-unknown = полезная ёмкость неизвестна; укажите её в файле для --disks: `layout NAME usable=2TiB`
caveat-offered-at-most = в предложении не больше { $iops } IOPS
caveat-not-measured = не измерено; эмпирическое правило не учитывает задержку
other-layouts = в файле --disks вариант { $name } есть с разным числом дисков: { $disks }; отметьте измеренный через at=МЕСТО
depths-left-out = хранилище замедлилось во время перебора глубины очереди ({ $run }): результаты при глубине { $depths } не
    учтены
caveat-from-record = точки взяты из записи; измерьте само хранилище через ramp или compare
gap-mix-of = не измерены ни это соотношение чтения и записи, ни отдельно чтение и запись по { $block }
gap-none-confirmed = при { $limit } ни одна нагрузка не подтверждена
gap-none-confirmed-below = при { $limit } ни одна нагрузка не подтверждена; при этом лимите хранилище выдержит не больше { $most } IOPS
gap-lightest-breaks = даже самая лёгкая нагрузка (глубина очереди { $outstanding }) не укладывается в { $limit }
gap-none-meets = ни об одной измеренной нагрузке не известно, что она укладывается в { $limit }
gap-nothing-measured = ничего не измерено
gap-order-unknown = у точек не указан порядок доступа; импортируйте их со столбцом `order`
gap-no-commits = коммиты не измерены
gap-only-commits = измерены только коммиты
gap-only-sequential = измерен только последовательный доступ, о случайном он ничего не говорит (чтобы потребовать
    последовательный, напишите order=sequential)
gap-only-random = измерен только случайный доступ, о последовательном он ничего не говорит
gap-mix = не измерены ни это соотношение чтения и записи, ни отдельно чтение и запись блоками одного размера
gap-no-percentile = ни у одной точки нет p99: измерено слишком мало операций, или его нет в записи
older-left-out = более старое измерение { $name } в { $place } ({ $runs }) не учтено; выбрать другое можно через --run
newer-used = более старое измерение { $name } в { $place } ({ $runs }) не учтено; взято { $new-place } ({ $new-runs }); выбрать
    другое можно через --run
line-unused = { $storage }: роль { $line } ({ $run }) не учтена: { $why }
line-unused-for = { $storage }: роль { $line } ({ $run }) не учтена для { $role }: { $why }
why-forbidden = у прогона есть предупреждение { $warning }, при котором вердикт невозможен
why-operation = её предел нагрузки относится к операции «{ $operation }»
