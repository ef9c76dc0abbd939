import { Link } from 'react-router';
import { importLimits, type ListedOutcome } from '#contract/values/imports.ts';
import { fullCount } from '../kit/format.ts';
import { DownloadLink } from '../kit/lists/downloads.tsx';
import { Empty } from '../kit/screen-parts.tsx';
import type { Loaded } from '../kit/session/failure.ts';
import { type Column, shortenedColumn } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { type Import, type ImportRow, type ImportRows, importRowsUrl, loadImportRows } from './import-calls.ts';
import { outcomeWords } from './import-words.ts';

/** These outcomes list posts of the site instead of rows of the feed. */
const listsPosts = (outcome: ListedOutcome) => outcome === 'takenDown' || outcome === 'leftAlone';

const columns = (outcome: ListedOutcome, hasReasons: boolean): Column<ImportRow>[] => [
  ...(listsPosts(outcome)
    ? []
    : [
        {
          id: 'number',
          header: 'Row',
          className: 'md:w-px whitespace-nowrap text-muted tabular-nums',
          phone: 'detail' as const,
          cell: (row: ImportRow) => (
            <>
              <span className="md:hidden">Row </span>
              {fullCount(row.number)}
            </>
          ),
        },
      ]),
  {
    id: 'title',
    header: 'Title',
    className: 'font-medium md:max-w-[24rem]',
    phone: 'title',
    cell: (row) => (
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]" title={row.titel}>
        {row.titel || 'No title'}
      </bdi>
    ),
  },
  shortenedColumn({
    id: 'link',
    header: 'Link',
    className: 'max-w-[18rem] text-muted',
    textOf: ({ link }) => link,
  }),
  ...(hasReasons
    ? [
        {
          id: 'reason',
          header: 'Reason',
          className: 'max-w-[30rem] md:min-w-[14rem] min-[1200px]:min-w-[22rem]',
          phone: 'below' as const,
          cell: (row: ImportRow) => <span className="[overflow-wrap:anywhere]">{row.reason}</span>,
        },
      ]
    : []),
  {
    id: 'post',
    header: 'Post',
    className: 'md:w-px whitespace-nowrap',
    phone: 'detail',
    cell: (row) =>
      row.post === null ? (
        <span data-unknown className="text-muted">
          —
        </span>
      ) : (
        <Link to={`/admin/posts?edit=${row.post}`} className="font-medium text-accent">
          Post {row.post}
        </Link>
      ),
  },
];

interface RowListProps {
  of: Import;
  outcome: ListedOutcome;
  count: number;
  after: string;
  list: Loaded<ImportRows>;
}

export function RowList({ of, outcome, count, after, list }: RowListProps) {
  const { rows, next } = list.data;
  const { label } = outcomeWords(outcome, of);
  const isFirst = after === '';
  const hasReasons = rows.some(({ reason }) => reason !== '');
  const maxListed = outcome === 'new' ? importLimits.listedNewRows : importLimits.listedRows;
  return (
    <section aria-label={`${label} rows`} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>
          {label} <span className="text-muted tabular-nums">{fullCount(count)}</span>
        </h2>
        <DownloadLink
          href={importRowsUrl(of.id, outcome)}
          check={() => loadImportRows(of.id, { outcome, after: '', limit: 1 })}
          failure="The rows could not be loaded."
        >
          Download as CSV
        </DownloadLink>
      </div>
      {count > maxListed && <p className="text-sm text-muted">Only the first {fullCount(maxListed)} are listed.</p>}
      <DataTable
        label={`${label} rows`}
        columns={columns(outcome, hasReasons)}
        rows={rows}
        problem={list.problem}
        keyOf={({ number }) => String(number)}
        empty={<Empty title="No rows are listed" />}
      />
      {(next !== null || !isFirst) && (
        <div className="flex justify-center gap-2.5 pt-3">
          {!isFirst && (
            <Link to={`?rows=${outcome}`} preventScrollReset className="btn btn-quiet">
              First rows
            </Link>
          )}
          {next !== null && (
            <Link to={`?rows=${outcome}&after=${next}`} preventScrollReset className="btn btn-quiet">
              Next rows
            </Link>
          )}
        </div>
      )}
    </section>
  );
}
