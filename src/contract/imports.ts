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
    description: 'Id of the admin who started the import; null for the command line and for schedules',
  }),
  admin: Type.String(),
  state: Type.Enum(importStates),
  bytes: Type.Integer({ description: 'Bytes received so far' }),
  expectedBytes: OptionalCount('Size of an upload'),
  totalRows: OptionalCount('Null until the dry run has read all rows'),
  doneRows: Type.Integer({ description: 'Rows that the dry run, or the import, has processed' }),
  checkedCounts: Type.Object(countFields, { description: 'Rows by their outcome in the dry run' }),
  counts: Type.Object(countFields, { description: 'Rows by their outcome in the import' }),
  sourcePosts: OptionalCount('Posts of the source; null unless missing posts are taken down'),
  missing: OptionalCount('Posts of the source that are missing from its feed'),
  incompleteRows: Type.Integer({ description: 'New and changed rows of which values were left out' }),
  unusedColumns: Type.Array(Type.Object({ name: Type.String(), rows: Count }), {
    description: 'Columns that are mapped to no field, with the rows that say something there',
  }),
  lostRows: Type.Integer({
    description: 'Unreadable rows, whose posts may be among the missing ones',
  }),
  needsConfirmation: Type.Boolean({
    description: 'Whether it would take down so many posts that an admin has to confirm it',
  }),
  takenDown: Count,
  replacedRows: Type.Integer({
    description:
      'For a checked import: rows of other imports of the source that wait for the daily cap. Once this import starts, they are imported only if its feed has them.',
  }),
  postState: Type.Enum(editableStates, { description: 'State of new posts, by the rules of the source' }),
  resumeAt: Nullable(Time, { description: 'When rows that the daily cap held back are imported' }),
  undone: Count,
  leftAlone: Type.Integer({ description: 'Posts that undoing skipped because someone has changed them since' }),
  notice: OptionalString('A warning about an import that did not fail'),
  error: OptionalString('Why it failed'),
  createdAt: Time,
  checkStartedAt: OptionalTime,
  checkedAt: OptionalTime,
  startedAt: OptionalTime,
  endedAt: OptionalTime,
  undoneBy: OptionalString('Who undid the import'),
  undoStartedAt: OptionalTime,
  undoEndedAt: OptionalTime,
  isUndoable: Type.Boolean(),
  isResumable: Type.Boolean(),
});
export type ImportRecord = Static<typeof ImportRecord>;

export const ImportRowRecord = Type.Object({
  number: Type.Integer({
    description: 'Position in the feed; for posts that are taken down or left alone, the id of the post',
  }),
  outcome: Type.Enum(listedOutcomes),
  titel: Type.String(),
  link: Type.String(),
  reason: Type.String(),
  post: Nullable(Id, {
    description: 'The post that the row created, changed or duplicates; null if there is none, or no longer',
  }),
});
export type ImportRowRecord = Static<typeof ImportRowRecord>;

export const ImportProblem = Type.Object({
  outcome: Type.Enum(listedOutcomes),
  reason: Type.String(),
  rows: Type.Integer({ description: 'How many rows have it' }),
  first: Type.Array(Type.Integer(), { description: 'The numbers of the first of them' }),
});
export type ImportProblem = Static<typeof ImportProblem>;

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
  excerpt: Type.String({ description: 'The beginning of the row in the feed' }),
  problem: OptionalString('Why the row cannot become a post'),
  leftOut: Type.Array(Type.String(), { description: 'A sentence for each value that could not be read' }),
  post: Nullable(PreviewedPost),
});
export type PreviewedRow = Static<typeof PreviewedRow>;

export const FeedPreview = Type.Object({
  format: Format,
  otherFormat: Nullable(Format, {
    description: 'The format that the feed seems to have, if it was read as another one',
  }),
  mapping: Mapping,
  isGuessed: Type.Boolean({ description: 'Whether the source had no mapping yet' }),
  columns: Type.Array(Type.Object({ name: Type.String(), samples: Type.Array(Type.String()) })),
  rows: Type.Array(PreviewedRow, { description: `The first ${importLimits.previewRows}` }),
  readRows: Type.Integer({ description: 'How many of the first rows were read for the problems and unused columns' }),
  problems: Type.Array(ImportProblem),
  unusedColumns: Type.Array(Type.Object({ name: Type.String(), rows: Count })),
});
export type FeedPreview = Static<typeof FeedPreview>;

