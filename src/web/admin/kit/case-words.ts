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
  limit: 'Hid nothing: limit reached',
  kept_before: 'Post kept before',
  many: 'Sender of many',
  more_urls: 'More URLs than listed',
};

/** Explanations for the screen of a case. */
export const flagWords: Record<CaseFlag, string> = {
  trap: 'A field that people do not see was filled in: a program, or a password manager',
  limit: 'Its posts are not hidden: more than notices may hide by themselves',
  kept_before: 'An admin has kept the same post before',
  many: 'Its sender has sent many notices within an hour',
  more_urls: 'It names more URLs than are listed: read the others under “More URLs”',
};
