import { sql } from 'kysely';
import { slugOf } from '#contract/values/slug.ts';
import type { Tx } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

const longestSlug = 100;

/** The slug of a tag's or performer's name, which must leave something to write in an address. */
export const slugOfName = (field: string, name: string): string => {
  const slug = slugOf(name.trim());
  if (!/[a-z0-9]/.test(slug) || slug.length > longestSlug) {
    const message = `${field} must hold a letter from a to z or a digit`;
    throw new ValidationError(message, { [field]: message });
  }
  return slug;
};

/** Names by their slugs, each once, in the order given; the first spelling counts. */
export const bySlug = (field: string, names: readonly string[]): Map<string, string> => {
  const found = new Map<string, string>();
  for (const name of names) {
    const slug = slugOfName(field, name);
    if (!found.has(slug)) found.set(slug, name.trim());
  }
  return found;
};

const idsOf = async (tx: Tx, table: 'tags' | 'performers', slugs: string[]) => {
  const rows = await tx
    .selectFrom(table)
    .select(['id', 'slug'])
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .$if(table === 'performers', (query) => query.where(sql.ref('deleted_at'), 'is', null))
    .execute();
  return new Map(rows.map(({ id, slug }) => [slug, id]));
};

/** The ids of tags or performers in the order of their slugs; those that are new are made. */
export const findOrCreateIds = async (
  tx: Tx,
  table: 'tags' | 'performers',
  names: Map<string, string>,
): Promise<number[]> => {
  const slugs = [...names.keys()];
  let ids = await idsOf(tx, table, slugs);
  // In one order everywhere, so that two who add the same new names wait for each other in turn.
  const missing = slugs.filter((slug) => !ids.has(slug)).sort();
  if (missing.length > 0) {
    await tx
      .insertInto(table)
      .values(missing.map((slug) => ({ slug, name: names.get(slug) ?? slug })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    ids = await idsOf(tx, table, slugs);
  }
  return slugs.flatMap((slug) => ids.get(slug) ?? []);
};
