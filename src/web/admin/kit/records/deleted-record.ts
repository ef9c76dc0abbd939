import type { DeletedRecord as WireRecord } from '#contract/deleted.ts';
import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import { adminClient } from '../session/admin-client.ts';
import { type ListQuery, type Versioned, type WithId, withId } from './record.ts';

export type DeletedRecord = WithId<WireRecord>;

export const loadDeleted = async (kind: DeletedKind, query: ListQuery) => {
  const { records, pagination } = await adminClient.getDeleted({ params: { kind }, query });
  return { records: records.map(withId), pagination };
};

export const restoreDeleted = (kind: DeletedKind, { id, version }: Versioned) =>
  adminClient.restoreDeleted({ params: { kind, id }, body: { version } });
