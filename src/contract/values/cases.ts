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

/** Messages of admins to reporters: the reason for removing or keeping something, or a question. */
export const reasonDecisions = [...caseDecisions, 'ask'] as const;
export type ReasonDecision = (typeof reasonDecisions)[number];

/** A text template that admins edit before they send it to the reporter. */
export interface CaseReason {
  /** Blank for every kind of notice. */
  kind: CaseKind | '';
  title: string;
  text: string;
}

export type CaseReasons = Record<ReasonDecision, CaseReason[]>;

/** The templates for a kind of notice, most specific first; all of them if there are several kinds. */
export const reasonsFor = (reasons: readonly CaseReason[], kind: CaseKind | undefined): CaseReason[] =>
  kind === undefined
    ? [...reasons]
    : [...reasons.filter((reason) => reason.kind === kind), ...reasons.filter((reason) => reason.kind === '')];

/** The templates of a new site: those of one kind first, the most likely first. */
export const defaultCaseReasons: CaseReasons = {
  remove: [
    {
      kind: 'intimate_image',
      title: 'No consent',
      text: 'The person shown has not agreed to this. We have removed it, and the same link and picture may not be listed again.',
    },
    {
      kind: 'intimate_image',
      title: 'Synthetic image',
      text: 'This is a synthetic image of a real person who has not agreed to it. We have removed it, and it may not be listed again.',
    },
    {
      kind: 'minor',
      title: 'May show a minor',
      text: 'The person shown is, or may be, under 18. We have removed it, it may not be listed again, and we report it where the law asks for it.',
    },
    {
      kind: 'minor',
      title: 'Age not proved',
      text: 'We could not establish that the person shown is an adult. We have removed it, and it may not be listed again.',
    },
    {
      kind: 'copyright',
      title: 'Infringes copyright',
      text: 'Your notice is complete, and the work is used without permission. We have removed it. Whoever posted it may send a counter-notice, of which you would get a copy.',
    },
    {
      kind: 'personal_data',
      title: 'Personal data',
      text: 'This shows personal data without a reason that outweighs your rights. We have removed it, and it may not be listed again.',
    },
    {
      kind: 'dead_link',
      title: 'Dead link',
      text: 'The link no longer leads to the video. We have removed it. Thank you.',
    },
    {
      kind: '',
      title: 'Against our rules',
      text: 'This is against the rules of our site, whatever the reason for your notice. We have removed it, and it may not be listed again.',
    },
  ],
  keep: [
    {
      kind: 'intimate_image',
      title: 'Consent is on record',
      text: 'The publisher keeps a statement that the person shown agreed to this. If you are that person and did not agree, please object and tell us how we can recognize you.',
    },
    {
      kind: 'minor',
      title: 'Adult on record',
      text: 'The publisher keeps records that everyone shown was at least 18 years old at the time. If you know otherwise, please object and tell us how.',
    },
    {
      kind: 'copyright',
      title: 'Links only',
      text: 'The address does not lead to the work that your notice describes.',
    },
    {
      kind: 'copyright',
      title: 'Permitted use',
      text: 'Whoever published this has shown us permission to use the work.',
    },
    {
      kind: 'personal_data',
      title: 'No personal data',
      text: 'We found nothing at this address by which a person can be recognized against their will.',
    },
    {
      kind: 'dead_link',
      title: 'Link works',
      text: 'We followed the link, and it leads to the video. It may have been unavailable for a while.',
    },
    {
      kind: 'other',
      title: 'Within our rules',
      text: 'We looked at it, and it is within the law and the rules of our site.',
    },
    {
      kind: '',
      title: 'Nothing was found',
      text: 'We looked at each address in your notice and found nothing of what it describes. If we missed something, please tell us where it can be seen.',
    },
    {
      kind: '',
      title: 'Not enough to decide',
      text: 'Your notice does not say enough for us to find what it is about or who it concerns. You can send it again with what was missing.',
    },
    {
      kind: '',
      title: 'Already decided',
      text: 'We have looked at the same notice before. Nothing in this one is new, so our earlier decision stays. You can object to it.',
    },
    {
      kind: '',
      title: 'Mass notices',
      text: 'Many notices came from the same sender and named posts without a reason that fits them. We looked at them and keep the posts.',
    },
  ],
  ask: [
    {
      kind: 'intimate_image',
      title: 'Who is shown',
      text: 'Are you the person shown, or do you act for them? Please tell us how we can recognize you in it. We need no identity card.',
    },
    {
      kind: 'minor',
      title: 'What you know',
      text: 'How do you know how old the person shown is, or was at the time? Please tell us what you can.',
    },
    {
      kind: 'copyright',
      title: 'Which work',
      text: 'Which work of yours does it use, and where can we see the original?',
    },
    {
      kind: 'copyright',
      title: 'Who owns it',
      text: 'Do you own the work, or may you act for whoever does? Please tell us how.',
    },
    { kind: 'personal_data', title: 'Which data', text: 'Which data about you does it show, and where in it?' },
    {
      kind: '',
      title: 'Which page',
      text: 'We could not find what your notice is about. Please send us the URL of each page of this site.',
    },
    { kind: '', title: 'More words', text: 'Please tell us in more words what is wrong, so that we can decide.' },
  ],
};
