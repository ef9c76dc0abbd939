/** What a notice is about. */
export const caseKinds = ['intimate_image', 'minor', 'copyright', 'personal_data', 'dead_link', 'other'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** asked: waiting for the reporter's answer. objected: decided, and somebody disagrees. */
export const caseStatuses = ['open', 'asked', 'decided', 'objected'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export const caseDecisions = ['remove', 'keep'] as const;
export type CaseDecision = (typeof caseDecisions)[number];

/**
 * What an operator should know about a notice. trap: a field that people do not see was filled in. limit: it would have withheld
 * more posts than notices may by themselves. kept_before: an admin has decided to keep the same post. many: its sender has sent
 * many. more_urls: it names more than are looked at one by one.
 */
export const caseFlags = ['trap', 'limit', 'kept_before', 'many', 'more_urls'] as const;
export type CaseFlag = (typeof caseFlags)[number];

/** What people call a case: 2026-000123. */
export const caseNumber = ({ id, receivedAt }: { id: number; receivedAt: Date }) =>
  `${receivedAt.getUTCFullYear()}-${String(id).padStart(6, '0')}`;

/** The id in a case number, which may be written without the year. */
export const caseIdIn = (text: string): number | undefined => {
  const digits = /^(?:\d{4}-)?0*(\d{1,15})$/.exec(text.trim())?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** What the queue is limited to: a status, or counter-notices whose clock runs. */
export const queueStatuses = [...caseStatuses, 'counter_notice'] as const;
export type QueueStatus = (typeof queueStatuses)[number];
