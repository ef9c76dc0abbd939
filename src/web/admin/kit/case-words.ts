import type { CaseFlag, CaseKind, CaseStatus } from '#contract/values/cases.ts';

export const kindWords: Record<CaseKind, string> = {
  intimate_image: 'Intimate image',
  minor: 'May be under 18',
  copyright: 'Copyright',
  personal_data: 'Personal data',
  dead_link: 'Dead link',
  other: 'Other',
};

export const statusWords: Record<CaseStatus, string> = {
  open: 'Open',
  asked: 'Asked',
  decided: 'Decided',
  objected: 'Objected',
};

/** Short names for filters. */
export const flagNames: Record<CaseFlag, string> = {
  trap: 'Hidden field filled in',
  limit: 'Not everything hidden',
  kept_before: 'Kept before',
  many: 'Many from this sender',
  more_urls: 'More URLs than listed',
};

/** Explanations for the screen of a case. */
export const flagWords: Record<CaseFlag, string> = {
  trap: 'A field that people cannot see was filled in, by a bot or a password manager',
  limit:
    'Not all its posts were hidden, because its sender or all notices together had used up what they may hide automatically',
  kept_before: 'An admin has kept the same post before',
  many: 'Its sender sent many notices within an hour',
  more_urls: 'It names more URLs than are listed: see the others under “More URLs”',
};
