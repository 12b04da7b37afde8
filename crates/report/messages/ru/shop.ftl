### Требование и файл дисков: что в них неверно. Словарь — в verdict.ftl.

no-rate = «{ $text }» не требует скорости; добавьте её, например iops>=8000 или mibps>=400
in-line = строка { $line }: { $error }
twice = раскладка { $name } указана дважды; удалите одну из строк
twice-of-disks = раскладка { $name } ({ $disks } дисков) указана дважды; удалите одну из строк
no-name = после { $kind } нужно имя
unknown-kind = «{ $word }» — не disk и не layout
unknown-key = неизвестный ключ «{ $key }»; есть { $known }
order = порядок — random или sequential
share = доля записей — от 0 до 1, например 0.3 или 30%
number = «{ $text }» — не число больше 0
turns = обычная скорость для { $turns } об/мин неизвестна; напишите iops=N
level = «{ $text }» — не single, raid0, raid1, raid10, raid5 или raid6
