import { momentLabel } from '../kit/format/dates.ts';
import { durationLabel } from '../kit/format/durations.ts';
import type { SystemJob } from '../kit/records/system.ts';
import { StateMark } from '../kit/screen/state-mark.tsx';
import type { Column } from '../kit/table/columns.tsx';

/** The last result: how long the run took, why it failed, or that it is running. */
function LastResult({ job: { check, isRunning, durationMs } }: { job: SystemJob }) {
  if (check.state !== 'ok') return <span className="[overflow-wrap:anywhere]">{check.sentence}</span>;
  if (isRunning) return 'Running';
  return durationMs === null ? 'Not yet' : `Done in ${durationLabel(durationMs)}`;
}

export const jobColumns: Column<SystemJob>[] = [
  {
    id: 'title',
    header: 'Job',
    meta: { className: 'font-medium', phone: 'title' },
    cell: ({ row }) => row.original.title,
  },
  {
    id: 'state',
    header: 'State',
    meta: { phone: 'detail' },
    cell: ({ row }) => <StateMark state={row.original.check.state} />,
  },
  {
    id: 'result',
    header: 'Last result',
    meta: { phone: 'below' },
    cell: ({ row }) => <LastResult job={row.original} />,
  },
  {
    id: 'startedAt',
    header: 'Last run',
    meta: { className: 'whitespace-nowrap text-muted', phone: 'detail' },
    cell: ({ row }) => momentLabel(row.original.startedAt, 'Never'),
  },
  {
    id: 'schedule',
    header: 'Schedule',
    meta: { className: 'whitespace-nowrap text-muted' },
    cell: ({ row }) => row.original.schedule,
  },
  {
    id: 'nextRunAt',
    header: 'Next run',
    meta: { className: 'whitespace-nowrap text-muted' },
    cell: ({ row }) => momentLabel(row.original.nextRunAt),
  },
];
