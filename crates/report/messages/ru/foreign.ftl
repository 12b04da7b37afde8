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
