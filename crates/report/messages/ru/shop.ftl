### Требование и файл дисков: что в них неверно. Словарь — в verdict.ftl.

no-rate = в «{ $text }» не задана скорость; добавьте её, например iops>=8000 или mibps>=400
in-line = строка { $line }: { $error }
twice = вариант { $name } указан дважды; удалите одну из строк
twice-of-disks = вариант { $name } (дисков: { $disks }) указан дважды; удалите одну из строк
no-name = после { $kind } нужно имя
unknown-kind = «{ $word }» — не disk и не layout; начните строку с одного из них
unknown-key = неизвестный ключ «{ $key }»; есть ключи { $known }
order = порядок должен быть random или sequential
share = доля записей должна быть от 0 до 1, например 0.3 или 30%
number = «{ $text }» — не число больше 0
turns = обычная скорость для { $turns } об/мин неизвестна; напишите iops=N
level = неизвестный уровень «{ $text }»; есть single, raid0, raid1, raid10, raid5 и raid6
