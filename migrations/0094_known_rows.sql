-- Compatible: older versions find the rows without it, only slower.
-- Imports read the hashes of a source at once instead of looking each of them up.
drop index concurrently if exists import_items_row;
