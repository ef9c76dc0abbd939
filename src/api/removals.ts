import { LRUCache } from 'lru-cache';
import type { CaseFilterFields, CaseRecord, QueuedCase as QueuedRecord, removalRoutes } from '#contract/removals.ts';
import type { ReportStatus, reportRoutes } from '#contract/reports.ts';
import type { TransparencyReport, transparencyRoutes } from '#contract/statistics.ts';
import type { Confirmation } from '#contract/values/reports.ts';
import { daysOf, isDay, isPeriod, lastTwelveMonths, maxPeriodYears, type Period } from '#contract/values/statistics.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { confirmProposal, proposeKeeping, readProposals, withdrawProposal } from '#domain/cases/bundle-proposals.ts';
import { decideBundle, readBundle, recordOpening, undoBundle } from '#domain/cases/bundles.ts';
import { type CaseChange, decideCase, undoDecision } from '#domain/cases/case-decisions.ts';
import { readCaseFigures } from '#domain/cases/case-figures.ts';
import { networkOf } from '#domain/cases/case-keys.ts';
import { type QueuedCase, type QueueFilter, readFoldedQueue, readQueue } from '#domain/cases/case-queue.ts';
import { addNote } from '#domain/cases/cases.ts';
import { askForConfirmation, confirmEmail, readConfirmationWork } from '#domain/cases/confirm-email.ts';
import {
  addCounterNotice,
  type CounterNotice,
  restoreByCounterNotice,
  stopCounterNotice,
  withoutSender,
} from '#domain/cases/counter-notices.ts';
import { eraseReporter, personalFields, withoutRecipient } from '#domain/cases/erase-reporters.ts';
import { newChallenge, readVolume } from '#domain/cases/flood-limits.ts';
import { workFor } from '#domain/cases/notice-room.ts';
import { type CaseEntry, exportCase, readCase, type WholeCase } from '#domain/cases/read-case.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import {
  answerQuestion,
  askReporter,
  objectToDecision,
  type ReporterCase,
  readReporterCase,
  withdrawNotice,
} from '#domain/cases/reporter.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import { sendsMail } from '#domain/nodes.ts';
import type { ApiContext, Call, HandlersOf } from './http/call.ts';
import { actorOf, mayCaller, sessionOf } from './http/caller.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { idOrNull, isoTime, withIsoTimes } from './records/wire-values.ts';
import { siteSettings } from './settings.ts';

const mayChangeEmail = (confirmation: Confirmation) => confirmation !== 'not needed' && confirmation !== 'confirmed';

/** Lists its fields one by one: the reporter must not see the others. */
const toReportStatus = (reporterCase: ReporterCase, confirmationWork: number): ReportStatus => ({
  number: reporterCase.number,
  kind: reporterCase.kind,
  status: reporterCase.status,
  receivedAt: reporterCase.receivedAt.toISOString(),
  dueAt: reporterCase.pausedAt ? null : reporterCase.dueAt.toISOString(),
  decidedAt: isoTime(reporterCase.decidedAt),
  isComplete: reporterCase.isComplete,
  urls: reporterCase.urls,
  entries: reporterCase.entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  mayObject: reporterCase.mayObject,
  mayWithdraw: reporterCase.mayWithdraw,
  confirmation: reporterCase.confirmation,
  email: mayChangeEmail(reporterCase.confirmation) ? reporterCase.reporterEmail : '',
  confirmationWork,
  waitsForRoom: reporterCase.waitsForRoom,
  isAlerted: reporterCase.isAlerted,
});

