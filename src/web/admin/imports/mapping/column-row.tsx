import type { Mapping } from '#contract/import-settings.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import { changeUse, fieldLabels, listFields, preferredTo, setSeparator, usesOf } from './field-words.ts';

interface ColumnRowProps {
  column: { name: string; samples: string[] };
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const shownSamples = 3;

function Use({
  column,
  mapping,
  onChange,
  field,
  isFurther,
}: Omit<ColumnRowProps, 'column'> & { column: string; field: ImportField | undefined; isFurther: boolean }) {
  const preferred = field && preferredTo(mapping, field, column);
  const others = usesOf(mapping, column);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={isFurther ? `Another use of “${column}”` : `What “${column}” becomes`}
          className={`field h-10 w-auto min-w-44 flex-1 py-0 max-md:h-11 ${field ? '' : 'text-muted'}`}
          value={field ?? ''}
          onChange={({ target }) =>
            onChange(changeUse(mapping, column, field, (target.value || undefined) as ImportField | undefined))
          }
        >
          <option value="">{isFurther ? 'Nothing else' : 'Not used'}</option>
          {importFields
            .filter((each) => each === field || !others.includes(each))
            .map((each) => (
              <option key={each} value={each}>
                {fieldLabels[each]}
              </option>
            ))}
        </select>
        {field && listFields.includes(field) && (
          <label className="flex items-center gap-2 text-[13px] text-muted">
            separated by
            <input
              type="text"
              className="field h-10 w-16 py-0 text-center font-mono text-text max-md:h-11"
              aria-label={`Separator in “${column}”`}
              maxLength={limits.imports.separator}
              placeholder="auto"
              value={mapping[field]?.separator ?? ''}
              onChange={({ target }) => onChange(setSeparator(mapping, field, target.value))}
            />
          </label>
        )}
      </div>
      {preferred !== undefined && (
        <p className="text-[13px] text-muted">
          Where “<bdi>{preferred}</bdi>” is empty.
        </p>
      )}
    </div>
  );
}

/** A column of the feed with what is in it, and what becomes of it. */
export function ColumnRow({ column: { name, samples }, mapping, onChange }: ColumnRowProps) {
  const uses = usesOf(mapping, name);
  const common = { column: name, mapping, onChange };
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line px-4.5 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
      <div className="min-w-0">
        <p className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <ul className="mt-1 grid gap-0.5">
          {samples.slice(0, shownSamples).map((sample, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat, and never move
            <li key={place} dir="auto" title={sample} className="truncate text-[13px] text-muted">
              {sample}
            </li>
          ))}
          {samples.length === 0 && <li className="text-[13px] text-muted">Empty in the first rows</li>}
        </ul>
      </div>
      <div className="grid content-start gap-2">
        {uses.map((field, place) => (
          <Use key={field} {...common} field={field} isFurther={place > 0} />
        ))}
        {uses.length === 0 && <Use {...common} field={undefined} isFurther={false} />}
        {uses.length === 1 && (
          <details className="text-[13px] text-muted">
            <summary className="inline-block min-h-8 cursor-pointer underline underline-offset-3">Use it twice</summary>
            <Use {...common} field={undefined} isFurther />
          </details>
        )}
      </div>
    </li>
  );
}
