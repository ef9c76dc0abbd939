import { follow } from '../bulk/followed-changes.ts';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { notifyFailure } from '../feedback/toasts.tsx';
import { previewBulkChange, startBulkChange } from '../records/bulk-change.ts';
import type { ListedName } from '../records/name.ts';
import { failureMessage } from '../session/failure.ts';
import { posts } from './name-words.ts';

/** Deletes all published posts of a star as one bulk change, which its progress panel offers to undo. */
export const useDeleteVideos = () => {
  const confirm = useConfirmation();
  return async ({ slug, name }: ListedName) => {
    const selection = { filter: { star: slug, state: 'published' as const } };
    const change = { kind: 'delete' as const };
    try {
      const { changes } = await previewBulkChange(selection, change);
      const question = `Are you sure you want to delete all posts of “${name}”?`;
      const details = `${posts(changes)} will be deleted. You can undo this as a whole for 30 days.`;
      if (await confirm({ question, details, confirmLabel: `Delete ${posts(changes)}` }))
        follow(await startBulkChange(selection, change));
    } catch (error) {
      notifyFailure(failureMessage(error, 'The posts could not be deleted.'));
    }
  };
};
