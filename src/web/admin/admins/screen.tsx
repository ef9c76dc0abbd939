import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { AccessDenied } from './access-denied.tsx';
import { AdminManagement } from './admin-management.tsx';

const nobody = { success: true as const, admins: [] };

export const clientLoader = async () => {
  const admin = readAdmin();
  if (admin?.role !== 'main_admin') return { admin, list: { data: nobody } };
  const call = adminClient.getAdmins({ query: { adminId: admin._id } });
  return { admin, list: await loadOr(call, nobody, 'Failed to fetch admins') };
};

export default function ManageAdmins({ loaderData: { admin, list } }: Route.ComponentProps) {
  if (!admin)
    return (
      <>
        <ScreenHead title="Admin Management" />
        <Problem message="Admin data not found. Please login again." />
      </>
    );
  if (admin.role !== 'main_admin') return <AccessDenied admin={admin} />;
  return (
    <AdminManagement admin={admin} admins={list.data.admins} problem={'problem' in list ? list.problem : undefined} />
  );
}
