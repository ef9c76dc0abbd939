import { sql } from 'kysely';
import { type Category, categories, partnerCategories } from '#contract/values/categories.ts';
import { type CatalogueKind, catalogueKinds, kindKey } from '#contract/values/exports.ts';
import { limits } from '#contract/values/fields.ts';
import { isNameSlug, type NameKind, slugOf, tidyName } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import { isLive, nameTables } from '#domain/catalogue/tags-and-performers.ts';
import { nameListing, partnerListing } from '#domain/listing/record-listings.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { linkProblem, pictureProblem, textProblem } from './mapping/checks.ts';
import { inBlocks } from './reading/blocks.ts';
import { decompress } from './reading/compression/decompress.ts';
import { defaultFeedLimits } from './reading/feed-limits.ts';
import { type FeedColumns, RowProblem } from './reading/feed-row.ts';
import type { RawRow } from './reading/formats/feed-parser.ts';
import { columnsOfJson } from './reading/formats/json/json-columns.ts';
import { parseJson } from './reading/formats/json/parse-json.ts';
import { createLineSplitter } from './reading/formats/split-lines.ts';
import { readFeedBytes } from './received-feeds.ts';

/** A line of an exported catalogue that isn't a post. */
interface CatalogueRow {
  kind: CatalogueKind;
  columns: FeedColumns;
}

const catalogueRowOf = (columns: FeedColumns | RowProblem): CatalogueRow | undefined => {
  if (columns instanceof RowProblem) return undefined;
  const kind = catalogueKinds.find((each) => each === columns[kindKey]);
  return kind && { kind, columns };
};

const textIn = (columns: FeedColumns, name: string) => {
  const cell = columns[name] ?? '';
  return typeof cell === 'string' ? cell : '';
};

const textsIn = (columns: FeedColumns, name: string) => {
  const cell = columns[name] ?? [];
  return typeof cell === 'string' ? [cell].filter((text) => text !== '') : cell;
};

const timeIn = (columns: FeedColumns, name: string) => {
  const time = new Date(textIn(columns, name));
  return Number.isNaN(time.getTime()) ? null : time;
};

const newline = 0x0a;

const rowOf = ({ bytes, problem }: RawRow): CatalogueRow | undefined => {
  if (problem !== undefined) return undefined;
  const parsed = parseJson(bytes.toString('utf8'));
  if (parsed instanceof RowProblem) return undefined;
  return catalogueRowOf(columnsOfJson(parsed.value, defaultFeedLimits.columns));
};

