import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { adminClient } from '../kit/session/admin-client.ts';

/** Emails that could not be sent. Failed jobs and backups have alarms of their own. */
export function Failures() {
  const [mail, setMail] = useState(0);
  useEffect(() => {
    adminClient.getWaiting().then(({ waiting }) => setMail(waiting.mail), console.warn);
  }, []);
  if (mail === 0) return null;
  return (
    <Link
      to="/admin/mail?status=failed"
      className="rounded-2xl border border-danger px-4.5 py-3 font-medium text-danger hover:underline"
    >
      {plural(mail, 'email of the last 7 days', 'emails of the last 7 days')} could not be sent
    </Link>
  );
}
