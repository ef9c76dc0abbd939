import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { limits } from '#contract/values/limits.ts';
import { Icon } from '../../../components/icon.tsx';
import { useUrlFilter } from './use-url-filter.ts';

const debounceMs = 200;

/** Searches while the admin types. The text is in the URL; changing it returns to the first page. */
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
