import { type FormEvent, useState } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { Pagination } from '../../components/pagination.tsx';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { fullCount } from '../kit/format.ts';
import { SelectField, TextAreaField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { SearchField } from '../kit/lists/filters.tsx';
import { pageUrl } from '../kit/lists/pages.tsx';
import { AddButton, Empty, Problem, ScreenHead, Tabs } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { notify } from '../kit/toasts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/screen.ts';
import { AddListDialog } from './add-list-dialog.tsx';
import { CheckPanel } from './check-panel.tsx';
import { keptColumns, listColumns, matchColumns } from './columns.tsx';
import { MirrorsTable, WithholdMirrorsButton } from './mirrors-tab.tsx';
import {
  type HashList,
  type HashMatch,
  type Kept,
  loadTab,
  type StayDownTab,
  stayDownTabs,
  tabUrl,
  withholdAllOfList,
  withholdOfList,
} from './stay-down-list.ts';

interface RemoveDialogProps {
  kept: Kept;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks for the reason why something that a case removed may be listed again. */
function RemoveDialog({ kept: { kind, id, url, caseNumber }, onClose, onRemoved }: RemoveDialogProps) {
  const { busy, problem, errors, submit } = useSubmit('This could not be removed.');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = formText(new FormData(event.currentTarget), 'reason');
    void submit(async () => {
      await adminClient.removeKept({ params: { kind, id }, body: { reason } });
      notify(`The ${kind} may be listed again.`);
      onRemoved();
    });
  };
  return (
    <FormDialog open title={`Allow this ${kind} to be listed again?`} onClose={onClose}>
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          Case {caseNumber} removed <bdi className="[overflow-wrap:anywhere]">{url}</bdi>. Posts withheld because of it
          stay withheld until they are released in the case.
        </p>
        <TextAreaField
          label="Reason"
          name="reason"
          required
          rows={3}
          maxLength={limits.stayDown.reason}
          hint="Recorded in the audit log."
        />
        <Problem message={problem} />
        <FormButtons submit="Allow listing" busy={busy} />
      </Form>
    </FormDialog>
  );
}

/** The posts to withhold: those in `ids`, or all undecided posts of the lists. */
interface WithholdTarget {
  lists: { id: string; name: string }[];
  ids?: string[];
}

interface WithholdDialogProps {
  target: WithholdTarget;
  onClose: () => void;
  onWithheld: () => void;
}

const kinds = { minor: 'A person who is or may be under 18', intimate_image: 'Intimate images without consent' };

const nameList = new Intl.ListFormat('en');

/** Asks what each list is about, which determines the deadline of its case. */
function WithholdDialog({ target: { lists, ids }, onClose, onWithheld }: WithholdDialogProps) {
  const { busy, problem, submit } = useSubmit('The posts could not be withheld.');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void submit(async () => {
      const caseNumbers: string[] = [];
      let count = 0;
      for (const { id } of lists) {
        const kind = form.get(`kind-${id}`) === kinds.minor ? 'minor' : 'intimate_image';
        const result = await (ids ? withholdOfList(id, kind, ids) : withholdAllOfList(id, kind));
        caseNumbers.push(...result.caseNumbers);
        count += result.withheld;
      }
      const cases = caseNumbers.length === 1 ? 'case' : 'cases';
      notify(`${plural(count, 'post')} withheld in ${cases} ${nameList.format(caseNumbers)}.`);
      onWithheld();
    });
  };
  return (
    <FormDialog open title={ids ? 'Withhold this post?' : 'Withhold all posts?'} onClose={onClose}>
      <Form className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          {ids ? 'It is' : 'They are'} hidden from visitors at once. A case is opened
          {lists.length > 1 && ' for each list'}, in which you decide about each post.
        </p>
        {lists.map(({ id, name }) => (
          <SelectField key={id} label={`What “${name}” is about`} name={`kind-${id}`} options={Object.values(kinds)} />
        ))}
        <Problem message={problem} />
        <FormButtons submit="Withhold" busy={busy} />
      </Form>
    </FormDialog>
  );
}

const tabLabels: Record<StayDownTab, string> = {
  kept: 'Removed by cases',
  lists: 'Hash lists',
  matches: 'Posts on hash lists',
  mirrors: 'Posts on mirrors',
};

