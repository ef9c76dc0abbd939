import type { ReactNode } from 'react';
import type { Popular } from './popular.ts';
import { PopularInstead } from './popular-instead.tsx';
import { WaysOn } from './ways-on.tsx';

interface NothingHereProps {
  message: string;
  /** Why, and what the visitor can do about it. */
  children?: ReactNode;
  popular?: Popular | undefined;
}

/** Stands where a list would be: what happened, and where to go from here. */
export function NothingHere({ message, children, popular }: NothingHereProps) {
  return (
    <div className="pb-8">
      <div className="rounded-2xl border border-line bg-surface px-5 py-9 text-center">
        <p className="text-lg font-[620] text-balance">{message}</p>
        {children && <div className="mx-auto mt-1.5 max-w-[60ch] text-balance text-muted">{children}</div>}
        <WaysOn />
      </div>
      {popular && <PopularInstead {...popular} />}
    </div>
  );
}
