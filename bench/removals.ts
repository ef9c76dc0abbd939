// npm run bench:removals: how long a removed video is still visible, on two nodes with 1,000,000 videos and visitors.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase } from '#db/database.ts';
import { shardOf } from '#domain/catalogue/sitemap.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { percentile, type SteadyResult, steadyLoad, timesOf } from './support/steady-load.ts';
import { printTable, type Row, report } from './support/table.ts';
import { startTwoNodes } from './support/two-nodes.ts';

const target = { seconds: 5 };
const removals = 20;
const visitorRate = 100;
const popular = ['/', '/2', '/new-content', '/indian', '/muslim', '/tags', '/pornstars', '/our-network'];
const pollMs = 25;
const giveUpMs = 30_000;

interface Video {
  _id: string;
  titel: string;
  tags: string[];
  name: string[];
}

interface Surface {
  name: string;
  path: string;
  /** Whether the response still shows the video or its picture. */
  shows: (status: number, body: string) => boolean;
}

const uploadOf = (id: string) => `images/${id.padStart(32, '0')}.webp`;

/** Everything that shows a video, with its name in the table. */
const surfacesOf = ({ _id: id, titel, tags: [tag = ''], name: [star = ''] }: Video, neighbour: string): Surface[] => {
  const mentions = (_: number, body: string) => new RegExp(`/video/${id}[-"<]|"_id":"${id}"`).test(body);
  const isThere = (status: number) => status === 200;
  const listing = (name: string, path: string): Surface => ({ name, path, shows: mentions });
  return [
    { name: 'its page', path: `/video/${id}`, shows: isThere },
    { name: 'its uploaded picture', path: `/uploads/${uploadOf(id)}`, shows: isThere },
    listing('the home page', '/'),
    listing('newest videos', '/new-content'),
    listing('its tag', `/tag/${encodeURIComponent(tag)}`),
    listing('its performer', `/pornstar/${encodeURIComponent(star)}`),
    listing('search', `/search?q=${encodeURIComponent(titel)}`),
    listing('related videos', `/video/${neighbour}`),
    listing('the feed of its tag', `/tag/${encodeURIComponent(tag)}.rss`),
    listing('the sitemap', `/sitemap-videos-${shardOf(Number(id))}.xml`),
    listing('the API', `/api/tags/${encodeURIComponent(tag)}/posts?limit=100`),
  ];
};

const ask = async (url: string, { path, shows }: Surface): Promise<boolean> => {
  const response = await fetch(url + path);
  return shows(response.status, await response.text());
};

/** Milliseconds until the surface no longer shows the video. */
const timeUntilGone = async (url: string, surface: Surface, since: number): Promise<number> => {
  while (await ask(url, surface)) {
    if (performance.now() - since > giveUpMs) return Number.POSITIVE_INFINITY;
    await sleep(pollMs);
  }
  return performance.now() - since;
};

const newestVideos = async (url: string): Promise<Video[]> => {
  const response = await fetch(`${url}/api/getnewVideos?limit=${removals}`);
  return ((await response.json()) as { records: Video[] }).records;
};

/** A related video whose page also shows this one as related; the video itself if there is none. */
const neighbourOf = async (url: string, { _id: id, titel, tags, name }: Video): Promise<string> => {
  const search = encodeURIComponent([...name, ...tags, titel].join(' '));
  const response = await fetch(`${url}/api/relatedpostData?search=${search}&exclude=${id}`);
  const { records } = (await response.json()) as { records: Video[] };
  for (const { _id: other } of records) {
    const page = await (await fetch(`${url}/video/${other}`)).text();
    if (page.includes(`/video/${id}-`)) return other;
  }
  return id;
};

const addUploads = async (db: Db, ids: string[]) => {
  const content = Buffer.from('RIFF');
  for (const id of ids) {
    const name = uploadOf(id);
    await db
      .insertInto('uploads')
      .values({ name, content })
      .onConflict((row) => row.doNothing())
      .execute();
    await db
      .updateTable('videos')
      .set({ image_url: `/uploads/${name}` })
      .where('id', '=', Number(id))
      .execute();
  }
};

const openCase = async (db: Db) => {
  const facts = { kind: 'other' as const, due_at: new Date(), is_complete: true, details: '{}' };
  const { id } = await db
    .insertInto('cases')
    .values({ ...facts, token_hash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { caseId: id };
};

interface Removal {
  db: Db;
  urls: string[];
  video: Video;
  neighbour: string;
}

/** Requests every surface first, so that all caches contain the video. Returns the slowest node's time by surface. */
const remove = async ({ db, urls, video, neighbour }: Removal): Promise<Map<string, number>> => {
  const surfaces = surfacesOf(video, neighbour);
  const shown: Surface[] = [];
  for (const surface of surfaces) {
    const answers = await Promise.all(urls.map((url) => ask(url, surface)));
    if (answers.every(Boolean)) shown.push(surface);
  }
  const source = await openCase(db);
  const since = performance.now();
  await db.transaction().execute((tx) => withholdVideos(tx, [Number(video._id)], source));
  const times = await Promise.all(
    shown.map(async (surface): Promise<[string, number]> => {
      const each = await Promise.all(urls.map((url) => timeUntilGone(url, surface, since)));
      return [surface.name, Math.max(...each)];
    }),
  );
  await db.transaction().execute((tx) => releaseVideos(tx, [Number(video._id)], source));
  await db.deleteFrom('cases').where('id', '=', source.caseId).execute();
  return new Map(times);
};

const rowOf = (name: string, times: number[]): Row => {
  const slowest = Math.max(...times);
  return {
    name: `gone from ${name} (${times.length} removals, both nodes)`,
    figure: `p50 ${Math.round(percentile(0.5, times))} ms, slowest ${Math.round(slowest)} ms`,
    target: `slowest at most ${target.seconds} s`,
    met: slowest <= target.seconds * 1000,
  };
};

const visitUntil = async (url: string, isOver: () => boolean): Promise<SteadyResult> => {
  const all: SteadyResult = new Map();
  while (!isOver()) {
    const round = await steadyLoad({ url, paths: popular, rate: visitorRate, seconds: 1 });
    for (const [status, times] of round) all.set(status, [...(all.get(status) ?? []), ...times]);
  }
  return all;
};

export const measureRemovals = async (videos: number): Promise<Row[]> => {
  const { nodes, databaseUrl, stop } = await startTwoNodes(videos);
  const database = openDatabase(databaseUrl);
  try {
    const urls = nodes.map(({ url }) => url);
    const [first = ''] = urls;
    await addUploads(
      database.db,
      (await newestVideos(first)).map(({ _id }) => _id),
    );
    let isOver = false;
    const visitors = Promise.all(urls.map((url) => visitUntil(url, () => isOver)));
    const bySurface = new Map<string, number[]>();
    for (const video of await newestVideos(first)) {
      const neighbour = await neighbourOf(first, video);
      for (const [name, time] of await remove({ db: database.db, urls, video, neighbour }))
        bySurface.set(name, [...(bySurface.get(name) ?? []), time]);
    }
    isOver = true;
    const times = (await visitors).flatMap(timesOf);
    const rows = [...bySurface].map(([name, measured]) => report(rowOf(name, measured)));
    const p99 = percentile(0.99, times);
    return [
      ...rows,
      { name: `${times.length} popular pages meanwhile`, figure: `p99 ${p99} ms`, target: '-', met: true },
    ];
  } finally {
    await database.close();
    await stop();
  }
};

if (import.meta.main) printTable(await measureRemovals(1_000_000));
