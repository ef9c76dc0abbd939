import { useState } from 'react';
import type { Mapping } from '#contract/import-settings.ts';
import { type ImportField, importFields } from '#contract/values/imports.ts';
import { limits } from '#contract/values/limits.ts';
import { changeUse, fieldLabels, listFields, preferredTo, setSeparator, usesOf } from './field-words.ts';
import { Spelling } from './spelling.tsx';

export interface FeedColumn {
  name: string;
  /** Undefined on the source's own screen, which has no feed to show. */
  samples?: string[];
}

interface ColumnRowProps {
  column: FeedColumn;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const shownSamples = 2;

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
        {field && <Spelling column={column} field={field} mapping={mapping} onChange={onChange} />}
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
  const [isTwice, setTwice] = useState(false);
  const common = { column: name, mapping, onChange };
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line px-4.5 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <div className="min-w-0">
        <p className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <ul className="mt-1 grid gap-0.5">
          {samples?.slice(0, shownSamples).map((sample, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat, and never move
            <li key={place} dir="auto" title={sample} className="truncate text-[13px] text-muted">
              {sample}
            </li>
          ))}
          {samples?.length === 0 && <li className="text-[13px] text-muted">Empty in the first rows</li>}
        </ul>
      </div>
      <div className="grid content-start gap-2">
        {uses.map((field, place) => (
          <div key={field} className="flex items-start gap-1.5">
            <div className="min-w-0 flex-1">
              <Use {...common} field={field} isFurther={place > 0} />
            </div>
            {uses.length === 1 && !isTwice ? (
              <button
                type="button"
                className="icon-button size-10 text-muted max-md:size-11"
                aria-label={`Use “${name}” for something else, too`}
                title="Use it for something else, too"
                onClick={() => setTwice(true)}
              >
                <span aria-hidden="true" className="text-xl leading-none">
                  +
                </span>
              </button>
            ) : (
              <span className="w-10 max-md:w-11" />
            )}
          </div>
        ))}
        {uses.length === 0 && (
          <div className="mr-11.5 max-md:mr-12.5">
            <Use {...common} field={undefined} isFurther={false} />
          </div>
        )}
        {isTwice && uses.length === 1 && (
          <div className="mr-11.5 max-md:mr-12.5">
            <Use {...common} field={undefined} isFurther />
          </div>
        )}
      </div>
    </li>
  );
}
