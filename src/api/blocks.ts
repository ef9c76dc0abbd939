import type { blockRoutes } from '#contract/blocks.ts';
import { findTarget } from '#domain/blocks/block-target.ts';
import { countNamed } from '#domain/blocks/count-named.ts';
import { liftBlock, makeBlock } from '#domain/blocks/make-block.ts';
import { countPosts } from '#domain/blocks/matching-posts.ts';
import { isBlocked, readBlocks } from '#domain/blocks/read-blocks.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import { actorOf } from './http/actor.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { paginationOf } from './http/pagination.ts';
import { fromBlockedKind, toBlockRecord } from './records/block.ts';

export const blockHandlers = ({ db, index, blocks }: ApiContext): HandlersOf<keyof typeof blockRoutes> => ({
  getBlocks: async ({ query }) => {
    const { blocks: found, total } = await readBlocks(db, query);
    return { success: true, blocks: found.map(toBlockRecord), pagination: paginationOf(total, query) };
  },
  previewBlock: async ({ body }) => {
    const target = await findTarget(db, fromBlockedKind(body.kind), body.value);
    const [posts, named, isBlockedAlready] = await Promise.all([
      countPosts(db, target),
      countNamed(db, target, (search) => findPostIds({ db, index }, { state: 'published', search })),
      isBlocked(db, target),
    ]);
    return { success: true, name: target.name, posts, named, isBlocked: isBlockedAlready };
  },
  addBlock: async (call) => {
    const { kind, ...block } = call.body;
    const made = await makeBlock(db, actorOf(call), { ...block, kind: fromBlockedKind(kind) });
    blocks.runDue();
    return { success: true, block: toBlockRecord(made) };
  },
  liftBlock: async (call) => {
    const lifted = await liftBlock(db, actorOf(call), Number(call.params.id));
    blocks.runDue();
    return { success: true, block: toBlockRecord(lifted) };
  },
});
