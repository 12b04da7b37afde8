### Die Einstellungen des Schreibprozesses beim Stromausfalltest: warum sie abgelehnt werden. Das Glossar steht in verdict.ftl.

page-size = --page-size: { $page } ist kein Vielfaches von 512 Bytes bis 1 MiB; verwenden Sie 4K oder 8K
group-empty = --group: eine Gruppe hat mindestens einen Commit; geben Sie 1 oder mehr an
group-too-large = --group: { $group } Seiten sind mehr als 16 MiB in einem Schreibzugriff; geben Sie weniger Commits oder ein
    kleineres --page-size an
too-few-ahead = --group: { $ahead } Commits vor dem Protokoll sind weniger als zwei Gruppen; geben Sie ein kleineres --group an
log-size = --group: ein Log von { $pages } Seiten liegt außerhalb von { $least } (dem Doppelten dessen, was dem Protokoll voraus
    sein darf) bis { $most }; geben Sie ein kleineres --group an
pages-of-commit = --pages: { $pages } Seiten für einen Commit liegen außerhalb von 1 bis 64; geben Sie 1 bis 64 an
data-size = --size: { $pages } Datenseiten liegen außerhalb von { $least } bis { $most }; geben Sie ein anderes --size oder --page-size an
