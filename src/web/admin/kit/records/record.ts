/** Every save and delete sends the id and the version that was loaded (optimistic locking). */
export interface Versioned {
  id: string;
  version: number;
}

export interface ListQuery {
  page: number;
  limit: number;
  search: string;
}

export const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };

export type WithId<R extends { _id: string }> = Omit<R, '_id'> & { id: string };

/** Renames the wire's `_id` to the back-office's `id`. */
export const withId = <R extends { _id: string }>({ _id, ...rest }: R): WithId<R> => ({ ...rest, id: _id });

/** The API calls of an entity, with the wire's names mapped to the back-office's. */
export interface RecordCalls<R extends Versioned, D> {
  /** Prefix of this entity's drafts in the browser's storage. */
  drafts: string;
  add: (draft: D) => Promise<R | undefined>;
  update: (target: Versioned, draft: D) => Promise<R | undefined>;
  remove: (target: Versioned) => Promise<unknown>;
  /** Maps the current record in a 409 response. */
  fromWire: (record: never) => R;
  /** Maps the wire's field names to the draft's, where they differ. */
  fieldNames?: Record<string, keyof D & string>;
  /** The field with a unique value. */
  uniqueField?: keyof D & string;
}
