import type { RouteName } from '#contract/routes.ts';
import type { submissionRoutes } from '#contract/submissions.ts';
import type { Network } from '#domain/partners/networks.ts';
import { activate, approve, deactivate, markPaid, reject, waitingSubmissions } from '#domain/partners/submissions.ts';
import { actorOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { toNetworkRecord } from './records/partner-record.ts';
import { siteSettings } from './site-settings.ts';

type Decision = Call<(typeof submissionRoutes)['approveSubmission']>;

export const submissionHandlers = (context: ApiContext): HandlersOf<keyof typeof submissionRoutes & RouteName> => {
  const { db } = context;
  const site = async () => ({ name: (await siteSettings(context)).siteName, url: context.siteUrl });
  const answer = async (work: Promise<Network>) => ({
    success: true as const,
    network: toNetworkRecord(await withCurrentRecord(toNetworkRecord, work)),
  });
  const decide =
    (decision: typeof markPaid) =>
    ({ params, body, ...call }: Decision) =>
      answer(decision(db, actorOf(call), Number(params.id), body?.version));

  return {
    getSubmissions: async () => ({
      success: true,
      submissions: (await waitingSubmissions(db)).map(toNetworkRecord),
    }),
    approveSubmission: async ({ params, body, ...call }) =>
      answer(approve(db, actorOf(call), await site(), Number(params.id), body?.version)),
    rejectSubmission: async ({ params, body, ...call }) =>
      answer(reject(db, actorOf(call), await site(), Number(params.id), body.reason, body.version)),
    markPaid: decide(markPaid),
    deactivateNetwork: decide(deactivate),
    activateNetwork: decide(activate),
  };
};