const intros: Record<StayDownTab, string> = {
  kept: 'What a case removed may not be listed again: its link in every form, its id at the source, and its picture.',
  lists: 'Hashes of pictures collected by others. New posts with one of these pictures are refused.',
  matches:
    'Posts that were added before the list was loaded. Withhold them to decide in a case, or keep those that show something else. Their pictures are not shown here.',
  mirrors:
    'Posts that were added before their host was named as a mirror in the settings, and that link to what a case removed. Withhold them, or keep those that show something else.',
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadTab(url);

export default function StaysDown({ loaderData: { tab, page, list, waiting } }: Route.ComponentProps) {
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const confirm = useConfirmation();
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const { run } = useSingleAction('That did not work. Please try again.');
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Kept>();
  const [withholdTarget, setWithholdTarget] = useState<WithholdTarget>();
  const { data, problem } = list;

  const closeAndReload = (close: () => void) => () => {
    close();
    void revalidate();
  };
  const deleteList = async ({ id, name }: HashList) => {
    const details = 'Its pictures may be listed again. To undo this, use the message that appears next.';
    if (!(await confirm({ question: `Delete the hash list “${name}”?`, details, confirmLabel: 'Delete' }))) return;
    const restore = async () => {
      await adminClient.restoreHashList({ params: { id } });
      await revalidate();
    };
    await run(async () => {
      await adminClient.deleteHashList({ params: { id } });
      notify(`“${name}” deleted.`, { label: 'Undo', run: restore });
    });
  };
  const keep = ({ id, listId, titel }: HashMatch) =>
    void run(() => adminClient.keepHashMatches({ params: { id: listId }, body: { ids: [id] } }), `“${titel}” kept.`);
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
            onClick={() => setWithholdTarget({ lists: listsToDecide })}
          >
            Withhold all
          </button>
        )}
        {tab === 'mirrors' && waiting.mirrors > 0 && <WithholdMirrorsButton waiting={waiting.mirrors} />}
      </ScreenHead>
      <p className="-mt-3 mb-5 max-w-[75ch] text-muted">{intros[tab]}</p>
      <Tabs
        label="What stays down"
        tabs={stayDownTabs.map((stayDownTab) => ({
          to: tabUrl(stayDownTab),
          active: stayDownTab === tab,
          label: `${tabLabels[stayDownTab]}${waiting[stayDownTab] > 0 ? ` ${fullCount(waiting[stayDownTab])}` : ''}`,
        }))}
      />
      {tab === 'kept' && (
        <>
          <CheckPanel />
          <DataTable
            label={tabLabels.kept}
            columns={keptColumns(isMainAdmin ? setRemoving : undefined)}
            rows={data.kept}
            problem={problem}
            keyOf={({ kind, id }) => `${kind}-${id}`}
            empty={<Empty title="Nothing is kept down">Links and pictures that a case removes appear here.</Empty>}
          />
        </>
      )}
      {tab === 'lists' && (
        <DataTable
          label={tabLabels.lists}
          columns={listColumns(isMainAdmin ? (hashList) => void deleteList(hashList) : undefined)}
          rows={data.lists}
          problem={problem}
          keyOf={({ id }) => id}
          empty={<Empty title="No hash lists">Add one here, or run: npx marquee hash-list FILE --name NAME</Empty>}
        />
      )}
      {tab === 'matches' && (
        <DataTable
          label={tabLabels.matches}
          columns={matchColumns({
            onKeep: keep,
            onWithhold: ({ id, listId, listName }) =>
              setWithholdTarget({ lists: [{ id: listId, name: listName }], ids: [id] }),
          })}
          rows={data.matches}
          problem={problem}
          keyOf={({ id, listId }) => `${listId}-${id}`}
          empty={<Empty title="No posts to decide about">No post has a picture that is on a hash list.</Empty>}
        />
      )}
      {tab === 'mirrors' && <MirrorsTable label={tabLabels.mirrors} matches={data.mirrors} problem={problem} />}
      <Pagination page={page} totalPages={data.pagination.totalPages} hrefOf={pageUrl(location)} />
      {isAdding && <AddListDialog onClose={() => setAdding(false)} onAdded={closeAndReload(() => setAdding(false))} />}
      {removing && (
        <RemoveDialog
          kept={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={closeAndReload(() => setRemoving(undefined))}
        />
      )}
      {withholdTarget && (
        <WithholdDialog
          target={withholdTarget}
          onClose={() => setWithholdTarget(undefined)}
          onWithheld={closeAndReload(() => setWithholdTarget(undefined))}
        />
      )}
    </>
  );
}
