import type { AuditEntry } from '#contract/audit.ts';

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields that a change touched, as they were and as they are. */
const changedFields = ({ before, after }: AuditEntry) =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .map((key) => ({ key, was: shown(before?.[key]), is: shown(after?.[key]) }))
    .filter(({ was, is }) => was !== is);

export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <details className="max-md:w-full">
      <summary className="cursor-pointer rounded-sm text-accent">{fields.length} fields</summary>
      <dl className="mt-2 grid max-w-[520px] gap-2 text-[13px]">
        {fields.map(({ key, was, is }) => (
          <div key={key}>
            <dt className="text-muted">{key}</dt>
            <dd className="[overflow-wrap:anywhere]">
              {was !== undefined && <del className="text-muted">{was}</del>} {is}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
