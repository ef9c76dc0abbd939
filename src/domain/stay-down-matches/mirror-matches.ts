import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { lockCases, withholdByCase } from '#domain/cases/found-urls.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { Found } from '#domain/paged-search.ts';

/** A post whose link leads to a mirror of a removed link, waiting for a decision. */
export interface MirrorMatch {
  videoId: number;
  title: string;
  link: string;
  state: string;
  caseId: number;
  caseNumber: string;
  removedUrl: string;
  foundAt: Date;
}

const maxMatches = 500;

/** Excludes posts whose links have changed, and those that the case already withholds. */
const undecided = (db: Db) =>
  db
    .selectFrom('mirror_matches as m')
    .innerJoin('kept_links as k', 'k.id', 'm.kept_link_id')
    .innerJoin('videos as v', 'v.id', 'm.video_id')
    .where('m.decision', 'is', null)
    .where('v.deleted_at', 'is', null)
    // Its main link may have become one of its other links.
    .where(sql<boolean>`(v.link = m.link or m.link = any(v.links))`)
    .whereRef('v.iframe_url', '=', 'm.iframe_url')
    .where(sql<boolean>`not exists (select from video_holds h where h.video_id = v.id and h.case_id = k.case_id)`);

const countUndecided = async (db: Db): Promise<number> => {
  const { total } = await undecided(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
};

export const readMirrorMatches = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<Found<MirrorMatch>> => {
  const records = await undecided(db)
    .select(['m.video_id as videoId', 'v.title', 'v.state', 'k.case_id as caseId', 'k.case_number as caseNumber'])
    .select(['k.url as removedUrl', 'm.found_at as foundAt'])
    .select(sql<string>`coalesce(nullif(v.link, ''), v.iframe_url)`.as('link'))
    .orderBy('m.found_at', 'desc')
    .orderBy('m.video_id', 'desc')
    .orderBy('m.kept_link_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { total: await countUndecided(db), records };
};

/** Without ids: the next undecided matches. */
const lockChosen = async (tx: Tx, videoIds: readonly number[] | undefined) => {
  const matches = await undecided(tx)
    .select(['m.kept_link_id as keptLinkId', 'm.video_id as videoId', 'v.title'])
    .select(['k.case_id as caseId', 'k.case_number as caseNumber', 'k.video_id as removedVideoId', 'k.url'])
    .$if(videoIds !== undefined, (query) =>
      query.where('m.video_id', '=', sql<number>`any(${sql.val(videoIds)}::bigint[])`),
    )
    .orderBy('m.video_id')
    .orderBy('m.kept_link_id')
    .limit(maxMatches)
    .forUpdate('m')
    .execute();
  if (matches.length === 0) throw new NotFoundError('There is nothing left to decide.');
  return matches;
};

type Chosen = Awaited<ReturnType<typeof lockChosen>>;

const decide = (tx: Tx, matches: Chosen, decision: 'withheld' | 'kept') =>
  sql`
    update mirror_matches m set decision = ${decision}
    from unnest(${sql.val(matches.map(({ keptLinkId }) => keptLinkId))}::bigint[],
      ${sql.val(matches.map(({ videoId }) => videoId))}::bigint[]) as chosen(kept_link_id, video_id)
    where m.kept_link_id = chosen.kept_link_id and m.video_id = chosen.video_id`.execute(tx);

/** Withholds posts by the cases that removed their links. Returns the number withheld and the number left to decide. */
export const withholdMirrorMatches = (
  db: Db,
  actor: Actor,
  videoIds: readonly number[] | undefined,
): Promise<{ withheld: number; left: number }> =>
  db.transaction().execute(async (tx) => {
    const matches = await lockChosen(tx, videoIds);
    const withheld = new Set<number>();
    await lockCases(
      tx,
      matches.map(({ caseId }) => caseId),
    );
    for (const [first, ...others] of Map.groupBy(matches, ({ keptLinkId }) => keptLinkId).values()) {
      if (!first) continue;
      const ids = [first, ...others].map(({ videoId }) => videoId);
      const removed = { ...first, videoId: first.removedVideoId };
      for (const id of await withholdByCase(tx, removed, ids, 'link', actor)) withheld.add(id);
    }
    await decide(tx, matches, 'withheld');
    return { withheld: withheld.size, left: await countUndecided(tx) };
  });

/** Keeps posts that differ from the removed ones. They are not offered for a decision again. */
export const keepMirrorMatches = (
  db: Db,
  actor: Actor,
  videoIds: readonly number[] | undefined,
): Promise<{ kept: number; left: number }> =>
  db.transaction().execute(async (tx) => {
    const matches = await lockChosen(tx, videoIds);
    await decide(tx, matches, 'kept');
    for (const [keptLinkId, posts] of Map.groupBy(matches, (match) => match.keptLinkId)) {
      const after = { name: posts[0]?.url, kept: posts.map(({ videoId, title }) => `${title} (${videoId})`) };
      await recordChange(tx, actor, { action: 'update', entity: 'kept_link', entityId: keptLinkId, after });
    }
    return { kept: new Set(matches.map(({ videoId }) => videoId)).size, left: await countUndecided(tx) };
  });
