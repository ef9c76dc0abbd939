import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVideos, announceVisibility } from '#domain/announcements/queue-announcements.ts';
import type { LockedVideo } from '#domain/catalogue/stored-videos.ts';
import type { Change } from './change.ts';

/** Tells other services of the pages that a batch has changed. */
export const announceBatch = async (tx: Tx, ids: readonly number[]): Promise<void> =>
  announceVideos(tx, async () => {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from videos where id = any(${sql.val(ids)}::bigint[]) and state = 'published'`.execute(tx);
    return rows;
  });

interface Row {
  id: number;
  title: string;
  isShown: boolean;
  tags: string[];
  performers: string[];
}

const readBatch = async (tx: Tx, ids: readonly number[]): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select id, title, state = 'published' and deleted_at is null as "isShown",
      array(select slug from video_tags join tags on tags.id = tag_id where video_id = videos.id) as tags,
      array(select slug from video_performers join performers on performers.id = performer_id
        where video_id = videos.id and performers.deleted_at is null) as performers
    from videos where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
  return rows;
};

/** Tells other services what a batch has published or taken back; `before` are its posts as they were. */
export const announceShown = async (
  tx: Tx,
  { kind }: Change,
  before: Iterable<LockedVideo>,
  ids: readonly number[],
): Promise<void> => {
  if (kind !== 'setState' && kind !== 'delete' && kind !== 'restore') return;
  await announceVisibility(tx, async () => {
    const after = await readBatch(tx, ids);
    const wasShown = new Set([...before].filter(({ isShown }) => isShown).map(({ id }) => id));
    return {
      shown: after.filter(({ id, isShown }) => isShown && !wasShown.has(id)),
      hidden: after.filter(({ id, isShown }) => !isShown && wasShown.has(id)),
    };
  });
};
