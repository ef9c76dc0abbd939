import { auditSentence } from '#contract/values/audit-sentence.ts';
import { momentLabel } from '../format/dates.ts';
import type { AuditEntry } from '../records/audit-entry.ts';
import { actionsColumn, type Column } from '../table/columns.tsx';
import { RowLink } from '../table/row-actions.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { historyUrl } from './history-url.ts';

const when: Column<AuditEntry> = {
  id: 'at',
  header: 'When',
  meta: { className: 'text-muted whitespace-nowrap', phone: 'detail' },
  cell: ({ row }) => momentLabel(row.original.at),
};

const what: Column<AuditEntry> = {
  id: 'what',
  header: 'What',
  meta: { phone: 'title' },
  cell: ({ row: { original } }) => (
    <span>
      <b className="font-medium">{original.admin}</b> <EntrySentence entry={original} />
      {original.token !== null && (
        <span className="text-muted">
          {' '}
          with the API token “<bdi>{original.token}</bdi>”
        </span>
      )}
    </span>
  ),
};

const ip: Column<AuditEntry> = {
  id: 'ip',
  header: 'From',
  meta: { className: 'text-muted whitespace-nowrap' },
  cell: ({ row }) => row.original.ip ?? '',
};

const details: Column<AuditEntry> = {
  id: 'details',
  header: 'Changed',
  meta: { phone: 'below' },
  cell: ({ row }) => <EntryDetails entry={row.original} />,
};

/** The history of one record needs no links to histories. */
export const historyColumns: Column<AuditEntry>[] = [when, what, ip, details];

export const auditColumns = (isMainAdmin: boolean): Column<AuditEntry>[] => [
  ...historyColumns,
  actionsColumn((entry) => {
    const url = historyUrl(entry, isMainAdmin);
    if (url === undefined) return null;
    return (
      <RowLink to={url} label={`History of ${auditSentence(entry).record}`}>
        History
      </RowLink>
    );
  }),
];
