import type { CaseKind, CaseStatus } from '#contract/values/cases.ts';

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
