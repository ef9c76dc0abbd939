import { anyState, type PostState } from '#contract/values/post-filter.ts';
import { numberText } from '../../../components/format/number.ts';
import { plural } from '../../../components/format/plural.ts';
import { follow } from '../bulk/followed-changes.ts';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { notify, notifyFailure } from '../feedback/toasts.tsx';
import { type BulkSelection, previewBulkChange, startBulkChange } from '../records/bulk-change.ts';
import type { ListedName } from '../records/name.ts';
import { adminClient } from '../session/admin-client.ts';
import { failureMessage } from '../session/failure.ts';
import { posts } from './name-words.ts';

const countPosts = async (star: string, state: PostState) =>
  (await adminClient.getPostList({ query: { star, state, limit: 1 } })).totalRecords;

/** Says which of the posts visitors don't see. */
const among = (drafts: number, scheduled: number, withheld: number) => {
  const parts = [
    drafts > 0 && plural(drafts, 'draft'),
    scheduled > 0 && `${numberText(scheduled)} scheduled`,
    withheld > 0 && `${numberText(withheld)} withheld`,
  ];
  const said = parts.filter((part) => part !== false);
  return said.length > 0 ? `, among them ${said.join(' and ')}` : '';
};

/** Deletes all posts of a star, also those that visitors don't see, as one bulk change, which its progress panel offers to undo. */
export const useDeleteVideos = () => {
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
      const details = `${posts(changes)} will be deleted${among(drafts, scheduled, withheld)}. You can undo this as a whole for 30 days.`;
      if (await confirm({ question, details, confirmLabel: `Delete ${posts(changes)}` }))
        follow(await startBulkChange(selection, change));
    } catch (error) {
      notifyFailure(failureMessage(error, 'The posts could not be deleted.'));
    }
  };
};
