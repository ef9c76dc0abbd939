import { AccessDenied } from '../admins/access-denied.tsx';
import { AdminManagement } from '../admins/admin-management.tsx';
import { Problem } from '../lists/problem.tsx';
import { ScreenHead } from '../lists/screen-head.tsx';
import { adminClient } from '../session/admin-client.ts';
import { readAdmin } from '../session/admin-session.ts';
import { loadOr } from '../session/failure.ts';
import type { Route } from './+types/manage-admins.ts';

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
