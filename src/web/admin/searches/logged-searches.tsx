import type { LoggedSearchRecord } from '#contract/search.ts';
import type { SearchLogOutcome } from '#contract/values/statistics.ts';
import { plural } from '../../components/format.ts';
import { fullCount } from '../kit/format.ts';
import { withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { Badge } from '../kit/table/badge.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import type { SearchRedirect, Synonym } from './rules.tsx';

const height = 24;
const width = 96;
/** A bar’s share of the width of its day. */
const barShare = 0.75;

/** A small bar chart with one bar per day, up to today. */
function DayBars({ counts }: { counts: number[] }) {
  const highest = Math.max(1, ...counts);
  const step = width / counts.length;
  const bars = counts.map((count, index) => {
    const barHeight = (count / highest) * height;
    return `M${(index * step).toFixed(2)} ${height}v${-barHeight.toFixed(2)}h${(step * barShare).toFixed(2)}V${height}z`;
  });
  return (
    <svg
      role="img"
      aria-label={`${plural(highest, 'visitor')} on the busiest of ${plural(counts.length, 'day')}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="block text-accent"
    >
      <path d={`M0 ${height - 0.5}h${width}`} stroke="var(--line)" />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  );
}

interface SearchActions {
  /** Adds a synonym or redirect for the search, or edits the existing one. */
  onSynonym: (search: LoggedSearch) => void;
  onRedirect: (search: LoggedSearch) => void;
  onUndoSynonym: (synonym: Synonym) => void;
  onUndoRedirect: (redirect: SearchRedirect) => void;
}

interface RuleChipProps {
  children: string;
  undo: string;
  onUndo: () => void;
}

/** A synonym or redirect of a search, with a button that deletes it. */
function RuleChip({ children, undo, onUndo }: RuleChipProps) {
  return (
    <span className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-full bg-raised pl-3 text-[13.5px]">
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{children}</bdi>
      <button
        type="button"
        aria-label={undo}
        className="min-h-8 shrink-0 rounded-full px-2.5 font-medium text-accent hover:underline"
        onClick={onUndo}
      >
        Undo
      </button>
    </span>
  );
}

/** Shows whether visitors found something, or would find something now. */
function Outcome({ search: { found, findsNow } }: { search: LoggedSearch }) {
  if (found) return <Badge tone="quiet">found</Badge>;
  return findsNow ? <Badge tone="accent">found now</Badge> : <Badge tone="danger">nothing</Badge>;
}

export const searchColumns = (actions: SearchActions): Column<LoggedSearch>[] => [
  {
    id: 'text',
    header: 'Search',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => (
      <div className="grid min-w-0 justify-items-start gap-1.5">
        <bdi className="[overflow-wrap:anywhere]">{row.text}</bdi>
        {row.synonyms.map((synonym) => (
          <RuleChip
            key={synonym.id}
            undo={`Undo the synonym ${synonym.words.join(' = ')}`}
            onUndo={() => actions.onUndoSynonym(synonym)}
          >
            {synonym.words.join(' = ')}
          </RuleChip>
        ))}
        {row.redirect && (
          <RuleChip
            undo={`Undo the redirect of ${row.text}`}
            onUndo={() => row.redirect && actions.onUndoRedirect(row.redirect)}
          >
            {`leads to ${row.redirect.path}`}
          </RuleChip>
        )}
      </div>
    ),
  },
  {
    id: 'count',
    header: 'Visitors',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    phone: 'detail',
    unit: 'visitors',
    cell: (row) => (row.isMonthly ? `${fullCount(row.count)}+` : fullCount(row.count)),
  },
  {
    id: 'found',
    header: 'Results',
    className: 'md:w-px whitespace-nowrap',
    phone: 'detail',
    cell: (row) => <Outcome search={row} />,
  },
  {
    id: 'perDay',
    header: 'Per day',
    className: 'md:w-px',
    cell: (row) =>
      row.isMonthly ? <span className="text-muted">within a month</span> : <DayBars counts={row.perDay} />,
  },
  actionsColumn((search) => (
    <div className="flex flex-wrap items-center justify-end gap-2 md:flex-nowrap">
      <RowButton
        label={search.synonyms.length > 0 ? `Edit the synonym of ${search.text}` : `Add a synonym for ${search.text}`}
        onClick={() => actions.onSynonym(search)}
      >
        Synonym
      </RowButton>
      <RowButton
        label={search.redirect ? `Edit the redirect of ${search.text}` : `Redirect ${search.text}`}
        onClick={() => actions.onRedirect(search)}
      >
        Redirect
      </RowButton>
    </div>
  )),
];

/** A search of visitors, with the synonyms and the redirect that apply to it. */
interface LoggedSearch extends Omit<LoggedSearchRecord, 'redirect' | 'synonyms'> {
  redirect: SearchRedirect | null;
  synonyms: Synonym[];
}

interface SearchesQuery {
  days: number;
  outcome: SearchLogOutcome;
  page: number;
  limit: number;
  search: string;
}

export const loadSearches = async (query: SearchesQuery) => {
  const { searches, pagination } = await adminClient.getSearches({ query });
  return {
    searches: searches.map(
      ({ redirect, synonyms, ...search }): LoggedSearch => ({
        ...search,
        redirect: redirect && withId(redirect),
        synonyms: synonyms.map(withId),
      }),
    ),
    pagination,
  };
};
