### Gründe, nicht in eine Datei oder auf ein Gerät zu schreiben. Das Glossar steht in verdict.ftl.

unreadable = auf { $path } wird nicht geschrieben, denn es lässt sich nicht untersuchen: { $error }
devices-hidden = { $path } lässt sich nicht untersuchen: /sys zeigt nicht, wovon es genutzt wird, deshalb wird nicht dorthin
    geschrieben; hängen Sie /sys ein, oder starten Sie das Programm außerhalb des Containers
not-a-device = { $path } ist kein Blockgerät; nennen Sie ein Gerät wie /dev/sdb
device-not-named = { $device } würde überschrieben; nennen Sie es mit --destroy { $device } (in Skripten anderer Werkzeuge:
    PLIMSOLL_DESTROY={ $device }), falls sein Inhalt verloren gehen darf
device-with-data-not-named = { $device } würde überschrieben und enthält Daten unbekannter Art; nennen Sie es mit --destroy { $device } (in Skripten
    anderer Werkzeuge: PLIMSOLL_DESTROY={ $device }), falls sein Inhalt verloren gehen darf
device-with-signatures-not-named = { $device } würde überschrieben und enthält { $holds }; nennen Sie es mit --destroy { $device } (in Skripten
    anderer Werkzeuge: PLIMSOLL_DESTROY={ $device }), falls sein Inhalt verloren gehen darf
root = { $device } enthält das Wurzeldateisystem dieses Rechners; es wird nie überschrieben; nennen Sie ein anderes Gerät
mounted = { $device } ist unter { $point } eingehängt; hängen Sie es zuerst aus
swap = { $device } ist als Swap in Gebrauch; schalten Sie ihn zuerst mit swapoff ab
held = { $device } wird von { $holder } belegt; beenden Sie zuerst dieses Volume, dieses Array oder dieses Loop-Gerät
member = { $device } enthält { $holds }: Es gehört zu einer Volume-Verwaltung, einem Array, einem Pool oder einem
    verschlüsselten Volume und wird nie überschrieben, aktiv oder nicht; falls sein Inhalt verloren gehen darf, führen Sie
    zuerst wipefs -a { $device } aus
busy = { $device } wird von einem anderen Programm oder einem eingehängten Dateisystem exklusiv genutzt; beenden Sie das zuerst
device-open = { $device } ist in { $command } (Prozess { $process }) geöffnet; beenden Sie zuerst diesen Prozess
read-only = { $device } ist schreibgeschützt; machen Sie es mit blockdev --setrw { $device } beschreibbar, oder nennen Sie ein anderes Gerät
file-not-ours = { $path } existiert und wurde nicht von plimsoll angelegt; nennen Sie eine Datei, die es noch nicht gibt. Nur falls der Inhalt
    dieser Datei verloren gehen darf, geben Sie --overwrite { $path } (in Skripten anderer Werkzeuge: PLIMSOLL_OVERWRITE={ $path }) an
file-changed = { $path } wurde von plimsoll angelegt, aber seit dem Ende des letzten Laufs beschrieben: von einem Lauf, der noch andauert oder
    abgebrochen wurde, oder von einem anderen Programm; nennen Sie die Datei mit --overwrite { $path }, falls ihr Inhalt verloren gehen darf
link = { $link } ist ein symbolischer Link auf { $to }; nennen Sie die Datei selbst, oder erlauben Sie den Link mit --overwrite { $link }
hard-links = { $path } hat { $names } Namen (harte Links); andere Programme nutzen die Datei vielleicht unter einem anderen Namen; nennen Sie sie mit
    --overwrite { $path }, falls ihr Inhalt verloren gehen darf
swap-file = { $path } ist als Swap in Gebrauch; schalten Sie ihn zuerst mit swapoff { $path } ab
loop-file = { $path } ist als Inhalt von { $device } in Gebrauch; lösen Sie zuerst das Loop-Gerät mit losetup -d { $device }
maybe-loop-file = { $path } ist vielleicht der Inhalt von { $device }; lösen Sie dieses Loop-Gerät zuerst mit losetup -d { $device }
file-open-unseen = { $path } ist anderswo zum Schreiben geöffnet: von einem Loop-Gerät, einem Container, einem Server im Kernel oder einem anderen
    Benutzer; beenden Sie das zuerst
file-open = { $path } ist in { $command } (Prozess { $process }) zum Schreiben geöffnet; beenden Sie zuerst diesen Prozess
not-a-file = { $path } ist keine reguläre Datei; es wird nicht dorthin geschrieben; nennen Sie eine reguläre Datei
not-a-disk = { $path } ist weder Datenträger noch Volume; nennen Sie etwas wie \\.\PhysicalDrive2 oder \\.\E:
system-disk = { $device } enthält { $volume }, wovon dieser oder ein anderer Rechner startet; es wird nie überschrieben. Falls der Inhalt eines
    gebrauchten Datenträgers verloren gehen darf, führen Sie zuerst Clear-Disk -RemoveData in PowerShell aus; es verschont das laufende System
volume-in-use = { $device } enthält das Volume { $volume } mit { $holds }; falls sein Inhalt verloren gehen darf, entfernen Sie zuerst das Volume mit
    Remove-Partition in PowerShell
page-file = { $device } enthält das Volume { $volume } mit einer Auslagerungsdatei; verschieben Sie diese zuerst auf einen anderen Datenträger
managed = { $device } enthält { $holds }: Es gehört zu einem Pool, einem dynamischen Datenträger, einem verschlüsselten Volume oder einem Cluster;
    nehmen Sie es zuerst dort heraus
volume-hidden = es lässt sich nicht feststellen, auf welchen Datenträgern das Volume { $volume } liegt, deshalb wird auf { $device } nicht geschrieben;
    starten Sie plimsoll als Administrator
read-only-disk = { $device } ist schreibgeschützt; führen Sie Set-Disk -IsReadOnly $false in PowerShell aus, oder nennen Sie einen anderen Datenträger
file-in-use = { $path } ist in einem anderen Programm geöffnet; beenden Sie zuerst dieses Programm
