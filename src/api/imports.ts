import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { importRoutes } from '#contract/imports.ts';
import type { ListedOutcome } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import type { Db } from '#db/database.ts';
import { ConflictError, ForbiddenError } from '#domain/errors.ts';
import { discardImport, startCheck, startRun, stopImport, undoImport } from '#domain/imports/control-imports.ts';
import { describeSource, isMapped } from '#domain/imports/describe-source.ts';
import { type Import, listImports, readImport, readImportRows } from '#domain/imports/imports.ts';
import { previewFeed } from '#domain/imports/preview-feed.ts';
import { readSource } from '#domain/imports/sources.ts';
import { appendPart, startUpload } from '#domain/imports/upload-parts.ts';
import { actorOf, isMainAdmin, sessionOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { byteOrderMark } from './http/csv.ts';
import { readFileForm } from './http/multipart.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import {
  importRowCsvLine,
  importRowsCsvHead,
  toFeedPreview,
  toImportRecord,
  toImportRowRecord,
} from './records/import.ts';
import { fromRules } from './records/import-source.ts';

const part = {
  field: 'part',
  bytes: limits.imports.partBytes,
  missing: 'Send a part of the file.',
  tooLarge: `A part may have at most ${limits.imports.partBytes / 1024 / 1024} MB.`,
};

const followEveryMs = 500;
const isUnderWay = ({ state, origin }: Import) =>
  state === 'checking' || state === 'running' || state === 'undoing' || (state === 'receiving' && origin !== 'upload');

async function* csvOf(db: Db, id: number, outcome: ListedOutcome) {
  yield byteOrderMark + importRowsCsvHead;
  for (let after = 0; ; ) {
    const rows = await readImportRows(db, id, { outcome, after });
    if (rows.length === 0) return;
    yield rows.map(importRowCsvLine).join('');
    after = rows.at(-1)?.number ?? after;
  }
}

/** Taking down much of a source is what main admins confirm, for as many posts as they have been told. */
const assertMayTakeDown = ({ needsConfirmation, missing }: Import, confirmed: number | undefined, isMain: boolean) => {
  if (!needsConfirmation || confirmed === undefined) return;
  if (!isMain) throw new ForbiddenError('Only main admins can confirm that posts are taken down.');
  if (confirmed !== missing)
    throw new ConflictError(`The feed lacks ${missing} posts by now. Look at the dry run again.`);
};

/** Undoing removes posts: of somebody else's import, only main admins decide that. */
const assertMayUndo = (call: Parameters<typeof isMainAdmin>[0], { adminId, admin }: Import) => {
  if (isMainAdmin(call) || adminId === sessionOf(call).adminId) return;
  throw new ForbiddenError(
    adminId === null
      ? 'Only main admins can undo an import that no admin has started.'
      : `This import was started by ${admin}. Only they and main admins can undo it.`,
  );
};

export const importHandlers = (context: ApiContext): HandlersOf<keyof typeof importRoutes> => {
  const { db, index, imports: runner, feeds } = context;
  const one = (each: Import) => ({ success: true, import: toImportRecord(each) }) as const;
  return {
    getImports: async ({ query: { page, limit, source } }) => {
      const { total, imports } = await listImports(db, { page, limit, sourceId: source ? Number(source) : undefined });
      return { success: true, imports: imports.map(toImportRecord), pagination: paginationOf(total, { page, limit }) };
    },
    getImport: async ({ params: { id } }) => {
      const each = await readImport(db, Number(id));
      // Lists that an admin opens because it is done have to show what it did.
      if (each.state === 'finished' || each.state === 'undone') await waitUntilVisible(index);
      return one(each);
    },
    followImport: async ({ params: { id }, request, reply }) => {
      const read = () => readImport(db, Number(id));
      await read();
      return request.server.eventStreams.open(reply, {
        read,
        textOf: (each) => JSON.stringify(toImportRecord(each)),
        isLast: (each) => !isUnderWay(each),
        everyMs: followEveryMs,
      });
    },
    startUpload: async (call) => {
      const { source, fileName, bytes } = call.body;
      return one(await startUpload(db, actorOf(call), { sourceId: Number(source), fileName, bytes }));
    },
    sendUploadPart: async ({ params: { id }, query: { offset }, request }) => {
      await readImport(db, Number(id));
      return one(
        await readFileForm(request, part, async (bytes) => appendPart(db, Number(id), offset, await buffer(bytes))),
      );
    },
    importFromUrl: async (call) => {
      const { source, url } = call.body;
      return one(await feeds.begin(actorOf(call), { sourceId: Number(source), url }));
    },
    previewImport: async ({ params: { id }, body: { format, mapping, rules } }) => {
      const { sourceId } = await readImport(db, Number(id));
      const { settings } = await readSource(db, sourceId);
      const isKnown = isMapped(settings);
      const preview = await previewFeed(db, Number(id), {
        rules: rules ? fromRules(rules) : settings.rules,
        format: format ?? (isKnown ? settings.format : undefined),
        mapping: mapping ?? (isKnown && !format ? settings.mapping : undefined),
      });
      return { success: true, preview: toFeedPreview(preview, !isKnown && mapping === undefined) };
    },
    checkImport: async (call) => {
      const id = Number(call.params.id);
      const settings = await describeSource(db, actorOf(call), id);
      const checked = await startCheck(db, id, { settings });
      await runner.runDue();
      return one(checked);
    },
    runImport: async (call) => {
      const id = Number(call.params.id);
      const { takeDown } = call.body;
      assertMayTakeDown(await readImport(db, id), takeDown, isMainAdmin(call));
      const started = await startRun(db, actorOf(call), id, { confirmsTakeDown: takeDown !== undefined });
      await runner.runDue();
      return one(started);
    },
    stopImport: async (call) => one(await stopImport(db, actorOf(call), Number(call.params.id))),
    undoImport: async (call) => {
      const id = Number(call.params.id);
      assertMayUndo(call, await readImport(db, id));
      const undoing = await undoImport(db, actorOf(call), id);
      await runner.runDue();
      return one(undoing);
    },
    discardImport: async ({ params: { id } }) => {
      await discardImport(db, Number(id));
      return { success: true, _id: id };
    },
    getImportRows: async ({ params: { id }, query: { outcome, limit, after } }) => {
      await readImport(db, Number(id));
      const rows = await readImportRows(db, Number(id), { outcome, after: Number(after || 0), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? String(shown.at(-1)?.number) : null;
      return { success: true, rows: shown.map(toImportRowRecord), next };
    },
    exportImportRows: async ({ params: { id }, query: { outcome }, reply }) => {
      await readImport(db, Number(id));
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="import-${id}-${outcome}.csv"`);
      return Readable.from(csvOf(db, Number(id), outcome), { objectMode: false });
    },
  };
};
