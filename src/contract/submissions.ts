import { Type } from 'typebox';
import { IdParams } from './common.ts';
import { ExpectedVersion, RequiredText, VersionBody } from './fields.ts';
import { NetworkRecord } from './networks.ts';
import { defineRoutes } from './route.ts';

const Decided = Type.Object({ success: Type.Literal(true), network: NetworkRecord });
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
    summary: 'Submitted websites that wait for a decision, oldest first, at most 500',
    response: Type.Object({ success: Type.Literal(true), submissions: Type.Array(NetworkRecord) }),
  },
  approveSubmission: decision('approve', 'Shows a submitted website, starts its 5 free days and mails the submitter'),
  rejectSubmission: {
    method: 'POST',
    path: '/submissions/:id/reject',
    access: 'admin',
    area,
    summary: 'Turns a submitted website down and mails the submitter the reason',
    params: IdParams,
    body: Type.Object({ reason: RequiredText(1000), version: ExpectedVersion }, { additionalProperties: false }),
    response: Decided,
  },
  markPaid: decision('paid', 'Notes that an approved website was paid for: it is shown, for life'),
  deactivateNetwork: decision('deactivate', 'Hides a website from visitors'),
  activateNetwork: decision('activate', 'Shows a hidden website again'),
});
