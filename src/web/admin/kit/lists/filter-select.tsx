import { useUrlFilter } from './use-url-filter.ts';

interface FilterSelectProps {
  name: string;
  label: string;
  options: readonly string[];
  /** Of the option that filters nothing. */
  allLabel?: string;
  /** By default, the value itself with blanks for underscores. */
  labelOf?: (option: string) => string;
}

/** Filters a list by one value, which is in the URL. */
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
