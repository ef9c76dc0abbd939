import { sql } from 'kysely';
import { tidyName } from '#contract/values/names.ts';
import { asciiSlugOf, isNameSlug, slugOf } from '#contract/values/slug.ts';
import type { Db, Tx } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { idsByAlias } from './aliases.ts';

const maxSlugLength = 100;

/** The form field with the wrong name. */
type NamesField = 'tags' | 'name';

const refuse = (field: NamesField, reason: string): never => {
  const message = `${field === 'tags' ? 'A tag' : 'A name'} must ${reason}.`;
  throw new ValidationError(message, { [field]: message });
};

/** The slug of a tag or performer. Folding can make it longer than the name: 'ß' becomes 'ss'. */
export const slugOfName = (field: NamesField, name: string): string => {
  const slug = slugOf(tidyName(name));
  if (!isNameSlug(slug)) refuse(field, 'contain a letter or a digit');
  if ([...slug].length > maxSlugLength) refuse(field, `have at most ${maxSlugLength} characters`);
  return slug;
};

/** For many posts, which have names in common: each name is read once. */
export const createNameReader = (field: NamesField) => {
  const known = new Map<string, { slug: string; spelling: string }>();
  const read = (name: string) => {
    const named = known.get(name) ?? { slug: slugOfName(field, name), spelling: tidyName(name) };
    known.set(name, named);
    return named;
  };
  return (names: readonly string[]): Map<string, string> => {
    const found = new Map<string, string>();
    for (const name of names) {
      const { slug, spelling } = read(name);
      if (!found.has(slug)) found.set(slug, spelling);
    }
    return found;
  };
};

/** Keeps the given order. Of names with the same slug, the first spelling wins. */
export const namesBySlug = (field: NamesField, names: readonly string[]): Map<string, string> =>
  createNameReader(field)(names);

/**
 * Ids by the slugs of the names, or by aliases that stand for them. A name that was stored under the stricter rule of earlier
 * versions keeps that slug: 'Café' is found under 'caf' as well.
 */
export const findIds = async (tx: Db, table: 'tags' | 'performers', namesBySlug: Map<string, string>) => {
  const slugs = [...new Set([...namesBySlug].flatMap(([slug, name]) => [slug, asciiSlugOf(name)]))];
  const rows = await tx
    .selectFrom(table)
    .select((row) => [row.fn.coalesce('merged_into', 'id').as('id'), 'slug', 'name'])
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('retired_at', 'is', null)
    .$if(table === 'performers', (query) => query.where(sql.ref('deleted_at'), 'is', null))
    .execute();
  const aliased = await idsByAlias(tx, table === 'tags' ? 'tag' : 'performer', [...namesBySlug.keys()]);
  const ids = new Map([...aliased, ...rows.map(({ id, name }) => [slugOf(name), id] as const)]);
  for (const { id, slug } of rows) ids.set(slug, id);
  return ids;
};

/** A name that was deleted, or whose alias leads nowhere any more, can be used again. */
const revive = (tx: Tx, table: 'tags' | 'performers', slugs: readonly string[]) =>
  tx
    .updateTable(table)
    .set({ retired_at: null, merged_into: null })
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('retired_at', 'is not', null)
    .execute();

/** The ids by slug; tags or performers that do not exist are created. */
export const findOrCreateIdsBySlug = async (
  tx: Tx,
  table: 'tags' | 'performers',
  namesBySlug: Map<string, string>,
): Promise<Map<string, number>> => {
  const ids = await findIds(tx, table, namesBySlug);
  // Insert in sorted order, so that concurrent transactions cannot deadlock.
  const missing = [...namesBySlug.keys()].filter((slug) => !ids.has(slug)).sort();
  if (missing.length === 0) return ids;
  const names = missing.map((slug) => namesBySlug.get(slug) ?? slug);
  await sql`insert into ${sql.table(table)} (slug, name)
    select * from unnest(${sql.val(missing)}::text[], ${sql.val(names)}::text[]) on conflict do nothing`.execute(tx);
  await revive(tx, table, missing);
  return findIds(tx, table, namesBySlug);
};

/** The ids in the order of the given slugs; tags or performers that do not exist are created. */
export const findOrCreateIds = async (
  tx: Tx,
  table: 'tags' | 'performers',
  namesBySlug: Map<string, string>,
): Promise<number[]> => {
  const ids = await findOrCreateIdsBySlug(tx, table, namesBySlug);
  return [...new Set([...namesBySlug.keys()].flatMap((slug) => ids.get(slug) ?? []))];
};
