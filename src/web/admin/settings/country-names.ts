import { countryCodes } from '#contract/values/countries.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

export const countryName = (code: string) => names.of(code) ?? code;

/** All countries by name. */
export const countriesByName = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));
