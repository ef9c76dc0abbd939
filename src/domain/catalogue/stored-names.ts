import { sql } from 'kysely';
import { type NameKind, nameWords } from '#contract/values/name-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';

/** Where tags and performers are stored. */
export const nameTables = {
  tag: { table: 'tags', aliases: 'tag_aliases', links: 'video_tags', link: 'tag_id' },
  performer: {
    table: 'performers',
    aliases: 'performer_aliases',
    links: 'video_performers',
    link: 'performer_id',
  },
} as const satisfies Record<NameKind, object>;

/** What the audit log calls them. */
export const nameEntity = (kind: NameKind) => (kind === 'tag' ? 'tag' : 'star');

/** The condition on names that can be used: performers can be deleted and restored besides. */
export const isLive = (kind: NameKind, alias = 'n') =>
  kind === 'tag'
    ? sql<boolean>`${sql.ref(`${alias}.retired_at`)} is null`
    : sql<boolean>`${sql.ref(`${alias}.retired_at`)} is null and ${sql.ref(`${alias}.deleted_at`)} is null`;

export interface StoredName {
  id: number;
  slug: string;
  name: string;
  description: string;
  imageUrl: string;
  version: number;
}

interface LockedName extends StoredName {
  mergedInto: number | null;
}

const columns = sql`n.id, n.slug, n.name, n.description, n.image_url as "imageUrl", n.version`;

export const readName = async (db: Db, kind: NameKind, slug: string) => {
  const aliases = sql`(select coalesce(json_agg(json_build_object('slug', a.slug, 'name', a.name) order by a.slug collate "C"), '[]')
    from ${sql.table(nameTables[kind].aliases)} a where a.name_id = n.id)`;
  const { rows } = await sql<StoredName & { aliases: { slug: string; name: string }[] }>`
    select ${columns}, ${aliases} as aliases from ${sql.table(nameTables[kind].table)} n
    where n.slug = ${slug} and ${isLive(kind)}`.execute(db);
  return rows[0];
};

/** Locks tags or performers in the order of their ids, so that concurrent transactions cannot deadlock. */
export const lockNames = async (tx: Tx, kind: NameKind, slugs: readonly string[]): Promise<StoredName[]> => {
  const { rows } = await sql<LockedName>`
    select ${columns}, n.merged_into as "mergedInto" from ${sql.table(nameTables[kind].table)} n
    where n.slug = any(${sql.val(slugs)}::text[]) and ${isLive(kind)} order by n.id for update`.execute(tx);
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return slugs.map((slug) => {
    const found = bySlug.get(slug);
    if (!found) throw new NotFoundError(`There is no ${nameWords[kind]} “${slug}” any more.`);
    const { mergedInto, ...stored } = found;
    if (mergedInto !== null) throw new ConflictError(`“${stored.name}” is being merged. Wait until that has finished.`);
    return stored;
  });
};

export const lockName = async (tx: Tx, kind: NameKind, slug: string): Promise<StoredName> => {
  const [name] = await lockNames(tx, kind, [slug]);
  return name as StoredName;
};
