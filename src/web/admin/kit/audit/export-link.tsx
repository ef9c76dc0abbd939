import { DownloadLink } from '../lists/download-link.tsx';
import { type AuditQuery, loadAudit } from '../records/audit-entry.ts';
import { exportUrl } from './audit-query.ts';

/** Saves the entries as a file. */
export function ExportLink({ query }: { query: AuditQuery }) {
  return (
    <DownloadLink
      href={exportUrl(query)}
      check={() => loadAudit({ ...query, limit: 1 })}
      failure="The entries could not be exported."
    >
      Export CSV
    </DownloadLink>
  );
}
