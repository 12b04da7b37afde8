### Ход работы. Словарь — в verdict.ftl.

looks-at-storage = сбор сведений о хранилище
prefilling = Предзаполнение: { $size } случайных данных
prefill-takes = Предзаполнение: запись { $size } случайных данных займёт около { $takes }.
prefill-takes-before = Предзаполнение: запись { $size } случайных данных займёт около { $takes }; время измерения { $budget } начнётся
    после неё.
prefill-took = Предзаполнение заняло { $took }.
prefill-took-before = Предзаполнение заняло { $took }. Измерение — { $budget }.
taking-down = разборка вариантов
starting = запуск
pause-before-point = пауза перед следующей точкой
simulating-again = повторная симуляция уже измеренных точек
pause-between-windows = soak: пауза между окнами
stage = этап { $number } из { $all }: { $name }
stage-measured = этап { $number } из { $all }: { $name } уже измерен
preparing = подготовка
measuring = измерение
capturing = запись нагрузки { $device }
reads = чтений { $percent } %
targets = целей: { $count }
mapping-files = построение карты файлов { $device }
files = файлов: { $count }
point = точка { $number } из { $all }
trial-at-depth = { $role }: { $purpose }, глубина { $depth }
trial-at-rate = { $role }: { $purpose }, { $rate } в секунду
hosts-answering = отвечают хосты: { $count } из { $all }
prefilling-place = Предзаполнение: { $place }
faults-found = { $phase }, ошибок: { $faults }
test-phase-filling = заполнение
test-phase-exercising = чтение и запись
test-phase-checkpoint = контрольная точка
test-phase-final-audit = итоговая проверка
