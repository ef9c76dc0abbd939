import { builtInTags } from '#contract/values/names.ts';
import { defaultPublicSettings } from '#contract/values/public-pages.ts';

/** Built-in names for when the catalogue cannot be reached. */

/** For the footer: 29. */
export const footerTags = [
  ...builtInTags,
  ...'desi indian lesbian family outdoor rooftop retro vintage neon studio travel noir'.split(' '),
];

/** For the tags page. */
export const indexTags = [...footerTags, 'harbour', 'sunset'];

/** For the footer: 30. */
export const footerPerformers = [
  ...defaultPublicSettings.featuredPerformers,
  ...(
    'anouk-ostrane bryn-hexworthen briony-belmarrow carys-cindrel dalia-dovantry delphi-emberlyn elowen-fenwicke ' +
    'esme-galdrane fara-halvorsk freya-ingelmoor gaia-jasperell greta-kestramund hana-lorvane hester-merriweld ' +
    'ione-nightengard jaya-orlvane jorun-pellinor kaia-quenneth kirra-rookwell'
  ).split(' '),
];

/** For the search suggestions: 12. */
export const suggestionPerformers = footerPerformers.slice(0, 12);
