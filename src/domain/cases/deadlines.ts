import type { CaseKind } from '#contract/values/cases.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long a decision may take. The law gives 48 hours for intimate images; what may show a minor comes before everything else. Copyright
 * and personal data are to be handled without delay: the law names no hours.
 */
const timeToDecide: Record<CaseKind, number> = {
  minor: day,
  intimate_image: 2 * day,
  copyright: 3 * day,
  personal_data: 7 * day,
  other: 7 * day,
  dead_link: 14 * day,
};

/** The reporter has waited once already. */
const timeAfterObjection: Record<CaseKind, number> = { ...timeToDecide, dead_link: 7 * day };

export const dueAt = (kind: CaseKind, receivedAt: Date): Date => new Date(receivedAt.getTime() + timeToDecide[kind]);

export const dueAfterObjection = (kind: CaseKind, objectedAt: Date): Date =>
  new Date(objectedAt.getTime() + timeAfterObjection[kind]);
