import { sql } from 'kysely';
import type { PostState } from '#contract/values/posts.ts';
import { videoPath } from '#contract/values/urls.ts';
import type { Tx } from '#db/database.ts';
import { readSettings } from '#domain/settings.ts';

/** IndexNow is notified of every changed page, WebSub of every feed with a new video. */
export type Service = 'indexnow' | 'websub';

interface AnnouncedVideo {
  id: number;
  title: string;
  state: PostState;
  tags?: readonly string[];
  performers?: readonly string[];
}

/** Feeds may be cached for a minute, so a hub that reads one earlier would find nothing new. */
const hubDelayMs = 90_000;

const feedsOf = ({ tags = [], performers = [] }: Pick<AnnouncedVideo, 'tags' | 'performers'>) => [
  '/new-content.rss',
  ...tags.map((slug) => `/tag/${encodeURIComponent(slug)}.rss`),
  ...performers.map((slug) => `/pornstar/${encodeURIComponent(slug)}.rss`),
];

/** Resets the attempts of a path that is already queued, because its page has changed again. */
const queue = async (tx: Tx, service: Service, paths: string[], nextTryAt: Date) => {
  const sorted = [...new Set(paths)].sort();
  await sql`
    insert into announcements (service, path, next_try_at)
    select ${service}, path, ${nextTryAt} from unnest(${sql.val(sorted)}::text[]) as path
    on conflict (service, path) do update set attempts = 0, next_try_at = excluded.next_try_at`.execute(tx);
};

/**
 * Call it in the transaction that changes a video. `before` is undefined for a new video, `after` for a deleted one. Only published
 * videos are announced, and only to services that the operator has switched on.
 */
export const announceVideo = async (
  tx: Tx,
  before: AnnouncedVideo | undefined,
  after: AnnouncedVideo | undefined,
): Promise<void> => {
  const shown = [before, after].filter((video) => video?.state === 'published');
  if (shown.length === 0) return;
  const { indexNow, webSubHub } = await readSettings(tx);
  const now = Date.now();
  const paths = shown.flatMap((video) => (video ? [videoPath(video.id, video.title)] : []));
  if (indexNow === true) await queue(tx, 'indexnow', paths, new Date(now));
  const isNew = after?.state === 'published' && before?.state !== 'published';
  if (webSubHub && isNew) await queue(tx, 'websub', feedsOf(after), new Date(now + hubDelayMs));
};

/** Call it in the transaction that changes many videos. `read` is only called if they are announced. */
export const announceVideos = async (
  tx: Tx,
  read: () => Promise<Pick<AnnouncedVideo, 'id' | 'title'>[]>,
): Promise<void> => {
  const { indexNow } = await readSettings(tx);
  if (indexNow !== true) return;
  const paths = (await read()).map(({ id, title }) => videoPath(id, title));
  if (paths.length > 0) await queue(tx, 'indexnow', paths, new Date());
};

interface VisibilityChange {
  shown: readonly Omit<AnnouncedVideo, 'state'>[];
  hidden: readonly Omit<AnnouncedVideo, 'state'>[];
}

/** Call it in the transaction that publishes or hides many videos. `read` is only called if they are announced. */
export const announceVisibility = async (tx: Tx, read: () => Promise<VisibilityChange>): Promise<void> => {
  const { indexNow, webSubHub } = await readSettings(tx);
  if (indexNow !== true && !webSubHub) return;
  const { shown, hidden } = await read();
  const paths = [...shown, ...hidden].map(({ id, title }) => videoPath(id, title));
  if (indexNow === true) await queue(tx, 'indexnow', paths, new Date());
  if (webSubHub) await queue(tx, 'websub', shown.flatMap(feedsOf), new Date(Date.now() + hubDelayMs));
};
