import type { DeletedRecord } from '#contract/deleted.ts';
import type { ListedRecord } from '#domain/deleted/deleted-records.ts';

export const toDeletedRecord = ({ id, deletedAt, ...same }: ListedRecord): DeletedRecord => ({
  _id: String(id),
  ...same,
  deletedAt: deletedAt.toISOString(),
});
