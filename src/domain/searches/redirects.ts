import { sql } from 'kysely';
import { enter, limits, numeral, tooLong } from '#contract/values/fields.ts';
import { isAdminPath } from '#contract/values/urls.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { recordChange } from '#domain/audit-log.ts';
import { createDirectory } from '#domain/directory/directory.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { redirectListing } from '#domain/listing/listing.ts';
import { foldSearch } from './search-log.ts';

const wrongPath = () => {
  const message = 'Enter a path of this site, such as /tag/rooftop.';
  return new ValidationError(message, { path: message });
};

/** Decodes a path as the router does. */
const decoded = (pathname: string) => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
};

/**
 * The path of a full URL or path on this site that visitors may open. Checks the parsed URL rather than the text, because a path such as
 * /.//host would lead to another host (open redirect).
 */
export const ownPath = (entered: string, siteUrl: string): string => {
  const text = entered.trim();
  const url = URL.parse(text, siteUrl);
  const isOwn = url?.origin === new URL(siteUrl).origin && (text.startsWith('/') || text.startsWith(`${url.origin}/`));
  if (!url || !isOwn || url.pathname.startsWith('//') || isAdminPath(decoded(url.pathname))) throw wrongPath();
  return url.pathname + url.search + url.hash;
};

/** The folded text that a path searches for. Undefined if it isn't a search, or if redirects don't apply to it. */
const searchOfPath = (path: string): string | undefined => {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const isSearch = /^\/+search(\.data)?\/*$/i.test(decoded(pathname));
  const isRedirected = searchParams.get('exact') !== 'true' && (searchParams.get('page') ?? '1') === '1';
  return isSearch && isRedirected ? foldSearch(searchParams.get('q') ?? '') : undefined;
};

/** A search that leads to a page instead of to its results. */
export interface SearchRedirect {
  id: number;
  /** Folded. */
  text: string;
  /** A path on this site. */
  path: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

type NewRedirect = Pick<SearchRedirect, 'text' | 'path'>;

const max = limits.searchRedirects;
const columns = ['id', 'text', 'path', 'version', 'created_at as createdAt', 'updated_at as updatedAt'] as const;

/** Newest first. */
export const allRedirects = (db: Db): Promise<SearchRedirect[]> =>
  db.selectFrom('search_redirects').select(columns).orderBy('id', 'desc').execute();

/** The path of each redirected text. */
export const readRedirectPaths = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.selectFrom('search_redirects').select(['text', 'path']).execute();
  return new Map(rows.map(({ text, path }) => [text, path]));
};

const wrong = (field: keyof NewRedirect, message: string) => new ValidationError(message, { [field]: message });

const foldedText = (typed: string) => {
  const text = foldSearch(typed);
  if (text === '') throw wrong('text', enter('search text'));
  // Folding can make a text longer.
  if (text.length > max.text) throw wrong('text', tooLong('The search text', max.text));
  return text;
};

/** A redirect may lead to another search that is redirected too, but not back to itself. */
const assertNoLoop = (paths: ReadonlyMap<string, string>, text: string, path: string) => {
  let next: string | undefined = path;
  for (let steps = 0; next !== undefined && steps <= paths.size; steps++) {
    const search = searchOfPath(next);
    if (search === text) throw wrong('path', 'This would lead back to the same search.');
    next = search === undefined ? undefined : paths.get(search);
  }
};

/** Locks out other saves, because two concurrent redirects could form a loop. */
const otherPaths = async (tx: Tx, id: number | undefined) => {
  await sql`select pg_advisory_xact_lock(hashtext('marquee search redirects'))`.execute(tx);
  const others = (await allRedirects(tx)).filter((redirect) => redirect.id !== id);
  return new Map(others.map(({ text, path }) => [text, path]));
};

const throwIfTaken = (error: unknown): never => {
  if (!isUniqueViolation(error)) throw error;
  throw new ConflictError('This search already has a redirect.');
};

export const redirects = createDirectory({
  entity: 'search_redirect',
  word: 'redirect',
  lock: (tx, id): Promise<SearchRedirect | undefined> =>
    tx
      .selectFrom('search_redirects')
      .select(columns)
      .where('id', '=', sql<number>`${id}::bigint`)
      .forUpdate()
      .executeTakeFirst(),
  listing: (record) => redirectListing(record),
  insert: async (tx, { text: typed, path }: NewRedirect) => {
    const text = foldedText(typed);
    const others = await otherPaths(tx, undefined);
    if (others.size >= max.entries)
      throw new ConflictError(`There may be at most ${numeral(max.entries)} redirects. Delete one first.`);
    assertNoLoop(others, text, path);
    return tx
      .insertInto('search_redirects')
      .values({ text, path })
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(throwIfTaken);
  },
  update: async (tx, id, changes: { text?: string | undefined; path?: string | undefined }, stamp) => {
    const others = await otherPaths(tx, id);
    const before = await tx
      .selectFrom('search_redirects')
      .select(['text', 'path'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { path = before.path } = changes;
    const text = changes.text === undefined ? before.text : foldedText(changes.text);
    assertNoLoop(others, text, path);
    return tx
      .updateTable('search_redirects')
      .set({ text, path, ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(throwIfTaken);
  },
  remove: async (tx, actor, before) => {
    await tx.deleteFrom('search_redirects').where('id', '=', before.id).execute();
    await recordChange(tx, actor, { action: 'delete', entity: 'search_redirect', entityId: before.id, before });
  },
});