export const reportHandlers = (context: ApiContext): HandlersOf<keyof typeof reportRoutes> => {
  const { db, index, siteUrl, caseKeys } = context;
  const site = async () => {
    const { siteName, withholdOnNotice } = await siteSettings(context);
    return { site: { siteName, siteUrl }, withholdOnNotice };
  };
  const publishedCount = () => index.stats().videos ?? 0;
  const statusRules = async () => ({ ...(await site()), sendsMail: await sendsMail(db) });
  return {
    getReportChallenge: async ({ reply, request }) => {
      reply.header('cache-control', 'no-store');
      const work = workFor(await readVolume(db, networkOf(caseKeys, request.ip)));
      return { success: true, challenge: await newChallenge(caseKeys, work) };
    },
    sendReport: async ({ body: { proof = '', website = '', attempt = '', ...notice }, request }) => {
      const receiving = { ...(await site()), keys: caseKeys, publishedCount: publishedCount() };
      const sending = { ip: request.ip, proof, trap: website, attempt };
      const { number, token, withheld, hidden, waiting } = await receiveNotice(db, notice, sending, receiving);
      // Reported posts must be gone when the reporter looks.
      if (withheld.length > 0) await waitUntilVisible(index);
      return { success: true, number, ...(token === undefined ? {} : { token }), hidden, waiting };
    },
    getReportStatus: async ({ params, reply }) => {
      // There is no reply when a page makes the call in process.
      reply?.header('cache-control', 'private, no-store');
      const reporterCase = await readReporterCase(db, params.token, await statusRules());
      return { success: true, report: toReportStatus(reporterCase, await readConfirmationWork(db, params.token)) };
    },
    answerReport: async ({ params, body }) => {
      await answerQuestion(db, params.token, body.text);
      return { success: true };
    },
    objectToReport: async ({ params, body }) => {
      await objectToDecision(db, params.token, body.text, (await site()).site);
      return { success: true };
    },
    requestReportConfirmation: async ({ params: { token }, body, request }) => {
      const rules = await statusRules();
      const asking = { keys: caseKeys, site: rules.site, network: networkOf(caseKeys, request.ip), rules };
      await askForConfirmation(db, token, body.email ?? '', asking);
      const { confirmation } = await readReporterCase(db, token, rules);
      return { success: true, confirmation };
    },
    getConfirmationChallenge: async ({ params: { token }, reply }) => {
      reply.header('cache-control', 'no-store');
      const work = await readConfirmationWork(db, token);
      return { success: true, challenge: await newChallenge(caseKeys, Math.max(1, work)) };
    },
    confirmReportEmail: async ({ params, body: { code, proof = '' } }) => {
      const { withholdOnNotice } = await site();
      const rules = { withholdOnNotice, publishedCount: publishedCount() };
      const withheld = await confirmEmail(db, params.token, code, { keys: caseKeys, rules, proof });
      if (withheld.length > 0) await waitUntilVisible(index);
      return { success: true };
    },
    withdrawReport: async ({ params }) => {
      const released = await withdrawNotice(db, params.token);
      if (released.length > 0) await waitUntilVisible(index);
      return { success: true };
    },
  };
};

interface CaseReader {
  seesReporters: boolean;
}

const caseReaderOf = (call: { session: Session | undefined }): CaseReader => ({
  seesReporters: mayCaller(call, 'identities'),
});

/** Says who reported only to roles that may know it. The sender stays: it is a code that leads to nobody. */
const toQueuedRecord = (
  { id, videoId, ...row }: QueuedCase,
  { seesReporters }: CaseReader,
): Omit<QueuedRecord, 'fold'> => ({
  ...withIsoTimes(row),
  ...(seesReporters ? {} : { reporterName: '', reporterEmail: '' }),
  isReporterHidden: !seesReporters,
  _id: String(id),
  videoId: idOrNull(videoId),
});

const toCounterNotice = ({ id, urlIds, ...notice }: CounterNotice): CaseRecord['counterNotices'][number] => ({
  ...withIsoTimes(notice),
  _id: String(id),
  urlIds: urlIds.map(String),
});

const toUrl = ({ id, video, otherCases, ...url }: WholeCase['urls'][number]): CaseRecord['urls'][number] => ({
  ...withIsoTimes(url),
  _id: String(id),
  video: video && { ...video, _id: String(video.id), titel: video.title },
  otherCases: otherCases.map((other) => ({ ...other, _id: String(other.id) })),
});

