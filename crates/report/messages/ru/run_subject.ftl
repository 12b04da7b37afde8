### Что измерял прогон: в списках прогонов и заголовках. Словарь — в verdict.ftl.

recorded-points = ранее записанные точки: { $names }

each-disk = дисков: { $disks }, каждый отдельно
up-to-disks = от 1 до { $disks } { $disks ->
        [one] диска
       *[other] дисков
    }
up-to-hosts = от 1 до { $hosts } { $hosts ->
        [one] хоста
       *[other] хостов
    }
under-limit = при лимите { $limit }
role-under-limit = { $role } при лимите { $limit }
depths = ряд глубин очереди { $depths }
profile = для { $profile }
grid = по сетке { $grid }
classic-grid = по классической сетке из 210 точек
replay = воспроизведение нагрузки с { $device }
name = { $name }
