import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { readPlainVideos, searchPlainly } from '../../../search/plain-search.ts';
import { namesBySql, pageBySql, refreshSql, type SqlFilter } from '../../../search/sql-answers.ts';
import type { ClusterNode } from './node.ts';

/** The videos, lists, names and searches of a catalogue, by what was asked for. */
export type Answers = Map<string, unknown>;

interface Video {
  _id: string;
  titel: string;
  version: number;
  Category: string;
  minutes: number | null;
  link: string;
  tags: string[];
  name: string[];
}

const everything = '/getnewVideos?limit=5000';
const firstOnes = 200;
const sampleSize = 40;
const searches = ['harbour', 'title:lantern', 'meadow violet', 'tag granite', 'late', 'window'];
type Order = Parameters<typeof pageBySql>[2];
const lists: [path: string, filter: SqlFilter, order: Order][] = [
  ['/getpopularVideos', { category: '' }, 'popular'],
  ['/getTopRate', { category: '' }, 'liked'],
  ['/getnewVideos?sort=longest', { category: '' }, 'longest'],
  ['/getindians', { category: 'indian' }, 'newest'],
  ['/getHijabi', { category: 'hijabi' }, 'newest'],
  ['/getpostdata?category=viral', { category: 'viral' }, 'newest'],
];

const sampleOf = <T>(all: readonly T[], size = sampleSize): T[] =>
  Array.from({ length: Math.min(size, all.length) }, () => all[randomInt(all.length)] as T);

const withLimit = (path: string) => `${path}${path.includes('?') ? '&' : '?'}limit=${firstOnes}`;
const searchPath = (text: string) => `/getpostdata?sort=newest&search=${encodeURIComponent(text)}`;
const pageOf = (ids: readonly number[]) => ({ ids: ids.slice(0, firstOnes).map(String), total: ids.length });

const videosSql = `
  select v.id::text as _id, v.title as titel, v.version::integer, v.category as "Category", v.minutes, v.link,
    array(select t.slug from video_tags l join tags t on t.id = l.tag_id where l.video_id = v.id
      order by l.position, l.tag_id) as tags,
    array(select p.slug from video_performers l join performers p on p.id = l.performer_id
      where l.video_id = v.id and p.deleted_at is null order by l.position, l.performer_id) as name
  from videos v where v.deleted_at is null order by v.published_at desc, v.id desc`;

/** What every node should answer, by plain SQL. The paths of lists and videos are chosen at random. */
export const answersBySql = async (client: pg.Client): Promise<Answers> => {
  await client.query(refreshSql);
  const answers: Answers = new Map();
  const { rows: videos } = await client.query<Video>(videosSql);
  answers.set(everything, videos);
  const addList = async (path: string, filter: SqlFilter, order: Order) =>
    answers.set(withLimit(path), pageOf((await pageBySql(client, filter, order)).ids));
  for (const list of lists) await addList(...list);
  const tags = await namesBySql(client, 'tag', { use: 'all' });
  const performers = await namesBySql(client, 'performer', { use: 'all' });
  answers.set(
    '/tags?limit=1000&sort=name',
    tags.map(({ slug, count }) => [slug, count]),
  );
  answers.set(
    '/pornstars?limit=1000',
    performers.map(({ slug, count }) => [slug, count]),
  );
  for (const { slug } of sampleOf(tags, 20))
    await addList(`/tags/${slug}/posts`, { category: '', tag: slug }, 'newest');
  for (const { slug } of sampleOf(performers, 20))
    await addList(`/pornstar/${slug}`, { category: '', performer: slug }, 'newest');
  const plainVideos = await readPlainVideos(client);
  for (const text of searches)
    answers.set(withLimit(searchPath(text)), pageOf(searchPlainly(plainVideos, text, { category: '' }, 'newest').ids));
  for (const video of sampleOf(videos)) answers.set(`POST /getVideo/${video._id}`, video);
  const { rows: deleted } = await client.query<{ id: string }>(
    `select id::text from videos where deleted_at is not null order by id`,
  );
  for (const { id } of sampleOf(deleted)) answers.set(`POST /getVideo/${id}`, 'deleted');
  return answers;
};

const toVideo = ({ _id, titel, version, Category, minutes, link, tags, name }: Video): Video => ({
  _id,
  titel,
  version,
  Category,
  minutes,
  link,
  tags,
  name,
});

interface Body {
  records?: Video[];
  totalRecords?: number;
  summaries?: { _id: string; count: number }[];
  pornstars?: { name: string; count: number }[];
}

const answerOf = async (node: ClusterNode, cookie: string, question: string): Promise<unknown> => {
  const [method, path] = question.startsWith('POST ') ? ['POST', question.slice(5)] : ['GET', question];
  const response = await fetch(`${node.url}/api${path}`, { method, headers: { cookie } });
  if (response.status === 410) return 'deleted';
  if (response.status !== 200) return response.status;
  const body = (await response.json()) as Body & Video;
  if (method === 'POST') return toVideo(body);
  if (body.summaries) return body.summaries.map(({ _id, count }) => [_id, count]);
  if (body.pornstars) return body.pornstars.map(({ name, count }) => [name, count]);
  if (question === everything) return body.records?.map(toVideo);
  return { ids: body.records?.map(({ _id }) => _id), total: body.totalRecords };
};

/** Asks a node the same, as an admin; returns what it answers differently. */
export const findDifferences = async (node: ClusterNode, cookie: string, expected: Answers): Promise<string[]> => {
  const differences: string[] = [];
  for (const [question, answer] of expected) {
    const actual = await answerOf(node, cookie, question);
    if (!isDeepStrictEqual(actual, answer))
      differences.push(
        `${node.name}: ${question} is ${JSON.stringify(actual)?.slice(0, 300)}, not ${JSON.stringify(answer).slice(0, 300)}`,
      );
  }
  return differences;
};
