import type { BlockRecord } from '#contract/blocks.ts';
import type { BlockedKind, BlockState } from '#contract/values/block-kinds.ts';
import type { BlockKind } from '#domain/blocks/block-target.ts';
import type { Block } from '#domain/blocks/read-blocks.ts';

const kinds: Record<BlockedKind, BlockKind> = { host: 'host', star: 'performer', network: 'partner' };
const wireKinds: Record<BlockKind, BlockedKind> = { host: 'host', performer: 'star', partner: 'network' };

export const fromBlockedKind = (kind: BlockedKind): BlockKind => kinds[kind];

const stateOf = ({ sweptAt, liftedAt, releasedAt }: Block): BlockState => {
  if (liftedAt) return releasedAt ? 'lifted' : 'restoring';
  return sweptAt ? 'in_force' : 'hiding';
};

export const toBlockRecord = (block: Block): BlockRecord => ({
  _id: String(block.id),
  kind: wireKinds[block.kind],
  name: block.name,
  reason: block.reason,
  caseNumber: block.caseNumber,
  state: stateOf(block),
  posts: block.posts,
  held: block.held,
  createdAt: block.createdAt.toISOString(),
  createdBy: block.createdBy,
  liftedAt: block.liftedAt?.toISOString() ?? null,
  liftedBy: block.liftedBy,
});
