import { changedFields } from '#contract/values/audit-fields.ts';
import { plural } from '../../../components/format/plural.ts';
import type { AuditEntry } from '../records/audit-entry.ts';

/** What each field was before a change and is after it. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <details className="max-md:w-full">
      <summary className="cursor-pointer rounded-sm whitespace-nowrap text-accent max-md:py-2.5">
        {plural(fields.length, 'field')}
      </summary>
      <dl className="mt-2 grid max-w-[520px] gap-2 text-[13px]">
        {fields.map((field) => (
          <div key={field.field}>
            <dt className="text-muted">{field.label}</dt>
            <dd dir="auto" className="[overflow-wrap:anywhere]">
              {field.before !== undefined && <del className="text-muted">{field.before}</del>}{' '}
              {field.after === undefined ? (
                <span className="text-muted">empty</span>
              ) : (
                <ins className="no-underline">{field.after}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
