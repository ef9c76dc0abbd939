import { plural } from '../../components/format/plural.ts';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { mirrorColumns } from './mirror-columns.tsx';
import { type MirrorMatch, withholdAllOnMirrors } from './stay-down-list.ts';

/** Withholds everything that is listed, after a question. */
export function WithholdMirrorsButton({ waiting }: { waiting: number }) {
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The posts could not be withheld.');
  const withhold = async () => {
    const details = 'Visitors no longer see them, at once. They can be released in the cases that removed the same.';
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
  const { run } = useSingleAction('That did not work.');
  const ids = ({ id }: MirrorMatch) => ({ body: { ids: [id] } });
  const columns = mirrorColumns({
    onKeep: (match) => void run(() => adminClient.keepMirrorMatches(ids(match)), `“${match.titel}” stays as it is.`),
    onWithhold: (match) =>
      void run(() => adminClient.withholdMirrorMatches(ids(match)), `“${match.titel}” is withheld.`),
  });
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={matches}
      problem={problem}
      keyOf={({ id, caseId, removedUrl }) => `${id}-${caseId}-${removedUrl}`}
      empty={
        <Empty title="No posts to decide about">No post is on a mirror of a host that a case removed it from.</Empty>
      }
    />
  );
}
