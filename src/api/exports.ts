import type { exportRoutes } from '#contract/exports.ts';
import type { ExportFormat } from '#contract/values/export-formats.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { everyEntry } from '#domain/audit/every-entry.ts';
import { createExportSlots } from '#domain/exports/export-slots.ts';
import { exportedCases } from '#domain/exports/exported-cases.ts';
import { exportedNames } from '#domain/exports/exported-names.ts';
import { exportedPartners } from '#domain/exports/exported-partners.ts';
import { exportedPosts } from '#domain/exports/exported-posts.ts';
import { recordExport } from '#domain/exports/record-export.ts';
import { searchPartners } from '#domain/partners/search-partners.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import { everyResult } from '#domain/results/read-results.ts';
import type { NamesQuery } from '#domain/search/queries/names.ts';
import { readTimeZone } from '#domain/settings/settings.ts';
import { actorOf, sessionOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { type ExportedList, fileOf } from './http/exported-list.ts';
import { sendFile } from './http/send-file.ts';
import { toAuditEntry } from './records/audit-entry.ts';
import { auditReaderOf, fromAuditFilter } from './records/audit-filter.ts';
import { fromCaseFilter } from './records/case-filter.ts';
import { catalogueFile } from './records/catalogue-file.ts';
import { networkFile, postFile, type UsedName, usedStarFile, usedTagFile } from './records/exported.ts';
import { auditFile } from './records/exported-audit.ts';
import { caseFile } from './records/exported-case.ts';
import { resultFile } from './records/exported-result.ts';
import { fromPostFilter } from './records/post-filter.ts';

type ExportCall = Pick<Call<(typeof exportRoutes)['exportCatalogue']>, 'session' | 'request' | 'reply'>;

interface Export<Row> {
  name: string;
  list: ExportedList<Row>;
  batches: AsyncIterable<Row[]>;
  count: number | undefined;
}

/** What narrows a list, as in the URL of its screen. */
const filterText = (query: object) => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
};

export const exportHandlers = (context: ApiContext): HandlersOf<keyof typeof exportRoutes> => {
  const { db, index, siteUrl } = context;
  const slots = createExportSlots();

  const send = async <Row>(
    call: ExportCall & { query: { format: ExportFormat } },
    { name, list, batches, count }: Export<Row>,
  ) => {
    const { format, ...query } = call.query;
    await recordExport(db, actorOf(call), { name, format, filter: filterText(query), count });
    const file = fileOf(list, format, batches);
    return sendFile(call.reply, { name, format }, slots.hold(sessionOf(call).adminId, file));
  };

  /** The names of a list with how they are used, which only the index knows. */
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
    exportPosts: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { format, ...filter } = call.query;
      const ids = await findPostIds(context, fromPostFilter(filter));
      return send(call, { name: 'posts', list: postFile, batches: exportedPosts(db, ids), count: ids.length });
    },
    exportStars: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { format, ...query } = call.query;
      return send(call, { name: 'stars', list: usedStarFile, ...usedNames('performer', query) });
    },
    exportTags: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { format, ...query } = call.query;
      return send(call, { name: 'tags', list: usedTagFile, ...usedNames('tag', query) });
    },
    exportNetworks: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { search, state } = call.query;
      const filter = { search, state: state === '' ? undefined : state };
      const { total: count } = await searchPartners(db, { ...filter, page: 1, limit: 1 });
      return send(call, { name: 'networks', list: networkFile, batches: exportedPartners(db, filter), count });
    },
    exportCases: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { format, ...filter } = call.query;
      return send(call, { name: 'cases', list: caseFile, ...(await exportedCases(db, fromCaseFilter(filter))) });
    },
    exportResults: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const { by, days } = call.query;
      const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
      return send(call, { name: 'results', list: resultFile, batches: everyResult(db, range), count: undefined });
    },
    exportAudit: async (call) => {
      slots.assertFree(sessionOf(call).adminId);
      const reader = auditReaderOf(call);
      const rows = everyEntry(db, fromAuditFilter(call.query), reader);
      const batches = async function* () {
        for await (const batch of rows) yield batch.map(toAuditEntry(reader));
      };
      return send(call, { name: 'audit-log', list: auditFile, batches: batches(), count: undefined });
    },
    exportCatalogue: async (call) => {
      const { adminId } = sessionOf(call);
      slots.assertFree(adminId);
      await recordExport(db, actorOf(call), { name: 'catalogue', format: 'jsonl', filter: '', count: undefined });
      const file = slots.hold(adminId, catalogueFile(db, siteUrl));
      return sendFile(call.reply, { name: 'catalogue', format: 'jsonl', isCompressed: true }, file);
    },
  };
};
