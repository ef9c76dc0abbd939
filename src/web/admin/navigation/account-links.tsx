import { Link } from 'react-router';
import { useAdmin } from '../kit/session/admin-session.ts';

/** Below the screens: who is signed in, and the way to the public site. */
export function AccountLinks() {
  const admin = useAdmin();
  return (
    <div className="border-t border-line pt-3 text-[13px] text-muted">
      <Link
        to="/"
        className="flex min-h-9 items-center rounded-[9px] px-3 hover:bg-raised hover:text-text max-md:min-h-11"
      >
        View site
      </Link>
      {admin && (
        <p title={admin.email} className="truncate px-3 pt-1.5">
          {admin.email}
        </p>
      )}
    </div>
  );
}
