import { dayLabel } from '../kit/format/dates.ts';
import type { Network } from '../kit/records/network.ts';
import { Badge } from '../kit/table/badge.tsx';

export const statusOf = (network: Network) => {
  if (network.rejectedAt) return 'Rejected';
  if (network.submittedAt && !network.approvedAt) return 'Waiting';
  if (!network.active) return 'Inactive';
  if (network.paidAt) return 'Paid';
  return network.freeUntil ? `Free until ${dayLabel(network.freeUntil)}` : 'Active';
};

export function NetworkStatus({ network }: { network: Network }) {
  return <Badge tone={network.active ? 'accent' : 'quiet'}>{statusOf(network)}</Badge>;
}
