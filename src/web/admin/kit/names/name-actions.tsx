import { type ReactNode, useState } from 'react';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { notify, notifyFailure } from '../feedback/toasts.tsx';
import { useSingleAction } from '../feedback/use-single-action.ts';
import { restoreDeleted } from '../records/deleted-record.ts';
import { deleteTag, type ListedName, loadName, type NamedRecord } from '../records/name.ts';
import { performerCalls } from '../records/performer.ts';
import { failureMessage } from '../session/failure.ts';
import { RowButton } from '../table/row-actions.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { posts, words } from './name-words.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { useDeleteVideos } from './use-delete-videos.ts';
import { useNameChange } from './use-name-change.ts';

type Open =
  | { dialog: 'rename'; named: ListedName }
  | { dialog: 'merge'; from: string[]; into: string | undefined }
  | { dialog: 'edit'; named: NamedRecord };

interface NameActions {
  /** The buttons of a row. */
  buttonsOf: (named: ListedName) => ReactNode;
  merge: (from: string[], into?: string) => void;
  /** To be rendered beside the list. */
  dialog: ReactNode;
}

/** Everything that can be done to a tag or performer in a list. */
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
  /** The videos stay, and show the star again once it is restored. */
  const removeStar = async ({ slug }: ListedName) => {
    const details = 'Its videos stay, without the star. You can undo this for 30 days.';
    if (!(await confirm({ question: 'Are you sure you want to delete this star?', details, confirmLabel: 'Delete' })))
      return;
    const remove = async () => {
      const { id, version } = await loadName(kind, slug);
      await performerCalls.remove({ id, version });
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
