### Файлы вывода. Словарь — в verdict.ftl.

unreadable = не удалось проверить ({ $error })
broken-link = — символическая ссылка на несуществующий файл
part-of-run = — база результатов, задание или цель этого прогона
in-use-as-swap = используется как область подкачки
in-use-by-loop = используется как содержимое { $device }
foreign = — файл записан не plimsoll или с тех пор изменён, поэтому не заменяется
unwritable = недоступно для записи ({ $error })
directory = — каталог
socket = — сокет
device = — устройство, в него вывод не пишется
not-a-name = — не имя файла
no-folder = нельзя создать: нет каталога { $folder } ({ $error })

refused = { $option }: { $path } { $fault }; укажите другой файл
refused-overwrite = { $option }: { $path } { $fault }; укажите другой файл или разрешите замену: --overwrite { $overwrite }
