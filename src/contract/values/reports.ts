import { type CaseKind, caseKinds } from './cases.ts';

/** Lengths are in characters. */
export const reportLimits = {
  /** Per notice: enough for everything that shows one person, and few enough for an admin to look at. */
  urls: 100,
  urlText: 40_000,
  text: 5000,
  name: 200,
  address: 500,
  /** Posts that a confirmed mailbox hides within a day, whatever others do. */
  hiddenByMailbox: 10,
  /** A solved proof of work. */
  proof: 4000,
} as const;

/** Names of the text fields of the form. */
export const reportTexts = [
  'urls',
  'relation',
  'description',
  'work',
  'rightsHolder',
  'address',
  'name',
  'email',
] as const;
export const reportTicks = ['goodFaith', 'perjury'] as const;
export type ReportText = (typeof reportTexts)[number];
export type ReportTick = (typeof reportTicks)[number];
export type ReportField = ReportText | ReportTick;

/** Whether the reporter of an intimate image is the person shown or acts for them. */
export const reportRelations = ['self', 'agent'] as const;

interface ReportForm {
  /** The label of the choice. */
  title: string;
  required: readonly ReportField[];
  optional: readonly ReportField[];
  /** Accepts notices with missing fields. Incomplete notices withhold nothing automatically. */
  mayBeIncomplete?: true;
}

/** The form of each kind of notice. */
export const reportForms: Record<CaseKind, ReportForm> = {
  intimate_image: {
    title: 'An intimate image or video, shared without consent',
    required: ['urls', 'relation', 'description', 'goodFaith', 'name', 'email'],
    optional: [],
    mayBeIncomplete: true,
  },
  minor: {
    title: 'A person who is, or may be, under 18',
    required: ['urls'],
    optional: ['description', 'name', 'email'],
  },
  copyright: {
    title: 'My copyright',
    required: ['urls', 'work', 'rightsHolder', 'goodFaith', 'perjury', 'name', 'email'],
    optional: ['address'],
  },
  personal_data: {
    title: 'My personal data',
    required: ['urls', 'description', 'goodFaith', 'name', 'email'],
    optional: [],
  },
  dead_link: { title: 'A dead or wrong link', required: ['urls'], optional: [] },
  other: { title: 'Something else', required: ['description'], optional: ['urls', 'name', 'email'] },
};

export const fieldsOf = (kind: CaseKind): ReportField[] => {
  const { required, optional } = reportForms[kind];
  const order: readonly ReportField[] = [
    'urls',
    'relation',
    'description',
    'work',
    'rightsHolder',
    ...reportTicks,
    'name',
    'email',
    'address',
  ];
  return order.filter((field) => required.includes(field) || optional.includes(field));
};

/** Urgent kinds have their own rate limits and are accepted even if the honeypot was filled in. */
export const isUrgent = (kind: CaseKind) => kind === 'intimate_image' || kind === 'minor';

export const isCaseKind = (text: string | null): text is CaseKind => caseKinds.includes(text as CaseKind);

/**
 * Whether a confirmed email would hide what is still visible, and what became of the email that asks to confirm it: waiting to be sent, sent,
 * or given up (failed).
 */
export const confirmations = [
  'not needed',
  'no mail server',
  'needs email',
  'not sent',
  'waiting',
  'failed',
  'sent',
  'confirmed',
] as const;
export type Confirmation = (typeof confirmations)[number];

/** Messages for missing required fields. */
export const missingSentences: Record<ReportField, string> = {
  urls: 'Enter at least one URL.',
  relation: 'Say whether you are the person shown or act for them.',
  description: 'Describe it in a few words.',
  work: 'Describe the work that is yours.',
  rightsHolder: 'Enter who holds the rights.',
  address: 'Enter a postal address or telephone number.',
  name: 'Enter your name: it is your signature.',
  email: 'Enter an email: the law asks for a way to reach you.',
  goodFaith: 'Confirm this statement.',
  perjury: 'Confirm this statement.',
};

const statusPathPrefix = '/report/status/';

/** The private status page of a case. */
export const reportStatusPath = (token: string) => `${statusPathPrefix}${token}`;

/** Replaces the token where it must not be logged. */
export const hiddenToken = 'private';

/** A URL or path for logs. The token must not leak: it grants access to the reporter's case. */
export const withoutReportToken = (url: string) =>
  url.replace(/((?:report\/status|api\/reports)\/+)[^/?#]+/gi, `$1${hiddenToken}`);
