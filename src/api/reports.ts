import type { ReportStatus, reportRoutes } from '#contract/reports.ts';
import { newChallenge } from '#domain/cases/proof-of-work.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import { type ReporterCase, readReporterCase } from '#domain/cases/reporter-case.ts';
import { answerQuestion, objectToDecision, withdrawNotice } from '#domain/cases/reporter-replies.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { siteSettings } from './site-settings.ts';

const toStatus = (found: ReporterCase): ReportStatus => ({
  number: found.number,
  kind: found.kind,
  status: found.status,
  receivedAt: found.receivedAt.toISOString(),
  dueAt: found.pausedAt ? null : found.dueAt.toISOString(),
  decidedAt: found.decidedAt?.toISOString() ?? null,
  isComplete: found.isComplete,
  urls: found.urls,
  entries: found.entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  mayObject: found.mayObject,
  mayWithdraw: found.mayWithdraw,
});

export const reportHandlers = (context: ApiContext): HandlersOf<keyof typeof reportRoutes> => {
  const { db, index, siteUrl, caseKeys } = context;
  const site = async () => {
    const { siteName, withholdOnNotice } = await siteSettings(context);
    return { site: { siteName, siteUrl }, withholdOnNotice };
  };
  return {
    getReportChallenge: async ({ reply }) => {
      reply.header('cache-control', 'no-store');
      return { success: true, challenge: await newChallenge(caseKeys) };
    },
    sendReport: async ({ body: { proof = '', website = '', attempt = '', ...notice }, request }) => {
      const receiving = { ...(await site()), keys: caseKeys, publishedCount: index.stats().videos ?? 0 };
      const sending = { ip: request.ip, proof, trap: website, attempt };
      const { number, token, withheld } = await receiveNotice(db, notice, sending, receiving);
      // What was reported must be gone when the reporter looks.
      if (withheld.length > 0) await waitUntilVisible(index);
      return { success: true, number, ...(token === undefined ? {} : { token }) };
    },
    getReportStatus: async ({ params, reply }) => {
      // There is none where a page is rendered.
      reply?.header('cache-control', 'private, no-store');
      return { success: true, report: toStatus(await readReporterCase(db, params.token)) };
    },
    answerReport: async ({ params, body }) => {
      await answerQuestion(db, params.token, body.text);
      return { success: true };
    },
    objectToReport: async ({ params, body }) => {
      await objectToDecision(db, params.token, body.text, (await site()).site);
      return { success: true };
    },
    withdrawReport: async ({ params }) => {
      const released = await withdrawNotice(db, params.token);
      if (released.length > 0) await waitUntilVisible(index);
      return { success: true };
    },
  };
};
