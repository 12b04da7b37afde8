### Тест целостности. Словарь — в verdict.ftl.

sound = ЦЕЛО
sound-as-read = ЦЕЛО В ПРОЧИТАННОЙ ЧАСТИ
faulty = С ОШИБКАМИ
cannot-tell = НЕЯСНО
interrupted = ПРЕРВАНО
written-as = { $target }, с профилем ввода-вывода { $database }
reason-sound = Каждая проверенная страница содержала последние записанные данные.
reason-sound-share = Каждая проверенная страница содержала последние записанные данные. До следующей записи перечитано
    { $share } записанных страниц.
reason-little-read = Каждая прочитанная страница содержала последние записанные данные. До следующей записи перечитано
    только { $share } записанных страниц; ошибки в остальных страницах остаются незамеченными.
reason-faulty = { $faults ->
        [one] Найдена { $faults } ошибка.
        [few] Найдены { $faults } ошибки.
       *[many] Найдено { $faults } ошибок.
    } Не храните данные на этом хранилище.
reason-idle-log = Ошибок не найдено, но журнал ни разу не записывался: тестируйте дольше.
reason-not-all = Проверить удалось не все страницы; ошибки в остальных страницах остаются незамеченными.
reason-interrupted = Тест прерван. До этого ошибок не найдено.
meaning-checksum = в странице есть байты, которых никто не писал; остальное верно
meaning-torn = в одной странице секторы разных записей, хотя запись не шла
meaning-lost-write = каждое чтение возвращает страницу до последней подтверждённой записи
meaning-stale-read = чтение вернуло страницу до последней подтверждённой записи; другое чтение вернуло новейшую
meaning-misdirected = на этом месте другая страница или её часть
meaning-not-read = успешное чтение оставило часть байтов буфера без изменений
meaning-wrong-length = файл закончился раньше времени
meaning-zeroed = нули вместо данных
meaning-strange = страница другого прогона или данные, которых не писал ни один прогон
meaning-never-written = на странице версия, которую никогда не записывали или запись которой завершилась ошибкой
meaning-io-error = операция завершилась ошибкой
meaning-late = операция длилась более чем на 15 с дольше, чем объясняет сброс ожидавших данных
writing-direct = страницы по { $page }, прямой ввод-вывод, { $durability }
writing-cached = страницы по { $page }, через страничный кэш, { $durability }
file = { $size }, { $writing }; операций со страницами { $pages }, в итоговых проверках страниц { $audited }
count-reads = по одной странице { $single }, по нескольку { $runs }; страниц { $pages }
count-writes = по одной странице { $single }, по нескольку { $runs }; страниц { $pages }; сбросов { $flushes }
count-latency = средняя { $mean }, наибольшая { $longest }; дольше целевого времени { $slow }, с опозданием { $late }; троттлинг:
    { $throttled }
count-coverage = перечитано { $share } записанных страниц; остальные перезаписаны до чтения
label-reads = чтение
label-writes = запись
label-latency = задержка
label-coverage = охват
label-also = ещё
resizes = изменений размера: { $count }
short = неполных передач: { $count }
interrupted-calls = прерванных вызовов: { $count }
retries = повторов после ошибки: { $count }
no-space = без свободного места: { $count }
rereads = страниц перечитано ещё раз: { $count }
kinds = Ошибки по видам
head-fault = ошибка
head-times = раз
head-meaning = что это значит
at-page = { $kind }, страница { $page }
at-pages = { $kind }, страница { $page } и ещё { $more }
row-file = файл
row-offset = смещение
row-by = обнаружил
row-after = через
row-again = повтор чтения
row-took = заняло
row-error = ошибка
offset-bytes = { $bytes } байт
again-passed = верно
again-untried = не пробовали
again-stayed = снова неверно
again-open = ещё читается повторно
actors = Операции по участникам
head-actor = участник
head-flushes = сбросы
head-pages = страницы
faults-heading = Ошибки
each-fault = Каждая ошибка
more-faults = Насчитано ещё ошибок: { $count }.
no-evidence = Файл с доказательствами не записан.
evidence = Доказательства
evidence-label = доказательства
evidence-text = ожидаемые и полученные байты и история каждой страницы:
done-heading = Что проверено
done-text = { $cycles }: чтение и запись с профилем ввода-вывода { $database }, затем последняя контрольная точка и проверка каждой
    страницы.
expected-received = Ожидалось и получено
cycles-endless = Циклы по { $time } до остановки
cycles = циклов { $count } по { $time }
by-label = кем
files = Файлы
head-what = роль
head-size = размер
head-faults = ошибки
head-audited = страниц проверено
head-mean = среднее
head-longest = наибольшее
head-throttled = троттлинг
head-writing = как писался
