import { useState } from 'react';
import { plural } from '../../components/format/plural.ts';
import { selectColumn } from '../kit/bulk/select-column.tsx';
import { useSelection } from '../kit/bulk/use-selection.ts';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { DataTable } from '../kit/table/data-table.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { linkColumns } from './link-columns.tsx';
import { type CheckedLink, heed, ignore, recheck, whyNone } from './links-list.ts';
import { barButton, SelectionBar } from './selection-bar.tsx';

interface AllLinksProps {
  label: string;
  links: CheckedLink[];
  problem: string | undefined;
}

const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id);
const are = (count: number) => `${plural(count, 'link')} ${count === 1 ? 'is' : 'are'}`;

/** Its name, what it does with links, and what is then said of them. */
type ChosenAction = [name: string, act: (ids: string[]) => Promise<{ links: number }>, done: string];

const heededActions: ChosenAction[] = [
  ['Recheck', (ids) => recheck({ ids }), 'checked next.'],
  ['Ignore', (ids) => ignore({ ids }), 'not checked any more.'],
];

/** Links with what is known of them: checked again or ignored, one by one or several at once. */
export function AllLinks({ label, links, problem }: AllLinksProps) {
  const { run, busy } = useSingleAction('That did not work.');
  const [shown, setShown] = useState<CheckedLink>();
  const selection = useSelection({ pageIds: idsOf(links), filter: undefined, total: links.length });
  const chosen = links.filter(({ id }) => selection.isSelected(id));
  const isIgnored = chosen.some(({ state }) => state === 'ignored');
  const isHeeded = chosen.some(({ state }) => state !== 'ignored');
  const actions: ChosenAction[] = [
    ...(isHeeded ? heededActions : []),
    ...(isIgnored ? [['Check again', (ids: string[]) => heed({ ids }), 'checked again.'] satisfies ChosenAction] : []),
  ];
  const withChosen = (act: ChosenAction[1], done: string) =>
    run(
      async () => {
        const answer = await act(idsOf(chosen));
        selection.clear();
        return answer;
      },
      ({ links: count }) => `${are(count)} ${done}`,
    );
  return (
    <>
      <DataTable
        label={label}
        columns={[
          selectColumn<CheckedLink>({ selection, idOf: ({ id }) => id, nameOf: ({ url }) => url }),
          ...linkColumns({
            onHistory: setShown,
            onRecheck: ({ id }) => void run(() => recheck({ ids: [id] }), 'The link is checked next.'),
            onIgnore: ({ id }) => void run(() => ignore({ ids: [id] }), 'The link is not checked any more.'),
            onHeed: ({ id }) => void run(() => heed({ ids: [id] }), 'The link is checked again.'),
          }),
        ]}
        rows={links}
        problem={problem}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No links" filters={['host', 'state']}>
            {whyNone}
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
