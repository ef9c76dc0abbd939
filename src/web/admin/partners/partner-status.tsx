import { dayLabel } from '../kit/format/dates.ts';
import { isWaiting, type Partner } from '../kit/records/partner.ts';
import { Badge } from '../kit/table/badge.tsx';

const statusOf = (partner: Partner) => {
  if (partner.rejectedAt) return 'Rejected';
  if (isWaiting(partner)) return 'Waiting';
  if (!partner.active) return 'Inactive';
  if (partner.paidAt) return 'Paid';
  return partner.freeUntil ? `Free until ${dayLabel(partner.freeUntil)}` : 'Active';
};

export function PartnerStatus({ partner }: { partner: Partner }) {
  return <Badge tone={partner.active ? 'accent' : 'quiet'}>{statusOf(partner)}</Badge>;
}
