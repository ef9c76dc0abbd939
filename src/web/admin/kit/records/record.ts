import type { Client } from '#contract/calls/client.ts';

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

export interface RecordPage<R> {
  records: R[];
  pagination: typeof noPages;
}

export type WithId<R extends { _id: string }> = Omit<R, '_id'> & { id: string };

/** Renames the wire's `_id` to the back-office's `id`. */
export const withId = <R extends { _id: string }>({ _id, ...rest }: R): WithId<R> => ({ ...rest, id: _id });

type BodyOf<Call extends keyof Client> = Parameters<Client[Call]>[0] extends { body: infer Body } ? Body : never;

/** What a form edits: every field that the body of a call takes. */
export type DraftOf<Call extends keyof Client> = Required<Omit<BodyOf<Call>, 'version'>>;

/** The API calls that change an entity, with the wire's names mapped to the back-office's. */
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

/** The calls of an entity whose records are listed in pages. */
export interface ListedCalls<R extends Versioned, D> extends RecordCalls<R, D> {
  list: (query: ListQuery) => Promise<RecordPage<R>>;
}

/** A record as the API sends it. */
type WireOf<R extends Versioned> = Omit<R, 'id'> & { _id: string };

/** The four methods of the client for a directory, and the names that the records have in the responses. */
interface DirectoryCalls<R extends Versioned, D, Many extends string, One extends string> {
  drafts: string;
  many: Many;
  one: One;
  uniqueField?: keyof D & string;
  list: (input: { query: ListQuery }) => Promise<Record<Many, WireOf<R>[]> & { pagination: typeof noPages }>;
  add: (input: { body: D }) => Promise<Record<One, WireOf<R>>>;
  update: (input: { params: { id: string }; body: D & { version: number } }) => Promise<Record<One, WireOf<R>>>;
  remove: (input: { params: { id: string }; body: { version: number } }) => Promise<unknown>;
}

/** The calls of an entity that the API lists, adds, updates and deletes as it does all directories. */
export const directoryCalls = <R extends Versioned, D, Many extends string, One extends string>(
  calls: DirectoryCalls<R, D, Many, One>,
): ListedCalls<R, D> => {
  const { many, one, list, add, update, remove, ...rest } = calls;
  const fromWire = (record: WireOf<R>) => withId(record) as unknown as R;
  return {
    ...rest,
    list: async (query) => {
      const response = await list({ query });
      return { records: response[many].map(fromWire), pagination: response.pagination };
    },
    add: async (body) => fromWire((await add({ body }))[one]),
    update: async ({ id, version }, draft) =>
      fromWire((await update({ params: { id }, body: { ...draft, version } }))[one]),
    remove: ({ id, version }) => remove({ params: { id }, body: { version } }),
    fromWire,
  };
};
