import { loadSystem, type SystemReport } from '../kit/records/system.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useRefresh } from '../kit/screen/use-refresh.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { answerInTime } from './answer-in-time.ts';
import { BackUpNow } from './back-up-now.tsx';
import { jobColumns } from './job-columns.tsx';
import { nodeColumns } from './node-columns.tsx';
import { Overview } from './overview.tsx';
import { Parts } from './parts.tsx';
import { useLastLoaded } from './use-last-loaded.ts';

const refreshMs = 5000;

export const clientLoader = async () =>
  loadWithFallback<SystemReport | null>(answerInTime(loadSystem()), null, 'The state of the system could not be read.');

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
            empty={<Empty title="No node has been seen" />}
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
