import { type Static, Type } from 'typebox';
import {
  DecimalId,
  defineRoutes,
  Id,
  IdParams,
  Nullable,
  OptionalText,
  OptionalTime,
  OptionalWebUrl,
  RequiredText,
  StrictObject,
  Success,
  Time,
  Version,
} from './calls/route.ts';
import { recordFields } from './posts.ts';
import { invalidText, limits } from './values/fields.ts';
import { importFields, importLimits, importStates } from './values/imports.ts';
import { plainTextPattern } from './values/text.ts';
import { Category } from './videos.ts';

const max = limits.imports;

/** Unlike RequiredText, allows blank text: spaces and tabs can be separators. */
const AnyText = (label: string, maxLength: number, description = '') =>
  Type.String({ minLength: 1, maxLength, pattern: plainTextPattern, description, label, invalid: invalidText(label) });

const Word = (label: string) => RequiredText(label, max.word);
const Words = <T extends ReturnType<typeof Word> | ReturnType<typeof Type.Object>>(item: T, label: string) =>
  Type.Array(item, { maxItems: max.words, label });

export const Format = StrictObject({
  kind: Type.Enum(['csv', 'json', 'jsonl', 'xml']),
  encoding: Type.String({
    pattern: '^[A-Za-z0-9:_.-]{1,40}$',
    description: 'A label of the Encoding Standard',
    label: 'encoding',
    invalid: 'The encoding must be the name of one, such as utf-8.',
  }),
  delimiter: Type.Optional(AnyText('delimiter', 4, 'For CSV files')),
  hasHeader: Type.Optional(Type.Boolean({ description: 'For CSV files' })),
  quote: Type.Optional(
    Type.Enum(['"', "'", ''], { description: 'For CSV files; empty if quotes are ordinary characters' }),
  ),
  path: Type.Optional(
    Type.String({
      maxLength: max.formatPath,
      pattern: plainTextPattern,
      description: 'For JSON, the keys that lead to the list of rows, joined by dots. For XML, the element of a row',
      label: 'path',
      invalid: invalidText('path'),
    }),
  ),
});
export type Format = Static<typeof Format>;

const FieldSource = StrictObject({
  columns: Type.Array(AnyText('column', max.columnName), {
    minItems: 1,
    maxItems: max.columnsPerField,
    description: 'In order of preference; all of them, for lists',
  }),
  separator: Type.Optional(AnyText('separator', max.separator, 'Between the entries of a list inside one column')),
  unit: Type.Optional(Type.Enum(['seconds', 'minutes'], { description: 'For durations that are plain numbers' })),
  dateOrder: Type.Optional(Type.Enum(['dayFirst', 'monthFirst'], { description: 'For dates such as 05/01/2024' })),
  isPlainText: Type.Optional(
    Type.Boolean({ description: 'Texts are plain text instead of HTML, as in an exported catalogue' }),
  ),
});

const fieldsOf = Object.fromEntries(importFields.map((field) => [field, Type.Optional(FieldSource)])) as Record<
  (typeof importFields)[number],
  ReturnType<typeof Type.Optional<typeof FieldSource>>
>;

export const Mapping = StrictObject(fieldsOf);
export type Mapping = Static<typeof Mapping>;

export const Rules = StrictObject({
  category: Category,
  categoryWords: Words(StrictObject({ word: Word('word'), category: Category }), 'category words'),
  tagReplacements: Words(StrictObject({ from: Word('tag'), to: Word('tag') }), 'tag replacements'),
  droppedTags: Words(Word('tag'), 'dropped tags'),
  addedTags: Type.Array(Word('tag'), { maxItems: limits.video.tags, label: 'added tags' }),
  titleCuts: Words(Word('phrase'), 'title cuts'),
  records: StrictObject(recordFields),
  partner: Nullable(DecimalId('partner'), { description: 'Id of the network that posts are assigned to' }),
  dailyCap: Nullable(Type.Integer({ minimum: 1, maximum: max.dailyCap }), {
    description: 'New posts per day; null for no limit',
    label: 'daily cap',
  }),
  publish: Type.Enum(['now', 'draft', 'hourly']),
  perHour: Type.Integer({ minimum: 1, maximum: max.perHour, label: 'number of posts an hour' }),
});
export type Rules = Static<typeof Rules>;

export const Policies = StrictObject({
  addNew: Type.Boolean(),
  updatedFields: Type.Array(Type.Enum(importFields), {
    maxItems: importFields.length,
    uniqueItems: true,
    description: 'Updated when the feed changes them, unless an admin has changed them since',
  }),
  takeDownMissing: Type.Boolean({ description: 'Deletes posts of the source that are no longer in its feed' }),
});
export type Policies = Static<typeof Policies>;

