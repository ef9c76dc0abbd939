import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { paginationWindow } from './pagination-window.ts';

interface PaginationProps {
  page: number;
  totalPages: number;
  addressOf: (page: number) => string;
  /** How many pages to either side of the current one are shown. */
  siblings?: number;
}

const button = 'grid h-10 min-w-10 place-items-center rounded-[10px] px-2 sm:px-3';

/** Previous, Next and numbered pages. Nothing is shown for a single page. */
export function Pagination({ page, totalPages, addressOf, siblings }: PaginationProps) {
  const loading = useNavigation().state !== 'idle';
  if (totalPages <= 1) return null;

  const ignoreWhileLoading = (event: MouseEvent) => {
    if (loading) event.preventDefault();
  };
  const step = (target: number, rel: 'prev' | 'next', label: ReactNode) =>
    target < 1 || target > totalPages ? (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link leads nowhere
      <a role="link" aria-disabled="true" className={`${button} text-muted opacity-60`}>
        {label}
      </a>
    ) : (
      <Link
        to={addressOf(target)}
        rel={rel}
        prefetch="intent"
        onClick={ignoreWhileLoading}
        className={`${button} transition-colors hover:bg-raised`}
      >
        {label}
      </Link>
    );

  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-1 py-9 tabular-nums sm:gap-1.5">
      {step(page - 1, 'prev', 'Previous')}
      {paginationWindow(page, totalPages, siblings).map((number, place, all) =>
        number === null ? (
          <span key={`gap after ${all[place - 1]}`} className="px-1 text-muted">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={addressOf(number)}
            prefetch="intent"
            onClick={ignoreWhileLoading}
            aria-current={number === page ? 'page' : undefined}
            className={`${button} transition-colors hover:bg-raised aria-[current]:bg-accent aria-[current]:font-[650] aria-[current]:text-on-accent`}
          >
            {number}
          </Link>
        ),
      )}
      {step(page + 1, 'next', 'Next')}
    </nav>
  );
}
