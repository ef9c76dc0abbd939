import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { adminClient } from '../kit/session/admin-client.ts';

const style = 'rounded-2xl border px-4.5 py-3 font-medium hover:underline';

/** Cases and posts to decide, imports and feeds to look at, and emails that could not be sent. Failed jobs and backups have alarms of their own. */
export function WaitingLinks() {
  const [{ cases, imports, mail, deadPosts }, setWaiting] = useState({ cases: 0, imports: 0, mail: 0, deadPosts: 0 });
  useEffect(() => {
    adminClient.getWaiting().then(({ waiting }) => setWaiting(waiting), console.warn);
  }, []);
  return (
    <>
      {cases > 0 && (
        <Link to="/admin/removals" className={`${style} border-accent bg-accent-soft`}>
          {plural(cases, 'case is', 'cases are')} waiting for a decision
        </Link>
      )}
      {deadPosts > 0 && (
        <Link to="/admin/links" className={`${style} border-line bg-surface`}>
          {plural(deadPosts, 'post has', 'posts have')} no working link any more
        </Link>
      )}
      {imports > 0 && (
        <Link to="/admin/imports" className={`${style} border-accent bg-accent-soft`}>
          {plural(imports, 'import or feed needs', 'imports and feeds need')} your attention
        </Link>
      )}
      {mail > 0 && (
        <Link to="/admin/mail?status=failed" className={`${style} border-danger text-danger`}>
          {plural(mail, 'email of the last 7 days', 'emails of the last 7 days')} could not be sent
        </Link>
      )}
    </>
  );
}
