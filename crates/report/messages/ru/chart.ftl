### Слова на графиках.

limit = лимит
own-flush = сброс у каждого
shared-flushes = общий сброс
offered = подано
done = достигнуто
load-line = предел
required = требуется
latency = задержка
load-done = достигнутая нагрузка
faster = доля более быстрых операций
second = секунда
seconds = секунды измерения
warm-up = прогрев
