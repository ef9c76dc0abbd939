import { useNavigate } from 'react-router';
import { forgetAdmin, type StoredAdmin } from '../kit/session/admin-session.ts';

/** For admins who are not a main admin, or whose stored role is out of date. */
export function AccessDenied({ admin }: { admin: StoredAdmin }) {
  const navigate = useNavigate();
  const signInAgain = () => {
    forgetAdmin();
    navigate('/admin');
  };
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-4 rounded-2xl border border-line bg-surface px-6 py-12 text-center">
      <h1>Access Denied</h1>
      <p>Only main admin can access admin management.</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-3 text-left text-sm text-muted">
        <dt>Current role:</dt>
        <dd className="[overflow-wrap:anywhere]">{admin.role}</dd>
        <dt>Email:</dt>
        <dd className="[overflow-wrap:anywhere]">{admin.email}</dd>
      </dl>
      <button type="button" className="btn btn-primary" onClick={signInAgain}>
        Re-login to Update Role
      </button>
    </div>
  );
}
