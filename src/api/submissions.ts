import type { submissionRoutes } from '#contract/submissions.ts';
import type { Partner } from '#domain/partners/partners.ts';
import {
  activate,
  approve,
  type Decision,
  deactivate,
  markPaid,
  reject,
  waitingSubmissions,
} from '#domain/partners/submissions.ts';
import { actorOf } from './http/actor.ts';
import type { Call, HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { withCurrentRecord } from './http/current-record.ts';
import { toNetworkRecord } from './records/partner.ts';
import { siteSettings } from './site-settings.ts';

type DecisionCall = Pick<
  Call<(typeof submissionRoutes)['approveSubmission']>,
  'params' | 'body' | 'session' | 'request'
>;

export const submissionHandlers = (context: ApiContext): HandlersOf<keyof typeof submissionRoutes> => {
  const { db, siteUrl } = context;
  const terms = async () => ({ ...(await siteSettings(context)), siteUrl });
  const decisionOf = (call: DecisionCall): Decision => ({
    db,
    actor: actorOf(call),
    id: Number(call.params.id),
    expectedVersion: call.body?.version,
  });
  const toResponse = async (work: Promise<Partner>) => ({
    success: true as const,
    network: toNetworkRecord(await withCurrentRecord(toNetworkRecord, work)),
  });

  return {
    getSubmissions: async () => ({
      success: true,
      submissions: (await waitingSubmissions(db)).map(toNetworkRecord),
    }),
    approveSubmission: async (call) => toResponse(approve(decisionOf(call), await terms())),
    rejectSubmission: async (call) => toResponse(reject(decisionOf(call), await terms(), call.body.reason)),
    markPaid: (call) => toResponse(markPaid(decisionOf(call))),
    deactivateNetwork: (call) => toResponse(deactivate(decisionOf(call))),
    activateNetwork: (call) => toResponse(activate(decisionOf(call))),
  };
};
