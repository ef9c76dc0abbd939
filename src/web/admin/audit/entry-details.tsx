import { plural } from '../../components/format/plural.ts';
import { fieldLabel } from '../kit/format/field-label.ts';
import type { AuditEntry } from '../kit/records/audit-entry.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

const changedFields = ({ before, after }: AuditEntry) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((key) => ({ key, before: textOf(before?.[key]), after: textOf(after?.[key]) }))
    .filter((field) => field.before !== field.after);

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <details className="max-md:w-full">
      <summary className="cursor-pointer rounded-sm text-accent">{plural(fields.length, 'field')}</summary>
      <dl className="mt-2 grid max-w-[520px] gap-2 text-[13px]">
        {fields.map((field) => (
          <div key={field.key}>
            <dt className="text-muted">{fieldLabel(field.key)}</dt>
            <dd className="[overflow-wrap:anywhere]">
              {field.before !== undefined && <del className="text-muted">{field.before}</del>} {field.after}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
