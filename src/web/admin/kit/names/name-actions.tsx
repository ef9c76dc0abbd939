import { type ReactNode, useState } from 'react';
import type { NameKind } from '#contract/values/names.ts';
import { anyState, type PostState } from '#contract/values/posts.ts';
import { numberText, plural } from '../../../components/format.ts';
import { type BulkSelection, follow, previewBulkChange, startBulkChange } from '../bulk/bulk-changes.ts';
import { useConfirmation } from '../dialogs/confirmation.tsx';
import { restoreDeleted } from '../records/deleted-record.ts';
import { adminClient } from '../session/admin-client.ts';
import { failureMessage } from '../session/failure.ts';
import { RowButton } from '../table/row-actions.tsx';
import { notify, notifyFailure } from '../toasts.tsx';
import { useSingleAction } from '../use-single-action.ts';
import { EditDialog } from './edit-dialog.tsx';
import { deleteTag, type ListedName, loadName, type NamedRecord, posts, useNameChange, words } from './names.ts';
import { MergeDialog, RenameDialog } from './rename-and-merge.tsx';

const countPosts = async (star: string, state: PostState) =>
  (await adminClient.getPostList({ query: { star, state, limit: 1 } })).totalRecords;

/** Says how many of the posts visitors don't see. */
const hiddenPosts = (drafts: number, scheduled: number, withheld: number) => {
  const parts = [
    drafts > 0 && plural(drafts, 'draft'),
    scheduled > 0 && `${numberText(scheduled)} scheduled`,
    withheld > 0 && `${numberText(withheld)} withheld`,
  ];
  const counts = parts.filter((part) => part !== false);
  return counts.length > 0 ? `, among them ${counts.join(' and ')}` : '';
};

/** Deletes all posts of a star, including those that visitors don't see, as a bulk change that can be undone. */
const useDeleteVideos = () => {
  const confirm = useConfirmation();
  return async ({ slug, name, count }: ListedName) => {
    const selection: BulkSelection = { filter: { star: slug, state: anyState } };
    const change = { kind: 'delete' as const };
    try {
      const [drafts, scheduled, withheld] = await Promise.all([
        countPosts(slug, 'draft'),
        countPosts(slug, 'scheduled'),
        countPosts(slug, 'withheld'),
      ]);
      if (count + drafts + scheduled + withheld === 0) return notify(`“${name}” has no posts.`);
      const { changes } = await previewBulkChange(selection, change);
      const question = `Are you sure you want to delete all posts of “${name}”?`;
      const details = `${posts(changes)} will be deleted${hiddenPosts(drafts, scheduled, withheld)}. You can undo this as a whole for 30 days.`;
      if (await confirm({ question, details, confirmLabel: `Delete ${posts(changes)}` }))
        follow(await startBulkChange(selection, change));
    } catch (error) {
      notifyFailure(failureMessage(error, 'The posts could not be deleted.'));
    }
  };
};

type Open =
  | { dialog: 'rename'; named: ListedName }
  | { dialog: 'merge'; from: string[]; into: string | undefined }
  | { dialog: 'edit'; named: NamedRecord };

interface NameActions {
  buttonsOf: (named: ListedName) => ReactNode;
  merge: (from: string[], into?: string) => void;
  /** The open dialog, to be rendered next to the list. */
  dialog: ReactNode;
}

/** The actions for tags or performers in a list. */
export const useNameActions = (kind: NameKind, historyUrl: string): NameActions => {
  const [open, setOpen] = useState<Open>();
  const confirm = useConfirmation();
  const { report } = useNameChange(historyUrl);
  const deleteVideos = useDeleteVideos();
  const { run: act } = useSingleAction(`The ${words[kind].one} could not be deleted.`);
  const { run: restore } = useSingleAction('The star could not be restored.');
  const close = () => setOpen(undefined);
  const { one } = words[kind];

  const edit = async ({ slug }: ListedName) => {
    try {
      setOpen({ dialog: 'edit', named: await loadName(kind, slug) });
    } catch (error) {
      notifyFailure(failureMessage(error, `The ${one} could not be loaded.`));
    }
  };

  const removeTag = async ({ slug, count }: ListedName) => {
    const details = `${posts(count)} will lose it. You can undo this for 30 days.`;
    if (await confirm({ question: 'Are you sure you want to delete this tag?', details, confirmLabel: 'Delete' }))
      await act(() => deleteTag(slug).then(report));
  };
  /** The videos stay, and show the star again if it is restored. */
  const removeStar = async ({ slug }: ListedName) => {
    const details = 'Its videos stay, without the star. You can undo this for 30 days.';
    if (!(await confirm({ question: 'Are you sure you want to delete this star?', details, confirmLabel: 'Delete' })))
      return;
    const remove = async () => {
      const { id, version } = await loadName(kind, slug);
      await adminClient.deleteStar({ params: { id }, body: { version } });
      const undo = () => restore(() => restoreDeleted('stars', { id, version: version + 1 }), 'Star restored.');
      notify('Star deleted.', { label: 'Undo', run: undo });
    };
    await act(remove);
  };

  return {
    merge: (from, into) => setOpen({ dialog: 'merge', from, into }),
    buttonsOf: (named) => (
      <>
        <RowButton label={`Rename ${named.name}`} onClick={() => setOpen({ dialog: 'rename', named })}>
          Rename
        </RowButton>
        <RowButton
          label={`Merge ${named.name}`}
          onClick={() => setOpen({ dialog: 'merge', from: [named.slug], into: undefined })}
        >
          Merge
        </RowButton>
        <RowButton label={`Edit ${named.name}`} onClick={() => void edit(named)}>
          Edit
        </RowButton>
        {kind === 'performer' && (
          <RowButton label={`Delete posts of ${named.name}`} danger onClick={() => void deleteVideos(named)}>
            Delete posts
          </RowButton>
        )}
        <RowButton
          label={`Delete ${named.name}`}
          danger
          onClick={() => void (kind === 'tag' ? removeTag(named) : removeStar(named))}
        >
          Delete
        </RowButton>
      </>
    ),
    dialog: (
      <>
        {open?.dialog === 'rename' && (
          <RenameDialog
            kind={kind}
            named={open.named}
            onClose={close}
            onDone={report}
            onMerge={({ slug }, into) => setOpen({ dialog: 'merge', from: [slug], into })}
          />
        )}
        {open?.dialog === 'merge' && (
          <MergeDialog kind={kind} from={open.from} into={open.into} onClose={close} onDone={report} />
        )}
        {open?.dialog === 'edit' && <EditDialog named={open.named} onClose={close} onDone={report} />}
      </>
    ),
  };
};
