### История цели и хранилища с ценами. Словарь — в verdict.ftl.

no-runs = Для этой цели нет завершённых проверок и заданий.
one-run = 1 завершённый прогон, { $at }
runs = { $count } { $count ->
        [one] завершённый прогон
        [few] завершённых прогона
       *[many] завершённых прогонов
    } с { $first } по { $last }
load-line-text = Наибольшая нагрузка в лимите задержки с 95 %-м доверительным интервалом.
per-second = операций в секунду
job-rate = Скорость заданий
job-rate-text = Достигнутая скорость заданий с 95 %-м доверительным интервалом.
throughput = Пропускная способность
throughput-text = Пропускная способность на пределе нагрузки или у задания.
latency = Задержка
latency-text = Проверки: процентиль из лимита задержки на пределе нагрузки. Задания: p99.
run = прогон { $run }, { $at }
head-run = прогон
head-started = начало
head-kind = вид
head-subject = предмет
head-rate = скорость
head-latency = задержка
head-percentile = процентиль
table = Все прогоны, сначала новые; скорость проверки — её предел нагрузки
priced = { $subject }, { $role }: { $unit } при { $limit }
storage = Хранилище
price = Цена ({ $unit })
load-line = Предел нагрузки
price-of-1000 = Цена за 1000 { $unit }
price-against = Цена относительно { $storage }
load-line-against = Предел нагрузки относительно { $storage }
measured = Измерено
none-within = в лимите ничего
run-link = прогон { $run }
same = столько же
times = в { $times } раза
