import type { BlockRecord } from '#contract/blocks.ts';
import type { BlockedKind } from '#contract/values/block-kinds.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type Block = WithId<BlockRecord>;

/** A block as the form edits it. */
export interface BlockDraft {
  kind: BlockedKind;
  value: string;
  reason: string;
  caseNumber: string;
}

export const emptyBlock: BlockDraft = { kind: 'host', value: '', reason: '', caseNumber: '' };

export const loadBlocks = async (query: { search: string; page: number; limit: number }) => {
  const { blocks, pagination } = await adminClient.getBlocks({ query });
  return { blocks: blocks.map(withId), pagination };
};

export const previewBlock = ({ kind, value }: Pick<BlockDraft, 'kind' | 'value'>) =>
  adminClient.previewBlock({ body: { kind, value } });

export const addBlock = async (draft: BlockDraft): Promise<Block> =>
  withId((await adminClient.addBlock({ body: draft })).block);

export const liftBlock = async ({ id }: Pick<Block, 'id'>): Promise<Block> =>
  withId((await adminClient.liftBlock({ params: { id } })).block);
