/** Every save and delete sends the id and the version that was loaded (optimistic locking). */
export interface Versioned {
  id: string;
  version: number;
}

/** One page of a list, and what it is searched for. */
export interface ListQuery {
  page: number;
  limit: number;
  search: string;
}

export const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };

export type WithId<R extends { _id: string }> = Omit<R, '_id'> & { id: string };

/** The wire says `_id`, the back-office `id`. */
export const withId = <R extends { _id: string }>({ _id, ...rest }: R): WithId<R> => ({ ...rest, id: _id });

/** The calls of one entity, already mapped between the wire's words and ours. */
export interface RecordCalls<R extends Versioned, D> {
  /** Names its drafts in the browser. */
  drafts: string;
  add: (draft: D) => Promise<R | undefined>;
  update: (target: Versioned, draft: D) => Promise<R | undefined>;
  remove: (target: Versioned) => Promise<unknown>;
  /** Maps the current record that a 409 carries. */
  fromWire: (record: never) => R;
  /** Maps the wire's field names to the draft's, for those that differ. */
  fieldNames?: Record<string, keyof D & string>;
  /** The field that no two records may share. */
  uniqueField?: keyof D & string;
}
