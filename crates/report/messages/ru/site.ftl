### Страницы `plimsoll serve` и список прогонов в терминале. Словарь — в verdict.ftl.

skip = Перейти к содержимому
site = Сайт
runs = Прогоны
all-runs = Все прогоны
this-target = Эта цель
history = История
history-of = История: { $target }
report-so-far = Отчёт на данный момент
all-captures = Все записи нагрузки
no-answer = Нет ответа на запрос
start-check = Запустить проверку
captured-loads = Записанные нагрузки
compare-chosen = Сравнить выбранные прогоны
first-page = Первая страница
next-page = Следующая страница
no-runs = Результатов пока нет. Первый создаст команда `plimsoll check КАТАЛОГ`.
no-match = Ничего не найдено. Уберите слово или фильтр.
search-words = Слова для поиска
search = Найти
all = все
target = Цель
host = Хост
tag = Метка
tags = Метки
kind = Вид
answer = Итог
run = Прогон
compare = Сравнить
started = Начало (UTC)
subject = Профиль или задание
by-number = Прогоны, сначала новые
by-start = Прогоны по времени начала, сначала новые
by-start-oldest = Прогоны по времени начала, сначала старые
by-target = Прогоны по целям
by-kind = Прогоны по видам
by-answer = Прогоны по итогам
by-tag = Прогоны с метками, по меткам
compare-run = Сравнить прогон { $run }
labels = Метки и заметка
labels-of = Метки и заметка прогона { $run }
nothing-stored = Ничего не сохранено:
tags-field = Метки через пробел, не больше { $most }
note-field = Заметка, не больше { $most } символов
save = Сохранить
cancel = Отмена
add-labels = Добавить метки или заметку
edit-labels = Изменить метки и заметку
log-in = Войти
token = Токен
wrong-token = Неверный токен. Верный — в файле, переданном plimsoll serve через --token-file.
captures = Записи нагрузки
no-captures = В каталоге нет записей нагрузки. Такую запись делает команда `plimsoll capture`.
captures-newest = Записи нагрузки, сначала новые
file = Файл
device = Устройство
size = Размер
comparison = Сравнение
beside = Сравнение прогонов
run-number = прогон { $run }
run-of = { $kind }, { $subject } на { $target }, { $at }
against = { $run } и { $base }
start-text = Проверка заполняет тестовый файл в каталоге и измеряет наибольшую нагрузку в пределах лимита задержки. Она не пишет
    на устройства и в существующие файлы. Одновременно идёт одна проверка.
profile = Профиль
budget = Время измерения
start = Запустить
last-check = Последняя проверка
check-of = Проверка { $target } для { $profile }, начата { $at }:
check-runs = выполняется.
check-ended = завершена.
check-failed = завершилась с ошибкой.
open-run = Открыть прогон { $run }
runs-of-target = Прогоны этой цели
list-head-run = №
list-head-started = НАЧАЛО (UTC)
list-head-kind = ВИД
list-head-subject = ПРОФИЛЬ
list-head-answer = ИТОГ
list-head-target = ЦЕЛЬ
answer-faulty = с ошибками
answer-sound = без ошибок
answer-met = выполнено
answer-not-met = не выполнено
answer-fit = подходит
answer-not-fit = не подходит
answer-cannot-tell = неясно
answer-done = завершён
answer-phases = { $phases ->
        [one] { $phases } фаза
        [few] { $phases } фазы
       *[other] { $phases } фаз
    }
answer-unfinished = не завершён
answer-running = идёт
answer-interrupted = прерван
answer-failed = ошибка
answer-damaged = повреждён
missing-run = Прогона { $run } нет. Список прогонов — по адресу /.
missing-page = Страницы { $path } нет. Список прогонов — по адресу /.
missing-capture = Записи нагрузки { $name } нет. Список записей — по адресу /captures.
captures-off = Этот сервер не показывает записи нагрузки. Чтобы показать записи из каталога, запустите plimsoll serve с
    --captures КАТАЛОГ.
start-off = Этот сервер не запускает проверок. Чтобы разрешить проверку цели, запустите plimsoll serve с --allow-start ЦЕЛЬ.
old-form = Эта форма открыта до перезапуска сервера. Откройте страницу снова и отправьте форму.
long-address = Адрес длиннее { $most } байт. Сократите поисковый запрос.
token-needed = Серверу нужен токен. Отправьте заголовок Authorization: Bearer ТОКЕН.
other-machine = Запрос адресован другой машине. Откройте адрес, который вывела команда plimsoll serve.
followers-full = За прогонами уже следит предельное число клиентов: { $most }. Попробуйте позже.
one-target = В адресе должна быть одна цель, например target=/srv/db.
two-runs = В адресе должны быть два прогона, например run=7&run=9.
choose-runs = Выбрано разных прогонов: { $count }. Выберите от 2 до { $most }.
key-mistake = { $key }: { $mistake }
key-unknown = Этот ключ неизвестен. Известные ключи: { $known }.
many-words = В запросе больше { $most } слов. Уберите лишние.
unknown-value = Значение «{ $value }» неизвестно. Известные значения: { $known }.
no-run-number = «{ $value }» — не номер прогона; укажите целое число.
no-count = «{ $value }» — не число прогонов, которые надо пропустить; укажите целое число.
start-not-allowed = Цель { $target } не указана в --allow-start, поэтому этот сервер не запускает на ней проверок.
start-profile = Профиля { $name } нет. Выберите профиль из списка.
start-budget = Время { $value } не входит в список. Выберите время из списка.
start-busy = Идёт проверка { $target }. Запустите следующую, когда она закончится.
start-failed = Проверка не запустилась: { $error }.
list-no-match = Ничего не найдено. Все прогоны показывает `plimsoll results`.
serve-token-needed = --listen { $address }: по этому адресу все результаты могли бы читать другие машины; задайте --token-file
    ФАЙЛ или укажите адрес 127.0.0.1
serve-token-weak = --token-file: печатных символов ASCII в токене: { $count }; нужно не менее { $least } и никаких
    других. Создать токен: head -c 32 /dev/urandom | base64 > ФАЙЛ
serve-address = { $option } { $address }: { $error }; возможно, этот адрес уже занят другой программой: укажите другой
    порт или остановите её
serve-metrics-beyond = --metrics { $address }: этот адрес доступен другим машинам, а показатели прогона отдаются только этой машине;
    укажите адрес 127.0.0.1 или задайте --metrics-file ФАЙЛ, чтобы этот файл читал node_exporter
serve-tls-file = { $option } { $path }: { $error }; укажите файл PEM, который этот пользователь может прочитать
serve-certificate = --tls-cert и --tls-key: { $error }; в первом файле — цепочка сертификатов, во втором — её закрытый ключ, оба
    в формате PEM
serve-system = сервер не может работать: { $error }

unencrypted = предупреждение: без --tls-cert и --tls-key токен и все результаты передаются по сети в открытом виде
serving = адрес
results = результаты
ends = Ctrl-C остановит сервер.
