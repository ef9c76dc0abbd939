import { type ReactNode, useRef } from 'react';
import { limits } from '#contract/values/limits.ts';
import { Icon } from '../../../components/icon.tsx';

interface WordRowsProps<R extends object> {
  legend: string;
  hint: string;
  rows: R[];
  empty: R;
  addLabel: string;
  /** The controls of a row. */
  fieldsOf: (row: R, place: number, change: (changes: Partial<R>) => void) => ReactNode;
  onChange: (rows: R[]) => void;
}

/** A list of rules, each with its own row. */
export function WordRows<R extends object>(props: WordRowsProps<R>) {
  const { legend, hint, rows, empty, addLabel, fieldsOf, onChange } = props;
  const group = useRef<HTMLFieldSetElement>(null);
  const focusLast = () => group.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
  const add = () => {
    onChange([...rows, empty]);
    requestAnimationFrame(focusLast);
  };
  return (
    <fieldset ref={group} className="grid content-start gap-2">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <p className="text-[13px] text-muted">{hint}</p>
      {rows.length > 0 && (
        <ul className="grid gap-2">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name, and its fields have no state of their own
            <li key={place} className="flex items-center gap-2">
              {fieldsOf(row, place + 1, (changes) =>
                onChange(rows.map((each, at) => (at === place ? { ...each, ...changes } : each))),
              )}
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove row ${place + 1} of ${legend}`}
                onClick={() => onChange(rows.filter((_, at) => at !== place))}
              >
                <Icon name="close" size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.length < limits.imports.words && (
        <button type="button" className="btn btn-quiet h-10 justify-self-start px-4 text-sm max-md:h-11" onClick={add}>
          {addLabel}
        </button>
      )}
    </fieldset>
  );
}
