### Аргументы команд: что в них неверно. Словарь — в verdict.ftl.

engine-of-simulation = --engine: { $target } — симулируемое хранилище со своим механизмом ввода-вывода; уберите --engine
unknown-engine = «{ $name }» — не механизм ввода-вывода; укажите uring, libaio, iocp или sync
budget-too-short = { $budget } мало; задайте не менее { $least }
time-too-short = { $time } мало; задайте не менее 1 с
clause-not-judged = --require: { $clause } не относится ни к одной роли, которую измеряет эта проверка { $profile }; используйте { $judged }
not-a-percentage = «{ $text }» — не процент больше 0 и меньше 100; напишите, например, 2%
cannot-be-combined = { $one } и { $other } нельзя указать вместе; уберите одно из двух
fill-and-size = --fill и --size нельзя указать вместе: сколько места использовать, определяет заполнение; уберите одно из
    двух
needs-build = { $option } относится только к вариантам, которые собираются; укажите их в --build или уберите { $option }
needs-depths = { $option } относится только к --depths; добавьте --depths или уберите { $option }
not-with-depths = { $option } и --depths нельзя указать вместе: --depths измеряет заданные глубины очереди; уберите одно из двух
block-not-sectors = { $block } не кратно 512 байтам; напишите, например, 8KiB
block-in-decimal-unit = { $block } не кратно 512 байтам, потому что kB и MB — степени 1000. Если нужно { $meant }, напишите
    { $written }.
not-in-range = «{ $text }» — не целое число от 1 до { $most }
not-a-read-share = «{ $text }» — не доля операций чтения в процентах; укажите число от 0 до 100
not-a-fill-level = «{ $text }» — не целое число процентов от { $least } до { $most }; задайте заполнение, например --fill 10,50
same-run-twice = оба аргумента означают прогон { $run }; укажите два разных прогона
list-filter = --tag и --host фильтруют только список прогонов; здесь уберите их
no-trials = --trials: в прогоне { $run } нет замеров; уберите --trials
no-decimal-comma = --decimal-comma относится к точкам и замерам, а из прогона { $run } экспортируются интервалы; уберите
    --decimal-comma
load-without-rate = --for: { $file } — профиль, скорость в нём не задана; укажите задание или напишите требование:
    --require 'iops>=8000,write=0.3'
requirement-not-json = --require { $file }: { $error }; напишите объект, например { "{" }"data": "iops>=8000, write=0.3"{ "}" }
requirement-without-role = --require { $file }: в файле нет ни одной роли; напишите объект, например { "{" }"data": "iops>=8000,
    write=0.3"{ "}" }
no-minutes = { $minutes } — недопустимое время теста; укажите число минут больше 0, например 10
no-cycles = «{ $cycles }» — не число циклов; укажите 1 или больше
unknown-command = «{ $name }» — не команда plimsoll; список команд: `plimsoll --help`
