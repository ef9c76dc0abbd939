import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { categories } from '#contract/values/categories.ts';
import { slugOf } from '#contract/values/names.ts';
import { postParts } from '#contract/values/posts.ts';
import { Icon } from '../../components/icon.tsx';
import { partName } from '../kit/format.ts';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { useNameSuggestions } from '../kit/forms/names-field.tsx';
import { usePendingParameters } from '../kit/lists/filters.tsx';
import { labelOf } from '../kit/records/editable-names.ts';
import type { Video } from '../kit/records/video.ts';
import {
  activeFilters,
  type FilterName,
  filterNames,
  type PostOptions,
  postFilterOf,
  urlOf,
  withParameters,
} from './post-list.ts';

interface NameFilterProps {
  kind: 'tag' | 'performer';
  name: string;
  label: string;
  defaultValue: string;
}

const noneChosen: string[] = [];

/** A tag or star to filter by, with suggestions. */
function NameFilter({ kind, name, label, defaultValue }: NameFilterProps) {
  const [text, setText] = useState(defaultValue);
  const list = useId();
  const names = useNameSuggestions(kind, text === defaultValue ? '' : text, noneChosen);
  return (
    <>
      <TextField
        label={label}
        name={name}
        value={text}
        list={list}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <datalist id={list}>
        {names.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

interface RangeFilterProps {
  label: string;
  name: 'added' | 'views' | 'minutes';
  type: 'date' | 'number';
  parameters: URLSearchParams;
}

const Bound = ({ label, ...input }: { label: string } & ComponentProps<'input'>) => (
  <input aria-label={label} className="field min-w-0 px-2.5" {...input} />
);

/** An inclusive range. */
function RangeFilter({ label, name, type, parameters }: RangeFilterProps) {
  const number = type === 'number' ? { min: 0, step: 1, inputMode: 'numeric' as const } : {};
  const [from, to] = [`${name}From`, `${name}To`];
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-sm text-muted">
        <Bound label={`${label}, from`} name={from} type={type} defaultValue={parameters.get(from) ?? ''} {...number} />
        to
        <Bound label={`${label}, to`} name={to} type={type} defaultValue={parameters.get(to) ?? ''} {...number} />
      </div>
    </fieldset>
  );
}

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

const toOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const partOptions = postParts.map((value) => ({ value, label: partName(value) }));
const namedOptions = (names: PostOptions['partners'] = []) =>
  names.map(({ _id, name }) => ({ value: _id, label: name }));

/** Tags and stars are typed by name and filtered by slug. */
const filterValue = (name: string, text: string) =>
  name === 'tag' || name === 'star' ? slugOf(text.trim()) : text.trim();

export function FilterPanel({ id, options }: { id: string; options: PostOptions | undefined }) {
  const [, setParameters] = useSearchParams();
  const parameters = usePendingParameters();
  const hosts = useId();
  const current = (name: string) => parameters.get(name) ?? '';

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const chosen = filterNames.map((name) => [name, filterValue(name, String(data.get(name) ?? ''))]);
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
      {/* Set by the link on the screen of an import, and kept when other filters change. */}
      <input type="hidden" name="import" value={current('import')} />
      <Choice label="Category" name="Category" value={current('Category')} options={toOptions(categories)} />
      <NameFilter kind="tag" label="Tag" name="tag" defaultValue={current('tag')} />
      <NameFilter kind="performer" label="Star" name="star" defaultValue={current('star')} />
      <Choice label="Network" name="partner" value={current('partner')} options={namedOptions(options?.partners)} />
      <TextField
        label="Linked site"
        name="host"
        list={hosts}
        defaultValue={current('host')}
        placeholder="example.com"
        maxLength={200}
      />
      <datalist id={hosts}>
        {options?.hosts.map((host) => (
          <option key={host} value={host} />
        ))}
      </datalist>
      <Choice label="Without" name="without" value={current('without')} options={partOptions} />
      <Choice label="Added by" name="by" value={current('by')} options={namedOptions(options?.admins)} />
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

const labels: Record<FilterName, string> = {
  Category: 'Category',
  tag: 'Tag',
  star: 'Star',
  partner: 'Network',
  host: 'Link to',
  addedFrom: 'Added from',
  addedTo: 'Added to',
  viewsFrom: 'Views from',
  viewsTo: 'Views to',
  minutesFrom: 'Minutes from',
  minutesTo: 'Minutes to',
  without: 'Without',
  by: 'Added by',
  import: 'Added by import',
};

const nameIn = (names: PostOptions['partners'] | undefined, id: string) =>
  names?.find(({ _id }) => _id === id)?.name ?? id;

/** The display name of a tag or star, as the listed posts spell it. */
const labelIn = (videos: Video[], kind: 'tag' | 'performer', slug: string) => {
  const names = videos.flatMap(({ tags, performers }) => (kind === 'tag' ? tags : performers));
  return labelOf(kind, names.find((name) => slugOf(name) === slug) ?? slug);
};

interface ActiveFiltersProps {
  options: PostOptions | undefined;
  videos: Video[];
}

/** The active filters, each with a link that removes it. */
export function ActiveFilters({ options, videos }: ActiveFiltersProps) {
  const parameters = usePendingParameters();
  const filter = postFilterOf(parameters);
  const active = activeFilters(filter);
  if (active.length === 0) return null;

  const displayValue = (name: FilterName) => {
    const value = String(filter[name]);
    if (name === 'tag') return labelIn(videos, 'tag', value);
    if (name === 'star') return labelIn(videos, 'performer', value);
    if (name === 'partner') return nameIn(options?.partners, value);
    if (name === 'without') return filter.without ? partName(filter.without) : value;
    return name === 'by' ? nameIn(options?.admins, value) : value;
  };
  return (
    <ul aria-label="Active filters" className="mb-4 flex flex-wrap gap-2">
      {active.map((name) => (
        <li key={name}>
          <Link
            to={urlOf(withParameters(parameters, { [name]: undefined }))}
            preventScrollReset
            aria-label={`Remove the filter ${labels[name]}: ${displayValue(name)}`}
            className="inline-flex h-9 items-center gap-1.5 max-md:h-10 rounded-full bg-raised px-3.5 text-sm transition-colors hover:bg-accent-soft"
          >
            <span className="text-muted">{labels[name]}</span> <bdi>{displayValue(name)}</bdi>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
