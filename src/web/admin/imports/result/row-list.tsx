import { Link } from 'react-router';
import type { ListedOutcome } from '#contract/values/imports.ts';
import { importLimits } from '#contract/values/imports.ts';
import { fullCount } from '../../kit/format/counts.ts';
import { DownloadLink } from '../../kit/lists/download-link.tsx';
import { type ImportRow, type ImportRows, importRowsUrl, loadImportRows } from '../../kit/records/import.ts';
import { Empty } from '../../kit/screen/empty.tsx';
import type { Loaded } from '../../kit/session/failure.ts';
import { type Column, shortenedColumn } from '../../kit/table/columns.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { outcomeLabels } from '../import-words.ts';

/** Posts that were taken down, or left alone, are listed by their own id. */
const isOfPosts = (outcome: ListedOutcome) => outcome === 'takenDown' || outcome === 'leftAlone';

const columns = (outcome: ListedOutcome): Column<ImportRow>[] => [
  ...(isOfPosts(outcome)
    ? []
    : [
        {
          id: 'number',
          header: 'Row',
          meta: { className: 'md:w-px whitespace-nowrap text-muted tabular-nums', phone: 'detail' as const },
          cell: ({ row }: { row: { original: ImportRow } }) => (
            <>
              <span className="md:hidden">Row </span>
              {fullCount(row.original.number)}
            </>
          ),
        },
      ]),
  {
    id: 'title',
    header: 'Title',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row: { original } }) => (
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{original.titel || 'Without a title'}</bdi>
    ),
  },
  shortenedColumn({
    id: 'link',
    header: 'Link',
    className: 'max-w-[18rem] text-muted',
    textOf: ({ link }) => link,
  }),
  {
    id: 'reason',
    header: 'Why',
    meta: { className: 'max-w-[26rem]', phone: 'below' },
    cell: ({ row: { original } }) => <span className="[overflow-wrap:anywhere]">{original.reason}</span>,
  },
  {
    id: 'post',
    header: 'Post',
    meta: { className: 'md:w-px whitespace-nowrap', phone: 'detail' },
    cell: ({ row: { original } }) =>
      original.post === null ? (
        <span data-unknown className="text-muted">
          —
        </span>
      ) : (
        <Link to={`/admin/posts?edit=${original.post}`} className="font-medium text-accent">
          Post {original.post}
        </Link>
      ),
  },
];

interface RowListProps {
  importId: string;
  outcome: ListedOutcome;
  count: number;
  after: string;
  list: Loaded<ImportRows>;
}

const linkStyle = 'btn btn-quiet';

/** The rows of one outcome, with what is to know about each. */
export function RowList({ importId, outcome, count, after, list }: RowListProps) {
  const { rows, next } = list.data;
  const isFirst = after === '';
  return (
    <section aria-label={`${outcomeLabels[outcome]} rows`} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>
          {outcomeLabels[outcome]} <span className="text-muted tabular-nums">{fullCount(count)}</span>
        </h2>
        <DownloadLink
          href={importRowsUrl(importId, outcome)}
          check={() => loadImportRows(importId, { outcome, after: '', limit: 1 })}
          failure="The rows could not be loaded."
        >
          Download as CSV
        </DownloadLink>
      </div>
      {count > importLimits.listedRows && (
        <p className="text-sm text-muted">The first {fullCount(importLimits.listedRows)} of them are listed.</p>
      )}
      <DataTable
        label={`${outcomeLabels[outcome]} rows`}
        columns={columns(outcome)}
        rows={rows}
        problem={list.problem}
        keyOf={({ number }) => String(number)}
        empty={<Empty title="No rows are listed" />}
      />
      {(next !== null || !isFirst) && (
        <div className="flex justify-center gap-2.5 pt-3">
          {!isFirst && (
            <Link to={`?rows=${outcome}`} preventScrollReset className={linkStyle}>
              First rows
            </Link>
          )}
          {next !== null && (
            <Link to={`?rows=${outcome}&after=${next}`} preventScrollReset className={linkStyle}>
              Next rows
            </Link>
          )}
        </div>
      )}
    </section>
  );
}
