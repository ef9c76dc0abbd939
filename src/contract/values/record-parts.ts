/** The records of a post: where it comes from, who answers for it, that those who are shown agreed, and since when. */
export const recordParts = ['source', 'rightsHolder', 'consent', 'recordDate'] as const;
export type RecordPart = (typeof recordParts)[number];

export const recordLabels: Record<RecordPart, string> = {
  source: 'Source',
  rightsHolder: 'Rights holder or records custodian',
  consent: 'Consent',
  recordDate: 'Date of the records',
};

/** Where there is little room. */
export const shortRecordLabels: Record<RecordPart, string> = {
  source: 'Source',
  rightsHolder: 'Rights holder',
  consent: 'Consent',
  recordDate: 'Date',
};

/** In the order of the column `present` of the database. */
export const bitOf: Record<RecordPart, number> = { source: 1, rightsHolder: 2, consent: 4, recordDate: 8 };
export const allRecordBits = 15;

/** The parts that a filter asks for posts without, as bits; undefined if it asks for something else. */
export const recordBits = (without: string | undefined): number | undefined => {
  if (without === 'records') return allRecordBits;
  const part = recordParts.find((each) => each === without);
  return part && bitOf[part];
};

/** The records of a post. A blank text, or no date, is missing. */
export interface PostRecords {
  source: string;
  rightsHolder: string;
  consent: string;
  /** Like 2026-01-31. */
  recordDate: string | null;
}

export const noRecords: PostRecords = { source: '', rightsHolder: '', consent: '', recordDate: null };

export const missingParts = (records: PostRecords): RecordPart[] => recordParts.filter((part) => !records[part]);

const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

const needs: Record<RecordPart, string> = {
  source: 'a source',
  rightsHolder: 'a rights holder or records custodian',
  consent: 'a consent statement',
  recordDate: 'a date',
};

/** Why a post is not published. */
export const recordsMissing = (parts: readonly RecordPart[]) =>
  `Before this post can be published, its records need ${list.format(parts.map((part) => needs[part]))}.`;

/** Why a post that visitors saw before it was deleted is not back for them. */
export const restoredAsDraft = (parts: readonly RecordPart[]) =>
  `The post came back as a draft. ${recordsMissing(parts)}`;

export const enterRecord = (part: RecordPart) => `Enter ${needs[part]}.`;

export const invalidRecordDate = 'The date of the records must be a day such as 2026-01-31.';

/** Days that both PostgreSQL and people understand. */
export const recordDatePattern = '^(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';

/** Whether the calendar has the day. */
export const isRecordDate = (text: string) => {
  if (!new RegExp(recordDatePattern).test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};
