### Was ein Lauf gemessen hat: in Listen von Läufen und in Überschriften. Das Glossar steht in verdict.ftl.

recorded-points = früher aufgezeichnete Messpunkte von { $names }

each-disk = { $disks } Laufwerke, jedes für sich
up-to-disks = 1 bis { $disks } Laufwerke
up-to-hosts = 1 bis { $hosts } Hosts
under-limit = unter { $limit }
role-under-limit = { $role } unter { $limit }
depths = Reihe von Warteschlangentiefen { $depths }
profile = für { $profile }
grid = über das Raster { $grid }
classic-grid = über das klassische Raster von 210 Messpunkten
replay = Wiedergabe von { $device }
name = { $name }
