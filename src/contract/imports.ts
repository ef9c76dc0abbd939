import { Type } from 'typebox';
import { RequiredText, WebUrl } from './fields.ts';
import { FeedPreview, ImportRecord, ImportRowRecord } from './import-records.ts';
import { Format, Mapping, Rules } from './import-settings.ts';
import { DecimalId, IdParams, NameLimit, OptionalDecimalId, Page } from './query.ts';
import { Id, Pagination, Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { importLimits, listedOutcomes, maxTakeDownShare } from './values/imports.ts';
import { limits } from './values/limits.ts';

const closed = { additionalProperties: false };

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
    body: Type.Object(
      {
        source: DecimalId('source'),
        fileName: RequiredText('file name', limits.imports.fileName),
        bytes: Type.Integer({ minimum: 1, maximum: importLimits.bytes, label: 'size' }),
      },
      closed,
    ),
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
    body: Type.Object({ source: DecimalId('source'), url: WebUrl() }, closed),
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
    body: Type.Object(
      { format: Type.Optional(Format), mapping: Type.Optional(Mapping), rules: Type.Optional(Rules) },
      closed,
    ),
    response: Success({ preview: FeedPreview }),
  },
  checkImport: step('/imports/:id/check', 'Starts the dry run: reads the whole feed and writes no post'),
  runImport: {
    ...step(
      '/imports/:id/run',
      'Starts the import of a feed that has been checked, or goes on with one that was stopped',
    ),
    body: Type.Object(
      {
        takeDown: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: importLimits.rows,
            description: `How many posts will be taken down. Main admins confirm with it that more than ${maxTakeDownShare * 100} % of a source are meant.`,
            label: 'number of posts to take down',
          }),
        ),
      },
      closed,
    ),
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
    summary: 'Lists rows of a feed by what becomes of them, or posts that are missing, were taken down or left alone',
    params: IdParams,
    query: Type.Object({ outcome: Outcome, limit: NameLimit(50), after: OptionalDecimalId('after') }),
    response: Success({
      rows: Type.Array(ImportRowRecord),
      next: Type.Union([Id, Type.Null()], { description: 'For `after`; null if there are no more' }),
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
