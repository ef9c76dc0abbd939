import type { NetworkRecord } from '#contract/networks.ts';
import { adminClient } from '../session/admin-client.ts';
import { type RecordCalls, type WithId, withId } from './record.ts';

export type Network = WithId<NetworkRecord>;
export type NetworkDraft = Pick<Network, 'name' | 'url' | 'logo' | 'category' | 'description'>;

export const loadNetworks = async (): Promise<Network[]> => (await adminClient.getNetworks()).map(withId);

export const networkCalls: RecordCalls<Network, NetworkDraft> = {
  add: async (body) => withId((await adminClient.addNetwork({ body })).network),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateNetwork({ params: { id }, body: { ...draft, version } })).network),
  remove: ({ id, version }) => adminClient.deleteNetwork({ params: { id }, body: { version } }),
  fromWire: (record: NetworkRecord) => withId(record),
};