export const ImportSourceRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  url: Type.String({ description: 'Where the feed is fetched from; empty if it is only uploaded' }),
  everyMinutes: Nullable(Type.Integer(), { description: 'Null if the feed is not fetched automatically' }),
  format: Format,
  mapping: Mapping,
  rules: Rules,
  policies: Policies,
  version: Version,
  posts: Type.Integer({ description: 'Posts from this source that are not deleted' }),
  lastImport: Nullable(Type.Object({ _id: Id, state: Type.Enum(importStates), createdAt: Time })),
  nextFetchAt: OptionalTime,
  problem: Nullable(Type.String(), {
    description: 'Why the last fetch failed, or that the login has to be entered again',
  }),
  isFetching: Type.Boolean(),
  fetchedAt: OptionalTime,
  isUnchanged: Type.Boolean({ description: 'Whether the last fetched feed was unchanged' }),
  hasLogin: Type.Boolean({ description: 'Whether a user name or secret is stored for the feed' }),
});
export type ImportSourceRecord = Static<typeof ImportSourceRecord>;

const SourceName = RequiredText('name', importLimits.sourceName);
const Schedule = Nullable(
  Type.Integer({ minimum: importLimits.everyMinutes.min, maximum: importLimits.everyMinutes.max }),
  {
    description: 'Minutes between fetches of the feed; null for never',
    label: 'schedule',
  },
);
const ExpectedVersion = Type.Integer({ minimum: 1, maximum: 2_147_483_647, label: 'version' });

const area = 'imports';
const One = Success({ source: ImportSourceRecord });

export const importSourceRoutes = defineRoutes({
  getImportSources: {
    method: 'GET',
    path: '/import-sources',
    access: 'catalogue',
    tokenScopes: ['import'],
    area,
    summary: 'Lists the sources of feeds by name',
    response: Success({ sources: Type.Array(ImportSourceRecord) }),
  },
  getImportSource: {
    method: 'GET',
    path: '/import-sources/:id',
    access: 'catalogue',
    tokenScopes: ['import'],
    area,
    summary: 'Returns a source with its mapping, rules and policies',
    params: IdParams,
    response: One,
  },
  addImportSource: {
    method: 'POST',
    path: '/import-sources',
    access: 'catalogue',
    area,
    summary: 'Adds a source. Its mapping is guessed from its first feed.',
    body: StrictObject({ name: SourceName, url: Type.Optional(OptionalWebUrl()) }),
    response: One,
  },
  updateImportSource: {
    method: 'PUT',
    path: '/import-sources/:id',
    access: 'catalogue',
    area,
    summary:
      'Changes a source. Omitted fields keep their values. Running imports keep the settings they started with, except for the daily cap. A URL with another origin, or with {secret} in another place, removes the login.',
    params: IdParams,
    body: StrictObject({
      version: ExpectedVersion,
      name: Type.Optional(SourceName),
      url: Type.Optional(OptionalWebUrl()),
      everyMinutes: Type.Optional(Schedule),
      format: Type.Optional(Format),
      mapping: Type.Optional(Mapping),
      rules: Type.Optional(Rules),
      policies: Type.Optional(Policies),
    }),
    response: One,
  },
  fetchImportSource: {
    method: 'POST',
    path: '/import-sources/:id/fetch',
    access: 'catalogue',
    tokenScopes: ['import'],
    area,
    summary:
      'Starts fetching the feed of a source now. After its dry run it is imported automatically, unless that would take down too many posts.',
    params: IdParams,
    response: One,
  },
  setImportSourceLogin: {
    method: 'PUT',
    path: '/import-sources/:id/login',
    access: 'catalogue',
    area,
    summary:
      'Stores the login for the server of a feed. The secret replaces {secret} in the URL, or is sent as Basic or Bearer authorization, and only to the origin of the URL. A blank secret removes both.',
    params: IdParams,
    body: StrictObject({
      version: Type.Optional(ExpectedVersion),
      username: OptionalText('user name', importLimits.feedUsername),
      secret: OptionalText('secret', importLimits.feedSecret),
    }),
    response: One,
  },
  deleteImportSource: {
    method: 'DELETE',
    path: '/import-sources/:id',
    access: 'main_admin',
    area,
    summary: 'Deletes a source. Its posts stay.',
    params: IdParams,
    response: Success({ _id: Id }),
  },
});
