import { Fragment, useState } from 'react';
import { Link, useRevalidator, useSearchParams } from 'react-router';
import { roleLabels } from '#contract/values/accounts.ts';
import { Icon } from '../../components/icon.tsx';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { momentLabel } from '../kit/format.ts';
import type { Admin } from '../kit/records/accounts.ts';
import { AddButton, Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import type { StoredAdmin } from '../kit/session/admin-session.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column, momentColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { CreateAdminDialog } from './create-admin-dialog.tsx';
import { EditAdminDialog } from './edit-admin-dialog.tsx';

interface Actions {
  /** The signed-in admin, who changes their own account at “My Account”. */
  ownId: string;
  onToggle: (admin: Admin) => void;
  onResetSecondFactor: (admin: Admin) => void;
  onDelete: (admin: Admin) => void;
}

/** Details for small screens, which have no columns for them. */
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

const adminColumns = ({ ownId, onToggle, onResetSecondFactor, onDelete }: Actions): Column<Admin>[] => [
  {
    id: 'username',
    header: 'Username',
    className: 'font-medium md:min-w-28 [overflow-wrap:anywhere]',
    phone: 'title',
    cell: (row) =>
      row.id === ownId ? (
        row.username
      ) : (
        <Link to={`?edit=${row.id}`} replace preventScrollReset className="hover:text-accent hover:underline">
          {row.username}
        </Link>
      ),
  },
  {
    id: 'email',
    header: 'Email',
    className: 'md:min-w-40 [overflow-wrap:anywhere]',
    phone: 'detail',
    cell: (row) => row.email,
  },
  {
    id: 'role',
    header: 'Role',
    phone: 'detail',
    cell: ({ role }) =>
      role === 'main_admin' ? <Badge tone="accent">Main</Badge> : <Badge tone="quiet">{roleLabels[role]}</Badge>,
  },
  {
    id: 'status',
    header: 'Status',
    phone: 'detail',
    cell: (row) => (row.isActive ? <Badge>Active</Badge> : <Badge tone="quiet">Inactive</Badge>),
  },
  { id: 'createdBy', header: 'Created By', cell: (row) => row.createdBy?.username ?? 'System' },
  momentColumn('createdAt', 'Created At', undefined, 'text-muted md:min-w-30'),
  {
    id: 'lastLogin',
    header: 'Last Login',
    className: 'text-muted md:min-w-30',
    cell: (row) => momentLabel(row.lastLogin, 'Never'),
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

function AdminStats({ admins }: { admins: Admin[] }) {
  const active = admins.filter(({ isActive }) => isActive).length;
  const stats = [
    ['Total', admins.length],
    ['Active', active],
    ['Inactive', admins.length - active],
    ['Main Admins', admins.filter(({ role }) => role === 'main_admin').length],
  ];
  return (
    <dl aria-label="Admins in numbers" className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {stats.map(([label, count]) => (
        <div key={label} className="rounded-2xl border border-line bg-surface p-4">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="mt-1 text-2xl font-[650] tracking-[-0.03em] tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BannerMessage {
  severity: 'success' | 'error';
  text: string;
}

/** The outcome of the last action, until dismissed. */
function Banner({ message, onDismiss }: { message: BannerMessage | undefined; onDismiss: () => void }) {
  if (!message) return null;
  const tone = message.severity === 'error' ? 'border-danger text-danger' : 'border-accent text-accent';
  return (
    <div
      role="alert"
      data-severity={message.severity}
      className={`mb-4 flex items-center gap-3 rounded-xl border bg-surface px-4 py-2 font-medium ${tone}`}
    >
      <p className="min-w-0 flex-1">{message.text}</p>
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}

interface AdminManagementProps {
  admin: StoredAdmin;
  admins: Admin[];
  minPasswordLength: number;
  problem: string | undefined;
}

export function AdminManagement({ admin, admins, minPasswordLength, problem }: AdminManagementProps) {
  const revalidator = useRevalidator();
  const confirm = useConfirmation();
  const [creating, setCreating] = useState(false);
  const [parameters, setParameters] = useSearchParams();
  const editedAdmin = admins.find(({ id }) => id === parameters.get('edit'));
  const closeEditor = () => setParameters({}, { replace: true, preventScrollReset: true });
  const [message, setMessage] = useState<BannerMessage>();

  const reportSuccess = async (text: string) => {
    setMessage({ severity: 'success', text });
    await revalidator.revalidate();
  };
  const confirmAndRun = async (
    question: string,
    verb: string,
    action: () => Promise<{ message: string }>,
    fallback: string,
  ) => {
    if (!(await confirm({ question, confirmLabel: verb }))) return;
    try {
      await reportSuccess((await action()).message);
    } catch (error) {
      console.warn(error);
      setMessage({ severity: 'error', text: failureMessage(error, fallback) });
    }
  };
  const inputOf = ({ id }: Admin) => ({ params: { id }, body: { requestingAdminId: admin._id } });
  const toggle = (target: Admin) => {
    const verb = target.isActive ? 'deactivate' : 'activate';
    const question = `Are you sure you want to ${verb} admin "${target.username}"?`;
    const label = target.isActive ? 'Deactivate' : 'Activate';
    const change = () => adminClient.toggleAdmin(inputOf(target));
    return confirmAndRun(question, label, change, 'Failed to update admin status');
  };
  const remove = (target: Admin) => {
    const question = `Are you sure you want to delete admin "${target.username}"?`;
    return confirmAndRun(question, 'Delete', () => adminClient.deleteAdmin(inputOf(target)), 'Failed to delete admin');
  };
  const resetSecondFactor = (target: Admin) => {
    const question = `Reset the second factor of "${target.username}"? This ends their sessions, and they can sign in with only the password.`;
    const reset = () => adminClient.resetSecondFactor({ params: { id: target.id } });
    return confirmAndRun(question, 'Reset', reset, 'Failed to reset the second factor');
  };

  return (
    <>
      <ScreenHead title="Admin Management">
        {problem === undefined && <Badge tone="quiet">Total: {admins.length} admin(s)</Badge>}
        <AddButton onClick={() => setCreating(true)}>Create New Admin</AddButton>
      </ScreenHead>
      <Banner message={message} onDismiss={() => setMessage(undefined)} />
      {problem === undefined && <AdminStats admins={admins} />}
      <DataTable
        label="Admins"
        columns={adminColumns({
          ownId: admin._id,
          onToggle: (target) => void toggle(target),
          onResetSecondFactor: (target) => void resetSecondFactor(target),
          onDelete: (target) => void remove(target),
        })}
        rows={admins}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No admins found" />}
      />
      {editedAdmin && editedAdmin.id !== admin._id && (
        <EditAdminDialog
          key={editedAdmin.id}
          admin={editedAdmin}
          minPasswordLength={minPasswordLength}
          onClose={closeEditor}
          onChanged={(text) => {
            closeEditor();
            void reportSuccess(text);
          }}
        />
      )}
      <CreateAdminDialog
        open={creating}
        createdBy={admin._id}
        minPasswordLength={minPasswordLength}
        onClose={() => setCreating(false)}
        onCreated={(text) => {
          setCreating(false);
          void reportSuccess(text);
        }}
      />
    </>
  );
}
