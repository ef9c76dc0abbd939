import { type FormEvent, useId } from 'react';
import { useSearchParams } from 'react-router';
import { categories } from '#contract/values/categories.ts';
import { postParts } from '#contract/values/post-filter.ts';
import { slugOf } from '#contract/values/slug.ts';
import { partName } from '../kit/format/post-parts.ts';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { usePendingParameters } from '../kit/lists/use-pending-parameters.ts';
import { filterNames, withParameters } from './list-query.ts';
import { NameFilter } from './name-filter.tsx';
import type { PostOptions } from './post-list.ts';
import { RangeFilter } from './range-filter.tsx';

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

function Choice({ label, name, value, options }: ChoiceProps) {
  return (
    <Field label={label} name={name}>
      {(attributes) => (
        <select className="field" name={name} defaultValue={value} {...attributes}>
          <option value="">Any</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const parts = postParts.map((value) => ({ value, label: partName(value) }));
const named = (names: PostOptions['partners'] = []) => names.map(({ _id, name }) => ({ value: _id, label: name }));

/** Tags and stars are typed by name, and meant by slug. */
const valueIn = (name: string, text: string) => (name === 'tag' || name === 'star' ? slugOf(text.trim()) : text.trim());

/** Narrows the list by what its posts have in common. */
export function FilterPanel({ id, options }: { id: string; options: PostOptions | undefined }) {
  const [, setParameters] = useSearchParams();
  const parameters = usePendingParameters();
  const hosts = useId();
  const given = (name: string) => parameters.get(name) ?? '';

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = filterNames.map((name) => [name, valueIn(name, String(data.get(name) ?? ''))]);
    setParameters(withParameters(parameters, Object.fromEntries(chosen)), { preventScrollReset: true });
  };

  return (
    <form
      id={id}
      key={String(parameters)}
      aria-label="Filters"
      onSubmit={apply}
      className="mb-4 grid gap-4 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4"
    >
      {/* Only the page of an import leads to its posts; other filters narrow them further. */}
      <input type="hidden" name="import" value={given('import')} />
      <Choice label="Category" name="Category" value={given('Category')} options={same(categories)} />
      <NameFilter kind="tag" label="Tag" name="tag" defaultValue={given('tag')} />
      <NameFilter kind="performer" label="Star" name="star" defaultValue={given('star')} />
      <Choice label="Network" name="partner" value={given('partner')} options={named(options?.partners)} />
      <TextField
        label="Site of the link"
        name="host"
        list={hosts}
        defaultValue={given('host')}
        placeholder="example.com"
        maxLength={200}
      />
      <datalist id={hosts}>
        {options?.hosts.map((host) => (
          <option key={host} value={host} />
        ))}
      </datalist>
      <Choice label="Without" name="without" value={given('without')} options={parts} />
      <Choice label="Added by" name="by" value={given('by')} options={named(options?.admins)} />
      <RangeFilter label="Added (UTC)" name="added" type="date" parameters={parameters} />
      <RangeFilter label="Views" name="views" type="number" parameters={parameters} />
      <RangeFilter label="Minutes" name="minutes" type="number" parameters={parameters} />
      <div className="flex items-end gap-2 sm:col-span-2 lg:col-span-1">
        <button type="submit" className="btn btn-primary h-10 px-5 text-sm">
          Apply
        </button>
        <button
          type="button"
          className="btn btn-quiet h-10 px-4 text-sm"
          onClick={() =>
            setParameters(
              withParameters(parameters, Object.fromEntries(filterNames.map((name) => [name, undefined]))),
              { preventScrollReset: true },
            )
          }
        >
          Clear filters
        </button>
      </div>
    </form>
  );
}
