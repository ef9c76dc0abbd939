import { type FormEvent, useId } from 'react';
import { useSearchParams } from 'react-router';
import { postStates } from '#contract/values/post-filter.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';
import { useUrlFilter } from '../kit/lists/use-url-filter.ts';
import type { loadOptions } from './records-list.ts';

/** Narrows the list by state, network and site. */
export function Filters({ options }: { options: Awaited<ReturnType<typeof loadOptions>> | undefined }) {
  const [parameters] = useSearchParams();
  const host = useUrlFilter('host');
  const hosts = useId();
  const partners = options?.partners ?? [];
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    host.set(String(new FormData(event.currentTarget).get('host') ?? '').trim());
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <FilterSelect
        name="state"
        label="State"
        allLabel="published"
        options={postStates.filter((state) => state !== 'published')}
      />
      <FilterSelect
        name="partner"
        label="Network"
        options={partners.map(({ _id }) => _id)}
        labelOf={(id) => partners.find(({ _id }) => _id === id)?.name ?? id}
      />
      <form key={parameters.get('host') ?? ''} onSubmit={apply} className="flex items-center gap-2">
        <label className="flex items-center gap-2 text-sm text-muted">
          Site of the link
          <input
            name="host"
            list={hosts}
            maxLength={200}
            placeholder="example.com"
            defaultValue={host.value}
            className="field h-10 w-44 text-text"
          />
        </label>
        <datalist id={hosts}>
          {options?.hosts.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <button type="submit" className="btn btn-quiet h-10 px-4 text-sm">
          Apply
        </button>
      </form>
    </div>
  );
}
