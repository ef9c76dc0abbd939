import type { BlockedKind, BlockState } from '#contract/values/block-kinds.ts';
import { plural } from '../../components/format/plural.ts';
import type { Block } from '../kit/records/block.ts';

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

const number = (count: number) => count.toLocaleString('en-US');

/** How far a block, or its lifting, is. */
export const progressText = ({ state, posts, held }: Block): string => {
  if (state === 'hiding') return `${number(held)} of ${plural(Math.max(posts, held), 'post')} hidden`;
  if (state === 'in_force') return `${plural(held, 'post')} hidden`;
  return state === 'restoring' ? `${plural(held, 'post')} left to restore` : 'Its posts are back';
};

export const isMoving = ({ state }: Block) => state === 'hiding' || state === 'restoring';
