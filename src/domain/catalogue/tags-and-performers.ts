import { sql } from 'kysely';
import { slugOf } from '#contract/values/slug.ts';
import type { Tx } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

const maxSlugLength = 100;

/** The form field with the wrong name. */
type NamesField = 'tags' | 'name';

/** The slug of a tag or performer; names without any letter or digit that URLs can show are refused. */
export const slugOfName = (field: NamesField, name: string): string => {
  const slug = slugOf(name.trim());
  if (!/[a-z0-9]/.test(slug) || slug.length > maxSlugLength) {
    const message = `${field === 'tags' ? 'A tag' : 'A name'} must contain a letter from a to z or a digit.`;
    throw new ValidationError(message, { [field]: message });
  }
  return slug;
};

/** Keeps the given order. Of names with the same slug, the first spelling wins. */
export const namesBySlug = (field: NamesField, names: readonly string[]): Map<string, string> => {
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

/** The ids in the order of the given slugs; tags or performers that do not exist are created. */
export const findOrCreateIds = async (
  tx: Tx,
  table: 'tags' | 'performers',
  namesBySlug: Map<string, string>,
): Promise<number[]> => {
  const slugs = [...namesBySlug.keys()];
  let ids = await idsOf(tx, table, slugs);
  // Insert in sorted order, so that concurrent transactions cannot deadlock.
  const missing = slugs.filter((slug) => !ids.has(slug)).sort();
  if (missing.length > 0) {
    await tx
      .insertInto(table)
      .values(missing.map((slug) => ({ slug, name: namesBySlug.get(slug) ?? slug })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    ids = await idsOf(tx, table, slugs);
  }
  return slugs.flatMap((slug) => ids.get(slug) ?? []);
};
