import type { PostState } from '#contract/values/post-filter.ts';
import { videoPath } from '#contract/values/video-path.ts';
import type { Tx } from '#db/database.ts';
import { readSettings } from '#domain/settings/settings.ts';

/** Notified of every changed page (IndexNow), or of every feed with a new video (WebSub). */
export type Service = 'indexnow' | 'websub';

interface AnnouncedVideo {
  id: number;
  title: string;
  state: PostState;
  tags?: readonly string[];
  performers?: readonly string[];
}

/** A feed may be cached for a minute: a hub that reads it earlier would find nothing new. */
const hubDelayMs = 90_000;

const feedsOf = ({ tags = [], performers = [] }: AnnouncedVideo) => [
  '/new-content.rss',
  ...tags.map((slug) => `/tag/${encodeURIComponent(slug)}.rss`),
  ...performers.map((slug) => `/pornstar/${encodeURIComponent(slug)}.rss`),
];

/** A path that is already queued is retried from the start: its page has changed again. */
const queue = async (tx: Tx, service: Service, paths: string[], next_try_at: Date) => {
  await tx
    .insertInto('announcements')
    .values([...new Set(paths)].sort().map((path) => ({ service, path, next_try_at })))
    .onConflict((conflict) => conflict.columns(['service', 'path']).doUpdateSet({ attempts: 0, next_try_at }))
    .execute();
};

/**
 * Call it in the transaction that changes a video: `before` and `after` are the video, undefined where there is none. What
 * visitors don't see is not announced. Queues nothing unless the operator has switched the service on.
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

/** Call it in the transaction that changes many videos; `read` is called only if their pages are announced. */
export const announceVideos = async (
  tx: Tx,
  read: () => Promise<Pick<AnnouncedVideo, 'id' | 'title'>[]>,
): Promise<void> => {
  const { indexNow } = await readSettings(tx);
  if (indexNow !== true) return;
  const paths = (await read()).map(({ id, title }) => videoPath(id, title));
  if (paths.length > 0) await queue(tx, 'indexnow', paths, new Date());
};
