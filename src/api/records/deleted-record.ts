import type { DeletedRecord } from '#contract/deleted.ts';
import type { DeletedRecord as Deleted } from '#domain/deleted/deleted-records.ts';

export const toDeletedRecord = ({ id, deletedAt, ...same }: Deleted): DeletedRecord => ({
  _id: String(id),
  ...same,
  deletedAt: deletedAt.toISOString(),
});
