### Цели исследований. Словарь — в verdict.ftl.

same-storage = { $name } и { $other } — одно и то же хранилище
smaller-than-block = { $place }: используется { $used }, меньше блока { $block }
not-a-multiple = { $place } принимает блоки, кратные { $sector }, а не { $block }
prefilling = Предзаполнение: { $size } случайных данных в { $place }
mixed-clocks = у симулируемых хранилищ свои часы, их нельзя указать вместе с настоящими; уберите одно из двух
unreadable = { $place } не читается: { $error }; уберите его или исправьте
fill-too-small = { $place }: { $percent } % от { $size } меньше 1 МиБ
full-already = файловая система { $folder } уже заполнена на { $used }: при { $percent } % нет места для файла { $least }; возьмите большее
    заполнение
cannot-be-filled = файловую систему { $folder } нельзя заполнить на { $percent } %: свободно { $free }, из них { $reserve } остаются
    свободными; возьмите меньшее заполнение
one-array = { $place } — один массив, его диски по отдельности недоступны; напишите layout=none
uses-too-little = { $place }: нужно использовать не менее 1 МиБ
filling = заполнение { $place } до { $percent } % ({ $size })
nothing-to-destroy = --destroy { $device }: команда с этим не работает; уберите его или укажите устройство и как цель
all-failed = все операции на { $places } завершились ошибкой; уберите или исправьте
not-removed = { $file } не удалён: { $error }; удалите его, если он не нужен
output-changed = { $wanted } во время работы создан или изменён кем-то другим и оставлен как есть; вывод — в { $written }
