### Прежние прогоны. Словарь — в verdict.ftl.

under-way = это исследование уже измеряет процесс { $process } (прогон { $run }); дождитесь конца этого процесса,
    завершите его или задайте другие --seed и --store
under-way-unknown = это исследование уже измеряется (прогон { $run }); дождитесь конца этого прогона, завершите его или
    задайте другие --seed и --store
resumed = прогон { $run } продолжается, измерено точек: { $points }
plan-is-done = прогон { $run } уже измерил этот план; план измеряется снова
taken = взято из прогона { $run }: { $stages }
new-stages = новое: { $names }
fresh = --fresh измерит всё снова
stage-points = { $name } (точек: { $points })
changed-stage = точек из изменённого этапа { $name }: { $points }
rebuilt = прогон { $run }: восстановлен из частей хостов: { $parts } из { $hosts }
merged = { $file }: добавлено прогонов: { $runs }
known = уже есть: { $runs }
relabelled = из них с новыми метками или заметками: { $runs }
unfinished = не закончены и не добавлены: { $runs }
label-run = прогон
label-tags = метки
label-note = заметка
none = нет
