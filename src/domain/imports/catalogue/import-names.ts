import { sql } from 'kysely';
import { type Category, categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { tidyName } from '#contract/values/names.ts';
import { isNameSlug, slugOf } from '#contract/values/slug.ts';
import type { Tx } from '#db/database.ts';
import { isLive, nameTables } from '#domain/catalogue/stored-names.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { pictureProblem, textProblem } from '../mapping/checks.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { textIn, textsIn } from './catalogue-row.ts';

interface ImportedName {
  slug: string;
  name: string;
  description: string;
  imageUrl: string;
  category: Category;
  aliases: string[];
}

const toName = (columns: FeedColumns): ImportedName => {
  const name = tidyName(textIn(columns, 'name'));
  const slug = textIn(columns, 'slug');
  return {
    // One of an earlier rule, which its name alone does not tell.
    slug: slug !== '' && slugOf(slug) === slug ? slug : slugOf(name),
    name,
    description: textIn(columns, 'description').trim(),
    imageUrl: textIn(columns, 'image'),
    category: categories.find((each) => each === textIn(columns, 'category')) ?? 'english',
    aliases: textsIn(columns, 'aliases').map(tidyName),
  };
};

const isValid = ({ slug, name, description, imageUrl }: ImportedName) =>
  isNameSlug(slug) &&
  [...slug].length <= limits.performer.name &&
  textProblem('name', name, limits.performer.name) === undefined &&
  textProblem('description', description, limits.performer.description) === undefined &&
  (imageUrl === '' || pictureProblem('image', imageUrl, { isOwnCatalogue: true }) === undefined);

const insertNames = (tx: Tx, kind: NameKind, names: readonly ImportedName[]) => {
  const { table } = nameTables[kind];
  const values = sql.join(
    names.map(({ slug, name, description, imageUrl, category }) => {
      const row = [sql`${slug}`, sql`${name}`, sql`${description}`, sql`${imageUrl}`];
      return sql`(${sql.join(kind === 'performer' ? [...row, sql`${category}`] : row)})`;
    }),
  );
  const columns =
    kind === 'performer' ? sql`slug, name, description, image_url, category` : sql`slug, name, description, image_url`;
  // What an admin has entered here stays.
  return sql`insert into ${sql.table(table)} as n (${columns}) values ${values}
    on conflict (slug) ${kind === 'performer' ? sql`where deleted_at is null` : sql``} do update set
      description = case when n.description = '' then excluded.description else n.description end,
      image_url = case when n.image_url = '' then excluded.image_url else n.image_url end
    where n.retired_at is null and (n.description = '' or n.image_url = '')`.execute(tx);
};

/** A slug that is a name of its own here is no other name of somebody else. */
const insertAliases = async (tx: Tx, kind: NameKind, names: readonly ImportedName[]) => {
  const { table, aliases } = nameTables[kind];
  const rows = names.flatMap(({ slug, aliases: others }) =>
    others.map((alias) => ({ slug: slugOf(alias), name: alias, of: slug })).filter((alias) => isNameSlug(alias.slug)),
  );
  if (rows.length === 0) return;
  await sql`insert into ${sql.table(aliases)} (slug, name, name_id)
    select a.slug, a.name, n.id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(slug text, name text, "of" text)
      join ${sql.table(table)} n on n.slug = a."of" and ${isLive(kind)}
    where not exists (select from ${sql.table(table)} own where own.slug = a.slug)
    on conflict (slug) do nothing`.execute(tx);
};

/** Adds tags or performers with their pictures, descriptions and other names. Those that may not be listed are left out. */
export const importNames = async (tx: Tx, kind: NameKind, rows: readonly FeedColumns[]): Promise<void> => {
  const names = [
    ...new Map(
      rows
        .map(toName)
        .filter(isValid)
        .map((name) => [name.slug, name]),
    ).values(),
  ];
  const refusals = await refusalsOf(
    tx,
    names.map((name) => nameListing(kind, { id: 0, ...name })),
  );
  // Insert in sorted order, so that concurrent transactions cannot deadlock.
  const allowed = names.filter((_, at) => refusals[at] === undefined).sort((a, b) => (a.slug < b.slug ? -1 : 1));
  if (allowed.length === 0) return;
  await insertNames(tx, kind, allowed);
  await insertAliases(tx, kind, allowed);
};
