import type { NetworkRecord } from '#contract/networks.ts';
import { dayLabel } from '../kit/format/dates.ts';
import { Badge } from '../kit/table/badge.tsx';

/** Where a partner stands, in a word or two. */
export const statusOf = (network: NetworkRecord) => {
  if (network.rejectedAt) return 'Rejected';
  if (network.submittedAt && !network.approvedAt) return 'Waiting';
  if (!network.active) return 'Inactive';
  if (network.paidAt) return 'Paid';
  return network.freeUntil ? `Free until ${dayLabel(network.freeUntil)}` : 'Active';
};

export function NetworkStatus({ network }: { network: NetworkRecord }) {
  return <Badge tone={network.active ? 'accent' : 'quiet'}>{statusOf(network)}</Badge>;
}