const withoutPerson = ({ kind, text }: Omit<CaseEntry, 'id'>) => {
  if (kind === 'email') return withoutRecipient(text);
  return kind === 'counter_notice' ? withoutSender(text) : text;
};

const toCaseRecord = (case_: WholeCase, reader: CaseReader, mails: boolean): CaseRecord => {
  const { seesReporters } = reader;
  const isPersonal = (field: string) => personalFields.includes(field);
  return {
    ...toQueuedRecord(case_, reader),
    details: seesReporters
      ? case_.details
      : Object.fromEntries(Object.entries(case_.details).filter(([field]) => !isPersonal(field))),
    urls: case_.urls.map(toUrl),
    entries: case_.entries.map(({ id, ...entry }) => ({
      ...withIsoTimes(entry),
      _id: String(id),
      text: seesReporters ? entry.text : withoutPerson(entry),
    })),
    counterNotices: case_.counterNotices.map((notice) => ({
      ...toCounterNotice(notice),
      ...(seesReporters ? {} : { name: '' }),
    })),
    hasReporterEmail: case_.reporterEmail !== '',
    isUndoable: case_.isUndoable,
    sendsMail: mails,
  };
};

const choiceOf = { yes: true, no: false, '': undefined };

export const fromCaseFilter = ({ overdue, complete, proof, ...same }: CaseFilterFields): QueueFilter => ({
  status: same.status,
  kind: same.kind,
  sender: same.sender,
  video: same.video,
  flag: same.flag,
  search: same.search,
  isOverdue: overdue === 'yes',
  isComplete: choiceOf[complete],
  hasProof: choiceOf[proof],
  isPublic: same.public === 'yes',
});

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
  const oneCase = async (call: Pick<ChangeCall, 'params' | 'session'>) => ({
    success: true as const,
    case: toCaseRecord(await readCase(db, Number(call.params.id)), caseReaderOf(call), await sendsMail(db)),
  });
  /** Returns the changed case once visitors see the effect on its posts. */
  const after = async (call: Pick<ChangeCall, 'params' | 'session'>, change: Promise<unknown>) => {
    await change;
    await waitUntilVisible(index);
    return oneCase(call);
  };

  const actingOf = (call: Pick<ChangeCall, 'session' | 'request'>) => ({
    db,
    actor: actorOf(call),
    adminId: sessionOf(call).adminId,
  });
  const toDecided = async ({ decided, remaining }: Awaited<ReturnType<typeof decideBundle>>) => {
    await waitUntilVisible(index);
    return {
      success: true as const,
      decided: decided.map(({ id, version }) => ({ _id: String(id), version })),
      remaining,
    };
  };

  return {
    getCases: async ({ query, ...call }) => {
      const { page, limit } = query;
      const reader = caseReaderOf(call);
      const filter = { ...fromCaseFilter(query), findsReporters: reader.seesReporters };
      const read = query.fold === 'yes' && filter.status === '' ? readFoldedQueue : readQueue;
      const { rows, rowCount, caseCount } = await read(db, filter, { page, limit });
      return {
        success: true,
        cases: rows.map((row) => ({ ...toQueuedRecord(row, reader), fold: row.fold })),
        pagination: paginationOf(rowCount, { page, limit }),
        totalCases: caseCount,
      };
    },
    getBundle: async ({ query: { proof, ...query }, session }) => {
      const bundle = { ...query, hasProof: choiceOf[proof] };
      const { firstAt, lastAt, newestId, ...counts } = await readBundle(db, bundle, sessionOf({ session }).adminId);
      return {
        success: true,
        bundle: {
          ...counts,
          firstAt: isoTime(firstAt),
          lastAt: isoTime(lastAt),
          newestId: idOrNull(newestId),
          sendsMail: await sendsMail(db),
        },
      };
    },
    decideBundle: async ({ body: { sender, video, kind, proof, upTo, seen, decision, reason }, ...call }) => {
      const outcome = { decision, reason: reason.trim() };
      const bundle = { sender, video, kind, hasProof: choiceOf[proof], upTo: Number(upTo), seen, outcome };
      return toDecided(await decideBundle({ ...actingOf(call), site }, bundle));
    },
    proposeBundle: async ({ body: { proof, upTo, reason, ...body }, ...call }) => {
      const proposal = { ...body, hasProof: choiceOf[proof], upTo: Number(upTo), reason: reason.trim() };
      return { success: true, _id: String((await proposeKeeping(actingOf(call), proposal)).id) };
    },
    getProposals: async ({ session }) => ({
      success: true,
      proposals: (await readProposals(db, sessionOf({ session }).adminId)).map(({ id, videoId, ...proposal }) => ({
        ...withIsoTimes(proposal),
        _id: String(id),
        videoId: idOrNull(videoId),
      })),
    }),
    confirmProposal: async ({ params, ...call }) =>
      toDecided(await confirmProposal(actingOf(call), Number(params.id), site)),
    withdrawProposal: async ({ params, ...call }) => {
      await withdrawProposal(actingOf(call), Number(params.id));
      return { success: true };
    },
    undoBundle: async ({ body, ...call }) => {
      const decided = body.decided.map(({ _id, version }) => ({ id: Number(_id), version }));
      const { undone } = await undoBundle({ db, actor: actorOf(call), site }, decided);
      await waitUntilVisible(index);
      return { success: true, undone };
    },
    getCase: oneCase,
    recordCaseOpening: async ({ params, body: { version }, session }) => {
      const { adminId } = sessionOf({ session });
      await recordOpening(db, { id: Number(params.id), version, adminId });
      return { success: true };
    },
    decideCase: (call) => {
      const { urls, decision, reason } = call.body;
      const outcome = { urlIds: urls.map(Number), decision, reason: reason.trim() };
      return after(call, decideCase(changeOf(call), outcome));
    },
    undoDecision: (call) => after(call, undoDecision(changeOf(call))),
    askReporter: (call) => after(call, askReporter(changeOf(call), call.body.question.trim())),
    addCaseNote: (call) =>
      after(call, addNote(db, actorOf(call), { id: Number(call.params.id), text: call.body.text.trim() })),
    eraseReporter: (call) =>
      after(call, eraseReporter(db, actorOf(call), { id: Number(call.params.id), expectedVersion: call.body.version })),
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

const figuresMaxAgeMs = 600_000;
const maxCachedFigures = 500;

const assertPeriod = (period: Period) => {
  if (!isPeriod(period))
    throw new ValidationError(`Choose a period of at most ${maxPeriodYears} years that does not end before it begins.`);
};

export const transparencyHandlers = (context: ApiContext): HandlersOf<keyof typeof transparencyRoutes> => {
  const read = async (from: string, to: string, timeZone: string): Promise<TransparencyReport> => {
    const figures = await readCaseFigures(context.db, { from, to, timeZone });
    return { success: true, from, to, ...figures };
  };
  /** Cached because visitors can request the figures of any months repeatedly. */
  const reports = new LRUCache<string, TransparencyReport>({
    max: maxCachedFigures,
    ttl: figuresMaxAgeMs,
    fetchMethod: (key) => read(...(JSON.parse(key) as [string, string, string])),
  });

  return {
    getTransparency: async ({ query }) => {
      const { publishTransparency, timeZone } = await siteSettings(context);
      if (!publishTransparency) throw new NotFoundError('The figures are not published.');
      const months = { ...lastTwelveMonths(new Date()), ...query };
      assertPeriod(months);
      const { from, to } = daysOf(months);
      return (await reports.fetch(JSON.stringify([from, to, timeZone]))) ?? read(from, to, timeZone);
    },
    getCaseFigures: async ({ query }) => {
      const { timeZone } = await siteSettings(context);
      const days = { ...daysOf(lastTwelveMonths(new Date())), ...query };
      assertPeriod(days);
      if (!isDay(days.from) || !isDay(days.to)) throw new ValidationError('There is no such day.');
      return read(days.from, days.to, timeZone);
    },
  };
};
