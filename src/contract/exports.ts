import { type TProperties, Type } from 'typebox';
import { auditFilterFields, auditReaders } from './audit.ts';
import { DecimalId, defineRoutes, Success } from './calls/route.ts';
import { nameFilterFields } from './names.ts';
import { networkFilterFields } from './partners.ts';
import { postFilterFields } from './posts.ts';
import { caseFilterFields } from './removals.ts';
import { resultFilterFields } from './statistics.ts';
import type { Section } from './values/accounts.ts';
import { exportFormats } from './values/exports.ts';
import { limits, numeral } from './values/fields.ts';
import { recordParts } from './values/post-fields.ts';
import { postStates } from './values/posts.ts';

const area = 'exports';

const Format = Type.Enum(exportFormats, {
  default: 'csv',
  description: 'CSV, or lossless JSON Lines',
  invalid: 'format must be csv or jsonl.',
});

/** Exports may read a whole list. */
const rateLimit = { max: 20, timeWindow: '10 minutes' };

const list = <const Path extends string, Fields extends TProperties>(
  path: Path,
  access: Section,
  filter: Fields,
  summary: string,
) =>
  ({
    method: 'GET',
    path,
    access,
    tokenScopes: ['read'],
    rateLimit,
    area,
    summary: `${summary} Recorded in the audit log.`,
    query: Type.Object({ ...filter, format: Format }),
    response: Type.Unknown({ description: 'A file' }),
  }) as const;

export const exportRoutes = defineRoutes({
  exportPosts: list(
    '/posts/export',
    'catalogue',
    postFilterFields,
    'Sends the posts that match a filter as a file, oldest first.',
  ),
  exportStars: list('/stars/export', 'catalogue', nameFilterFields, 'Sends stars as a file.'),
  exportTags: list('/tags/export', 'catalogue', nameFilterFields, 'Sends tags as a file.'),
  exportNetworks: list(
    '/networks/export',
    'partners',
    networkFilterFields,
    'Sends partner websites as a file, in the order in which they were added.',
  ),
  exportCases: list(
    '/removals/export',
    'identities',
    caseFilterFields,
    'Sends cases as a file, in the order in which they arrived. Without a status, sends undecided cases.',
  ),
  exportResults: list(
    '/results/export',
    'partners',
    resultFilterFields,
    'Sends the daily results of each network or import source as a file, oldest first.',
  ),
  exportAudit: list(
    '/audit/export',
    'admin',
    auditFilterFields,
    `Sends who changed what as a file, newest first. ${auditReaders}`,
  ),
  exportCatalogue: {
    method: 'GET',
    path: '/catalogue/export',
    access: 'main_admin',
    rateLimit,
    tokenScopes: ['read'],
    area,
    summary:
      'Sends all networks, tags, stars and posts in every state, with their records, as one compressed JSON Lines file that can be imported again. Recorded in the audit log.',
    response: Type.Unknown({ description: 'A compressed JSON Lines file' }),
  },
});

const recordArea = 'records';
const { bytes, rows } = limits.recordImport;

const Count = (description: string) => Type.Integer({ description });

export const recordRoutes = defineRoutes({
  countMissingRecords: {
    method: 'GET',
    path: '/records/missing',
    access: 'posts',
    area: recordArea,
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
    access: 'identities',
    tokenScopes: ['read'],
    area: recordArea,
    summary: 'Lists the records of posts in every state as a CSV file, which can be imported again',
    query: Type.Object({ without: Type.Optional(Type.Enum(['records', ...recordParts])) }),
    response: Type.Unknown({ description: 'CSV' }),
  },
  importRecords: {
    method: 'POST',
    path: '/records/import',
    access: 'posts',
    area: recordArea,
    summary:
      'Sets the records of posts from a CSV file: all of its rows or, if one of them is wrong, none. Empty cells keep what a post has.',
    query: Type.Object({
      dryRun: Type.Boolean({ default: false, description: 'Only reports what would change' }),
    }),
    form: Type.Object({
      file: Type.String({
        format: 'binary',
        description: `CSV in UTF-8 with the columns Id or Link, Source, Rights holder, Consent and Date; at most ${numeral(rows)} rows and ${bytes / 1024 / 1024} MB`,
      }),
    }),
    response: Success({
      rows: Count('Rows besides the heading'),
      changes: Count('Posts whose records change'),
      unchanged: Count('Posts that already have these records'),
      failed: Count('Rows that cannot be imported'),
      problems: Type.Array(Type.Object({ row: Type.Integer(), reason: Type.String() }), {
        description: `The first ${numeral(limits.recordImport.problems)} of them`,
      }),
    }),
  },
});
