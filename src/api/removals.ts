import type { removalRoutes } from '#contract/removals.ts';
import { addNote } from '#domain/cases/add-note.ts';
import { askReporter } from '#domain/cases/ask-reporter.ts';
import { addCounterNotice, restoreByCounterNotice, stopCounterNotice } from '#domain/cases/counter-notices.ts';
import { decideBundle, undoBundle } from '#domain/cases/decide-bundle.ts';
import { type CaseChange, decideCase } from '#domain/cases/decide-case.ts';
import { exportCase } from '#domain/cases/export-case.ts';
import { readBundle } from '#domain/cases/read-bundle.ts';
import { readCase } from '#domain/cases/read-case.ts';
import { countStillPublic, readFoldedQueue, readQueue } from '#domain/cases/read-queue.ts';
import { undoDecision } from '#domain/cases/undo-decision.ts';
import { ValidationError } from '#domain/errors.ts';
import { actorOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { toCaseRecord, toQueuedRecord } from './records/case.ts';
import { choiceOf, fromCaseFilter } from './records/case-filter.ts';

type ChangeCall = Pick<Call<(typeof removalRoutes)['undoDecision']>, 'params' | 'body' | 'session' | 'request'>;

const dayOf = (text: string) => {
  const date = new Date(`${text}T00:00:00Z`);
  const message = 'The day of receipt must be written like 2026-01-31.';
  // Some engines turn the 31st of a short month into a day of the next one.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text))
    throw new ValidationError(message, { receivedOn: message });
  return date;
};

export const removalHandlers = (context: ApiContext): HandlersOf<keyof typeof removalRoutes> => {
  const { db, index, siteName, siteUrl, keys } = context;
  const site = { siteName, siteUrl };
  const changeOf = (call: ChangeCall): CaseChange => ({
    db,
    actor: actorOf(call),
    id: Number(call.params.id),
    expectedVersion: call.body?.version,
    site,
  });
  /** The case after a change, once its posts are gone or back. */
  const after = async ({ params }: { params: { id: string } }, change: Promise<unknown>) => {
    await change;
    await waitUntilVisible(index);
    return { success: true as const, case: toCaseRecord(await readCase(db, Number(params.id))) };
  };

  return {
    getCases: async ({ query }) => {
      const { page, limit } = query;
      const filter = fromCaseFilter(query);
      const read = query.fold === 'yes' && filter.status === '' ? readFoldedQueue : readQueue;
      const [{ rows, rowCount, caseCount }, stillPublic] = await Promise.all([
        read(db, filter, { page, limit }),
        countStillPublic(db),
      ]);
      return {
        success: true,
        cases: rows.map((row) => ({ ...toQueuedRecord(row), fold: row.fold })),
        pagination: paginationOf(rowCount, { page, limit }),
        totalCases: caseCount,
        stillPublic,
      };
    },
    getBundle: async ({ query: { proof, ...query } }) => {
      const bundle = { ...query, hasProof: choiceOf[proof] };
      const { firstAt, lastAt, newestId, ...counts } = await readBundle(db, bundle);
      return {
        success: true,
        bundle: {
          ...counts,
          firstAt: firstAt?.toISOString() ?? null,
          lastAt: lastAt?.toISOString() ?? null,
          newestId: newestId === null ? null : String(newestId),
        },
      };
    },
    decideBundle: async ({ body: { sender, video, kind, proof, upTo, seen, decision, reason }, ...call }) => {
      const made = { decision, reason: reason.trim() };
      const bundle = { sender, video, kind, hasProof: choiceOf[proof], upTo: Number(upTo), seen, made };
      const { decided, remaining } = await decideBundle({ db, actor: actorOf(call), site }, bundle);
      await waitUntilVisible(index);
      return { success: true, decided: decided.map(({ id, version }) => ({ _id: String(id), version })), remaining };
    },
    undoBundle: async ({ body, ...call }) => {
      const decided = body.decided.map(({ _id, version }) => ({ id: Number(_id), version }));
      const { undone } = await undoBundle({ db, actor: actorOf(call), site }, decided);
      await waitUntilVisible(index);
      return { success: true, undone };
    },
    getCase: async ({ params }) => ({ success: true, case: toCaseRecord(await readCase(db, Number(params.id))) }),
    decideCase: (call) => {
      const { urls, decision, reason } = call.body;
      const made = { urlIds: urls.map(Number), decision, reason: reason.trim() };
      return after(call, decideCase(changeOf(call), made));
    },
    undoDecision: (call) => after(call, undoDecision(changeOf(call))),
    askReporter: (call) => after(call, askReporter(changeOf(call), call.body.question.trim())),
    addCaseNote: (call) =>
      after(call, addNote(db, actorOf(call), { id: Number(call.params.id), text: call.body.text.trim() })),
    addCounterNotice: (call) => {
      const { urls, name, statement, receivedOn } = call.body;
      const notice = {
        urlIds: urls.map(Number),
        name: name.trim(),
        statement: statement.trim(),
        receivedAt: dayOf(receivedOn),
      };
      return after(call, addCounterNotice(changeOf(call), notice));
    },
    stopCounterNotice: (call) => after(call, stopCounterNotice(changeOf(call), Number(call.params.notice))),
    restoreByCounterNotice: (call) => after(call, restoreByCounterNotice(changeOf(call), Number(call.params.notice))),
    exportCase: async ({ params, reply, ...call }) => {
      const { number, file } = await exportCase(db, actorOf(call), {
        id: Number(params.id),
        key: keys.caseExports,
        site,
      });
      reply.header('content-type', 'application/json; charset=utf-8');
      reply.header('content-disposition', `attachment; filename="case-${number}.json"`);
      return file;
    },
  };
};
