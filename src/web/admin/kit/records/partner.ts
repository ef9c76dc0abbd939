import type { NetworkRecord } from '#contract/partners.ts';
import { adminClient } from '../session/admin-client.ts';
import type { WithId } from './record.ts';

export type Partner = WithId<NetworkRecord>;

export type PartnerName = Pick<Partner, 'id' | 'name'>;

/** Up to 1000 partners, sorted by name. */
export const loadPartnerNames = async (): Promise<PartnerName[]> => {
  const { networks } = await adminClient.searchNetworks({ query: { page: 1, limit: 1000, search: '' } });
  return networks.map(({ _id, name }) => ({ id: _id, name })).sort((a, b) => a.name.localeCompare(b.name));
};
