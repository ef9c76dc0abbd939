import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { Empty } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import type { Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { type FoundPostActions, foundPostColumns } from './columns.tsx';
import { caseUrl, type MirrorMatch, withholdAllOnMirrors } from './stay-down-list.ts';

const mirrorColumns = (actions: FoundPostActions<MirrorMatch>): Column<MirrorMatch>[] => [
  {
    id: 'title',
    header: 'Title',
    className: 'w-full',
    phone: 'title',
    cell: (row) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="font-medium [overflow-wrap:anywhere]">{row.titel}</bdi>
        {/* Not a link, so that nobody opens it by mistake. */}
        <bdi className="text-[13px] text-muted [overflow-wrap:anywhere] max-md:line-clamp-2">{row.link}</bdi>
      </div>
    ),
  },
  {
    id: 'case',
    header: 'Removed in',
    className: 'whitespace-nowrap',
    phone: 'detail',
    cell: (row) => (
      <Link
        to={caseUrl(row.caseId)}
        title={row.removedUrl}
        className="inline-block py-1 text-accent tabular-nums hover:underline"
      >
        {row.caseNumber}
      </Link>
    ),
  },
  ...foundPostColumns(actions),
];

export function WithholdMirrorsButton({ waiting }: { waiting: number }) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The posts could not be withheld.');
  const withhold = async () => {
    const details =
      'They are hidden from visitors at once. You can release them in the cases that removed the same links.';
    const question = `Withhold ${plural(waiting, 'post')}?`;
    if (!(await confirm({ question, details, confirmLabel: 'Withhold' }))) return;
    await run(withholdAllOnMirrors, (withheld) => `${plural(withheld, 'post')} withheld.`);
  };
  return (
    <button
      type="button"
      className="btn border-danger text-danger hover:bg-raised"
      disabled={busy}
      onClick={() => void withhold()}
    >
      Withhold all
    </button>
  );
}

interface MirrorsTableProps {
  label: string;
  matches: MirrorMatch[];
  problem: string | undefined;
}

export function MirrorsTable({ label, matches, problem }: MirrorsTableProps) {
  const { run } = useSingleAction('That did not work. Please try again.');
  const ids = ({ id }: MirrorMatch) => ({ body: { ids: [id] } });
  const columns = mirrorColumns({
    onKeep: (match) => void run(() => adminClient.keepMirrorMatches(ids(match)), `“${match.titel}” kept.`),
    onWithhold: (match) => void run(() => adminClient.withholdMirrorMatches(ids(match)), `“${match.titel}” withheld.`),
  });
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={matches}
      problem={problem}
      keyOf={({ id, caseId, removedUrl }) => `${id}-${caseId}-${removedUrl}`}
      empty={<Empty title="No posts to decide about">No removed link is also listed on a mirror of its host.</Empty>}
    />
  );
}
