import fc from 'fast-check';
import type pg from 'pg';
import { slugOf } from '#contract/values/names.ts';

/** Few words, so that titles, names and searches often match; some differ only in accents, case, ending or a letter. */
export const vocabulary = [
  'river',
  'Rivers',
  'river2',
  'café',
  'Cafe',
  'stone',
  'stones',
  'amber',
  'Über',
  'glass',
  'light',
  'lights',
  'tonight',
  'riverstone',
  'привет',
  '夜行列車',
  'قهوة',
];
const word = fc.constantFrom(...vocabulary);
const phrase = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const name = fc.array(word, { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));
const categories = ['english', 'indian', 'hijabi', 'viral'];

/** Selects a row: its position, modulo the number of rows. */
const which = fc.nat({ max: 40 });
const some = fc.array(which, { maxLength: 3 });
const kind = fc.constantFrom('tag', 'performer');
/** Few publication times, so that many videos share one. */
const moment = fc.integer({ min: 0, max: 12 });

/** On both sides of the limits between short, medium and long; unknown for some. */
const minutes = fc.constantFrom(null, 0, 9, 10, 30, 31, 90);

/** What the back-office filters by. */
const links = ['', 'https://www.example.com/a', 'http://clips.example.org:80/b', 'https://EXAMPLE.com/c?d#e'];

/** Further places, some of them dead. */
const furtherLinks = fc.record({
  links: fc.constantFrom(
    [],
    [],
    ['https://clips.example.org/b', 'https://other.example/x'],
    ['https://www.example.com/a'],
  ),
  dead: fc.constantFrom([], ['https://www.example.com/a']),
});

const video = {
  furtherLinks,
  state: fc.constantFrom('published', 'published', 'published', 'draft'),
  link: fc.constantFrom(...links),
  image: fc.constantFrom('', '/art/1.svg'),
  title: phrase,
  category: fc.constantFrom(...categories),
  moment,
  minutes,
  tags: some,
  performers: some,
};

export const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('insert'), ...video, views: fc.nat({ max: 250 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit'), which, ...video }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('retitle'), which, title: phrase }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('delete', 'restore', 'purge'), which }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('view'), which, count: fc.integer({ min: 1, max: 220 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('add name'), kind, name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('rename'), kind, which, name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('merge'), kind, which, into: which }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop name'), kind, which }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('alias'), kind, which, name }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop aliases'), kind, which }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('delete performer', 'restore performer'), which }) },
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const dayMs = 86_400_000;
/** Five seconds of one minute, and then times of which some are within the last day, week, month or year. */
const daysAgo = [400, 366, 200, 31, 29, 8, 6, 2];
const startedAt = Date.now();
const publication = (at: number) => {
  const days = daysAgo[at - 5];
  return new Date(days === undefined ? Date.UTC(2020, 0, 1) + at * 1_000 : startedAt - days * dayMs);
};

const pick = async (client: pg.Client, table: string, choice: number, where = 'true'): Promise<number | undefined> => {
  const { rows } = await client.query<{ id: number }>(`select id from ${table} where ${where} order by id`);
  return rows[choice % Math.max(1, rows.length)]?.id;
};

const link = async (client: pg.Client, of: string, id: number, choices: number[]) => {
  await client.query(`delete from video_${of}s where video_id = $1`, [id]);
  for (const [position, choice] of choices.entries()) {
    const key = await pick(client, `${of}s`, choice);
    if (key === undefined) continue;
    await client.query(
      `insert into video_${of}s (video_id, ${of}_id, position) values ($1, $2, $3) on conflict do nothing`,
      [id, key, Math.abs(position - 1)],
    );
  }
};

const freeSlug = async (client: pg.Client, table: string, text: string) => {
  const wanted = slugOf(text);
  const present = table === 'performers' ? 'deleted_at is null' : 'true';
  const { rows } = await client.query(`select from ${table} where slug = $1 and ${present}`, [wanted]);
  return rows.length === 0 ? wanted : `${wanted}-${Math.random().toString(36).slice(2, 8)}`;
};

/** Some have only what is required, others every text, in several scripts. */
const textsOf = (title: string, moment: number) =>
  moment % 2 === 0
    ? ['', '', '', []]
    : [`${title}\n"${title}"\t\\`, `${title} 🙂`, `https://example.com/e/${moment}`, ['https://example.com/p?a=1,2']];

