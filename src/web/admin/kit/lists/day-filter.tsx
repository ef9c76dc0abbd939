import { useSearchParams } from 'react-router';

/** Limits a list to the time from or until a day, which is in the URL. */
export function DayFilter({ name, label }: { name: string; label: string }) {
  const [parameters, setParameters] = useSearchParams();
  return (
    <label className="flex items-center gap-2 text-sm text-muted">
      {label}
      <input
        type="date"
        className="field h-10 w-auto py-0 text-text"
        value={parameters.get(name) ?? ''}
        onChange={(event) => {
          const updated = new URLSearchParams(parameters);
          updated.delete('before');
          if (event.target.value === '') updated.delete(name);
          else updated.set(name, event.target.value);
          setParameters(updated, { replace: true, preventScrollReset: true });
        }}
      />
    </label>
  );
}