const Outcome = Type.Enum(listedOutcomes, { label: 'outcome' });

const area = 'imports';
const tokenScopes = ['import'] as const;
const One = Success({ import: ImportRecord });

/** A call that moves an import to its next step. */
const step = <const P extends string>(path: P, summary: string) =>
  ({ method: 'POST', path, access: 'catalogue', tokenScopes, area, summary, params: IdParams, response: One }) as const;

export const importRoutes = defineRoutes({
  getImports: {
    method: 'GET',
    path: '/imports',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Lists imports, newest first',
    query: Type.Object({ page: Page, limit: NameLimit(20), source: OptionalDecimalId('source') }),
    response: Success({ imports: Type.Array(ImportRecord), pagination: Pagination }),
  },
  getImport: {
    method: 'GET',
    path: '/imports/:id',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Returns an import and its progress',
    params: IdParams,
    response: One,
  },
  followImport: {
    method: 'GET',
    path: '/imports/:id/events',
    access: 'catalogue',
    area,
    summary: 'Sends the import as server-sent events whenever it progresses, until it ends or waits for an admin',
    params: IdParams,
    response: Type.Unknown({ description: 'text/event-stream' }),
  },
  startUpload: {
    method: 'POST',
    path: '/imports',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Starts an import whose feed is uploaded in parts',
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
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Uploads the next part of a feed. A part that arrived before is not stored twice.',
    params: IdParams,
    query: Type.Object({ offset: Type.Integer({ minimum: 0, maximum: importLimits.bytes }) }),
    form: Type.Object({
      part: Type.String({
        format: 'binary',
        description: `At most ${limits.imports.partBytes / 1024 / 1024} MB, continuing where the received bytes end`,
      }),
    }),
    response: One,
  },
  importFromUrl: {
    method: 'POST',
    path: '/imports/from-url',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Starts an import whose feed the site fetches in the background',
    body: StrictObject({ source: DecimalId('source'), url: WebUrl() }),
    response: One,
  },
  previewImport: {
    method: 'POST',
    path: '/imports/:id/preview',
    access: 'catalogue',
    area,
    summary:
      'Previews the posts that the first rows would become, with the mapping of the source or another one. Nothing is saved.',
    params: IdParams,
    body: StrictObject({ format: Type.Optional(Format), mapping: Type.Optional(Mapping), rules: Type.Optional(Rules) }),
    response: Success({ preview: FeedPreview }),
  },
  checkImport: step('/imports/:id/check', 'Starts the dry run, which reads the whole feed without writing posts'),
  runImport: {
    ...step('/imports/:id/run', 'Starts the import of a checked feed, or resumes one that was stopped'),
    body: StrictObject({
      takeDown: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: importLimits.rows,
          description: `How many posts will be taken down. Main admins send it to confirm taking down more than ${maxTakeDownShare * 100} % of a source.`,
          label: 'number of posts to take down',
        }),
      ),
    }),
  },
  stopImport: step('/imports/:id/stop', 'Stops a dry run, an import, or undoing one. What it has done so far stays.'),
  undoImport: step(
    '/imports/:id/undo',
    'Undoes a whole import in the background. Posts that someone has changed since are skipped. Only main admins can undo an import that someone else started.',
  ),
  discardImport: {
    method: 'DELETE',
    path: '/imports/:id',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Discards a feed that has not been imported',
    params: IdParams,
    response: Success({ _id: Id }),
  },
  getImportRows: {
    method: 'GET',
    path: '/imports/:id/rows',
    access: 'catalogue',
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
  getImportProblems: {
    method: 'GET',
    path: '/imports/:id/problems',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Counts the rows that were refused, broken or incomplete, by the reason, with the numbers of the first',
    params: IdParams,
    response: Success({ problems: Type.Array(ImportProblem) }),
  },
  exportImportRows: {
    method: 'GET',
    path: '/imports/:id/rows.csv',
    access: 'catalogue',
    tokenScopes,
    area,
    summary: 'Lists the same rows as a CSV file',
    params: IdParams,
    query: Type.Object({ outcome: Outcome }),
    response: Type.Unknown({ description: 'CSV' }),
  },
});
