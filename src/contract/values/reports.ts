import { type CaseKind, caseKinds } from './cases.ts';

/** Lengths are in characters. */
export const reportLimits = {
  /** URLs of one notice: enough for everything of one person, and few enough to be looked at. */
  urls: 100,
  urlText: 40_000,
  text: 5000,
  name: 200,
  address: 500,
  /** A solved proof of work. */
  proof: 4000,
} as const;

/** Texts that the form asks for, by the names of its fields. */
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

/** For whom a notice about an intimate image speaks. */
export const reportRelations = ['self', 'agent'] as const;

interface ReportForm {
  /** What visitors choose it by. */
  title: string;
  required: readonly ReportField[];
  optional: readonly ReportField[];
  /** Whether it is also received without all that is required; it then withholds nothing by itself. */
  mayBeIncomplete?: true;
}

/** What a notice of each kind asks for, in the order of the form. */
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

/** Kinds that are received whatever else speaks against their sender. */
export const isUrgent = (kind: CaseKind) => kind === 'intimate_image' || kind === 'minor';

export const isCaseKind = (text: string | null): text is CaseKind => caseKinds.includes(text as CaseKind);

/** What is said about a required field that is missing. */
export const missingSentences: Record<ReportField, string> = {
  urls: 'Enter at least one URL.',
  relation: 'Say whether you are the person shown or act for them.',
  description: 'Describe it in a few words.',
  work: 'Describe the work that is yours.',
  rightsHolder: 'Enter who holds the rights.',
  address: 'Enter a postal address or telephone number.',
  name: 'Enter your name: it is your signature.',
  email: 'Enter an email, so that we can answer.',
  goodFaith: 'Confirm this statement.',
  perjury: 'Confirm this statement.',
};

const statusPathPrefix = '/report/status/';

/** The private status page of a case. */
export const reportStatusPath = (token: string) => `${statusPathPrefix}${token}`;

/** Stands for the token where it must not be written down. */
export const hiddenToken = 'private';

/** A URL or path for logs: whoever has the token can speak for the reporter. */
export const withoutReportToken = (url: string) =>
  url.replace(/((?:report\/status|api\/reports)\/+)[^/?#]+/gi, `$1${hiddenToken}`);
