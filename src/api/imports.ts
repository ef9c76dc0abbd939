import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ImportSourceRecord, importSourceRoutes, Rules } from '#contract/import-sources.ts';
import type { FeedPreview, ImportRecord, ImportRowRecord, importRoutes } from '#contract/imports.ts';
import { limits } from '#contract/values/fields.ts';
import type { ImportRules, ListedOutcome } from '#contract/values/imports.ts';
import type { EditableState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { ConflictError, ForbiddenError } from '#domain/errors.ts';
import { discardImport, startCheck, startRun, stopImport, undoImport } from '#domain/imports/control-imports.ts';
import { setFeedLogin } from '#domain/imports/feeds-by-url/feed-login.ts';
import {
  type Import,
  type ImportRow,
  listImports,
  readImport,
  readImportRows,
  readProblems,
} from '#domain/imports/imports.ts';
import type { ImportedPost } from '#domain/imports/mapping/mapper.ts';
import { describeSource, isMapped, type FeedPreview as Preview, previewFeed } from '#domain/imports/preview-feed.ts';
import { appendPart, startUpload } from '#domain/imports/received-feeds.ts';
import {
  addSource,
  deleteSource,
  emptySettings,
  type ImportSource,
  listSources,
  readSource,
  readSourceFigures,
  type SourceFigures,
  updateSource,
} from '#domain/imports/sources.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf, isMainAdmin, sessionOf } from './http/caller.ts';
import { withCurrentRecord } from './http/error-handler.ts';
import { byteOrderMark, csvLine } from './http/exported-files.ts';
import { readFileForm } from './http/multipart.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { idOrNull, isoTime, withIsoTimes } from './records/wire-values.ts';

const toRules = ({ partnerId, ...rules }: ImportRules): Rules => ({
  ...rules,
  partner: idOrNull(partnerId),
});

const trimmed = (words: string[]) => [...new Set(words.map((word) => word.trim()))];

const fromRules = ({ partner, records, ...rules }: Rules): ImportRules => {
  const filled = Object.entries(records).filter(([, text]) => text !== null && text !== '');
  return {
    ...rules,
    droppedTags: trimmed(rules.droppedTags),
    addedTags: trimmed(rules.addedTags),
    titleCuts: trimmed(rules.titleCuts),
    records: Object.fromEntries(filled),
    partnerId: partner === null ? null : Number(partner),
  };
};

const toImportSourceRecord = (
  { id, url, settings, lastError, failures, createdAt, updatedAt, ...source }: ImportSource,
  figures: SourceFigures | undefined,
): ImportSourceRecord => {
  const last = figures?.lastImport;
  return {
    ...withIsoTimes(source),
    _id: String(id),
    url: url ?? '',
    ...settings,
    rules: toRules(settings.rules),
    posts: figures?.posts ?? 0,
    lastImport: last ? { _id: String(last.id), state: last.state, createdAt: last.createdAt.toISOString() } : null,
    problem: lastError,
  };
};

export const importSourceHandlers = ({
  db,
  keys,
  feedScheduler,
  imports: runner,
}: ApiContext): HandlersOf<keyof typeof importSourceRoutes> => {
  const recordOf = async (source: ImportSource) =>
    toImportSourceRecord(source, (await readSourceFigures(db, source.id)).get(source.id));
  return {
    getImportSources: async () => {
      const [sources, figures] = await Promise.all([listSources(db), readSourceFigures(db)]);
      return { success: true, sources: sources.map((source) => toImportSourceRecord(source, figures.get(source.id))) };
    },
    getImportSource: async ({ params: { id } }) => ({
      success: true,
      source: await recordOf(await readSource(db, Number(id))),
    }),
    addImportSource: async (call) => {
      const { name, url } = call.body;
      const source = await addSource(db, actorOf(call), { name, url: url || null, settings: emptySettings });
      return { success: true, source: await recordOf(source) };
    },
    updateImportSource: async (call) => {
      const id = Number(call.params.id);
      const { version, name, url, everyMinutes, format, mapping, rules, policies } = call.body;
      const { settings } = await readSource(db, id);
      const isTreatedOtherwise = format || mapping || rules || policies;
      const changes = {
        name,
        url: url === '' ? null : url,
        everyMinutes,
        ...(isTreatedOtherwise
          ? {
              settings: {
                format: format ?? settings.format,
                mapping: mapping ?? settings.mapping,
                rules: rules ? fromRules(rules) : settings.rules,
                policies: policies ?? settings.policies,
              },
            }
          : {}),
      };
      const source = await withCurrentRecord(
        (current: ImportSource) => toImportSourceRecord(current, undefined),
        updateSource(db, actorOf(call), id, changes, version),
      );
      await runner.runDue();
      return { success: true, source: await recordOf(source) };
    },
    fetchImportSource: async (call) => {
      const id = Number(call.params.id);
      await feedScheduler.fetchNow(actorOf(call), id);
      return { success: true, source: await recordOf(await readSource(db, id)) };
    },
    setImportSourceLogin: async (call) => {
      const id = Number(call.params.id);
      const { version, username, secret } = call.body;
      const login = secret === '' ? null : { username, secret };
      await setFeedLogin(db, actorOf(call), keys.feedLogins, id, login, version);
      return { success: true, source: await recordOf(await readSource(db, id)) };
    },
    deleteImportSource: async (call) => {
      await deleteSource(db, actorOf(call), Number(call.params.id), undefined);
      return { success: true, _id: call.params.id };
    },
  };
};

const firstStates: Record<ImportRules['publish'], EditableState> = {
  now: 'published',
  draft: 'draft',
  hourly: 'scheduled',
};

const toImportRecord = ({ id, source, sourceId, fileName, adminId, settings, ...rest }: Import): ImportRecord => ({
  ...withIsoTimes(rest),
  _id: String(id),
  source: { _id: String(sourceId), name: source },
  feed: fileName,
  postState: firstStates[settings.rules.publish],
  adminId: idOrNull(adminId),
});

const toImportRowRecord = ({ number, outcome, title, link, reason, videoId }: ImportRow): ImportRowRecord => ({
  number,
  outcome,
  titel: title,
  link,
  reason,
  post: idOrNull(videoId),
});

const importRowsCsvHead = csvLine(['Row', 'Outcome', 'Title', 'Link', 'Reason', 'Post']);

const importRowCsvLine = ({ number, outcome, title, link, reason, videoId }: ImportRow): string =>
  csvLine([String(number), outcome, title, link, reason, videoId === null ? '' : String(videoId)]);

const toPreviewedPost = (post: ImportedPost) => ({
  titel: post.title,
  link: post.link,
  otherLinks: post.otherLinks,
  imageUrl: post.imageUrl,
  des: post.description,
  tags: post.tags,
  name: post.performers,
  Category: post.category,
  minutes: post.minutes,
  views: post.views,
  publishedAt: isoTime(post.publishedAt),
});

const maxSampleLength = 200;
const maxSamples = 3;

/** The first distinct values of a column. */
const samplesOf = ({ rows }: Preview, column: string): string[] => {
  const textOf = ({ columns = {} }: Preview['rows'][number]) =>
    Object.hasOwn(columns, column) ? [columns[column] ?? ''].flat().join(', ').trim() : '';
  const values = rows.map(textOf);
  return [...new Set(values.filter((value) => value !== ''))]
    .slice(0, maxSamples)
    .map((value) => value.slice(0, maxSampleLength));
};

const toFeedPreview = (preview: Preview, isGuessed: boolean): FeedPreview => ({
  format: preview.format,
  otherFormat: preview.otherFormat ?? null,
  mapping: preview.mapping,
  readRows: preview.readRows,
  problems: preview.problems,
  unusedColumns: preview.unusedColumns,
  isGuessed,
  columns: preview.columns.map((name) => ({ name, samples: samplesOf(preview, name) })),
  rows: preview.rows.map(({ number, excerpt, post, problem }) => ({
    number,
    excerpt,
    problem: problem ?? null,
    leftOut: post?.leftOut ?? [],
    post: post ? toPreviewedPost(post) : null,
  })),
});

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

/** Main admins confirm large take-downs by sending the number of posts that the dry run showed. */
const assertMayTakeDown = ({ needsConfirmation, missing }: Import, confirmed: number | undefined, isMain: boolean) => {
  if (!needsConfirmation || confirmed === undefined) return;
  if (!isMain) throw new ForbiddenError('Only main admins can confirm that posts are taken down.');
  if (confirmed !== missing)
    throw new ConflictError(`The feed is now missing ${missing} posts. Look at the dry run again.`);
};

/** Undoing removes posts, so only main admins may undo the imports of others. */
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
      // Admins open lists once it is done, and those have to show the changes.
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
    getImportProblems: async ({ params: { id } }) => {
      await readImport(db, Number(id));
      return { success: true, problems: await readProblems(db, Number(id)) };
    },
    exportImportRows: async ({ params: { id }, query: { outcome }, reply }) => {
      await readImport(db, Number(id));
      reply.header('content-type', 'text/csv; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="import-${id}-${outcome}.csv"`);
      return Readable.from(csvOf(db, Number(id), outcome), { objectMode: false });
    },
  };
};
