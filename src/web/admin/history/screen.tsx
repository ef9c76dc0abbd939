import { auditSentence, entityNoun, nameInEntry } from '#contract/values/audit.ts';
import { type AuditEntry, historyColumns, loadAudit } from '../kit/audit-entries.tsx';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { OlderLink } from '../kit/lists/pages.tsx';
import { Empty, ScreenHead } from '../kit/screen-parts.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';

const noEntries = { entries: [], next: null };

export const clientLoader = async ({ params, url }: Route.ClientLoaderArgs) => {
  const record = { entity: params.entity, entityId: params.id };
  const before = url.searchParams.get('before') ?? '';
  const list = await loadWithFallback(loadAudit({ ...record, before }), noEntries, 'Failed to fetch the history');
  return { record, list };
};

/** The current name of the record, or its last name before it was deleted. */
const titleOf = (entries: AuditEntry[], { entity, entityId }: { entity: string; entityId: string }) => {
  const named = entries.find((entry) => nameInEntry(entry) !== undefined);
  return named ? auditSentence({ ...named, action: 'update' }).record : `${entityNoun(entity)} ${entityId}`;
};

export default function History({ loaderData: { record, list } }: Route.ComponentProps) {
  const { entries, next } = list.data;
  return (
    <>
      <ScreenHead title={`History of ${titleOf(entries, record)}`}>
        <ExportMenu list="audit" query={record} />
      </ScreenHead>
      <DataTable
        label="History"
        columns={historyColumns}
        rows={entries}
        problem={list.problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No changes found">It was imported, or has not been changed yet.</Empty>}
      />
      <OlderLink next={next} />
    </>
  );
}
