import type pg from 'pg';
import { dayMs } from '#domain/day.ts';
import {
  advanceSequence,
  bulkLoad,
  inBulkTransaction,
  nextId,
  type OnProgress,
  type Row,
  reserveIds,
  type TableLoad,
} from './bulk-load.ts';
import { catalogueLoads, catalogueTables, type VideoSource } from './catalogue-loads.ts';
import { demoPerformers, demoTags, demoVideos } from './demo-videos.ts';
import { demoPerformerNames } from './invented-texts.ts';
import { createRandom, type Random } from './random.ts';

const partnerNames =
  'Lantern Row|Velvet Harbour|Copper Reel|Night Arcade|Paper Moon Club|Glasshouse TV|Northern Loop|Amber Social|Slow Signal|Seven Balconies|Tidal Stage|Marigold Stream'.split(
    '|',
  );
const partnerCategories = ['adult', 'entertainment', 'social', 'streaming'];
const pendingSubmissions = 2;

const partnerColumns = 'name, url, logo, description, category, email, active, submitted_at, created_at, updated_at';

/** Ten active partners and two pending submissions. */
const partnerRows = (now: Date): Row[] =>
  partnerNames.map((name, n) => {
    const isPending = n >= partnerNames.length - pendingSubmissions;
    const created = new Date(now.getTime() - (isPending ? partnerNames.length - n : 30 + n * 9) * dayMs);
    return [
      name,
      `https://example.com/partner/${n + 1}`,
      `/art/logo/${n + 1}.svg`,
      `${name} is an invented partner of the demo catalogue, with a short text that says what its visitors would find there every evening.`,
      partnerCategories[n % partnerCategories.length] ?? null,
      isPending ? `owner${n + 1}@example.com` : null,
      !isPending,
      isPending ? created : null,
      created,
      created,
    ];
  });

const channelNames =
  'The Blue Hour|Rooftop Sessions|Analogue Nights|Harbour Radio|Slow Cinema|Lantern Lessons|Arcade After Dark|Velvet Lounge|Grain and Glow'.split(
    '|',
  );
const channelCategories = [
  'adult',
  'entertainment',
  'music',
  'music',
  'education',
  'education',
  'gaming',
  'adult',
  'adult',
];
const subscribers = [1_240_000, 386_500, 92_300, 48_750, 12_400, 7_810, 1_000, 640, 0];

const channelColumns = 'name, url, thumbnail, description, category, subscribers, created_at, updated_at';

const channelRows = (now: Date): Row[] =>
  channelNames.map((name, n) => {
    const created = new Date(now.getTime() - (12 + n * 17) * dayMs);
    return [
      name,
      `https://example.com/channel/${n + 1}`,
      `/art/${n + 1}.svg`,
      `${name} is an invented channel of the demo catalogue. New episodes arrive on quiet evenings, with ${demoPerformerNames[n]} as host.`,
      channelCategories[n] ?? null,
      subscribers[n] ?? 0,
      created,
      created,
    ];
  });

const fileLinks: [title: string, category: string, fileType: string, size: string][] = [
  ['Harbour lights, full reel', 'videos', 'video', '1.5 GB'],
  ['Rooftop rehearsal, uncut', 'videos', 'video', '820 MB'],
  ['Slow train, director’s cut', 'videos', 'video', '2.1 GB'],
  ['Paper lanterns, trailer', 'videos', 'video', '64 MB'],
  ['Poster collection, spring', 'images', 'image', '48 MB'],
  ['Stills from the glass house', 'images', 'image', '112 MB'],
  ['Programme notes', 'documents', 'document', '1.2 MB'],
  ['Press kit', 'documents', 'document', '6 MB'],
  ['Soundtrack sheet music', 'documents', 'document', ''],
  ['Winter season, all parts', 'archives', 'archive', '7.8 GB'],
  ['Subtitles in six languages', 'archives', 'archive', '900 KB'],
  ['Projector settings', 'other', 'other', ''],
];

const fileLinkColumns = 'title, url, description, category, file_type, size, created_at, updated_at';

const fileLinkRows = (now: Date): Row[] =>
  fileLinks.map(([title, category, fileType, size], n) => {
    const created = new Date(now.getTime() - (3 + n * 11) * dayMs);
    const description = `An invented file of the demo catalogue: ${title.toLowerCase()}.`;
    return [title, `https://example.com/file/${n + 1}`, description, category, fileType, size, created, created];
  });

const hour = 3600 * 1000;
const window = 30 * 24;

/** How busy an hour is, up to 1: evenings more than mornings, weekends more than weekdays, with slow growth. */
const activityOf = (time: number, age: number) => {
  const at = new Date(time);
  const evening = 0.6 - 0.4 * Math.cos(((at.getUTCHours() - 9) / 24) * 2 * Math.PI);
  const weekend = at.getUTCDay() % 6 === 0 ? 1 : 0.78;
  return evening * weekend * (1 - (0.35 * age) / window);
};

