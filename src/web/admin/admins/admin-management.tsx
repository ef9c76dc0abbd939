import { useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import type { Admin } from '../kit/records/admin.ts';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import type { StoredAdmin } from '../kit/session/admin-session.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { adminColumns } from './admin-columns.tsx';
import { AdminStats } from './admin-stats.tsx';
import { Banner, type BannerMessage } from './banner.tsx';
import { CreateAdminDialog } from './create-admin-dialog.tsx';
import { EditAdminDialog } from './edit-admin-dialog.tsx';

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
  const edited = admins.find(({ id }) => id === parameters.get('edit'));
  const closeEdited = () => setParameters({}, { replace: true, preventScrollReset: true });
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
    return confirmAndRun(
      question,
      label,
      () => adminClient.toggleAdmin(inputOf(target)),
      'Failed to update admin status',
    );
  };
  const remove = (target: Admin) => {
    const question = `Are you sure you want to delete admin "${target.username}"?`;
    return confirmAndRun(question, 'Delete', () => adminClient.deleteAdmin(inputOf(target)), 'Failed to delete admin');
  };
  const resetSecondFactor = (target: Admin) => {
    const question = `Reset the second factor of "${target.username}"? Their sessions end, and the password alone signs in again.`;
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
      {edited && edited.id !== admin._id && (
        <EditAdminDialog
          key={edited.id}
          admin={edited}
          minPasswordLength={minPasswordLength}
          onClose={closeEdited}
          onChanged={(text) => {
            closeEdited();
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
