import { useUrlFilter } from './use-url-filter.ts';

/** Limits a list to the time from or until a day, which is in the URL. `unset` is the day that counts without one. */
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
