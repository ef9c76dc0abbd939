import { describedSettings, settingNames } from '#contract/values/settings/settings.ts';
import { type ListedPart, type Listing, listedPart } from '#domain/listing/listing.ts';
import { assertTerms, type StoredSettings } from '#domain/settings.ts';
import { ListingRefusedError } from './may-be-listed.ts';
import { matcherOf, refusalByTerms } from './prohibited-terms.ts';

/** Single lines and paragraphs that visitors see, such as the heading and the text of the footer. */
const publicTexts = settingNames.filter((name) => {
  const { input, isPublic } = describedSettings[name];
  return isPublic && (input === 'line' || input === 'paragraph');
});

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const textsOf = (settings: StoredSettings): ListedPart[] => {
  const { label } = (settings.sponsoredLink ?? {}) as { label?: unknown };
  return [
    ...publicTexts.flatMap((name) =>
      listedPart(name, describedSettings[name].label.toLowerCase(), textOf(settings[name])),
    ),
    ...listedPart('sponsoredLink.label', 'label of the sponsored link', textOf(label)),
  ];
};

/**
 * Throws if the terms of settings are unusable, or if a text that visitors see has one of them or another prohibited one. The pages of the footer
 * are left out: policies have to name what is prohibited.
 */
export const assertSettingsMayBeListed = (settings: StoredSettings): void => {
  assertTerms(settings);
  const listing: Listing = { entity: 'settings', id: 1, name: 'Settings', texts: textsOf(settings), links: [] };
  const refusal = refusalByTerms(matcherOf(settings), listing);
  if (refusal) throw new ListingRefusedError(listing, refusal);
};
