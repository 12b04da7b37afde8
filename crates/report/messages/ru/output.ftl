### Файлы вывода. Словарь — в verdict.ftl.

unreadable = недоступно ({ $error })
broken-link = — символическая ссылка в никуда
part-of-run = — хранилище результатов, задание или цель этого прогона
in-use = используется: { $by }
foreign = содержит не то, что записал plimsoll, или с тех пор изменено; заменено не будет
unwritable = недоступно для записи ({ $error })
directory = — каталог
socket = — сокет
device = — устройство, в него вывод не пишется
not-a-name = — не имя файла
no-folder = нельзя создать: нет каталога { $folder } ({ $error })

refused = { $option }: { $path } { $fault }; укажите другой файл
refused-overwrite = { $option }: { $path } { $fault }; укажите другой файл или разрешите замену: --overwrite { $overwrite }
