import { builtInTags, defaultFeaturedPerformers } from '#contract/values/names.ts';

// Built-in names, shown while the catalogue cannot be reached. The specification sets how many each list has.

/** 29 tags. */
export const footerTags = [
  ...builtInTags,
  ...'desi indian lesbian family outdoor rooftop retro vintage neon studio travel noir'.split(' '),
];

/** The 31 tags of the tags page. */
export const indexTags = [...footerTags, 'harbour', 'sunset'];

/** 30 performers. */
export const footerPerformers = [
  ...defaultFeaturedPerformers,
  ...(
    'anouk-ostrane bryn-hexworthen briony-belmarrow carys-cindrel dalia-dovantry delphi-emberlyn elowen-fenwicke ' +
    'esme-galdrane fara-halvorsk freya-ingelmoor gaia-jasperell greta-kestramund hana-lorvane hester-merriweld ' +
    'ione-nightengard jaya-orlvane jorun-pellinor kaia-quenneth kirra-rookwell'
  ).split(' '),
];

/** 12 performers. */
export const suggestionPerformers = footerPerformers.slice(0, 12);
