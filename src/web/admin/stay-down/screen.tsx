import { useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { fullCount } from '../kit/format/counts.ts';
import { pageUrl } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { AddButton } from '../kit/screen/add-button.tsx';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { Tabs } from '../kit/screen/tabs.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { AddListDialog } from './add-list-dialog.tsx';
import { CheckPanel } from './check-panel.tsx';
import { keptColumns } from './kept-columns.tsx';
import { listColumns } from './list-columns.tsx';
import { matchColumns } from './match-columns.tsx';
import { MirrorsTable, WithholdMirrorsButton } from './mirrors-tab.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import {
  type HashList,
  type HashMatch,
  type Kept,
  loadTab,
  type StayDownTab,
  stayDownTabs,
  tabUrl,
} from './stay-down-list.ts';
import { type Withheld, WithholdDialog } from './withhold-dialog.tsx';

const tabLabels: Record<StayDownTab, string> = {
  kept: 'Removed by cases',
  lists: 'Hash lists',
  matches: 'Posts on hash lists',
  mirrors: 'Posts on mirrors',
};

const intros: Record<StayDownTab, string> = {
  kept: 'What a case removed may not be listed again: its link in every form, the id of its source, and its picture.',
  lists: 'Hashes of pictures that others collected. A new post with one of these pictures is refused.',
  matches:
    'Posts that were here before the list was loaded. Withhold them to decide in a case, or keep those that show something else. Their pictures are not shown here.',
  mirrors:
    'Posts that were here before their host was named as a mirror in the settings, and that lead to what a case removed. Withhold them, or keep those that are others.',
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadTab(url);

export default function StaysDown({ loaderData: { tab, page, list, waiting } }: Route.ComponentProps) {
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const { run } = useSingleAction('That did not work.');
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Kept>();
  const [withheld, setWithheld] = useState<Withheld>();
  const { data, problem } = list;

  const deleteList = async ({ id, name }: HashList) => {
    const details =
      'Its pictures may be listed again. The list can be restored for 30 days, from the message that follows.';
    if (!(await confirm({ question: `Delete the hash list “${name}”?`, details, confirmLabel: 'Delete' }))) return;
    const restore = async () => {
      await adminClient.restoreHashList({ params: { id } });
      await revalidate();
    };
    await run(async () => {
      await adminClient.deleteHashList({ params: { id } });
      notify(`“${name}” is deleted.`, { label: 'Undo', run: restore });
    });
  };
  const keep = ({ id, listId, titel }: HashMatch) =>
    void run(
      () => adminClient.keepHashMatches({ params: { id: listId }, body: { ids: [id] } }),
      `“${titel}” stays as it is.`,
    );
  const listsToDecide = data.lists.filter(({ undecided }) => undecided > 0);

  return (
    <>
      <ScreenHead title="Stays down">
        {tab === 'kept' && <SearchField label="Search by link, case or hash" />}
        {tab === 'lists' && isMainAdmin && <AddButton onClick={() => setAdding(true)}>Add hash list</AddButton>}
        {tab === 'matches' && listsToDecide.length > 0 && (
          <button
            type="button"
            className="btn border-danger text-danger hover:bg-raised"
            onClick={() => setWithheld({ lists: listsToDecide })}
          >
            Withhold all
          </button>
        )}
        {tab === 'mirrors' && waiting.mirrors > 0 && <WithholdMirrorsButton waiting={waiting.mirrors} />}
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-[75ch] text-muted">{intros[tab]}</p>
      <Tabs
        label="What stays down"
        tabs={stayDownTabs.map((each) => ({
          to: tabUrl(each),
          active: each === tab,
          label: waiting[each] > 0 ? `${tabLabels[each]} ${fullCount(waiting[each])}` : tabLabels[each],
        }))}
      />
      {tab === 'kept' && (
        <>
          <CheckPanel />
          <DataTable
            label={tabLabels.kept}
            columns={keptColumns(isMainAdmin ? setRemoved : undefined)}
            rows={data.kept}
            problem={problem}
            keyOf={({ kind, id }) => `${kind}-${id}`}
            empty={<Empty title="Nothing is kept down">It fills when a case removes something.</Empty>}
          />
        </>
      )}
      {tab === 'lists' && (
        <DataTable
          label={tabLabels.lists}
          columns={listColumns(isMainAdmin ? (each) => void deleteList(each) : undefined)}
          rows={data.lists}
          problem={problem}
          keyOf={({ id }) => id}
          empty={<Empty title="No hash lists">Load one here, or with: npx marquee hash-list FILE --name NAME</Empty>}
        />
      )}
      {tab === 'matches' && (
        <DataTable
          label={tabLabels.matches}
          columns={matchColumns({
            onKeep: keep,
            onWithhold: ({ id, listId, listName }) =>
              setWithheld({ lists: [{ id: listId, name: listName }], ids: [id] }),
          })}
          rows={data.matches}
          problem={problem}
          keyOf={({ id, listId }) => `${listId}-${id}`}
          empty={<Empty title="No posts to decide about">No picture of a post is on a hash list.</Empty>}
        />
      )}
      {tab === 'mirrors' && <MirrorsTable label={tabLabels.mirrors} matches={data.mirrors} problem={problem} />}
      <Pagination page={page} totalPages={data.pagination.totalPages} hrefOf={pageUrl(location)} />
      {isAdding && (
        <AddListDialog
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void revalidate();
          }}
        />
      )}
      {removed && (
        <RemoveDialog
          kept={removed}
          onClose={() => setRemoved(undefined)}
          onRemoved={() => {
            setRemoved(undefined);
            void revalidate();
          }}
        />
      )}
      {withheld && (
        <WithholdDialog
          withheld={withheld}
          onClose={() => setWithheld(undefined)}
          onWithheld={() => {
            setWithheld(undefined);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
