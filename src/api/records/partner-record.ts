import type { NetworkRecord } from '#contract/networks.ts';
import type { Network } from '#domain/partners/networks.ts';

const momentOf = (date: Date | null) => date?.toISOString() ?? null;

export const toNetworkRecord = (network: Network): NetworkRecord => ({
  _id: String(network.id),
  name: network.name,
  url: network.url,
  logo: network.logo,
  description: network.description,
  category: network.category,
  active: network.active,
  email: network.email,
  submittedAt: momentOf(network.submittedAt),
  approvedAt: momentOf(network.approvedAt),
  freeUntil: momentOf(network.freeUntil),
  paidAt: momentOf(network.paidAt),
  rejectedAt: momentOf(network.rejectedAt),
  rejectReason: network.rejectReason,
  version: network.version,
  createdAt: network.createdAt.toISOString(),
  updatedAt: network.updatedAt.toISOString(),
});
