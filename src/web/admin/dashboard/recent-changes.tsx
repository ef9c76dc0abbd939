import { Link } from 'react-router';
import { auditText } from '#contract/values/audit-sentence.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { AuditEntry } from '../kit/records/audit-entry.ts';
import { Panel } from '../kit/screen/panel.tsx';

export function RecentChanges({ entries }: { entries: AuditEntry[] }) {
  return (
    <Panel
      title="Recent changes"
      aside={
        <Link to="/admin/audit" className="text-sm text-accent hover:underline">
          Audit log
        </Link>
      }
    >
      {entries.length === 0 && <p className="px-4.5 py-6 text-muted">Nothing has changed yet.</p>}
      <ul className="py-1.5">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap justify-between gap-x-4 px-4.5 py-1.5 text-sm">
            <span className="min-w-0">
              <b className="font-medium">{entry.admin}</b> {auditText(entry)}
            </span>
            <span className="text-muted tabular-nums">{momentLabel(entry.at)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
