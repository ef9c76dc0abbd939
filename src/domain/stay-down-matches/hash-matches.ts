import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import { videoPath } from '#contract/values/urls.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { addEntry } from '#domain/cases/cases.ts';
import { dueAt } from '#domain/cases/deadlines.ts';
import { NotFoundError } from '#domain/errors.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import type { Found } from '#domain/paged-search.ts';

/** A post whose picture is on a hash list, waiting for a decision. */
export interface HashMatch {
  listId: number;
  listName: string;
  videoId: number;
  title: string;
  imageUrl: string;
  link: string;
  state: string;
  distance: number;
  foundAt: Date;
}

const maxMatchesPerCase = 500;

const undecided = (tx: Db, listId?: number) => {
  const matches = tx
    .selectFrom('hash_matches as m')
    .innerJoin('hash_lists as l', 'l.id', 'm.list_id')
    .innerJoin('videos as v', 'v.id', 'm.video_id')
    .where('m.decision', 'is', null)
    .where('l.deleted_at', 'is', null)
    .where('v.deleted_at', 'is', null);
  return listId === undefined ? matches : matches.where('m.list_id', '=', listId);
};

const countUndecided = async (db: Db, listId?: number): Promise<number> => {
  const { total } = await undecided(db, listId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

export const readHashMatches = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<Found<HashMatch>> => {
  const total = await countUndecided(db);
  const records = await undecided(db)
    .select([
      'm.list_id as listId',
      'l.name as listName',
      'm.video_id as videoId',
      'v.title',
      'v.image_url as imageUrl',
    ])
    .select(['v.link', 'v.state', 'm.distance', 'm.found_at as foundAt'])
    .orderBy('m.found_at', 'desc')
    .orderBy('m.list_id')
    .orderBy('m.video_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { total, records };
};

interface Choice {
  listId: number;
  /** Without ids: all undecided posts of the list, up to the limit of a case. */
  videoIds?: readonly number[] | undefined;
}

const lockChosen = async (tx: Tx, { listId, videoIds }: Choice) => {
  const matches = await undecided(tx, listId)
    .select(['l.name as listName', 'm.video_id as id', 'v.title', 'v.link'])
    .$if(videoIds !== undefined, (query) =>
      query.where('m.video_id', '=', sql<number>`any(${sql.val(videoIds)}::bigint[])`),
    )
    .orderBy('m.video_id')
    .limit(maxMatchesPerCase)
    .forUpdate('m')
    .execute();
  if (matches.length === 0) throw new NotFoundError('There is nothing left to decide.');
  return matches;
};

const decide = (tx: Tx, listId: number, ids: readonly number[], decision: 'withheld' | 'kept') =>
  tx
    .updateTable('hash_matches')
    .set({ decision })
    .where('list_id', '=', listId)
    .where('video_id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();

/** Withholds the posts and opens a case about them. `left` is the number of posts that did not fit into it. */
export const withholdHashMatches = (
  db: Db,
  actor: Actor,
  choice: Choice & { kind: 'intimate_image' | 'minor'; siteUrl: string },
): Promise<{ number: string; withheld: number; left: number }> =>
  db.transaction().execute(async (tx) => {
    const matches = await lockChosen(tx, choice);
    const ids = matches.map(({ id }) => id);
    const source = `Hash list “${matches[0]?.listName}”`;
    const { kind, siteUrl } = choice;
    const now = new Date();
    const { id, receivedAt } = await tx
      .insertInto('cases')
      .values({
        kind,
        // There is no reporter, so no token exists for this hash.
        token_hash: randomBytes(32),
        received_at: now,
        due_at: dueAt(kind, now),
        is_complete: true,
        details: '{}',
        reporter_name: source,
      })
      .returning(['id', 'received_at as receivedAt'])
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('case_urls')
      .values(
        matches.map((video, position) => ({
          case_id: id,
          position,
          video_id: video.id,
          title: video.title,
          link: video.link,
          url: siteUrl + videoPath(video.id, video.title),
        })),
      )
      .execute();
    await addEntry(tx, id, { kind: 'received', text: source, admin: actor.admin, isPublic: false });
    const held = await withholdVideos(tx, ids, { caseId: id });
    await decide(tx, choice.listId, ids, 'withheld');
    const number = caseNumber({ id, receivedAt });
    await recordChange(tx, actor, {
      action: 'create',
      entity: 'case',
      entityId: id,
      after: { name: number, kind, source },
    });
    return { number, withheld: held.length, left: await countUndecided(tx, choice.listId) };
  });

/** Keeps posts that don't show what is on the list. They are not offered for a decision again. */
export const keepHashMatches = (db: Db, actor: Actor, choice: Choice): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const matches = await lockChosen(tx, choice);
    const ids = matches.map(({ id }) => id);
    await decide(tx, choice.listId, ids, 'kept');
    const after = { name: matches[0]?.listName, kept: matches.map(({ id, title }) => `${title} (${id})`) };
    await recordChange(tx, actor, { action: 'update', entity: 'hash_list', entityId: choice.listId, after });
    return ids.length;
  });
