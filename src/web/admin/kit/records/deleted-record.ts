import type { DeletedRecord as WireRecord } from '#contract/directory.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import { adminClient } from '../session/admin-client.ts';
import { type ListQuery, type Versioned, type WithId, withId } from './record.ts';

export type DeletedRecord = WithId<WireRecord>;

export const loadDeleted = async (kind: DeletedKind, query: ListQuery) => {
  const { records, pagination } = await adminClient.getDeleted({ params: { kind }, query });
  return { records: records.map(withId), pagination };
};

/** Resolves to a message if the record came back in another state. */
export const restoreDeleted = async (kind: DeletedKind, { id, version }: Versioned): Promise<string | undefined> =>
  (await adminClient.restoreDeleted({ params: { kind, id }, body: { version } })).message;
