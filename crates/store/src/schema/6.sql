-- The reason of a verdict is JSON: numbers by their kind, or a text.
UPDATE runs SET reason = json_quote(reason);
