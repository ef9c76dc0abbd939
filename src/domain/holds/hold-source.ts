import { sql } from 'kysely';

/** What keeps a post from visitors. */
export type HoldSource = { caseId: number } | { blockId: number };

export const columnsOf = (source: HoldSource) =>
  'caseId' in source ? { case_id: source.caseId, block_id: null } : { case_id: null, block_id: source.blockId };

/** Whether a row of `video_holds` is of this source. */
export const isOf = (source: HoldSource) =>
  'caseId' in source ? sql<boolean>`case_id = ${source.caseId}` : sql<boolean>`block_id = ${source.blockId}`;
