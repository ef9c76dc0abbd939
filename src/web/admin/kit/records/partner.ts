import type { NetworkRecord } from '#contract/partners.ts';
import type { SubmissionState } from '#contract/values/partners.ts';
import { adminClient } from '../session/admin-client.ts';
import { type ListQuery, type RecordCalls, type WithId, withId } from './record.ts';

export type Partner = WithId<NetworkRecord>;
export type PartnerDraft = Pick<Partner, 'name' | 'url' | 'logo' | 'category' | 'description'>;

/** Whether a submission is undecided; domain/partners/submissions.ts has the same rule in SQL. */
export const isWaiting = ({ submittedAt, approvedAt, rejectedAt }: Partner) =>
  submittedAt !== null && approvedAt === null && rejectedAt === null;

export const loadPartners = async (query: ListQuery & { state?: SubmissionState }) => {
  const { networks, pagination } = await adminClient.searchNetworks({ query });
  return { partners: networks.map(withId), pagination };
};

export const partnerCalls: RecordCalls<Partner, PartnerDraft> = {
  drafts: 'network',
  add: async (body) => withId((await adminClient.addNetwork({ body })).network),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateNetwork({ params: { id }, body: { ...draft, version } })).network),
  remove: ({ id, version }) => adminClient.deleteNetwork({ params: { id }, body: { version } }),
  fromWire: (record: NetworkRecord) => withId(record),
};

export type PartnerName = Pick<Partner, 'id' | 'name'>;

/** Up to 1000 partners, sorted by name. */
export const loadPartnerNames = async (): Promise<PartnerName[]> => {
  const { networks } = await adminClient.searchNetworks({ query: { page: 1, limit: 1000, search: '' } });
  return networks.map(({ _id, name }) => ({ id: _id, name })).sort((a, b) => a.name.localeCompare(b.name));
};
