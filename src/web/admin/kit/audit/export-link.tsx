import { type MouseEvent, useRef } from 'react';
import { notifyFailure } from '../feedback/toasts.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { type AuditQuery, loadAudit } from '../records/audit-entry.ts';
import { failureMessage } from '../session/failure.ts';
import { exportUrl } from './audit-query.ts';

/** Saves the entries as a file, which the browser writes as it arrives. */
export function ExportLink({ query }: { query: AuditQuery }) {
  const { busy, once } = useOnce();
  const isAllowed = useRef(false);

  const check = async (link: HTMLAnchorElement) => {
    try {
      await loadAudit({ ...query, limit: 1 });
      isAllowed.current = true;
      link.click();
    } catch (error) {
      notifyFailure(failureMessage(error, 'The entries could not be exported.'));
    } finally {
      isAllowed.current = false;
    }
  };
  /** A browser saves whatever answers a download, also a refusal: a session that has ended is noticed before. */
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAllowed.current) return;
    event.preventDefault();
    const link = event.currentTarget;
    void once(() => check(link));
  };

  return (
    <a href={exportUrl(query)} download aria-busy={busy} className="btn btn-quiet" onClick={onClick}>
      Export CSV
    </a>
  );
}
