### Командные строки других программ. Словарь — в verdict.ftl.

needs-value = { $option } требует значения
interrupted = прервано после { $seconds } с подсчёта; все числа относятся только к этому времени
not-stored = примечание: прогон не сохранён: { $why }; результаты выведены, другое место задаёт --store FILE
read-only-store = { $store } недоступно для записи
notes-unwritable = PLIMSOLL_NOTES={ $file }: { $error }; укажите файл, доступный для записи
not-a-mapping = «{ $value }» — не FROM=TO, например --map 'C:=/mnt/c'
seed-not-a-number = --seed { $value }: не целое число
empty-file = --size: файл в 0 байт ничего не вмещает
needs-size = { $path } не существует; добавьте размер: --size 4GiB
log-option = журнал
log-not-written = не удалось записать журнал { $file }: { $why }
jobs-left-out = некоторые задания не удалось начать, остальные выполняются без них: { $jobs }
not-iometer-results = в { $file } не результаты Iometer; укажите другой файл
not-a-sweep-table = { $file } — не таблица такой серии; укажите другую папку в --logs
log-set-aside = в { $file } не было полного результата, теперь это { $aside }
log-exists = { $file } уже существует; продолжите серию там с --resume или укажите другую папку в --logs
sweep-wrong = в аргументе --sweep есть ошибки
points-left-out = точек, где потоков больше, чем полос: { $count }; они пропущены
sweep-progress = { $number } из { $count }, осталось { $left }: { $log }
sweep-interrupted = прервано; та же команда с --resume продолжит серию
sweep-total = точек: { $count }, { $time } вместе с паузами
