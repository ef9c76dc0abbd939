import { type ReactNode, useState } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import type { SystemCheck, SystemJob, SystemNode, SystemReport, SystemSection } from '#contract/system.ts';
import { type CheckState, checkStates, formatBytes } from '#contract/values/checks.ts';
import { plural } from '../../components/format.ts';
import { durationLabel, momentLabel } from '../kit/format.ts';
import { Empty, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';

function BackUpNow() {
  const { run, busy } = useSingleAction('The backup could not be started.');
  return (
    <button
      type="button"
      className="btn btn-quiet h-9 px-3.5 text-sm max-md:h-10"
      disabled={busy}
      onClick={() =>
        run(
          () => adminClient.startBackup(),
          () => 'A backup is being made.',
        )
      }
    >
      Back up now
    </button>
  );
}

const marks: Record<CheckState, { word: string; path: string; style: string }> = {
  ok: { word: 'OK', path: 'M5 12.5 10 17.5 19 7', style: 'text-muted' },
  warning: { word: 'Attention', path: 'M12 9v4.5M12 17h.01M12 3.8 21.5 20h-19z', style: 'text-accent' },
  failure: { word: 'Failure', path: 'M6.5 6.5l11 11M17.5 6.5l-11 11', style: 'text-danger' },
};

/** The state of a part as an icon and a word, and not only by color. */
function StateMark({ state }: { state: CheckState }) {
  const { word, path, style } = marks[state];
  return (
    <span className={`inline-flex items-baseline gap-1.5 text-[13px] font-medium whitespace-nowrap ${style}`}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="self-center"
      >
        <path d={path} />
      </svg>
      {word}
    </span>
  );
}

function LastResult({ job: { check, isRunning, durationMs } }: { job: SystemJob }) {
  if (check.state !== 'ok') return <span className="[overflow-wrap:anywhere]">{check.sentence}</span>;
  if (isRunning) return 'Running';
  return durationMs === null ? 'Not yet' : `Done in ${durationLabel(durationMs)}`;
}

const jobColumns: Column<SystemJob>[] = [
  {
    id: 'title',
    header: 'Job',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => row.title,
  },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <StateMark state={row.check.state} />,
  },
  {
    id: 'result',
    header: 'Last result',
    phone: 'below',
    cell: (row) => <LastResult job={row} />,
  },
  {
    id: 'startedAt',
    header: 'Last run',
    className: 'whitespace-nowrap text-muted',
    phone: 'detail',
    cell: (row) => momentLabel(row.startedAt, 'Never'),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    className: 'whitespace-nowrap text-muted',
    cell: (row) => row.schedule,
  },
  {
    id: 'nextRunAt',
    header: 'Next run',
    className: 'whitespace-nowrap text-muted',
    cell: (row) => momentLabel(row.nextRunAt),
  },
];

const nodeColumns: Column<SystemNode>[] = [
  {
    id: 'name',
    header: 'Node',
    className: 'font-medium [overflow-wrap:anywhere]',
    phone: 'title',
    cell: (row) => row.name,
  },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <StateMark state={row.check.state} />,
  },
  { id: 'version', header: 'Version', cell: (row) => row.version },
  {
    id: 'startedAt',
    header: 'Running since',
    className: 'whitespace-nowrap',
    cell: (row) => momentLabel(row.startedAt),
  },
  {
    id: 'lag',
    header: 'Index lag',
    className: 'tabular-nums whitespace-nowrap',
    phone: 'detail',
    unit: 'behind',
    cell: (row) => (row.indexLagSeconds === null ? 'Building' : durationLabel(row.indexLagSeconds * 1000)),
  },
  {
    id: 'memory',
    header: 'Memory',
    className: 'tabular-nums whitespace-nowrap',
    phone: 'detail',
    cell: (row) => formatBytes(row.memoryBytes),
  },
];

const borders = { ok: 'border-line', warning: 'border-accent', failure: 'border-danger' };

/** What is wrong is named alone; what is only left to do is a list. */
function headline({ worst, leftToDo }: SystemReport): { title: string; lines: string[] } {
  if (!worst) return { title: 'Everything works.', lines: [] };
  if (worst.isLeftToDo)
    return {
      title: `Everything works. ${plural(leftToDo.length, 'thing is', 'things are')} left to do:`,
      lines: leftToDo.flatMap(({ whatToDo }) => whatToDo ?? []),
    };
  return { title: worst.sentence, lines: worst.whatToDo ? [worst.whatToDo] : [] };
}

