import { type Static, Type } from 'typebox';
import { Format, Mapping } from './import-settings.ts';
import { Id, OptionalTime, Time } from './responses.ts';
import { importLimits, importOrigins, importStates, listedOutcomes, rowOutcomes } from './values/imports.ts';
import { editableStates } from './values/post-filter.ts';

const Count = Type.Integer();
const OptionalCount = (description: string) => Type.Union([Count, Type.Null()], { description });
const OptionalString = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const countFields = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, Count])) as Record<
  (typeof rowOutcomes)[number],
  typeof Count
>;

export const ImportRecord = Type.Object({
  _id: Id,
  source: Type.Object({ _id: Id, name: Type.String() }),
  feed: Type.String({ description: 'The name of the file, or the URL' }),
  origin: Type.Enum(importOrigins),
  adminId: Type.Union([Id, Type.Null()], {
    description: 'Whose feed it is; null for the command line and for schedules',
  }),
  admin: Type.String(),
  state: Type.Enum(importStates),
  bytes: Type.Integer({ description: 'That have arrived' }),
  expectedBytes: OptionalCount('Of an upload'),
  totalRows: OptionalCount('Null until the dry run has read all of them'),
  doneRows: Type.Integer({ description: 'That the dry run, or the run, has been through' }),
  checkedCounts: Type.Object(countFields, { description: 'Rows by what the dry run says of them' }),
  counts: Type.Object(countFields, { description: 'Rows by what the import has made of them' }),
  sourcePosts: OptionalCount('Posts of the source; null unless missing ones are taken down'),
  missing: OptionalCount('Posts of the source that its feed lacks'),
  lostRows: Type.Integer({
    description: 'Rows that could not be read: their posts may be among those that are missing',
  }),
  needsConfirmation: Type.Boolean({ description: 'Whether it would take down so many that somebody has to agree' }),
  takenDown: Count,
  replacedRows: Type.Integer({
    description:
      'Of an import that is checked: rows of others of its source that wait for the daily cap, and go in only if its feed has them once it begins',
  }),
  postState: Type.Enum(editableStates, { description: 'What new posts are at first, by the rules of the source' }),
  resumeAt: Type.Union([Time, Type.Null()], { description: 'When rows go in that the daily cap held back' }),
  undone: Count,
  leftAlone: Type.Integer({ description: 'Posts that were not changed back, because somebody has changed them since' }),
  notice: OptionalString('What an admin should know although it did not fail'),
  error: OptionalString('Why it failed'),
  createdAt: Time,
  checkStartedAt: OptionalTime,
  checkedAt: OptionalTime,
  startedAt: OptionalTime,
  endedAt: OptionalTime,
  undoneBy: OptionalString('Who has undone it'),
  undoStartedAt: OptionalTime,
  undoEndedAt: OptionalTime,
  isUndoable: Type.Boolean(),
  isResumable: Type.Boolean(),
});
export type ImportRecord = Static<typeof ImportRecord>;

export const ImportRowRecord = Type.Object({
  number: Type.Integer({ description: 'Position in the feed; of posts that are taken down or left alone, their id' }),
  outcome: Type.Enum(listedOutcomes),
  titel: Type.String(),
  link: Type.String(),
  reason: Type.String(),
  post: Type.Union([Id, Type.Null()], {
    description: 'The post that it became, changes or duplicates; null if there is none, or none any more',
  }),
});
export type ImportRowRecord = Static<typeof ImportRowRecord>;

const PreviewedPost = Type.Object({
  titel: Type.String(),
  link: Type.String(),
  otherLinks: Type.Array(Type.String()),
  imageUrl: Type.String(),
  des: Type.String(),
  tags: Type.Array(Type.String()),
  name: Type.Array(Type.String(), { description: 'Stars' }),
  Category: Type.String(),
  minutes: Type.Union([Type.Number(), Type.Null()]),
  views: OptionalCount('Null if the feed does not say'),
  publishedAt: OptionalTime,
});

export const PreviewedRow = Type.Object({
  number: Count,
  excerpt: Type.String({ description: 'How it begins in the feed' }),
  problem: OptionalString('Why no post can be made of it'),
  leftOut: Type.Array(Type.String(), { description: 'A sentence for each value that cannot be read' }),
  post: Type.Union([PreviewedPost, Type.Null()]),
});
export type PreviewedRow = Static<typeof PreviewedRow>;

export const FeedPreview = Type.Object({
  format: Format,
  otherFormat: Type.Union([Format, Type.Null()], {
    description: 'What the feed looks like, if that is not the format that it was read with',
  }),
  mapping: Mapping,
  isGuessed: Type.Boolean({ description: 'Whether the source had no mapping yet' }),
  columns: Type.Array(Type.Object({ name: Type.String(), samples: Type.Array(Type.String()) })),
  rows: Type.Array(PreviewedRow, { description: `The first ${importLimits.previewRows}` }),
});
export type FeedPreview = Static<typeof FeedPreview>;
