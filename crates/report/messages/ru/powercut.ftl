### Тест отключения питания. Словарь — в verdict.ftl.

said-nothing = он ничего не сообщил
writer-not-begun = процесс записи не начал работу: { $line }
cannot-remount = --remount: { $target } лежит на файловой системе, которую нельзя ненадолго отмонтировать; уберите --remount
not-unmounted = не удалось отмонтировать { $shown }: { $told }
not-mounted = не удалось снова смонтировать { $source } в { $shown }: { $told }; сделайте это вручную: mount -t { $kind } -o { $options }
    { $source } { $shown }
other-file = { $target } — теперь другой файл
shared-fate = журнал { $ledger } { $why }: отказ цели может затронуть и его. Укажите файл на другом устройстве или журнал на другой
    машине (HOST:PORT); --same-device разрешает и такой
not-reserved = не удалось зарезервировать место для { $shown }: { $error }; задайте меньший --size или освободите место
name-larger = укажите большую цель
largest-size = задайте --size не более { $size }
too-small = размер { $shown } — { $size }, а нужно { $wanted }: { $help }
exchanged = { $shown } — не то, что было в начале прогона; туда ничего не записано
not-opened = не удалось открыть { $shown } ({ $mode }): { $error }
not-opened-direct = не удалось открыть { $shown } ({ $mode }): { $error }; попробуйте --mode buffered+fsync
page-too-small = прямая запись на { $shown } идёт блоками по { $align-bytes } байт: задайте больший --page-size
lies-in-memory = лежит в памяти
lies-on = лежит на { $name }, как и цель
lies-on-file-system = лежит на файловой системе цели

broken-link = { $shown } — символическая ссылка в никуда; укажите сам файл журнала
not-regular = { $shown } — не обычный файл; укажите для журнала обычный
ledger-in-use = в журнал { $shown } пишет другая программа: дождитесь её конца или укажите другой файл
not-a-ledger = { $ledger } — не журнал plimsoll; укажите другой файл
other-design = прогон там есть, но с другой схемой
ledger-full = журнал заполнен; начните новый
wants-secret = журнал на { $ledger } требует секрет, с которым он запущен: --secret-file FILE
secret-is-readable = файл с секретом { $shown } доступен другим на чтение или запись: chmod 600 { $shown }
secret-too-short = в { $shown } меньше { $bytes-min } байт; создайте секрет: head -c 32 /dev/urandom | base64
no-such-run = в журнале нет прогона { $run }: о нём ничего нельзя сказать
no-run = в журнале нет прогонов: ничего нельзя сказать
listening = ожидание на { $address }; Ctrl-C завершит
listens-everywhere = предупреждение: журнал слушает все адреса машины ({ $address }): любой, кому доступен один из них, может
    подключаться; укажите адрес, который использует процесс записи
not-let-in = { $from }: подключение отклонено: { $error }
no-room-in-ledger = в журнале нет места для прогона; начните новый файл журнала
confirmed-less = журнал подтвердил { $confirmed }, а не { $commit }
ledger-lost = связь с журналом на { $ledger } потеряна: { $error }
unknown-secret = другая сторона не знает секрета
stranger = там отвечает не журнал plimsoll
copy = это не та цель, в которую писали, судя по серийному номеру или файлу: если это копия, отсутствующее в ней считается
    потерянным
ledger-shares-device = файл журнала лежит на тестируемом устройстве: если оно потеряет и его, потеря здесь не видна
rate-of-revolutions = { $flushes } сбросов/с подряд — больше, чем может вращающийся диск (не более { $most } при 15 000 об/мин):
    отвечает кэш, защищённый от отключения питания или нет
program-time = сброс каждые { $took } мкс — быстрее, чем программируется флеш-память (не менее { $least } мкс), а устройство сообщает,
    что без питания кэш теряется
verdict-kept = + СОХРАНЕНО все подтверждённые коммиты ({ $commits }) на месте
verdict-lied = x ПОТЕРЯНО страниц не соответствуют подтверждённому: { $pages }
verdict-unknown = ? НЕЯСНО { $why }
nothing-here = от этого прогона нет ничего, хотя цель та же
run = прогон
acknowledged = подтверждено
promised = обещано
newest = последний
log = журнал
pages = страницы
warning = внимание
first-lie = потеря
writer-ended = { $run }, { $mode }; запись закончилась сама
writer-cut = { $run }, { $mode }; запись была прервана
in-ledger = коммитов в журнале: { $commits }
nothing-acknowledged = ничего не подтверждено
overwritten = поверх этого прогона позже записан прогон { $other }; его проверит --run { $other }
other-run = на цели нет ничего от этого прогона, но есть страницы прогона { $other }: та ли это цель? --run { $other } проверит тот
    прогон, если он есть в журнале; --same-target означает, что цель та же и потеряла всё
no-run-here = на цели нет ничего от этого прогона, и неизвестно, та ли это цель: имена устройств меняются при перезагрузке.
    --same-target означает, что цель та же и потеряла всё
durable = коммитов объявлено сохранёнными: { $durable }; по журналу { $acknowledged }, по более поздним страницам ещё { $later }
last-commit = коммит { $commit } — последний, от которого что-то есть
log-pages = в нём должны быть коммиты с { $from } по { $durable }: есть { $whole }, перезаписываются более поздними { $overwritten }, нет
    { $gone }
data-pages = из { $written } записанных на месте верны { $sound }; разорвано во время записи { $torn }, это не потеря
never-written = { $place }: коммиты её не писали, но нулей, записанных в начале, там нет
lost-commit = потерян, как и все после него
overtaken = отсутствует, а более поздний коммит { $later } есть
torn = разорван
older = вернулся к более старой странице
zeroed = исчез со своей страницы
damaged = повреждён ({ $kind })
holds-zeros = нули
holds-commit = коммит { $commit }
holds-parts = части коммитов с { $oldest } по { $newest }
holds-strange = ничего от этого прогона
was-acknowledged = подтверждён
was-followed = нет в журнале, но более поздняя страница записана только после его сохранения
loss = коммит { $commit } { $what }: { $place } содержит { $found } ({ $source })
log-page = страница журнала { $slot }
data-page = страница { $page }
head = заголовок
more-lies = и ещё { $count }
log-write-failed = не удалось записать журнал фиксации { $commit }: { $error }
page-write-failed = не удалось записать страницу фиксации { $commit }: { $error }
