import { Type } from 'typebox';
import { ExpectedVersion, RequiredText, VersionBody } from './fields.ts';
import { NetworkRecord } from './networks.ts';
import { IdParams } from './query.ts';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';

const Decided = Success({ network: NetworkRecord });
const area = 'submissions';

const decision = (verb: string, summary: string) =>
  ({
    method: 'POST',
    path: `/submissions/:id/${verb}`,
    access: 'admin',
    area,
    summary,
    params: IdParams,
    body: VersionBody,
    response: Decided,
  }) as const;

export const submissionRoutes = defineRoutes({
  getSubmissions: {
    method: 'GET',
    path: '/submissions',
    access: 'admin',
    area,
    summary: 'Lists up to 500 submitted websites that are waiting for a decision, oldest first',
    response: Success({ submissions: Type.Array(NetworkRecord) }),
  },
  approveSubmission: decision(
    'approve',
    'Approves a submitted website: lists it, starts its free days and emails the submitter',
  ),
  rejectSubmission: {
    method: 'POST',
    path: '/submissions/:id/reject',
    access: 'admin',
    area,
    summary: 'Rejects a submitted website and emails the reason to the submitter',
    params: IdParams,
    body: Type.Object(
      { reason: RequiredText('reason', limits.partner.rejectReason), version: ExpectedVersion },
      { additionalProperties: false },
    ),
    response: Decided,
  },
  markPaid: decision('paid', 'Marks an approved website as paid, so that it stays listed for good'),
  deactivateNetwork: decision('deactivate', 'Hides a website from visitors'),
  activateNetwork: decision('activate', 'Shows a hidden website to visitors again'),
});
