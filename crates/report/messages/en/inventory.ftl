### The inventory of a machine.

## InventoryText: Below the facts of an inventory.

nothing-distorts = Nothing here is known to distort a test.
distortions = What would distort a test
