export const caseKinds = ['intimate_image', 'minor', 'copyright', 'personal_data', 'dead_link', 'other'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** asked: waiting for the reporter's answer. objected: decided, but the reporter disagrees. */
export const caseStatuses = ['open', 'asked', 'decided', 'objected'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export const caseDecisions = ['remove', 'keep'] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/**
 * Warnings about a notice. trap: the honeypot field was filled in. limit: it names more posts than there was room to
 * withhold automatically. kept_before: an admin has decided to keep the same post before. many: its sender has sent
 * many notices. more_urls: it names more URLs than are looked at one by one.
 */
export const caseFlags = ['trap', 'limit', 'kept_before', 'many', 'more_urls'] as const;
export type CaseFlag = (typeof caseFlags)[number];

/** One admin alone keeps at most this many cases at once; another has to confirm more. */
export const maxKeptAlone = 10;

/** A case number such as 2026-000123. */
export const caseNumber = ({ id, receivedAt }: { id: number; receivedAt: Date }) =>
  `${receivedAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`;

/** The id in a case number. The year is optional. */
export const caseIdIn = (text: string): number | undefined => {
  const digits = /^(?:\d{4}-)?0*(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Filters of the queue: a status, or cases with a pending counter-notice. */
export const queueStatuses = [...caseStatuses, 'counter_notice'] as const;
export type QueueStatus = (typeof queueStatuses)[number];
