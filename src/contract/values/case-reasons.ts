import { type CaseKind, caseDecisions } from './cases.ts';

/** What admins write to reporters: why something was removed or kept, or what they want to know. */
export const reasonDecisions = [...caseDecisions, 'ask'] as const;
export type ReasonDecision = (typeof reasonDecisions)[number];

/** A text that admins start from, and edit: the reporter reads it. */
export interface CaseReason {
  /** Blank for every kind of notice. */
  kind: CaseKind | '';
  title: string;
  text: string;
}

export type CaseReasons = Record<ReasonDecision, CaseReason[]>;

/** What fits a notice, its own kind first. Notices of several kinds may need any of them. */
export const reasonsFor = (reasons: readonly CaseReason[], kind: CaseKind | undefined): CaseReason[] =>
  kind === undefined
    ? [...reasons]
    : [...reasons.filter((reason) => reason.kind === kind), ...reasons.filter((reason) => reason.kind === '')];
