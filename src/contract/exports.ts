import { type TProperties, Type } from 'typebox';
import { auditFilterFields, auditReaders } from './audit.ts';
import { networkFilterFields } from './networks.ts';
import { postFilterFields } from './post-filter.ts';
import { caseFilterFields } from './removals.ts';
import { resultFilterFields } from './results.ts';
import { defineRoutes } from './route.ts';
import { nameFilterFields } from './tags.ts';
import { exportFormats } from './values/export-formats.ts';

const area = 'exports';

const Format = Type.Enum(exportFormats, {
  default: 'csv',
  description: 'CSV, or JSON Lines, which loses nothing',
  invalid: 'format must be csv or jsonl.',
});

const list = <const Path extends string, Fields extends TProperties>(path: Path, filter: Fields, summary: string) =>
  ({
    method: 'GET',
    path,
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: `${summary} Recorded in the audit log.`,
    query: Type.Object({ ...filter, format: Format }),
    response: Type.Unknown({ description: 'A file' }),
  }) as const;

export const exportRoutes = defineRoutes({
  exportPosts: list('/posts/export', postFilterFields, 'Sends the posts that match a filter as a file, oldest first.'),
  exportStars: list('/stars/export', nameFilterFields, 'Sends stars as a file.'),
  exportTags: list('/tags/export', nameFilterFields, 'Sends tags as a file.'),
  exportNetworks: list(
    '/networks/export',
    networkFilterFields,
    'Sends partner websites as a file, in the order in which they were added.',
  ),
  exportCases: list(
    '/removals/export',
    caseFilterFields,
    'Sends cases as a file, in the order in which they came. Without a status, what is to be decided.',
  ),
  exportResults: list(
    '/results/export',
    resultFilterFields,
    'Sends what each network, or import source, brings on each day as a file, oldest first.',
  ),
  exportAudit: list(
    '/audit/export',
    auditFilterFields,
    `Sends who changed what as a file, newest first. ${auditReaders}`,
  ),
  exportCatalogue: {
    method: 'GET',
    path: '/catalogue/export',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary:
      'Sends all networks, tags, stars and posts in every state, with their records, as one compressed JSON Lines file that can be imported again. Recorded in the audit log.',
    response: Type.Unknown({ description: 'A compressed JSON Lines file' }),
  },
});
