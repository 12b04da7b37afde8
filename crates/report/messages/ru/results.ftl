### Результаты и их хранилище. Словарь — в verdict.ftl.

names-a-folder = --store { $folder } — каталог, а результаты хранятся в файле; укажите файл в нём: --store { $file }
no-home = не заданы ни HOME, ни XDG_DATA_HOME; укажите файл результатов: --store FILE
no-run-yet = в { $store } ещё нет прогонов
not-a-run = «{ $name }» — не прогон; укажите номер из `plimsoll results` или `last`
name-of-runs = «{ $name }» — имя этих прогонов: { $runs }; укажите номер одного из них
stored-as = прогон { $run } в { $store }
stored-in-part = не полностью: { $place }
study-stopped = исследование остановлено, потому что его результаты нельзя сохранить: { $why }
displaced = plimsoll: файл { $from } удалён или заменён во время прогона. Все его прогоны и новый прогон { $run } — в { $store }.
not-stored = нигде: файл { $store } удалён или заменён во время прогона
left = в прогоне { $run } сохранено точек: { $points }; точка, которая измерялась, не сохранена. Освободите место и повторите
    команду: она продолжит прогон { $run }
left-lost = в прогоне { $run } сохранено точек: { $points }; не сохранены точка, которая измерялась, и законченные точки:
    { $lost }. Освободите место и повторите команду: она продолжит прогон { $run }

none-there = прогона { $name } нет: в { $place } нет ни одного прогона
no-such-run = в { $place } нет прогона { $name }; есть прогоны { $known }
own-store = { $file } — база результатов, в которую добавляют остальные; уберите её
page-not-written = plimsoll: { $error }. Результат сохранён; страницу запишет `plimsoll results report last -o FILE`.
copy-elsewhere = для { $store } не осталось места; пока прогоны не удалены, его копия лежит в { $copy }
copy-needed = результаты не удалось снова записать в { $store }; освободите место, затем скопируйте туда { $copy }
made-folder = plimsoll: создан каталог { $folder } для результатов (--store { $store })
none-stored = прогона { $name } нет: ещё не сохранён ни один прогон
export-not-written = не удалось записать экспортируемые значения: { $error }
nothing-imported = ничего не импортировано
already-there = { $file } уже импортирован: прогон { $run }
same-file = в { $file } те же результаты, что и в { $first }
not-read = { $file }: не удалось прочитать: { $error }
not-a-file = { $file } — не обычный файл; укажите файл с результатами
too-large = { $file }: { $error }; разделите файл
run = прогон { $run }
tests = тестов: { $count }
points = точек: { $count }
warnings = предупреждений: { $count }; см. `plimsoll results show { $run }`