/** The most severe problem, if any. Screen readers announce changes. */
function Overview({ system }: { system: SystemReport }) {
  const { worst, problems } = system;
  const state = worst?.state ?? 'ok';
  const { title, lines } = headline(system);
  return (
    <div role="status" className={`mb-5 rounded-2xl border bg-surface px-4.5 py-4 ${borders[state]}`}>
      <div className="flex items-baseline gap-x-4 gap-y-1 max-sm:flex-col">
        <StateMark state={state} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="text-lg font-[620]">{title}</p>
          {lines.length > 1 ? (
            <ul className="mt-1 list-disc pl-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : (
            lines.map((line) => (
              <p key={line} className="mt-1">
                {line}
              </p>
            ))
          )}
          {problems > 1 && !worst?.isLeftToDo && (
            <p className="mt-1 text-sm text-muted">
              {plural(problems - 1, 'more part needs', 'more parts need')} attention: see below.
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const worstOf = (checks: SystemCheck[]): CheckState =>
  checkStates.findLast((state) => checks.some((check) => check.state === state)) ?? 'ok';

function Sentence({ check }: { check: SystemCheck }) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className={check.state === 'failure' ? 'font-medium' : ''}>{check.sentence}</p>
      {check.whatToDo && <p className="mt-0.5 text-muted">{check.whatToDo}</p>}
    </div>
  );
}

interface PartsProps {
  sections: SystemSection[];
  /** Buttons by the title of their part. */
  actions: Partial<Record<string, ReactNode>>;
}

function Parts({ sections, actions }: PartsProps) {
  return (
    <ul aria-label="Parts" className="rounded-2xl border border-line bg-surface">
      {sections.map(({ title, checks }) => (
        <li
          key={title}
          className="grid items-baseline gap-x-4 gap-y-1.5 border-t border-line px-4.5 py-3 text-sm first:border-t-0 max-md:grid-cols-[1fr_auto] md:grid-cols-[8rem_6.5rem_minmax(0,1fr)]"
        >
          <h3 className="text-sm font-medium">{title}</h3>
          <StateMark state={worstOf(checks)} />
          <div className="grid gap-1.5 max-md:col-span-2">
            {checks.map((check) => (
              <Sentence key={check.sentence} check={check} />
            ))}
            {actions[title] && <div className="mt-1">{actions[title]}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The last loaded data, kept when a refresh fails. */
const useLastLoaded = <T,>(loaded: T | null): T | null => {
  const [last, setLast] = useState(loaded);
  if (loaded !== null && loaded !== last) setLast(loaded);
  return loaded ?? last;
};

/** Database hosts have five seconds to answer, and the report waits for all of them. */
const timeoutMs = 8000;

/** Fails a call that hangs, because until then old states would look current. */
const withTimeout = async <T,>(call: Promise<T>): Promise<T> => {
  const timeout = Promise.withResolvers<never>();
  const message = `The site has not answered for ${timeoutMs / 1000} seconds.`;
  const timer = setTimeout(() => timeout.reject(new ApiError(504, 'Gateway Timeout', { message })), timeoutMs);
  return Promise.race([call, timeout.promise]).finally(() => clearTimeout(timer));
};

const refreshMs = 5000;

export const clientLoader = async () => {
  const loading = adminClient.getSystem().then(({ system }) => system);
  const problem = 'The state of the system could not be read.';
  return loadWithFallback<SystemReport | null>(withTimeout(loading), null, problem);
};

const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });

export default function System({ loaderData: { data, problem } }: Route.ComponentProps) {
  const { refresh, isLoading } = useRefresh(refreshMs);
  const system = useLastLoaded(data);
  const admin = useAdmin();
  if (admin?.role !== 'main_admin')
    return (
      <>
        <ScreenHead title="System" />
        <Problem message="Only main admins can see the state of the system." />
      </>
    );
  return (
    <>
      <ScreenHead title="System">
        {system && (
          <span className="text-[13px] text-muted tabular-nums">
            {problem === undefined ? 'Checked at' : 'Out of date: from'} {time.format(new Date(system.checkedAt))}
          </span>
        )}
      </ScreenHead>
      <Problem message={problem} />
      {problem !== undefined && (
        <button type="button" className="btn btn-quiet mb-5" disabled={isLoading} onClick={() => void refresh()}>
          Try again
        </button>
      )}
      {system && (
        <>
          <Overview system={system} />
          <h2 className="mb-3">Parts</h2>
          <Parts sections={system.sections} actions={system.canBackUp ? { Backups: <BackUpNow /> } : {}} />
          <h2 className="mt-7 mb-3">Nodes</h2>
          <DataTable
            label="Nodes"
            columns={nodeColumns}
            rows={system.nodes}
            keyOf={({ name, startedAt }) => `${name} ${startedAt}`}
            empty={<Empty title="No nodes seen yet" />}
          />
          <h2 className="mt-7 mb-3">Jobs</h2>
          <DataTable
            label="Jobs"
            columns={jobColumns}
            rows={system.jobs}
            keyOf={({ name }) => name}
            empty={<Empty title="No jobs" />}
          />
        </>
      )}
    </>
  );
}
