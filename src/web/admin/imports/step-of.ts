import type { Import } from '../kit/records/import.ts';
import type { Step } from './steps.tsx';

/** The step that an import stands at. One whose feed could not be fetched has not got beyond the first. */
export const stepOf = (
  { state, startedAt, checkStartedAt }: Pick<Import, 'state' | 'startedAt' | 'checkStartedAt'>,
  showsMapping: boolean,
): Step => {
  if (state === 'receiving') return 'feed';
  if (showsMapping) return 'mapping';
  if (startedAt !== null) return 'run';
  return state === 'failed' && checkStartedAt === null ? 'feed' : 'check';
};
