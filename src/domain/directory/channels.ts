import { sql } from 'kysely';
import type { ChannelCategory } from '#contract/values/categories.ts';
import type { Db } from '#db/database.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { channelListing } from '#domain/listing/record-listings.ts';
import { containsWords, type Found, readPage, type SearchedPage } from '#domain/paged-search.ts';
import { createDirectory, restorable } from './directory.ts';
import { assertNoTwin } from './twins.ts';

export interface Channel {
  id: number;
  name: string;
  url: string;
  thumbnail: string;
  description: string;
  category: ChannelCategory;
  subscribers: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

interface NewChannel {
  name: string;
  url: string;
  thumbnail?: string | undefined;
  description?: string | undefined;
  category?: ChannelCategory | undefined;
  subscribers?: number | undefined;
}

const columns = [
  'id',
  'name',
  'url',
  'thumbnail',
  'description',
  'category',
  'subscribers',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const select = (db: Db) => db.selectFrom('channels').select(columns).where('deleted_at', 'is', null);

/** Newest first. */
export const allChannels = (db: Db): Promise<Channel[]> => select(db).orderBy('id', 'desc').execute();

/** Newest first. Searches names and URLs. */
export const searchChannels = (db: Db, { search, ...page }: SearchedPage): Promise<Found<Channel>> =>
  readPage(select(db).where(containsWords(sql`concat_ws(' ', name, url)`, search)).orderBy('id', 'desc'), page);

export const channels = createDirectory({
  ...restorable('channels'),
  lock: (tx, id): Promise<Channel | undefined> => select(tx).where('id', '=', id).forUpdate().executeTakeFirst(),
  listing: (record) => channelListing(record),
  assertValid: async (tx, after, before) => {
    const entered = { links: { url: after.url }, pictures: { thumbnail: after.thumbnail } };
    assertPublicUrls(entered, before && [before.url, before.thumbnail]);
    if (after.url !== before?.url) await assertNoTwin(tx, 'channels', after);
  },
  insert: (tx, channel: NewChannel) =>
    tx
      .insertInto('channels')
      .values({ ...channel, name: channel.name.trim() })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  update: (tx, id, changes: Partial<NewChannel>, stamp) =>
    tx
      .updateTable('channels')
      .set({ ...changes, name: changes.name?.trim(), ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
});
