### Противоречия в импортированном результате. Словарь — в verdict.ftl.

in-line = строка { $line }: { $sentence }
rate-times-size = указано { $mibps } МиБ/с, но { $iops } операций в секунду по { $block } байт — это { $expected }
littles-law = глубина очереди { $depth }, но IOPS × средняя задержка даёт { $range }: задержки неполны, время терялось
    вне хранилища или эта глубина не достигалась
rate = { $operations } операций за { $seconds } с — это { $counted } в секунду, а не указанные { $iops }
total = { $reads } чтений и { $writes } записей в секунду не дают в сумме указанных { $iops }
operation-size = { $of }: в среднем { $mean } байт на операцию, хотя задано { $block }
mean-outside-range = { $of }: средняя задержка не между наименьшей и наибольшей
percentiles-fall = { $of }: процентили задержки не возрастают
percentile-above-max = { $of }: процентиль задержки больше наибольшей
histogram-count = { $of }: в гистограмме { $held } операций, а выполнено { $done }
histogram-percents = сумма процентов гистограммы { $sum }; округление объясняет разницу не более { $most }
failed = { $of }: операций с ошибкой { $failed }
tool-error = программа завершила это задание с ошибкой { $code }
reads = чтение
writes = запись
flushes = сброс
