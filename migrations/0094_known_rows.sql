-- Imports read the hashes of a source at once instead of looking each up. Older versions still find them, only slower.
drop index concurrently if exists import_items_row;
