import { Fragment } from 'react';
import { Link } from 'react-router';
import { momentLabel } from '../kit/format/dates.ts';
import type { Admin } from '../kit/records/admin.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

interface Actions {
  /** Whose account the others' screen does not change: their own is at “My Account”. */
  ownId: string;
  onToggle: (admin: Admin) => void;
  onResetSecondFactor: (admin: Admin) => void;
  onDelete: (admin: Admin) => void;
}

/** What small screens have no columns for. */
function PhoneDetails({ admin }: { admin: Admin }) {
  const details = [
    ['Created By', admin.createdBy?.username ?? 'System'],
    ['Created At', momentLabel(admin.createdAt)],
    ['Last Login', momentLabel(admin.lastLogin, 'Never')],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pb-2 text-left text-sm md:hidden">
      {details.map(([label, value]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export const adminColumns = ({ ownId, onToggle, onResetSecondFactor, onDelete }: Actions): Column<Admin>[] => [
  {
    id: 'username',
    header: 'Username',
    meta: { className: 'font-medium md:min-w-28 [overflow-wrap:anywhere]', phone: 'title' },
    cell: ({ row: { original } }) =>
      original.id === ownId ? (
        original.username
      ) : (
        <Link to={`?edit=${original.id}`} replace preventScrollReset className="hover:text-accent hover:underline">
          {original.username}
        </Link>
      ),
  },
  {
    id: 'email',
    header: 'Email',
    meta: { className: 'md:min-w-40 [overflow-wrap:anywhere]', phone: 'detail' },
    cell: ({ row }) => row.original.email,
  },
  {
    id: 'role',
    header: 'Role',
    meta: { phone: 'detail' },
    cell: ({ row }) =>
      row.original.role === 'main_admin' ? <Badge tone="accent">Main</Badge> : <Badge tone="quiet">Admin</Badge>,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { phone: 'detail' },
    cell: ({ row }) => (row.original.isActive ? <Badge>Active</Badge> : <Badge tone="quiet">Inactive</Badge>),
  },
  { id: 'createdBy', header: 'Created By', cell: ({ row }) => row.original.createdBy?.username ?? 'System' },
  {
    id: 'createdAt',
    header: 'Created At',
    meta: { className: 'text-muted md:min-w-30' },
    cell: ({ row }) => momentLabel(row.original.createdAt),
  },
  {
    id: 'lastLogin',
    header: 'Last Login',
    meta: { className: 'text-muted md:min-w-30' },
    cell: ({ row }) => momentLabel(row.original.lastLogin, 'Never'),
  },
  actionsColumn((admin) => {
    if (admin.role === 'main_admin')
      return (
        <div data-always>
          <PhoneDetails admin={admin} />
          <span className="whitespace-nowrap text-muted">Protected</span>
        </div>
      );
    const verb = admin.isActive ? 'Deactivate' : 'Activate';
    return (
      <div className="flex min-w-44 flex-wrap justify-end gap-2">
        <PhoneDetails admin={admin} />
        <RowButton label={`${verb} ${admin.username}`} onClick={() => onToggle(admin)}>
          {verb}
        </RowButton>
        <RowButton label={`Delete ${admin.username}`} danger onClick={() => onDelete(admin)}>
          Delete
        </RowButton>
        {admin.hasSecondFactor && (
          <RowButton
            label={`Reset second factor of ${admin.username}`}
            danger
            onClick={() => onResetSecondFactor(admin)}
          >
            Reset second factor
          </RowButton>
        )}
      </div>
    );
  }),
];
