import { useState } from 'react';
import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { selectColumn, useSelection } from '../kit/bulk/selection.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { momentLabel } from '../kit/format.ts';
import { LinkStateBadge, probeText, stateMeanings } from '../kit/link-states.tsx';
import { Empty } from '../kit/screen-parts.tsx';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { type CheckedLink, ignore, noLinksHint, recheck, resumeChecks } from './links-list.ts';
import { barButton, SelectionBar } from './selection-bar.tsx';

function HistoryDialog({ link, onClose }: { link: CheckedLink; onClose: () => void }) {
  return (
    <FormDialog open title="Checks of a link" onClose={onClose}>
      <p className="[overflow-wrap:anywhere]">
        <bdi>{link.url}</bdi>
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-sm text-muted">
        <LinkStateBadge state={link.state} /> {stateMeanings[link.state]}
      </p>
      {link.probes.length === 0 ? (
        <p className="mt-4 text-sm">This link has not been checked yet.</p>
      ) : (
        <ol className="mt-4 grid gap-px overflow-clip rounded-xl border border-line bg-line">
          {link.probes.map((probe) => (
            <li key={probe.at} className="flex flex-wrap justify-between gap-x-4 bg-surface px-3.5 py-2 text-sm">
              <span className="first-letter:uppercase">{probeText(probe)}</span>
              <time dateTime={probe.at} className="text-muted tabular-nums">
                {momentLabel(probe.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </FormDialog>
  );
}

interface LinkActions {
  onHistory: (link: CheckedLink) => void;
  onRecheck: (link: CheckedLink) => void;
  onIgnore: (link: CheckedLink) => void;
  onResume: (link: CheckedLink) => void;
}

const linkColumns = ({ onHistory, onRecheck, onIgnore, onResume }: LinkActions): Column<CheckedLink>[] => [
  {
    id: 'url',
    header: 'Link',
    className: 'w-full',
    phone: 'title',
    cell: (row) => (
      <div className="grid min-w-0 gap-0.5">
        <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{row.url}</bdi>
        {row.post && (
          <Link
            to={`/admin/posts?edit=${row.post._id}`}
            className="justify-self-start py-1 text-[13px] text-muted hover:text-accent hover:underline"
          >
            <bdi>{row.post.titel}</bdi>
          </Link>
        )}
      </div>
    ),
  },
  {
    id: 'state',
    header: 'State',
    phone: 'detail',
    cell: (row) => <LinkStateBadge state={row.state} />,
  },
  {
    id: 'last',
    header: 'Last answer',
    className: 'min-w-[150px]',
    phone: 'detail',
    cell: (row) => (row.probes[0] ? probeText(row.probes[0]) : 'None yet'),
  },
  {
    id: 'checked',
    header: 'Checked',
    className: 'whitespace-nowrap',
    cell: (row) => momentLabel(row.checkedAt, 'Never'),
  },
  {
    id: 'next',
    header: 'Next check',
    className: 'whitespace-nowrap',
    cell: (row) => {
      if (row.state === 'ignored') return 'Never';
      return row.isUrgent ? 'As soon as possible' : momentLabel(row.nextCheckAt);
    },
  },
  actionsColumn((link) => (
    <div className="flex justify-end gap-2">
      <RowButton label={`History of ${link.url}`} onClick={() => onHistory(link)}>
        History
      </RowButton>
      {link.state !== 'ignored' && (
        <RowButton label={`Recheck ${link.url}`} onClick={() => onRecheck(link)}>
          Recheck
        </RowButton>
      )}
      {/* A single button, so that it keeps the focus when its label changes. */}
      <RowButton
        label={link.state === 'ignored' ? `Check again: ${link.url}` : `Ignore ${link.url}`}
        onClick={() => (link.state === 'ignored' ? onResume : onIgnore)(link)}
      >
        {link.state === 'ignored' ? 'Check again' : 'Ignore'}
      </RowButton>
    </div>
  )),
];

interface AllLinksProps {
  label: string;
  links: CheckedLink[];
  problem: string | undefined;
}

const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id);
type ChosenAction = [name: string, act: (ids: string[]) => Promise<{ links: number }>, done: string];

const checkedLinkActions: ChosenAction[] = [
  ['Recheck', (ids) => recheck({ ids }), 'queued for a check.'],
  ['Ignore', (ids) => ignore({ ids }), 'no longer checked.'],
];

export function AllLinks({ label, links, problem }: AllLinksProps) {
  const { run, busy } = useSingleAction('That did not work. Please try again.');
  const [shown, setShown] = useState<CheckedLink>();
  const selection = useSelection({ pageIds: idsOf(links), filter: undefined, total: links.length });
  const chosen = links.filter(({ id }) => selection.isSelected(id));
  const isIgnored = chosen.some(({ state }) => state === 'ignored');
  const isChecked = chosen.some(({ state }) => state !== 'ignored');
  const actions: ChosenAction[] = [
    ...(isChecked ? checkedLinkActions : []),
    ...(isIgnored
      ? [['Check again', (ids: string[]) => resumeChecks({ ids }), 'checked from now on.'] satisfies ChosenAction]
      : []),
  ];
  const withChosen = (act: ChosenAction[1], done: string) =>
    run(
      async () => {
        const answer = await act(idsOf(chosen));
        selection.clear();
        return answer;
      },
      ({ links: count }) => `${plural(count, 'link is', 'links are')} ${done}`,
    );
  return (
    <>
      <DataTable
        label={label}
        columns={[
          selectColumn<CheckedLink>({ selection, idOf: ({ id }) => id, nameOf: ({ url }) => url }),
          ...linkColumns({
            onHistory: setShown,
            onRecheck: ({ id }) => void run(() => recheck({ ids: [id] }), 'The link is queued for a check.'),
            onIgnore: ({ id }) => void run(() => ignore({ ids: [id] }), 'The link is no longer checked.'),
            onResume: ({ id }) => void run(() => resumeChecks({ ids: [id] }), 'The link is checked from now on.'),
          }),
        ]}
        rows={links}
        problem={problem}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No links" filters={['host', 'state']}>
            {noLinksHint}
          </Empty>
        }
      />
      {chosen.length > 0 && (
        <SelectionBar count={plural(chosen.length, 'link')} onClear={selection.clear}>
          {actions.map(([name, act, done]) => (
            <button
              key={name}
              type="button"
              className={barButton}
              disabled={busy}
              onClick={() => void withChosen(act, done)}
            >
              {name}
            </button>
          ))}
        </SelectionBar>
      )}
      {shown && <HistoryDialog link={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
