import { sql } from 'kysely';
import { enter, isWithheld, noPublishAt, publishAtOfOthers, publishAtPassed } from '#contract/values/fields.ts';
import type { EditableState, PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { version } from '#db/version.ts';
import { ValidationError } from '#domain/errors.ts';
import { olderNode } from '#domain/nodes.ts';
import type { StoredVideo } from './stored-videos.ts';

export interface StateChange {
  state?: EditableState | undefined;
  publishAt?: Date | null | undefined;
}

const fieldError = (field: string, message: string) => new ValidationError(message, { [field]: message });

type Before = Pick<StoredVideo, 'state' | 'publishAt'>;

const publishAtOf = (before: Before | undefined, state: PostState, publishAt: StateChange['publishAt'], now: Date) => {
  if (state !== 'scheduled') {
    if (publishAt) throw fieldError('publishAt', publishAtOfOthers);
    return null;
  }
  const time = publishAt === undefined ? before?.publishAt : publishAt;
  if (!time) throw fieldError('publishAt', noPublishAt);
  const isKept = before?.publishAt?.getTime() === time.getTime();
  if (!isKept && time <= now) throw fieldError('publishAt', publishAtPassed);
  return time;
};

/** A post that was public before keeps its publication date, and so its place in lists. */
const publishedAgain = (now: Date) =>
  sql<Date>`case when hidden_at is null then ${now}::timestamptz else published_at end`;

/** The state columns to save. A new video is published unless the change sets another state. */
export const stateColumns = (before: Before | undefined, change: StateChange, now: Date) => {
  if (before && change.state === undefined && change.publishAt === undefined) return {};
  if (before?.state === 'withheld') throw fieldError('state', isWithheld);
  const state = change.state ?? before?.state ?? 'published';
  const action = before && actionOf(before.state, state);
  return {
    state,
    publish_at: publishAtOf(before, state, change.publishAt, now),
    ...(action === 'publish' && { published_at: publishedAgain(now), hidden_at: null }),
    ...(action === 'unpublish' && { hidden_at: now }),
  };
};

/** The audit log's action for a change of state. */
export const actionOf = (before: PostState, after: PostState) => {
  if (before === after || (before !== 'published' && after !== 'published')) return 'update';
  return after === 'published' ? 'publish' : 'unpublish';
};

/** Only drafts may lack an image. */
export const assertComplete = ({ state, imageUrl }: Pick<StoredVideo, 'state' | 'imageUrl'>) => {
  if (state !== 'draft' && imageUrl === '') throw fieldError('imageUrl', enter('image URL'));
};

/** Throws while a node runs an older version, which would show visitors videos in any state. */
export const assertCanBeHidden = async (db: Db): Promise<void> => {
  const node = await olderNode(db, version);
  if (!node) return;
  throw fieldError(
    'state',
    `The node ${node.name} still runs Marquee ${node.version}, which would show this post to visitors. Stop or upgrade it first.`,
  );
};

interface ScheduledVideo {
  id: number;
  title: string;
  imageUrl: string;
  publishAt: Date;
}

const maxListed = 1000;

/** Videos scheduled for publication between two times, the next one first. */
export const scheduledBetween = (db: Db, from: Date, to: Date): Promise<ScheduledVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'title', 'image_url as imageUrl', sql<Date>`publish_at`.as('publishAt')])
    .where('state', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where('publish_at', '>=', from)
    .where('publish_at', '<', to)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(maxListed)
    .execute();
