import { loadAdmins } from '../kit/records/admin.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { readAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/screen.ts';
import { AccessDenied } from './access-denied.tsx';
import { AdminManagement } from './admin-management.tsx';

export const clientLoader = async () => {
  const admin = readAdmin();
  if (admin?.role !== 'main_admin') return { admin, list: { data: [] } };
  return { admin, list: await loadWithFallback(loadAdmins(admin._id), [], 'Failed to fetch admins') };
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
  return <AdminManagement admin={admin} admins={list.data} problem={'problem' in list ? list.problem : undefined} />;
}
