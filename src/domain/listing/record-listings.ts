import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { AuditEntity } from '#contract/values/audit.ts';
import type { NameKind } from '#contract/values/names.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { nameEntity, nameTables } from '#domain/catalogue/tags-and-performers.ts';
import { type Listing, listedPart, videoListingOf } from './listing.ts';

/** A column that visitors can read or whose URL they can follow. */
interface ListedColumn {
  as: 'texts' | 'links';
  /** The property of a record, and the column's alias in queries. */
  key: string;
  /** The form field, by its name in the API. */
  field: string;
  /** The name in messages. */
  label: string;
}

type TextColumn<Table extends keyof Tables> = {
  [Column in keyof Selectable<Tables[Table]>]: string extends NonNullable<Selectable<Tables[Table]>[Column]>
    ? Column
    : never;
}[keyof Selectable<Tables[Table]>];

const text = <const Key extends string>(key: Key) => ({ as: 'texts', key, field: key, label: key }) as const;
const link = <const Key extends string>(key: Key, label: string, field: string = key) =>
  ({ as: 'links', key, field, label }) as const;
const admins = undefined;

const names = {
  name: text('name'),
  description: text('description'),
  image_url: link('imageUrl', 'image', 'image'),
  slug: admins,
};

/** Every column with free text of these tables, so that a new one cannot escape the listing check unnoticed. */
const columns = {
  tags: names,
  performers: names,
  partners: {
    name: text('name'),
    description: text('description'),
    url: link('url', 'URL'),
    logo: link('logo', 'logo'),
    email: admins,
    reject_reason: admins,
  },
  channels: {
    name: text('name'),
    description: text('description'),
    url: link('url', 'URL'),
    thumbnail: link('thumbnail', 'thumbnail'),
  },
  file_links: { title: text('title'), description: text('description'), url: link('url', 'URL'), size: admins },
} as const satisfies { [Table in keyof Tables]?: Record<TextColumn<Table>, ListedColumn | undefined> };

type ListedTable = keyof typeof columns;

/** The values of a record that visitors can see. */
type ListedValues<Table extends ListedTable> = {
  [Column in keyof (typeof columns)[Table] as (typeof columns)[Table][Column] extends { key: infer Key extends string }
    ? Key
    : never]: string;
};
export type ListedRecord<Table extends ListedTable> = ListedValues<Table> & { id: number };

const listedColumns = (table: ListedTable) =>
  Object.entries<ListedColumn | undefined>(columns[table]).flatMap(([column, listed]) =>
    listed ? [{ column, ...listed }] : [],
  );

/** The id and what visitors can see of a record, for queries. */
export const listedColumnsSql = (table: ListedTable, alias: string): RawBuilder<unknown> =>
  sql.raw(
    [`${alias}.id`, ...listedColumns(table).map(({ column, key }) => `${alias}.${column} as "${key}"`)].join(', '),
  );

const listingOf = <Table extends ListedTable>(
  table: Table,
  entity: AuditEntity,
  name: string,
  record: { id: number } & Partial<ListedValues<Table>>,
): Listing => {
  const values: Record<string, unknown> = record;
  const partsAs = (as: ListedColumn['as']) =>
    listedColumns(table).flatMap(({ key, field, label, ...listed }) => {
      const value = values[key];
      return listed.as === as && typeof value === 'string' ? listedPart(field, label, value) : [];
    });
  return { entity, id: record.id, name, texts: partsAs('texts'), links: partsAs('links') };
};

interface NamedRecord extends Partial<ListedValues<'performers'>> {
  id: number;
  slug?: string;
  name: string;
}

/** A tag or performer, or an alias of one. */
export const nameListing = (kind: NameKind, record: NamedRecord): Listing => ({
  ...listingOf(nameTables[kind].table, nameEntity(kind), record.name, record),
  ...(kind === 'performer' && record.slug !== undefined && { performers: [record.slug] }),
});

/** `urlField` is the form field of the URL. */
export const partnerListing = (partner: ListedRecord<'partners'>, urlField = 'url'): Listing => {
  const listing = listingOf('partners', 'network', partner.name, partner);
  const links = listing.links.map((part) => (part.field === 'url' ? { ...part, field: urlField } : part));
  return { ...listing, links };
};

export const channelListing = (channel: ListedRecord<'channels'>): Listing =>
  listingOf('channels', 'channel', channel.name, channel);

export const fileLinkListing = (fileLink: ListedRecord<'file_links'>): Listing =>
  listingOf('file_links', 'file_link', fileLink.title, fileLink);

const readRecord = async <Record>(
  db: Db,
  table: ListedTable,
  id: number,
  more = sql``,
): Promise<Record | undefined> => {
  const { rows } = await sql<Record>`
    select ${listedColumnsSql(table, 'r')} ${more} from ${sql.table(table)} r where r.id = ${id}::bigint`.execute(db);
  return rows[0];
};

/** The listing of a restorable record, whether it is deleted or not. */
export const readListing = async (db: Db, kind: DeletedKind, id: number): Promise<Listing | undefined> => {
  if (kind === 'posts') return videoListingOf(db, id);
  if (kind === 'stars') {
    const star = await readRecord<ListedRecord<'performers'> & { slug: string }>(db, 'performers', id, sql`, r.slug`);
    return star && nameListing('performer', star);
  }
  if (kind === 'terabox') {
    const fileLink = await readRecord<ListedRecord<'file_links'>>(db, 'file_links', id);
    return fileLink && fileLinkListing(fileLink);
  }
  if (kind === 'channels') {
    const channel = await readRecord<ListedRecord<'channels'>>(db, 'channels', id);
    return channel && channelListing(channel);
  }
  const partner = await readRecord<ListedRecord<'partners'>>(db, 'partners', id);
  return partner && partnerListing(partner);
};
