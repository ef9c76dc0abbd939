import { truncate } from '../../components/format.ts';
import { logoUrl } from '../../components/logo-url.ts';
import { dayLabel } from '../kit/format.ts';
import { isWaiting, type Partner } from '../kit/records/partner.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, categoryColumn, shortenedColumn } from '../kit/table/columns.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

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

export const logoColumn: Column<Partner> = {
  id: 'logo',
  header: 'Logo',
  className: 'md:w-px',
  phone: 'picture',
  cell: (row) => <Picture src={logoUrl(row.logo)} alt={`Logo of ${row.name}`} className="size-[50px] rounded-lg" />,
};

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

interface Actions {
  onEdit: (partner: Partner) => void;
  onDelete: (partner: Partner) => void;
}

export const partnerColumns = ({ onEdit, onDelete }: Actions): Column<Partner>[] => [
  logoColumn,
  nameColumn,
  urlColumn,
  categoryColumn(({ category }) => category),
  descriptionColumn,
  actionsColumn((partner) => (
    <RowActions
      name={partner.name}
      history={{ entity: 'network', id: partner.id }}
      onEdit={() => onEdit(partner)}
      onDelete={() => onDelete(partner)}
    />
  )),
];
