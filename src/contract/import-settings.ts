import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { recordFields } from './posts.ts';
import { DecimalId } from './query.ts';
import { importFields } from './values/imports.ts';
import { limits } from './values/limits.ts';
import { invalidText } from './values/sentences.ts';
import { plainTextPattern } from './values/text.ts';
import { Category } from './videos.ts';

const closed = { additionalProperties: false };
const max = limits.imports;

/** Blanks and tabs are separators, too. */
const AnyText = (label: string, maxLength: number, description = '') =>
  Type.String({ minLength: 1, maxLength, pattern: plainTextPattern, description, label, invalid: invalidText(label) });

const Word = (label: string) => RequiredText(label, max.word);
const Words = <T extends ReturnType<typeof Word> | ReturnType<typeof Type.Object>>(item: T, label: string) =>
  Type.Array(item, { maxItems: max.words, label });

export const Format = Type.Object(
  {
    kind: Type.Enum(['csv', 'json', 'jsonl', 'xml']),
    encoding: Type.String({
      pattern: '^[A-Za-z0-9:_.-]{1,40}$',
      description: 'A label of the Encoding Standard',
      label: 'encoding',
      invalid: 'The encoding must be the name of one, such as utf-8.',
    }),
    delimiter: Type.Optional(AnyText('delimiter', 4, 'Of CSV files')),
    hasHeader: Type.Optional(Type.Boolean({ description: 'Of CSV files' })),
    quote: Type.Optional(
      Type.Enum(['"', "'", ''], { description: 'Of CSV files; blank where quotes are ordinary characters' }),
    ),
    path: Type.Optional(
      Type.String({
        maxLength: max.formatPath,
        pattern: plainTextPattern,
        description: 'Of JSON: the keys that lead to the list of rows, joined by dots. Of XML: the element of a row',
        label: 'path',
        invalid: invalidText('path'),
      }),
    ),
  },
  closed,
);
export type Format = Static<typeof Format>;

const FieldSource = Type.Object(
  {
    columns: Type.Array(AnyText('column', max.columnName), {
      minItems: 1,
      maxItems: max.columnsPerField,
      description: 'In order of preference; all of them, for lists',
    }),
    separator: Type.Optional(AnyText('separator', max.separator, 'Between the entries of a list inside one column')),
    unit: Type.Optional(Type.Enum(['seconds', 'minutes'], { description: 'Of durations that are plain numbers' })),
    dateOrder: Type.Optional(Type.Enum(['dayFirst', 'monthFirst'], { description: 'Of dates such as 05/01/2024' })),
    isPlainText: Type.Optional(Type.Boolean({ description: 'Texts are no HTML, as in an export of a catalogue' })),
  },
  closed,
);

const fieldsOf = Object.fromEntries(importFields.map((field) => [field, Type.Optional(FieldSource)])) as Record<
  (typeof importFields)[number],
  ReturnType<typeof Type.Optional<typeof FieldSource>>
>;

export const Mapping = Type.Object(fieldsOf, closed);
export type Mapping = Static<typeof Mapping>;

export const Rules = Type.Object(
  {
    category: Category,
    categoryWords: Words(Type.Object({ word: Word('word'), category: Category }, closed), 'category words'),
    tagReplacements: Words(Type.Object({ from: Word('tag'), to: Word('tag') }, closed), 'tag replacements'),
    droppedTags: Words(Word('tag'), 'dropped tags'),
    addedTags: Type.Array(Word('tag'), { maxItems: limits.video.tags, label: 'added tags' }),
    titleCuts: Words(Word('phrase'), 'title cuts'),
    records: Type.Object(recordFields, closed),
    partner: Type.Union([DecimalId('partner'), Type.Null()], { description: 'Id of the network that the posts get' }),
    dailyCap: Type.Union([Type.Integer({ minimum: 1, maximum: max.dailyCap }), Type.Null()], {
      description: 'New posts a day; null for any number',
      label: 'daily cap',
    }),
    publish: Type.Enum(['now', 'draft', 'hourly']),
    perHour: Type.Integer({ minimum: 1, maximum: max.perHour, label: 'number of posts an hour' }),
  },
  closed,
);
export type Rules = Static<typeof Rules>;

export const Policies = Type.Object(
  {
    addNew: Type.Boolean(),
    updatedFields: Type.Array(Type.Enum(importFields), {
      maxItems: importFields.length,
      uniqueItems: true,
      description: 'Updated when the feed changes them, unless an admin has changed them since',
    }),
    takeDownMissing: Type.Boolean({ description: 'Deletes posts of the source that are no longer in its feed' }),
  },
  closed,
);
export type Policies = Static<typeof Policies>;
