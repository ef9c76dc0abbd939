import type { ReactNode } from 'react';
import type { Popular } from './popular.ts';
import { PopularInstead } from './popular-instead.tsx';

interface NothingHereProps {
  message: string;
  /** Why, and what the visitor can do about it. */
  children?: ReactNode;
  popular?: Popular | undefined;
}

const waysOn = [
  { label: 'Top videos', to: '/top-videos' },
  { label: 'New content', to: '/new-content' },
  { label: 'All tags', to: '/tags' },
  { label: 'Models', to: '/pornstars' },
];

/** Stands where a list would be: what happened, and where to go from here. */
export function NothingHere({ message, children, popular }: NothingHereProps) {
  return (
    <div className="pb-8">
      <div className="rounded-2xl border border-line bg-surface px-5 py-9 text-center">
        <p className="text-lg font-[620] text-balance">{message}</p>
        {children && <div className="mx-auto mt-1.5 max-w-[60ch] text-balance text-muted">{children}</div>}
        <ul aria-label="Where to go from here" className="mt-6 flex flex-wrap justify-center gap-2">
          {waysOn.map(({ label, to }) => (
            <li key={to}>
              <a href={to} className="btn btn-quiet px-4">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {popular && <PopularInstead {...popular} />}
    </div>
  );
}
