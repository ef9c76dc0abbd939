import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { loadSystem, type SystemCheck } from '../kit/records/system.ts';
import { readAdmin } from '../kit/session/admin-session.ts';

/** One line for main admins when something fails, except backups, which have an alarm of their own. Loaded after the dashboard, which does not wait for it. */
export function SystemAlarm() {
  const [worst, setWorst] = useState<SystemCheck | null>(null);
  useEffect(() => {
    if (readAdmin()?.role !== 'main_admin') return;
    loadSystem().then((system) => setWorst(system.worst), console.warn);
  }, []);
  if (worst?.state !== 'failure' || worst.part === 'Backups') return null;
  return (
    <Link
      to="/admin/system"
      className="rounded-2xl border border-danger px-4.5 py-3 font-medium text-danger [overflow-wrap:anywhere] hover:underline"
    >
      {worst.part}: {worst.sentence}
    </Link>
  );
}
