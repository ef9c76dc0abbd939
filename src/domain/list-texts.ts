import { sql } from 'kysely';
import type { ListKind } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertVersion, NotFoundError } from '#domain/errors.ts';
import { listTextListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';

/** Names a list of videos: a tag or performer by its slug, or one of the fixed lists by its name. */
export interface ListName {
  kind: ListKind;
  name: string;
}

export interface ListTextFields {
  title: string;
  description: string;
  introduction: string;
}

/** The texts that an operator has written about a list. A blank text means the default. */
export interface ListText extends ListTextFields {
  /** 0 before the first save. */
  version: number;
}

export const noListText: ListText = { title: '', description: '', introduction: '', version: 0 };

/** Identifies a list in `readListTexts`: 'tag:milf', 'list:new-content'. */
export const listKey = ({ kind, name }: ListName) => `${kind}:${name}`;

/** All texts, by the key of their list. */
export const readListTexts = async (db: Db): Promise<ReadonlyMap<string, ListText>> => {
  const rows = await db
    .selectFrom('list_texts as l')
    .leftJoin('tags as t', 't.id', 'l.tag_id')
    .leftJoin('performers as p', 'p.id', 'l.performer_id')
    .select([
      'l.list',
      'l.title',
      'l.description',
      'l.introduction',
      'l.version',
      't.slug as tag',
      'p.slug as performer',
    ])
    .execute();
  return new Map(
    rows.map(({ list, tag, performer, ...text }) => {
      if (tag !== null) return [`tag:${tag}`, text];
      return [performer === null ? list : `performer:${performer}`, text];
    }),
  );
};

/** The columns that name a list. Tags and performers are stored by id, so that their texts survive a rename. */
const columnsOf = async (tx: Tx, { kind, name }: ListName) => {
  if (kind === 'list' || kind === 'category') return { list: listKey({ kind, name }) };
  const row = await tx
    .selectFrom(kind === 'tag' ? 'tags' : 'performers')
    .select('id')
    .where('slug', '=', name)
    .$if(kind === 'performer', (query) => query.where(sql.ref('deleted_at'), 'is', null))
    .executeTakeFirst();
  if (!row) throw new NotFoundError(`This ${kind === 'tag' ? 'tag' : 'star'} no longer exists.`);
  const list = `${kind}:${row.id}`;
  return kind === 'tag' ? { list, tag_id: row.id } : { list, performer_id: row.id };
};

interface ListTextChange {
  list: ListName;
  text: ListTextFields;
  expectedVersion: number | undefined;
}

/** Replaces the texts of a list. Blank ones revert to the default. */
export const saveListText = (
  db: Db,
  actor: Actor,
  { list, text, expectedVersion }: ListTextChange,
): Promise<ListText> =>
  db.transaction().execute(async (tx) => {
    const columns = await columnsOf(tx, list);
    // An advisory lock, because there may be no row to lock yet.
    await sql`select pg_advisory_xact_lock(hashtext('marquee list text'), hashtext(${columns.list}))`.execute(tx);
    const stored = await tx
      .selectFrom('list_texts')
      .select(['title', 'description', 'introduction', 'version'])
      .where('list', '=', columns.list)
      .executeTakeFirst();
    const before = stored ?? noListText;
    assertVersion('page’s texts', before, expectedVersion);
    const values = { ...text, version: before.version + 1, updated_at: new Date() };
    const { id, ...after } = await tx
      .insertInto('list_texts')
      .values({ ...columns, ...values })
      .onConflict((conflict) => conflict.column('list').doUpdateSet(values))
      .returning(['id', 'title', 'description', 'introduction', 'version'])
      .executeTakeFirstOrThrow();
    await assertMayBeListed(tx, listTextListing(id, listKey(list), after));
    await recordChange(tx, actor, {
      action: 'update',
      entity: 'list_text',
      entityId: id,
      ...(stored ? { before: { list: listKey(list), ...stored } } : {}),
      after: { list: listKey(list), ...after },
    });
    return after;
  });
