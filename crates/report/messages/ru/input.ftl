### Файлы, которые называет пользователь. Словарь — в verdict.ftl.

not-utf8 = байт { $byte } — не UTF-8
capture = это запись нагрузки, а не текстовый файл; сначала сделайте из неё задание: plimsoll capture fit CAPTURE -o JOB.toml
too-large = он больше { $bytes }, предела для такого файла
job-wrong = в задании есть ошибки
plan-wrong = в плане есть ошибки
configuration-wrong = в командной строке или конфигурации есть ошибки
