-- One form for all spellings of a text, for searches in lists that are not in the catalogue index: ignores case, accents,
-- compatibility forms and invisible characters, as src/contract/values/fold.ts does.
create function fold_text(value text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(
    normalize(
      regexp_replace(
        lower(normalize(value, nfkd)),
        '[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
      nfc),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
  'øłđðħıŧŋ', 'olddhitn');
