import { Pagination } from '../../components/pagination.tsx';
import { pageJumps } from './page-jumps.ts';

interface PageLinksProps {
  page: number;
  totalPages: number;
  hrefOf: (page: number) => string;
}

/** Pagination, and below it links to pages further away. */
export function PageLinks({ page, totalPages, hrefOf }: PageLinksProps) {
  const jumps = pageJumps(page, totalPages);
  return (
    <>
      <Pagination plainLinks page={page} totalPages={totalPages} hrefOf={hrefOf} />
      {jumps.length > 0 && (
        <nav aria-label="Further away" className="page-jumps">
          <span>Jump to</span>
          {jumps.map((target) => (
            <a key={target} href={hrefOf(target)}>
              {target}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}
