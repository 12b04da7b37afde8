### Командные строки других программ. Словарь — в verdict.ftl.

and-others = { $about } и ещё { $count }
needs-value = { $option } требует значения
null-device = { $device } обслуживается без системных вызовов, поэтому скорость — это скорость самой программы
interrupted = прервано после { $seconds } с измерения; все числа относятся только к этому времени
not-stored = примечание: этот прогон не сохраняется: { $why }; его результаты только выводятся; чтобы сохранить их в
    другом месте, укажите --store FILE
read-only-store = { $store } недоступно для записи
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; укажите файл, доступный для записи
not-a-mapping = «{ $value }» — не FROM=TO, например --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: не целое число
empty-file = --size: файл в 0 байт нельзя тестировать; задайте больший размер
needs-size = { $path } не существует; добавьте размер: --size 4GiB
log-option = журнал
log-not-written = не удалось записать журнал { $file }: { $why }
not-a-compressed-log = { $file } — не журнал, сжатый fio, или он повреждён
jobs-left-out = некоторые задания не удалось начать, остальные выполняются без них: { $jobs }
not-iometer-results = { $file } содержит не результаты Iometer; укажите другой файл
not-a-sweep-table = первая строка { $file } не такая, как у таблицы, которую пишет эта команда; укажите другой каталог в
    --logs
log-set-aside = в { $file } не было полного результата, файл переименован в { $aside }
log-exists = { $file } уже существует; продолжите серию там с --resume или укажите другой каталог в --logs
sweep-wrong = в аргументе --sweep есть ошибки
points-left-out = пропущено точек, где потоков больше, чем полос: { $count }
sweep-progress = { $number } из { $count }, осталось { $left }: { $log }
sweep-interrupted = прервано; та же команда с --resume продолжит серию
sweep-total = точек: { $count }, { $time } вместе с паузами
