import { Link } from 'react-router';
import { fullCount } from '../kit/format/counts.ts';
import { percent } from '../kit/format/percent.ts';
import type { Column } from '../kit/table/columns.tsx';
import { type BroughtResult, type ResultView, urlOf } from './results-list.ts';

const number = 'md:w-px whitespace-nowrap tabular-nums md:text-right';

const changeOf = ({ clicks, clicksBefore }: BroughtResult) => {
  if (clicksBefore === 0) return clicks === 0 ? '' : 'new';
  const change = Math.round(((clicks - clicksBefore) / clicksBefore) * 100);
  return change === 0 ? '±0%' : `${change > 0 ? '+' : '−'}${Math.min(Math.abs(change), 999)}%`;
};

/** What the clicks were on, for whoever wants to know. */
const detailsOf = ({ plays, otherLinks, embeds, visits, clicksBefore }: BroughtResult) =>
  [
    `${fullCount(plays)} on play`,
    `${fullCount(otherLinks)} on other links`,
    `${fullCount(embeds)} on embedded players`,
    `${fullCount(visits)} on the website itself`,
    `${fullCount(clicksBefore)} in the same time before`,
  ].join(' · ');

export const resultColumns = (view: ResultView): Column<BroughtResult>[] => [
  {
    id: 'name',
    header: view.kind === 'partner' ? 'Network' : 'Source',
    meta: { className: 'font-medium', phone: 'title', sort: 'name' },
    cell: ({ row: { original } }) =>
      original.id === '' ? (
        <span className="text-muted">{original.name}</span>
      ) : (
        <Link
          to={urlOf(view, { shown: original.id === view.shown ? '' : original.id })}
          preventScrollReset
          aria-current={original.id === view.shown ? 'true' : undefined}
          className="underline-offset-4 hover:text-accent hover:underline aria-[current]:text-accent"
        >
          <bdi className="[overflow-wrap:anywhere]">{original.name}</bdi>
        </Link>
      ),
  },
  {
    id: 'posts',
    header: 'Posts',
    meta: { className: number, phone: 'detail', unit: 'posts', sort: 'posts' },
    cell: ({ row }) => fullCount(row.original.posts),
  },
  {
    id: 'dead',
    header: 'Dead',
    meta: { className: number, phone: 'detail', unit: 'dead', sort: 'deadShare' },
    cell: ({ row: { original } }) => (
      <span title={`${fullCount(original.deadPosts)} posts can be watched nowhere any more`}>
        {percent(original.deadShare)}
      </span>
    ),
  },
  {
    id: 'removed',
    header: 'Removed',
    meta: { className: number, sort: 'removedShare' },
    cell: ({ row: { original } }) => (
      <span title={`${fullCount(original.removed)} posts were removed after a notice`}>
        {percent(original.removedShare)}
      </span>
    ),
  },
  {
    id: 'clicks',
    header: 'Clicks out',
    meta: { className: number, phone: 'detail', unit: 'clicks', sort: 'clicks' },
    cell: ({ row: { original } }) => <span title={detailsOf(original)}>{fullCount(original.clicks)}</span>,
  },
  {
    id: 'change',
    header: 'Change',
    meta: { className: `${number} text-muted` },
    cell: ({ row }) => changeOf(row.original),
  },
  {
    id: 'perPost',
    header: 'Per post',
    meta: { className: number, sort: 'clicksPerPost' },
    cell: ({ row: { original } }) =>
      original.clicksPerPost.toLocaleString('en-US', { maximumFractionDigits: original.clicksPerPost < 10 ? 2 : 0 }),
  },
];
