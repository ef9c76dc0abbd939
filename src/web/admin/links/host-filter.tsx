import { Icon } from '../../components/icon.tsx';
import { useUrlFilter } from '../kit/lists/use-url-filter.ts';

/** The host that the list is limited to, with a way out; it is chosen among the hosts. */
export function HostFilter() {
  const { value, set } = useUrlFilter('host');
  if (value === '') return null;
  return (
    <button type="button" className="btn btn-quiet h-10 gap-1.5 px-3 text-sm" onClick={() => set('')}>
      <span className="sr-only">Show links of all hosts, not of </span>
      {value}
      <Icon name="close" size={16} />
    </button>
  );
}
