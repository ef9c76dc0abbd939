import type { BlockRecord } from '#contract/listing-rules.ts';
import type { BlockedKind, BlockState } from '#contract/values/record-kinds.ts';
import { numberText, plural } from '../../components/format.ts';
import { type WithId, withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';

export type Block = WithId<BlockRecord>;

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

export const kindLabels: Record<BlockedKind, string> = {
  host: 'Site (host)',
  star: 'Star',
  network: 'Network',
};

export const stateLabels: Record<BlockState, string> = {
  hiding: 'hiding posts',
  in_force: 'in force',
  restoring: 'restoring posts',
  lifted: 'lifted',
};

/** The progress of a block or of lifting it. */
export const progressText = ({ state, posts, held }: Block): string => {
  if (state === 'hiding') return `${numberText(held)} of ${plural(Math.max(posts, held), 'post')} hidden`;
  if (state === 'in_force') return `${plural(held, 'post')} hidden`;
  return state === 'restoring' ? `${plural(held, 'post')} left to restore` : 'All posts restored';
};

export const isInProgress = ({ state }: Block) => state === 'hiding' || state === 'restoring';
