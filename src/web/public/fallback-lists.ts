/** Built-in names for when the catalogue cannot be reached. */

/** For the search suggestions. */
export const suggestionTags = (
  'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen ' +
  'mature amateur'
).split(' ');

/** For the footer: 29. */
export const footerTags = [
  ...suggestionTags,
  ...'desi indian lesbian family outdoor rooftop retro vintage neon studio travel noir'.split(' '),
];

/** For the tags page. */
export const indexTags = [...footerTags, 'harbour', 'sunset'];

/** For the footer: 30. */
export const footerPerformers = (
  'isla-torven mara-quillane juno-valdane tess-ardwyn noor-selimar ava-brandolt lena-mossvik rhea-stormell ' +
  'cleo-farrowen iris-calverne vera-lindqual anouk-ostrane bryn-hexworthen briony-belmarrow carys-cindrel ' +
  'dalia-dovantry delphi-emberlyn elowen-fenwicke esme-galdrane fara-halvorsk freya-ingelmoor gaia-jasperell ' +
  'greta-kestramund hana-lorvane hester-merriweld ione-nightengard jaya-orlvane jorun-pellinor kaia-quenneth ' +
  'kirra-rookwell'
).split(' ');

/** For the search suggestions: 12. */
export const suggestionPerformers = footerPerformers.slice(0, 12);