/** Reads the lines before the first post of an exported catalogue. Of other feeds, only one block is read. */
async function* readCatalogueRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CatalogueRow[]> {
  const splitter = createLineSplitter(newline, defaultFeedLimits.rowBytes);
  let rest: Buffer = Buffer.alloc(0);
  for await (const block of inBlocks(decompress(bytes, defaultFeedLimits))) {
    const bytesSoFar = rest.length === 0 ? block : Buffer.concat([rest, block]);
    const lines: RawRow[] = [];
    rest = bytesSoFar.subarray(splitter.split(bytesSoFar, false, (line) => lines.push(line)));
    const rows: CatalogueRow[] = [];
    let isPost = false;
    for (const line of lines) {
      const row = rowOf(line);
      isPost = row === undefined;
      if (row === undefined) break;
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
    if (isPost) return;
  }
  const last = rest.length === 0 ? undefined : rowOf({ bytes: rest });
  if (last) yield [last];
}

const toPartner = (columns: FeedColumns) => ({
  name: textIn(columns, 'name').trim(),
  url: textIn(columns, 'url'),
  logo: textIn(columns, 'logo'),
  description: textIn(columns, 'description'),
  category: partnerCategories.find((each) => each === textIn(columns, 'category')) ?? partnerCategories[0],
  active: textIn(columns, 'active') === 'true',
  email: textIn(columns, 'email') || null,
  submitted_at: timeIn(columns, 'submittedAt'),
  approved_at: timeIn(columns, 'approvedAt'),
  free_until: timeIn(columns, 'freeUntil'),
  paid_at: timeIn(columns, 'paidAt'),
  rejected_at: timeIn(columns, 'rejectedAt'),
  reject_reason: textIn(columns, 'rejectReason') || null,
});

type Partner = ReturnType<typeof toPartner>;

const isValidNetwork = ({ name, url, logo, description }: Partner) =>
  name !== '' &&
  textProblem('name', name, limits.partner.name) === undefined &&
  textProblem('description', description, limits.partner.description) === undefined &&
  linkProblem('URL', url, { isOwnCatalogue: true }) === undefined &&
  (logo === '' || pictureProblem('logo', logo, { isOwnCatalogue: true }) === undefined);

/** Adds networks with new names, except those that may not be listed. */
const importNetworks = async (tx: Tx, rows: readonly FeedColumns[]): Promise<void> => {
  if (rows.length === 0) return;
  const present = await tx
    .selectFrom('partners')
    .select(sql<string>`lower(name)`.as('name'))
    .where('deleted_at', 'is', null)
    .execute();
  const known = new Set(present.map(({ name }) => name));
  const added = rows
    .map(toPartner)
    .filter((partner) => isValidNetwork(partner) && !known.has(partner.name.toLowerCase()));
  const refusals = await refusalsOf(
    tx,
    added.map((partner) => partnerListing({ id: 0, ...partner })),
  );
  const allowed = added.filter((_, at) => refusals[at] === undefined);
  if (allowed.length > 0) await tx.insertInto('partners').values(allowed).execute();
};

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
    // Keep a valid slug: it may come from an earlier rule and differ from what the name gives.
    slug: slug !== '' && slugOf(slug) === slug ? slug : slugOf(name),
    name,
    description: textIn(columns, 'description').trim(),
    imageUrl: textIn(columns, 'image'),
    category: categories.find((each) => each === textIn(columns, 'category')) ?? 'english',
    aliases: textsIn(columns, 'aliases').map(tidyName),
  };
};

const isValidName = ({ slug, name, description, imageUrl }: ImportedName) =>
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
  // Only fill in blanks, so that what admins entered here stays.
  return sql`insert into ${sql.table(table)} as n (${columns}) values ${values}
    on conflict (slug) ${kind === 'performer' ? sql`where deleted_at is null` : sql``} do update set
      description = case when n.description = '' then excluded.description else n.description end,
      image_url = case when n.image_url = '' then excluded.image_url else n.image_url end
    where n.retired_at is null and (n.description = '' or n.image_url = '')`.execute(tx);
};

/** Skips aliases whose slug belongs to a tag or performer here. */
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

/** Adds tags or performers with their pictures, descriptions and aliases, except those that may not be listed. */
const importNames = async (tx: Tx, kind: NameKind, rows: readonly FeedColumns[]): Promise<void> => {
  const names = [
    ...new Map(
      rows
        .map(toName)
        .filter(isValidName)
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

const importRows = async (tx: Tx, rows: readonly CatalogueRow[]): Promise<void> => {
  const of = (kind: CatalogueKind) => rows.filter((row) => row.kind === kind).map(({ columns }) => columns);
  await importNetworks(tx, of('network'));
  await importNames(tx, 'tag', of('tag'));
  await importNames(tx, 'performer', of('star'));
};

interface CatalogueImport {
  db: Db;
  importId: number;
  inTransaction: (work: (tx: Tx) => Promise<void>) => Promise<void>;
}

/** Adds the networks, tags and stars of an exported catalogue. Existing ones stay, so this is idempotent. */
export const importCatalogueRows = async ({ db, importId, inTransaction }: CatalogueImport): Promise<void> => {
  for await (const rows of readCatalogueRows(readFeedBytes(db, importId)))
    await inTransaction((tx) => importRows(tx, rows));
};
