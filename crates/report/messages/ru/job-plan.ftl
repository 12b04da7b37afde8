### План задания, который печатает пробный запуск. Словарь — в verdict.ftl.

engine = механизм ввода-вывода { $engine }; seed { $seed }; интервалы по { $interval }
polled-completions = опрос завершений
kernel-submits = запросы отправляет поток ядра
target = цель { $name }: { $size }; { $usage }
prefilled = из них { $size } предзаполняются
written = запись
only-read = только чтение
phase = фаза «{ $name }»
warm-up = прогрев { $time }
pause = затем пауза { $time }
stream = поток «{ $name }»: { $operations }
label-where = где
label-load = нагрузка
label-ends = конец
range = { $size } со смещения { $start }, выравнивание { $align }, { $order }
reads = чтение по { $blocks }
writes = запись по { $blocks }
mix = { $percent } % чтений, блоки по { $blocks }
mix-of-sizes = { $percent } % чтений по { $reads }, записи по { $writes }
direct = прямой ввод-вывод
buffered = через страничный кэш
dropped = через страничный кэш, который сначала очищается
dropped-often = через страничный кэш, который очищается сначала и при каждом проходе
fua = запись с гарантией сохранности (RWF_DSYNC)
flush-every = { $call } после { $every ->
        [1] каждой записи
        [one] каждой { $every }-й записи
       *[other] каждых { $every } записей
    }
examined = проверяется то, что записал прогон
stamped = данные помечаются и проверяются
trims-instead = TRIM вместо записи
trims-before = TRIM перед каждой записью
block-range = { $low }–{ $high } с шагом { $step }
sequential = последовательно
random = случайно
shuffled = каждый блок один раз в случайном порядке
pareto = Парето: { $hot } % на { $rest } %
normal = нормальное распределение вокруг { $center } % с отклонением { $deviation } %
strided = с шагом { $stride }
backwards = назад с шагом { $stride }
runs = последовательно сериями по { $run }, между началами серий { $stride }
hops = случайно: { $bytes } в окне { $window }, затем в следующем окне, на { $stride } дальше
columns = с шагом { $stride }, столбцы ({ $columns }) по очереди
sequential-share = { $percent } % последовательно
zones = случайно: { $zones }
zone = { $percent } % на { $range }
one-position = одна общая позиция
workers = исполнителей: { $workers }
on-cpus = { $workers } на процессорах { $cpus }
depth = глубина очереди { $depth } у каждого
depth-steered = глубина очереди до { $depth }, при которой p{ $percentile } ≤ { $latency }
sessions = сессии: { $reads } чтений, коммит, пауза { $think }
commits-of-sessions = одна надёжная запись для всех ждущих коммитов
ios-behind = { $ios } на транзакцию
closed-loop = закрытая модель
think-time = закрытая модель, пауза { $time } после { $burst ->
        [1] каждой операции
        [one] каждой { $burst }-й операции
       *[other] каждых { $burst } операций
    }
open-equal = открытая модель, { $rate } в секунду через равные промежутки
open-random = открытая модель, { $rate } в секунду в случайные моменты (Пуассон)
open-bursts = открытая модель, { $rate } в секунду всплесками по { $burst }
curve = меняется; шагов: { $steps }, по { $time }
delay = начинается через { $time }
tie = в такт с группой { $group }, вес { $weight }
after-time = через { $time }
after-bytes = после { $size }
after-operations = после { $operations } { $operations ->
        [one] операции
       *[other] операций
    }
when-known = когда пропускная способность известна с точностью { $percent } %
with-flush = со сбросом
ends-others = и завершает остальные потоки фазы
or = или