const pickAge = (random: Random, newest: number, oldestAge: number) => {
  for (;;) {
    const age = Math.floor(random() * (oldestAge + 1));
    if (random() < activityOf(newest - age * hour, age)) return age;
  }
};

/** Spreads a video's views over the last 30 days, by age in hours, with none before its publication. */
const spread = (random: Random, newest: number, publishedAt: number, views: number) => {
  const age = Math.floor((newest + hour - publishedAt) / hour);
  const oldestAge = Math.min(age, window - 1);
  const recent = age < window ? views : Math.floor(views * (0.02 + random() * 0.06));
  const draws = Math.min(recent, Math.ceil(6 + 4 * Math.log1p(recent)));
  const byAge = new Map<number, number>();
  for (let draw = 0; draw < draws; draw++) {
    const drawn = pickAge(random, newest, oldestAge);
    const share = Math.floor(recent / draws) + (draw < recent % draws ? 1 : 0);
    byAge.set(drawn, (byAge.get(drawn) ?? 0) + share);
  }
  return byAge;
};

export interface HourlyViews {
  byVideo: Row[];
  totals: Row[];
}

/** The rows behind the charts of the last 30 days, consistent with the videos' totals. */
const hourlyViews = (source: VideoSource, firstId: number, now: Date): HourlyViews => {
  const newest = Math.floor(now.getTime() / hour) * hour;
  const totals = new Map(Array.from({ length: window }, (_, age) => [age, 0]));
  const byVideo: Row[] = [];
  for (let n = 0; n < source.videos; n++) {
    const published = source.videoOf(n).publishedAt.getTime();
    for (const [age, views] of spread(createRandom(4, n), newest, published, source.viewsOf(n))) {
      byVideo.push([new Date(newest - age * hour), firstId + n, views]);
      totals.set(age, (totals.get(age) ?? 0) + views);
    }
  }
  return { byVideo, totals: Array.from(totals, ([age, views]) => [new Date(newest - age * hour), views]) };
};

/** Dates each item by the first video that uses it. */
const withFirstUse = <Item>(
  items: readonly Item[],
  source: VideoSource,
  positionsOf: (n: number) => readonly number[],
): (Item & { createdAt: Date })[] => {
  const firstUse = new Map<number, Date>();
  for (let n = 0; n < source.videos; n++) {
    const { publishedAt } = source.videoOf(n);
    for (const position of positionsOf(n)) {
      const earliest = firstUse.get(position);
      if (!earliest || publishedAt < earliest) firstUse.set(position, publishedAt);
    }
  }
  return items.map((item, position) => {
    const createdAt = firstUse.get(position);
    if (!createdAt) throw new Error(`no video uses item ${position}`);
    return { ...item, createdAt };
  });
};

export interface SeedDemoOptions {
  now: Date;
  onProgress?: OnProgress;
}

const tablesWithIds = ['tags', 'performers', 'videos'];
const seededTables = [...catalogueTables, 'hourly_views', 'hourly_view_totals', 'partners', 'channels', 'file_links'];

/** Loads the demo catalogue into a database without videos. If there are videos, changes nothing and returns false. */
export const seedDemo = async (pool: pg.Pool, { now, onProgress = () => {} }: SeedDemoOptions): Promise<boolean> => {
  if (await hasVideos(pool)) return false;
  return inBulkTransaction(pool, seededTables, async (client) => {
    if (await hasVideos(client)) return false;
    const source = demoVideos(now);
    const tags = await reserveIds(client, 'tags', withFirstUse(demoTags, source, source.tagsOf));
    const performers = await reserveIds(
      client,
      'performers',
      withFirstUse(demoPerformers, source, source.performersOf),
    );
    const firstId = await nextId(client, 'videos');
    const hourly = hourlyViews(source, firstId, now);
    await bulkLoad(
      client,
      [
        ...catalogueLoads(source, firstId, tags, performers),
        load('hourly_views', 'hour, video_id, views', hourly.byVideo),
        load('hourly_view_totals', 'hour, views', hourly.totals),
        load('partners', partnerColumns, partnerRows(now)),
        load('channels', channelColumns, channelRows(now)),
        load('file_links', fileLinkColumns, fileLinkRows(now)),
      ],
      onProgress,
    );
    for (const table of tablesWithIds) await advanceSequence(client, table);
    return true;
  });
};

const hasVideos = async (client: pg.Pool | pg.PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ some: boolean }>('select exists (select from videos) as some');
  return rows[0]?.some ?? false;
};

const load = (table: string, columns: string, rows: Row[]): TableLoad => ({
  table,
  columns,
  expected: rows.length,
  rows,
});
