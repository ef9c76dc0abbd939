import { Type } from 'typebox';
import { DecimalId } from './query.ts';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { postStates } from './values/post-filter.ts';
import { recordParts } from './values/record-parts.ts';
import { numeral } from './values/sentences.ts';

const area = 'records';
const { bytes, rows } = limits.recordImport;

const Count = (description: string) => Type.Integer({ description });

export const recordRoutes = defineRoutes({
  countMissingRecords: {
    method: 'GET',
    path: '/records/missing',
    access: 'admin',
    area,
    summary: 'Counts the posts of one state that lack records, and each part of them',
    query: Type.Object({
      state: Type.Enum(postStates, { default: 'published' }),
      partner: Type.Optional(DecimalId('partner')),
      host: Type.Optional(Type.String({ maxLength: 253, description: 'Host of the link, like example.com' })),
    }),
    response: Success({
      records: Count('Posts that lack any part'),
      source: Count('Posts without a source'),
      rightsHolder: Count('Posts without a rights holder or records custodian'),
      consent: Count('Posts without a consent statement'),
      recordDate: Count('Posts without a date'),
    }),
  },
  exportRecords: {
    method: 'GET',
    path: '/records/export',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Lists the records of posts in every state as a CSV file, which can be imported again',
    query: Type.Object({ without: Type.Optional(Type.Enum(['records', ...recordParts])) }),
    response: Type.Unknown({ description: 'CSV' }),
  },
  importRecords: {
    method: 'POST',
    path: '/records/import',
    access: 'admin',
    area,
    summary:
      'Sets the records of posts from a CSV file: all of its rows or, if one of them is wrong, none. Empty cells keep what a post has.',
    query: Type.Object({
      dryRun: Type.Boolean({ default: false, description: 'Changes nothing, and says what would be done' }),
    }),
    form: Type.Object({
      file: Type.String({
        format: 'binary',
        description: `CSV in UTF-8 with the columns Id or Link, Source, Rights holder, Consent and Date; at most ${numeral(rows)} rows and ${bytes / 1024 / 1024} MB`,
      }),
    }),
    response: Success({
      rows: Count('Rows besides the heading'),
      changes: Count('Posts that get other records'),
      unchanged: Count('Posts that have these records already'),
      failed: Count('Rows that cannot be imported'),
      problems: Type.Array(Type.Object({ row: Type.Integer(), reason: Type.String() }), {
        description: `The first ${numeral(limits.recordImport.problems)} of them`,
      }),
    }),
  },
});
