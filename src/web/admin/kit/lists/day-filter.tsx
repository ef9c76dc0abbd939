import { useUrlFilter } from './use-url-filter.ts';

/** Limits a list to the time from or until a day, which is in the URL. */
export function DayFilter({ name, label }: { name: string; label: string }) {
  const { value, set } = useUrlFilter(name);
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      {label}
      <input
        type="date"
        className="field h-10 w-auto py-0 text-text"
        value={value}
        onChange={(event) => set(event.target.value, { replace: true, preventScrollReset: true })}
      />
    </label>
  );
}
