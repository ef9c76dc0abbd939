import { truncate } from '../../components/format.ts';
import { logoUrl } from '../../components/logo-url.ts';
import { dayLabel } from '../kit/format.ts';
import type { Partner } from '../kit/records/partner.ts';
import { Badge } from '../kit/table/badge.tsx';
import { type Column, categoryColumn, pictureColumn, shortenedColumn } from '../kit/table/columns.tsx';

/** Whether a submission is undecided; domain/partners/submissions.ts has the same rule in SQL. */
const isWaiting = ({ submittedAt, approvedAt, rejectedAt }: Partner) =>
  submittedAt !== null && approvedAt === null && rejectedAt === null;

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

const maxUrlLength = 30;

export const logoColumn: Column<Partner> = pictureColumn('Logo', ({ logo, name }) => ({
  src: logoUrl(logo),
  alt: `Logo of ${name}`,
}));

export const nameColumn: Column<Partner> = {
  id: 'name',
  header: 'Name',
  className: 'font-medium',
  phone: 'title',
  cell: (row) => (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <bdi className="cell-text md:min-w-32" title={row.name}>
        {row.name}
      </bdi>
      {(row.submittedAt || !row.active) && <PartnerStatus partner={row} />}
    </span>
  ),
};

export const urlColumn: Column<Partner> = {
  id: 'url',
  header: 'URL',
  phone: 'detail',
  cell: (row) => (
    <a
      href={row.url}
      target="_blank"
      rel="noopener noreferrer"
      title={row.url}
      className="cell-text text-accent hover:underline"
    >
      {truncate(row.url, maxUrlLength)}
    </a>
  ),
};

export const descriptionColumn: Column<Partner> = shortenedColumn({
  id: 'description',
  header: 'Description',
  className: 'text-muted md:max-w-40 min-[1400px]:max-w-50',
  textOf: ({ description }) => description,
});

export const partnerColumns: Column<Partner>[] = [
  logoColumn,
  nameColumn,
  urlColumn,
  categoryColumn(({ category }) => category),
  descriptionColumn,
];
