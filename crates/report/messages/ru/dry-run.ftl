### Что сделало бы исследование. Словарь — в verdict.ftl.

stage = этап «{ $name }» ({ $study })
ramp-trials = замеры роли { $role }, которые ищут наибольшую нагрузку в пределах { $limit }
all-stages = все этапы: { $range }; не более { $longest }
of-earlier-runs = от прежних прогонов
left = из указанного времени осталось: { $range }; не более { $longest }
would-build = соберёт варианты и уничтожит содержимое дисков
would-take-down = и разберёт варианты в конце (каждый шаг — только если он нужен)
to-know = к сведению
points-if-alike = точки, если все цели одинаковы (каждый результат определяет следующую точку)
more-points = ... и ещё { $count }
label-points = точки
points = вероятно { $likely }, не более { $most }; пауза { $pause } перед каждой точкой
label-time = время
time = { $range }; не более { $longest }
time-virtual = { $range }; не более { $longest } (по виртуальным часам, это намного быстрее)
label-space = место
no-space = не нужно
prefilled = { $bytes } в файлах, которые сначала заполняются (за { $fast } при 1000 МиБ/с, { $slow } при 100 МиБ/с) и в конце удаляются
label-fills = заполнит
fill-level = { $percent } % ({ $size })
filled = { $place } до { $levels }
then = , затем{" "}
label-writes = пишет в
no-writes = никуда
overwritten = { $place } (содержимое будет потеряно)
own-file = новый файл в { $place }
