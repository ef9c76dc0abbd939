import { type Static, Type } from 'typebox';
import {
  DecimalId,
  defineRoutes,
  Id,
  IdParams,
  NameLimit,
  Nullable,
  OptionalDecimalId,
  OptionalTime,
  Page,
  Pagination,
  RequiredText,
  StrictObject,
  Success,
  Time,
  WebUrl,
} from './calls/route.ts';
import { Format, Mapping, Rules } from './import-sources.ts';
import { limits } from './values/fields.ts';
import {
  importLimits,
  importOrigins,
  importStates,
  listedOutcomes,
  maxTakeDownShare,
  rowOutcomes,
} from './values/imports.ts';
import { editableStates } from './values/posts.ts';

const Count = Type.Integer();
const OptionalCount = (description: string) => Nullable(Count, { description });
const OptionalString = (description: string) => Nullable(Type.String(), { description });

const countFields = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, Count])) as Record<
  (typeof rowOutcomes)[number],
  typeof Count
>;

export const ImportRecord = Type.Object({
  _id: Id,
  source: Type.Object({ _id: Id, name: Type.String() }),
  feed: Type.String({ description: 'The name of the file, or the URL' }),
  origin: Type.Enum(importOrigins),
  adminId: Nullable(Id, {
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
  resumeAt: Nullable(Time, { description: 'When rows go in that the daily cap held back' }),
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
  post: Nullable(Id, {
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
  minutes: Nullable(Type.Number()),
  views: OptionalCount('Null if the feed does not say'),
  publishedAt: OptionalTime,
});

export const PreviewedRow = Type.Object({
  number: Count,
  excerpt: Type.String({ description: 'How it begins in the feed' }),
  problem: OptionalString('Why no post can be made of it'),
  leftOut: Type.Array(Type.String(), { description: 'A sentence for each value that cannot be read' }),
  post: Nullable(PreviewedPost),
});
export type PreviewedRow = Static<typeof PreviewedRow>;

export const FeedPreview = Type.Object({
  format: Format,
  otherFormat: Nullable(Format, {
    description: 'What the feed looks like, if that is not the format that it was read with',
  }),
  mapping: Mapping,
  isGuessed: Type.Boolean({ description: 'Whether the source had no mapping yet' }),
  columns: Type.Array(Type.Object({ name: Type.String(), samples: Type.Array(Type.String()) })),
  rows: Type.Array(PreviewedRow, { description: `The first ${importLimits.previewRows}` }),
});
export type FeedPreview = Static<typeof FeedPreview>;

const Outcome = Type.Enum(listedOutcomes, { label: 'outcome' });

const area = 'imports';
const tokenScopes = ['import'] as const;
const One = Success({ import: ImportRecord });

/** A call that takes an import one step further. */
const step = <const P extends string>(path: P, summary: string) =>
  ({ method: 'POST', path, access: 'admin', tokenScopes, area, summary, params: IdParams, response: One }) as const;

export const importRoutes = defineRoutes({
  getImports: {
    method: 'GET',
    path: '/imports',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Lists imports, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), source: OptionalDecimalId('source') }),
    response: Success({ imports: Type.Array(ImportRecord), pagination: Pagination }),
  },
  getImport: {
    method: 'GET',
    path: '/imports/:id',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Returns an import and how far it is',
    params: IdParams,
    response: One,
  },
  followImport: {
    method: 'GET',
    path: '/imports/:id/events',
    access: 'admin',
    area,
    summary: 'Server-sent events: the import, each time that it is further, until it waits for somebody or has ended',
    params: IdParams,
    response: Type.Unknown({ description: 'text/event-stream' }),
  },
  startUpload: {
    method: 'POST',
    path: '/imports',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Begins an import whose feed is sent in parts',
    body: StrictObject({
      source: DecimalId('source'),
      fileName: RequiredText('file name', limits.imports.fileName),
      bytes: Type.Integer({ minimum: 1, maximum: importLimits.bytes, label: 'size' }),
    }),
    response: One,
  },
  sendUploadPart: {
    method: 'POST',
    path: '/imports/:id/parts',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Takes the next part of a feed. A part that has arrived before is not stored twice.',
    params: IdParams,
    query: Type.Object({ offset: Type.Integer({ minimum: 0, maximum: importLimits.bytes }) }),
    form: Type.Object({
      part: Type.String({
        format: 'binary',
        description: `At most ${limits.imports.partBytes / 1024 / 1024} MB that follow the bytes that have arrived`,
      }),
    }),
    response: One,
  },
  importFromUrl: {
    method: 'POST',
    path: '/imports/from-url',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Begins an import whose feed the site fetches, in the background',
    body: StrictObject({ source: DecimalId('source'), url: WebUrl() }),
    response: One,
  },
  previewImport: {
    method: 'POST',
    path: '/imports/:id/preview',
    access: 'admin',
    area,
    summary:
      'Shows what would become of the first rows, by the mapping of the source or by another one. Nothing is kept.',
    params: IdParams,
    body: StrictObject({ format: Type.Optional(Format), mapping: Type.Optional(Mapping), rules: Type.Optional(Rules) }),
    response: Success({ preview: FeedPreview }),
  },
  checkImport: step('/imports/:id/check', 'Starts the dry run: reads the whole feed and writes no post'),
  runImport: {
    ...step(
      '/imports/:id/run',
      'Starts the import of a feed that has been checked, or goes on with one that was stopped',
    ),
    body: StrictObject({
      takeDown: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: importLimits.rows,
          description: `How many posts will be taken down. Main admins confirm with it that more than ${maxTakeDownShare * 100} % of a source are meant.`,
          label: 'number of posts to take down',
        }),
      ),
    }),
  },
  stopImport: step('/imports/:id/stop', 'Stops a dry run, an import or its undoing. What it has done stays.'),
  undoImport: step(
    '/imports/:id/undo',
    'Undoes an import as a whole, in the background. Posts that somebody has changed since are left alone. An import of somebody else is undone by main admins only.',
  ),
  discardImport: {
    method: 'DELETE',
    path: '/imports/:id',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Throws away a feed that has not been imported',
    params: IdParams,
    response: Success({ _id: Id }),
  },
  getImportRows: {
    method: 'GET',
    path: '/imports/:id/rows',
    access: 'admin',
    tokenScopes,
    area,
    summary:
      'Lists the rows of a feed that have one outcome, or the posts that are missing, were taken down or left alone',
    params: IdParams,
    query: Type.Object({ outcome: Outcome, limit: NameLimit(50), after: OptionalDecimalId('after') }),
    response: Success({
      rows: Type.Array(ImportRowRecord),
      next: Nullable(Id, { description: 'For `after`; null if there are no more' }),
    }),
  },
  exportImportRows: {
    method: 'GET',
    path: '/imports/:id/rows.csv',
    access: 'admin',
    tokenScopes,
    area,
    summary: 'Lists the same as a CSV file',
    params: IdParams,
    query: Type.Object({ outcome: Outcome }),
    response: Type.Unknown({ description: 'CSV' }),
  },
});
