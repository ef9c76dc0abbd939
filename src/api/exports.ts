import type { exportRoutes } from '#contract/exports.ts';
import type { ExportFormat } from '#contract/values/exports.ts';
import type { NameKind } from '#contract/values/names.ts';
import { everyEntry } from '#domain/audit-log.ts';
import {
  createExportSlots,
  exportedCases,
  exportedNames,
  exportedPartners,
  exportedPosts,
  recordExport,
} from '#domain/exports/exports.ts';
import { searchPartners } from '#domain/partners/partners.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import { everyResult } from '#domain/results/results.ts';
import type { NamesQuery } from '#domain/search/catalogue-index.ts';
import { readTimeZone } from '#domain/settings.ts';
import { auditReaderOf, fromAuditFilter, toAuditEntry } from './audit.ts';
import type { ApiContext, Call, HandlersOf } from './http/call.ts';
import { actorOf, mayCaller, sessionOf } from './http/caller.ts';
import { type ExportedList, fileOf, sendFile } from './http/exported-files.ts';
import {
  auditFile,
  caseFile,
  catalogueFile,
  networkFile,
  postFile,
  postFileWithoutRecords,
  resultFile,
  type UsedName,
  usedStarFile,
  usedTagFile,
} from './records/exported.ts';
import { fromPostFilter } from './records/video.ts';
import { fromCaseFilter } from './removals.ts';

type ExportCall = Pick<Call<(typeof exportRoutes)['exportCatalogue']>, 'session' | 'request' | 'reply'>;

interface Export<Row> {
  name: string;
  list: ExportedList<Row>;
  batches: AsyncIterable<Row[]>;
  count: number | undefined;
}

/** A filter as in the URL of the list's screen, for the audit log. */
const filterText = (query: object) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
};

export const exportHandlers = (context: ApiContext): HandlersOf<keyof typeof exportRoutes> => {
  const { db, index, siteUrl } = context;
  const slots = createExportSlots();

  const send = <Query extends { format: ExportFormat }, Row>(
    call: ExportCall & { query: Query },
    find: (filter: Omit<Query, 'format'>) => Export<Row> | Promise<Export<Row>>,
  ) =>
    slots.hold(sessionOf(call).adminId, async () => {
      const { format, ...filter } = call.query;
      const { name, list, batches, count } = await find(filter);
      await recordExport(db, actorOf(call), { name, format, filter: filterText(filter), count });
      return sendFile(call.reply, { name, format }, fileOf(list, format, batches));
    });

  /** Adds the use of names, which only the index knows, to their rows in the database. */
  const usedNames = (kind: NameKind, query: Omit<NamesQuery, 'page' | 'limit'>) => {
    const everything = { ...query, page: 1, limit: Number.MAX_SAFE_INTEGER };
    const { items, total } = kind === 'tag' ? index.tags(everything) : index.performers(everything);
    const uses = new Map(items.map((item) => [item.slug, item]));
    const batches = async function* (): AsyncGenerator<UsedName[]> {
      for await (const names of exportedNames(db, kind, [...uses.keys()]))
        yield names.flatMap((name) => {
          const use = uses.get(name.slug);
          return use ? { ...use, ...name } : [];
        });
    };
    return { batches: batches(), count: total };
  };

  return {
    exportPosts: (call) =>
      send(call, async (filter) => {
        const ids = await findPostIds(context, fromPostFilter(filter));
        const list = mayCaller(call, 'identities') ? postFile : postFileWithoutRecords;
        return { name: 'posts', list, batches: exportedPosts(db, ids), count: ids.length };
      }),
    exportStars: (call) =>
      send(call, (query) => ({ name: 'stars', list: usedStarFile, ...usedNames('performer', query) })),
    exportTags: (call) => send(call, (query) => ({ name: 'tags', list: usedTagFile, ...usedNames('tag', query) })),
    exportNetworks: (call) =>
      send(call, async ({ search, state }) => {
        const filter = { search, state: state === '' ? undefined : state };
        const { total: count } = await searchPartners(db, { ...filter, page: 1, limit: 1 });
        return { name: 'networks', list: networkFile, batches: exportedPartners(db, filter), count };
      }),
    exportCases: (call) =>
      send(call, async (filter) => ({
        name: 'cases',
        list: caseFile,
        ...(await exportedCases(db, fromCaseFilter(filter))),
      })),
    exportResults: (call) =>
      send(call, async ({ by, days }) => {
        const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
        return { name: 'results', list: resultFile, batches: everyResult(db, range), count: undefined };
      }),
    exportAudit: (call) =>
      send(call, (query) => {
        const reader = auditReaderOf(call);
        const filter = fromAuditFilter(query);
        const rows = everyEntry(db, filter, reader);
        const batches = async function* () {
          for await (const batch of rows) yield batch.map(toAuditEntry(reader, filter));
        };
        return { name: 'audit-log', list: auditFile, batches: batches(), count: undefined };
      }),
    exportCatalogue: (call) =>
      slots.hold(sessionOf(call).adminId, async () => {
        await recordExport(db, actorOf(call), { name: 'catalogue', format: 'jsonl', filter: '', count: undefined });
        const file = { name: 'catalogue', format: 'jsonl', isCompressed: true } as const;
        return sendFile(call.reply, file, catalogueFile(db, siteUrl));
      }),
  };
};
