import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { Icon } from '../../../components/icon.tsx';

/** The query of the list that is loading, or else of the shown list. Changes to filters must be based on it. */
const usePendingQuery = (): string => {
  const { pathname, search } = useLocation();
  const loading = useNavigation().location;
  return loading?.pathname === pathname ? loading.search : search;
};

export const usePendingParameters = (): URLSearchParams => new URLSearchParams(usePendingQuery());

/** A filter in the URL of a list. Setting it keeps other filters, including those that are still loading. */
export const useUrlFilter = (name: string) => {
  const [, setParameters] = useSearchParams();
  const query = usePendingQuery();
  const latestQuery = useRef(query);
  useEffect(() => {
    latestQuery.current = query;
  }, [query]);

  /** Also returns to the first page. */
  const set = (value: string, options?: Parameters<typeof setParameters>[1]) => {
    const parameters = new URLSearchParams(latestQuery.current);
    for (const page of ['page', 'before']) parameters.delete(page);
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
    setParameters(parameters, options);
  };
  return { value: new URLSearchParams(query).get(name) ?? '', set };
};

const debounceMs = 200;

/** Searches while typing. The text is in the URL; changing it returns to the first page. */
export function SearchField({ label }: { label: string }) {
  const [parameters] = useSearchParams();
  const { set: setFilter } = useUrlFilter('search');
  const inUrl = parameters.get('search') ?? '';
  const [text, setText] = useState(inUrl);
  const sent = useRef(inUrl);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (inUrl !== sent.current) setText(inUrl);
    sent.current = inUrl;
  }, [inUrl]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (next: string) => {
    sent.current = next;
    setFilter(next, { replace: true, preventScrollReset: true });
  };

  return (
    <search className="relative block w-full sm:w-[320px]">
      <input
        dir="auto"
        type="search"
        aria-label={label}
        placeholder={`${label}...`}
        value={text}
        maxLength={limits.search}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => search(next.trim()), debounceMs);
        }}
        className="field h-10 rounded-full max-md:h-11 py-0 pr-11 pl-4.5"
      />
      <span className="pointer-events-none absolute top-0 right-0 grid h-10 w-11 max-md:h-11 place-items-center text-muted">
        <Icon name="search" size={18} />
      </span>
    </search>
  );
}

interface FilterSelectProps {
  name: string;
  label: string;
  options: readonly string[];
  /** The label of the option without a filter. */
  allLabel?: string;
  /** The value itself with spaces instead of underscores by default. */
  labelOf?: (option: string) => string;
}

export function FilterSelect({ name, label, options, allLabel = 'All', labelOf }: FilterSelectProps) {
  const { value, set } = useUrlFilter(name);
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      {label}
      <select
        className="field h-10 w-auto max-md:h-11 max-w-[220px] py-0 text-text"
        value={value}
        onChange={(event) => set(event.target.value)}
      >
        <option value="">{allLabel}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf ? labelOf(option) : option.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Filters a list by a first or last day. `unset` is the day that is shown if the URL has none. */
export function DayFilter({ name, label, unset = '' }: { name: string; label: string; unset?: string | undefined }) {
  const { value, set } = useUrlFilter(name);
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      {label}
      <input
        type="date"
        className="field h-10 w-auto max-md:h-11 py-0 text-text"
        value={value || unset}
        onChange={(event) => set(event.target.value, { replace: true, preventScrollReset: true })}
      />
    </label>
  );
}

/** Filters of a list, in two columns on small screens. */
export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search
      aria-label="Filters"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&>label]:grid max-md:[&>label]:gap-1 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none"
    >
      {children}
    </search>
  );
}
