### Прежние прогоны. Словарь — в verdict.ftl.

key-unreadable = прогон { $run } продолжить нельзя: { $error }; всё измеряется снова (измеренное показывает `plimsoll results show
    { $run }`)
under-way = это же исследование измеряет процесс { $process } (прогон { $run }); дождитесь его конца, завершите его или
    задайте другие --seed и --store
under-way-unknown = это же исследование уже измеряется (прогон { $run }); дождитесь конца, завершите его или задайте
    другие --seed и --store
resumed = прогон { $run } продолжается, измерено точек: { $points }
plan-is-done = прогон { $run } уже измерил этот план; он измеряется снова
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
