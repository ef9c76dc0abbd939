import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { lockName } from '#domain/catalogue/stored-names.ts';
import { recordNameChange } from './name-changes.ts';
import { replaceOnPosts } from './replace-on-posts.ts';

/** Takes a tag off all posts; it goes when they are without it (finishNameChanges). Returns the change's id. */
export const deleteTag = (db: Db, actor: Actor, slug: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const tag = await lockName(tx, 'tag', slug);
    const { id, name } = tag;
    const bulkChangeId = await replaceOnPosts(tx, actor, 'tag', { from: [tag], to: null });
    const change = { kind: 'tag', action: 'delete', nameId: id, details: { slug, name }, bulkChangeId } as const;
    return recordNameChange(tx, actor, change, { before: tag });
  });
