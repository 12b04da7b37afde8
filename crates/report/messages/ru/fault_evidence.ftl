### Доказательства ошибки: что было на странице, что должно было быть и какие операции над ней выполнялись. Словарь — в verdict.ftl.

file-head = plimsoll: ошибки проверки целостности, байт за байтом
fault-head = { $role } { $target }, ошибка { $number }:
not-kept = { $count ->
        [one] Ещё { $count } ошибка этого файла подсчитана, но не сохранена.
        [few] Ещё { $count } ошибки этого файла подсчитаны, но не сохранены.
       *[many] Ещё { $count } ошибок этого файла подсчитаны, но не сохранены.
    }
written-last = последним записано поколение { $generation }; отличается байт: { $bytes }
may-hold = возможны поколения от { $oldest } до { $newest }; при сравнении с { $compared } отличается байт: { $bytes }
time-unknown = Время этой записи неизвестно. Время и контрольная сумма штампа (байты 4–7 и 32–39) не сравниваются.
sector = сектор { $number }: { $content }
sectors = секторы { $first }–{ $last }: { $content }
this-page = эта страница, поколение { $generation }
wrong-bytes = эта страница, поколение { $generation }, с неверными байтами
wrong-tag = эта страница, поколение { $generation }, неверных битов метки: { $bits }
other-page = страница { $page } файла { $file }, поколение { $generation }
zeros = нули
not-read = чтение не изменило буфер
unknown = данные, которых эта проверка не записывала
reread-kinds = повторное чтение: { $kinds }
expected-zeros = ожидалось: нули
expected = ожидалось: { $page }, { $time }
received = прочитано: { $page }, { $time } прогоном { $run }
received-unknown = прочитано: страница без штампа этой программы
written-at = записана на { $ms } мс
time-not-kept = время неизвестно
differences = отличия (смещение на странице: ожидалось | прочитано):
more-rows = и ещё строк по 16 байт: { $count }
operations = последние операции над страницей (начало от начала проверки и длительность, мс):
operation-read = чтение
operation-write = запись
operation-flush = сброс
operation-reread = повтор
took = заняло { $ms }
page = страница { $page }
pages = страницы { $first }–{ $last }
first-generation = первая — поколение { $generation }