const changeNames = async (client: pg.Client, step: Extract<Change, { kind: string }>) => {
  const table = `${step.kind}s`;
  if (step.type === 'add name') {
    const slug = await freeSlug(client, table, step.name);
    await client.query(`insert into ${table} (slug, name) values ($1, $2)`, [slug, step.name]);
    return;
  }
  const id = await pick(client, table, step.which);
  if (id === undefined) return;
  if (step.type === 'rename') {
    const slug = await freeSlug(client, table, step.name);
    await client.query(`update ${table} set slug = $2, name = $3 where id = $1`, [id, slug, step.name]);
  } else if (step.type === 'merge') {
    const into = await pick(client, table, step.into);
    if (into === id) return;
    await client.query(
      `insert into video_${table} (video_id, ${step.kind}_id)
       select video_id, $2 from video_${table} where ${step.kind}_id = $1 on conflict do nothing`,
      [id, into],
    );
    await client.query(`delete from ${table} where id = $1`, [id]);
  } else if (step.type === 'alias') {
    await client.query(
      `insert into ${step.kind}_aliases (slug, name, name_id) values ($1, $2, $3)
       on conflict (slug) do update set name = excluded.name, name_id = excluded.name_id`,
      [slugOf(step.name), step.name, id],
    );
  } else if (step.type === 'drop aliases') {
    await client.query(`delete from ${step.kind}_aliases where name_id = $1`, [id]);
  } else {
    await client.query(`delete from ${table} where id = $1`, [id]);
  }
};

/** A performer whose slug is taken by now is not restored. */
const togglePerformer = async (client: pg.Client, { type, which }: { type: string; which: number }) => {
  const hides = type === 'delete performer';
  const free = 'not exists (select from performers o where o.slug = performers.slug and o.deleted_at is null)';
  const where = hides ? 'deleted_at is null' : `deleted_at is not null and ${free}`;
  const id = await pick(client, 'performers', which, where);
  await client.query('update performers set deleted_at = $2 where id = $1', [id, hides ? new Date() : null]);
};

const countView = async (client: pg.Client, id: number, count: number) => {
  await client.query(
    `insert into video_views (video_id, total) values ($1, $2)
     on conflict (video_id) do update set total = video_views.total + excluded.total`,
    [id, count],
  );
  await client.query(
    `insert into hourly_views (hour, video_id, views) values (date_trunc('hour', now()), $1, $2)
     on conflict (hour, video_id) do update set views = hourly_views.views + excluded.views`,
    [id, count],
  );
};

const makeChange = async (client: pg.Client, step: Change): Promise<void> => {
  if ('kind' in step) return changeNames(client, step);
  if (step.type === 'delete performer' || step.type === 'restore performer') return togglePerformer(client, step);
  if (step.type === 'insert') {
    const { rows } = await client.query<{ id: number }>(
      `insert into videos (title, category, published_at, minutes, image_url, link, state, updated_at, description, alt_keywords, iframe_url, preview_urls, links, dead_links)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning id`,
      [
        ...[step.title, step.category, publication(step.moment), step.minutes, step.image, step.link, step.state],
        ...[publication(step.views % 13), ...textsOf(step.title, step.moment)],
        ...[step.furtherLinks.links, step.furtherLinks.dead],
      ],
    );
    const id = rows[0]?.id as number;
    if (step.views > 0)
      await client.query('insert into video_views (video_id, total) values ($1, $2)', [id, step.views]);
    await link(client, 'tag', id, step.tags);
    await link(client, 'performer', id, step.performers);
    return;
  }
  const id = await pick(client, 'videos', step.which, step.type === 'restore' ? 'deleted_at is not null' : 'true');
  if (id === undefined) return;
  if (step.type === 'edit') {
    await client.query(
      `update videos set title = $2, category = $3, published_at = $4, minutes = $5, version = version + 1,
         image_url = $6, link = $7, state = $8, updated_at = now(),
         description = $9, alt_keywords = $10, iframe_url = $11, preview_urls = $12, links = $13, dead_links = $14 where id = $1`,
      [
        ...[id, step.title, step.category, publication(step.moment), step.minutes, step.image, step.link, step.state],
        ...[...textsOf(step.title, step.moment), step.furtherLinks.links, step.furtherLinks.dead],
      ],
    );
    await link(client, 'tag', id, step.tags);
    await link(client, 'performer', id, step.performers);
  } else if (step.type === 'retitle') {
    await client.query('update videos set title = $2 where id = $1', [id, step.title]);
  } else if (step.type === 'view') {
    await countView(client, id, step.count);
  } else if (step.type === 'purge') {
    await client.query('delete from videos where id = $1', [id]);
  } else {
    await client.query('update videos set deleted_at = $2 where id = $1', [
      id,
      step.type === 'delete' ? new Date() : null,
    ]);
  }
};

/** Each list of changes is one transaction. */
export const makeChanges = async (client: pg.Client, transactions: Change[][]) => {
  for (const changes of transactions) {
    await client.query('begin');
    for (const step of changes) await makeChange(client, step);
    await client.query('commit');
  }
};
