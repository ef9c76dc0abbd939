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
    <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none max-md:[&_label]:grid max-md:[&_label]:gap-1">
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
      <form
        key={parameters.get('host') ?? ''}
        onSubmit={apply}
        className="flex items-center gap-2 max-md:col-span-2 max-md:items-end"
      >
        <label className="flex items-center gap-2 text-sm text-muted max-md:flex-1">
          Site of the link
          <input
            name="host"
            list={hosts}
            maxLength={200}
            placeholder="example.com"
            defaultValue={host.value}
            className="field h-10 w-44 max-md:h-11 text-text"
          />
        </label>
        <datalist id={hosts}>
          {options?.hosts.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <button type="submit" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11">
          Apply
        </button>
      </form>
    </div>
  );
}
