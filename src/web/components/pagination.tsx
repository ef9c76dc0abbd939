import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, useNavigation } from 'react-router';
import { paginationWindow } from './page-numbers.ts';

interface PaginationProps {
  page: number;
  totalPages: number;
  hrefOf: (page: number) => string;
  /** Page numbers shown on either side of the current one. */
  siblings?: number;
  /** Renders <a> instead of <Link>, which is much cheaper; `useInternalLinks` handles the clicks. */
  plainLinks?: boolean;
}

type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; plain: boolean };

const PageLink = ({ href, plain, ...rest }: PageLinkProps) =>
  plain ? <a href={href} {...rest} /> : <Link to={href} prefetch="intent" {...rest} />;

const button =
  'grid h-10 min-w-8 place-items-center rounded-[10px] px-1.5 text-sm whitespace-nowrap sm:min-w-10 sm:px-3 sm:text-base';

/** Links to the previous, next and numbered pages. Renders nothing for a single page. */
export function Pagination({ page, totalPages, hrefOf, siblings, plainLinks = false }: PaginationProps) {
  const loading = useNavigation().state !== 'idle';
  if (totalPages <= 1) return null;

  const ignoreWhileLoading = (event: MouseEvent) => {
    if (loading) event.preventDefault();
  };
  const step = (target: number, rel: 'prev' | 'next', label: ReactNode) =>
    target < 1 || target > totalPages ? (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link has no href
      <a role="link" aria-disabled="true" className={`${button} text-muted opacity-60`}>
        {label}
      </a>
    ) : (
      <PageLink
        href={hrefOf(target)}
        plain={plainLinks}
        rel={rel}
        onClick={ignoreWhileLoading}
        className={`${button} transition-colors hover:bg-raised`}
      >
        {label}
      </PageLink>
    );

  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-0.5 py-9 tabular-nums sm:gap-1.5">
      {step(page - 1, 'prev', 'Previous')}
      {paginationWindow(page, totalPages, siblings).map((number, index, all) =>
        number === null ? (
          <span key={`gap after ${all[index - 1]}`} className="px-0.5 text-muted sm:px-1">
            …
          </span>
        ) : (
          <PageLink
            key={number}
            href={hrefOf(number)}
            plain={plainLinks}
            onClick={ignoreWhileLoading}
            aria-current={number === page ? 'page' : undefined}
            className={`${button} transition-colors hover:bg-raised aria-[current]:bg-glow aria-[current]:font-[650] aria-[current]:text-on-glow`}
          >
            {number}
          </PageLink>
        ),
      )}
      {step(page + 1, 'next', 'Next')}
    </nav>
  );
}
