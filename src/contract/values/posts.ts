import type { Category } from './categories.ts';
import { type RecordPart, recordParts } from './post-fields.ts';

/** For narrow columns. */
export const shortRecordLabels: Record<RecordPart, string> = {
  source: 'Source',
  rightsHolder: 'Rights holder',
  consent: 'Consent',
  recordDate: 'Date',
};

/** Bits of the database column `present`. */
export const bitOf: Record<RecordPart, number> = { source: 1, rightsHolder: 2, consent: 4, recordDate: 8 };
export const allRecordBits = 15;

/** The parts of the records that the filter `without` names, as bits; undefined for other parts of posts. */
export const recordBits = (without: string | undefined): number | undefined => {
  if (without === 'records') return allRecordBits;
  const part = recordParts.find((each) => each === without);
  return part && bitOf[part];
};

/**
 * The records of a post: its source, who holds the rights, that the people shown consented, and since when. Empty texts and null
 * are missing.
 */
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

/** Why a published post was restored as a draft. */
export const restoredAsDraft = (parts: readonly RecordPart[]) =>
  `The post came back as a draft. ${recordsMissing(parts)}`;

export const enterRecord = (part: RecordPart) => `Enter ${needs[part]}.`;

export const invalidRecordDate = 'The date of the records must be a day such as 2026-01-31.';

export const recordDatePattern = '^(19|20)\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';

/** Whether the text is a day of the calendar: there is no 31 February. */
export const isRecordDate = (text: string) => {
  if (!new RegExp(recordDatePattern).test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The states that admins can choose. */
export const editableStates = ['published', 'draft', 'scheduled'] as const;
export type EditableState = (typeof editableStates)[number];
/** Withheld posts are hidden from visitors by a case or block. */
export const postStates = [...editableStates, 'withheld'] as const;
export type PostState = (typeof postStates)[number];
/** Selects posts of every state. */
export const anyState = 'any';

/** What a post can lack. `records` means any part of its records; a post without `livingLink` has only dead links. */
export const postParts = ['image', 'tags', 'link', 'livingLink', 'records', ...recordParts] as const;
export type PostPart = (typeof postParts)[number];

export const postSorts = [
  'added',
  'updated',
  'publish',
  'title',
  'number',
  'views',
  'minutes',
  'category',
  'stars',
  'tags',
  'partner',
  'host',
  'by',
] as const;
export type PostSort = (typeof postSorts)[number];

export const sortDirections = ['asc', 'desc'] as const;
export type SortDirection = (typeof sortDirections)[number];

/** A filter of posts, which have to match everything given. Ranges include both ends. */
export interface PostFilter {
  /** Words of titles, tags and performers; or a post's number, any form of its link, or its image's address. */
  search?: string | undefined;
  state: PostState;
  category?: Category | undefined;
  /** A slug. */
  tag?: string | undefined;
  /** A slug. */
  performer?: string | undefined;
  partner?: number | undefined;
  /** The host of one of its links, such as example.com. */
  host?: string | undefined;
  /** A day in UTC such as 2026-11-16. */
  addedFrom?: string | undefined;
  /** A day in UTC such as 2026-11-16. */
  addedTo?: string | undefined;
  viewsFrom?: number | undefined;
  viewsTo?: number | undefined;
  minutesFrom?: number | undefined;
  minutesTo?: number | undefined;
  without?: PostPart | undefined;
  /** The id of the admin who added it. */
  by?: number | undefined;
  /** The id of the import that added it. */
  import?: number | undefined;
}

export const bulkChangeStates = ['running', 'stopped', 'finished', 'failed', 'undoing', 'undone'] as const;
export type BulkChangeState = (typeof bulkChangeStates)[number];

/** Why a bulk change, or undoing it, skipped a post. */
export const skipReasons = ['gone', 'full', 'incomplete', 'refused', 'changed'] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The most posts that can be selected one by one. Filters can select more. */
export const maxSelectedPosts = 5000;

/** The most tags or stars in one bulk change. */
export const maxChangedNames = 20;

/** How long a bulk change can be undone. */
export const undoableDays = 30;

export const bulkChangeKinds = [
  'addTags',
  'removeTags',
  'addStars',
  'removeStars',
  'setCategory',
  'setPartner',
  'setRecords',
  'setState',
  'replaceLinks',
  'delete',
  'restore',
] as const;
export type BulkChangeKind = (typeof bulkChangeKinds)[number];
