import { Link } from 'react-router';
import type { SeoCheckRecord, SeoReportRecord } from '#contract/system.ts';
import { seoProblemKinds, seoProblemLabels } from '#contract/values/checks.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import { fullCount, momentLabel } from '../kit/format.ts';
import { type WithId, withId } from '../kit/records/record.ts';
import { Empty, Panel, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';

type SeoCheck = WithId<SeoCheckRecord>;
type SeoReport = SeoReportRecord;
type SeoProblem = SeoReport['examples'][number];

interface SeoChecks {
  /** Newest first. */
  checks: SeoCheck[];
  /** The check whose report is shown. */
  shown: SeoCheck | undefined;
  report: SeoReport | null;
}

/** All checks, and the report of the one with this id or else the newest finished one. */
const loadSeoChecks = async (id: string | null): Promise<SeoChecks> => {
  const checks = (await adminClient.getSeoChecks()).checks.map(withId);
  const shown = checks.find((check) => (id === null ? check.state === 'finished' : check.id === id));
  const report = shown ? (await adminClient.getSeoCheck({ params: { id: shown.id } })).report : null;
  return { checks, shown, report };
};

/** Shown while a check has no result. */
const unknown = '–';

const minutesOf = ({ startedAt, endedAt }: SeoCheck) =>
  endedAt === null ? unknown : `${Math.max(1, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000))} min`;

const tones = { running: 'accent', finished: 'quiet', cancelled: 'quiet', interrupted: 'danger' } as const;
const stateWords = { running: 'running', finished: 'finished', cancelled: 'canceled', interrupted: 'interrupted' };

const checkColumns: Column<SeoCheck>[] = [
  {
    id: 'started',
    header: 'When',
    className: 'whitespace-nowrap',
    phone: 'title',
    cell: (row) =>
      row.state === 'finished' ? (
        <Link to={`/admin/seo?check=${row.id}`} className="font-medium text-accent">
          {momentLabel(row.startedAt)}
        </Link>
      ) : (
        momentLabel(row.startedAt)
      ),
  },
  { id: 'by', header: 'Who', phone: 'detail', cell: (row) => row.startedBy },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <Badge tone={tones[row.state]}>{stateWords[row.state]}</Badge>,
  },
  {
    id: 'pages',
    header: 'Pages',
    className: 'tabular-nums',
    cell: (row) => fullCount(row.pagesRead),
  },
  {
    id: 'problems',
    header: 'Found',
    className: 'tabular-nums',
    phone: 'detail',
    unit: 'found',
    cell: (row) => (row.state === 'finished' ? fullCount(row.problems) : unknown),
  },
  { id: 'took', header: 'Took', className: 'text-muted', cell: (row) => minutesOf(row) },
];

const refreshMs = 2000;

/** The progress of the running check. The total grows as it finds links. */
function CheckProgress({ check }: { check: SeoCheck }) {
  useRefresh(refreshMs);
  const { pagesRead, pagesKnown } = check;
  return (
    <div className="mb-5 rounded-2xl border border-line bg-surface px-4.5 py-4">
      <p id="check-progress" className="mb-2.5 tabular-nums">
        {fullCount(pagesRead)} of {fullCount(Math.max(pagesKnown, 1))} pages found so far
      </p>
      <progress aria-labelledby="check-progress" max={Math.max(pagesKnown, 1)} value={pagesRead} className="progress" />
    </div>
  );
}

const kindOfPath: Record<string, ListKind> = { tag: 'tag', pornstar: 'performer', category: 'category' };

/** The back-office URL where the problems of a public page are fixed. */
const fixUrl = (path: string): string => {
  const [, first = '', name = ''] = (path.split('?')[0] ?? '').split('/');
  if (first === 'video') return `/admin/posts?edit=${name.split('-')[0]}`;
  const kind = kindOfPath[first];
  return kind ? `/admin/page-texts?kind=${kind}&search=${name}` : '/admin/page-texts';
};

const linkStyle = '[overflow-wrap:anywhere] text-accent underline underline-offset-3';

function ProblemRow({ problem: { path, detail, from } }: { problem: SeoProblem }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line px-4.5 py-2.5 text-sm">
      <a href={path} className={linkStyle}>
        {path}
      </a>
      <span className="[overflow-wrap:anywhere] text-muted">
        {detail}
        {from !== undefined && (
          <>
            , linked from{' '}
            <a href={from} className="underline underline-offset-3">
              {from}
            </a>
          </>
        )}
      </span>
      <Link to={fixUrl(path)} className="ml-auto font-medium text-accent" aria-label={`Fix ${path}`}>
        Fix
      </Link>
    </li>
  );
}

function CheckReport({ check, report }: { check: SeoCheck; report: SeoReport }) {
  const { counts, examples, isComplete } = report;
  const found = seoProblemKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <section aria-label="Report" className="mb-8 grid gap-4">
      <p className="text-muted">
        {fullCount(check.pagesRead)} pages read on {momentLabel(check.startedAt)}.
        {!isComplete && ' The site has more pages than a check reads: the rest was not checked.'}
      </p>
      {found.length === 0 && (
        <div className="rounded-2xl border border-line bg-surface">
          <Empty title="Nothing found">Search engines can find and tell apart every page.</Empty>
        </div>
      )}
      {found.map((kind) => {
        const shown = examples.filter((problem) => problem.kind === kind);
        const count = counts[kind] ?? 0;
        return (
          <Panel key={kind} title={seoProblemLabels[kind]} aside={<Badge tone="danger">{fullCount(count)}</Badge>}>
            <ul className="-mt-px">
              {shown.map((problem) => (
                <ProblemRow key={`${problem.path} ${problem.detail}`} problem={problem} />
              ))}
            </ul>
            {count > shown.length && (
              <p className="border-t border-line px-4.5 py-2.5 text-sm text-muted">
                and {fullCount(count - shown.length)} more
              </p>
            )}
          </Panel>
        );
      })}
    </section>
  );
}

const noChecks: SeoChecks = { checks: [], shown: undefined, report: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) =>
  loadWithFallback(loadSeoChecks(searchParams.get('check')), noChecks, 'Failed to fetch checks');

export default function Seo({ loaderData: { data, problem } }: Route.ComponentProps) {
  const { run: start, busy } = useSingleAction('The check could not be started.');
  const { run: cancel, busy: isCancelling } = useSingleAction('The check could not be canceled.');
  const { checks, shown, report } = data;
  const running = checks.find(({ state }) => state === 'running');
  return (
    <>
      <ScreenHead title="SEO check">
        {running ? (
          <button
            type="button"
            className="btn btn-quiet"
            disabled={isCancelling}
            onClick={() => cancel(() => adminClient.cancelSeoCheck({ params: { id: running.id } }))}
          >
            Cancel
          </button>
        ) : (
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy}
            onClick={() => start(() => adminClient.startSeoCheck())}
          >
            Start a check
          </button>
        )}
      </ScreenHead>
      <p className="mb-5 max-w-[70ch] text-muted">
        A check follows every link of the site, as a search engine does, and reports what keeps pages from being found.
        It leaves half of the server’s time to visitors, and continues if you leave this screen.
      </p>
      {running && <CheckProgress check={running} />}
      {shown && report && <CheckReport check={shown} report={report} />}
      {checks.length > 0 && <h2 className="mb-3">All checks</h2>}
      <DataTable
        label="All checks"
        columns={checkColumns}
        rows={checks}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No checks yet">Start one to see what search engines see.</Empty>}
      />
    </>
  );
}
