// npm run bench:desk: the queue of removals, records and blocks in a catalogue of 1,000,000 videos.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { type BenchSite, prepareDataFolder, startSite } from './support/site-of-size.ts';
import { printTable, type Row, report } from './support/table.ts';

const cases = 100_000;
const importedRows = 50_000;
const blockedPosts = 100_000;
const target = { pageMs: 300, searchMs: 1_000, importSeconds: 30, blockSeconds: 60 };
const rounds = 5;
const partnerName = 'Bench network to block';

type Site = Pick<BenchSite, 'url' | 'cookie'>;

const send = async ({ url, cookie }: Site, path: string, init: RequestInit = {}) => {
  const headers = { cookie, origin: url, ...init.headers };
  const response = await fetch(`${url}/api${path}`, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 500)}`);
  return text;
};

const post = (site: Site, path: string, body: object) =>
  send(site, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const secondsOf = async (work: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

/** The slowest of a few rounds. */
const measurePage = async (site: Site, name: string, path: string, targetMs: number): Promise<Row> => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await secondsOf(() => send(site, path))) * 1000);
  const slowest = Math.round(Math.max(...times));
  return report({ name, figure: `slowest ${slowest} ms`, target: `${targetMs} ms`, met: slowest <= targetMs });
};

const addCases = (db: Db) =>
  sql`
    with added as (
      insert into cases (kind, token_hash, received_at, due_at, is_complete, reporter_name, details, sender)
      select (array['intimate_image', 'copyright', 'other'])[1 + n % 3], sha256(('bench ' || n)::bytea),
        now() - n * interval '20 seconds', now() + n * interval '3 seconds', n % 2 = 0, 'Bench ' || n, '{}', 'bench-' || n % 5000
      from generate_series(1, ${cases}) as n returning id)
    insert into case_urls (case_id, position, url, video_id, title)
      select a.id, 0, 'https://example.com/video/' || v.id, v.id, v.title
      from (select id, row_number() over (order by id) as n from added) as a
      join (select id, title, row_number() over (order by id) as n from videos limit ${cases}) as v using (n)`.execute(
    db,
  );

const measureQueue = async (site: Site, db: Db): Promise<Row[]> => {
  await addCases(db);
  await sql`analyze cases, case_urls`.execute(db);
  const of = `of ${cases.toLocaleString('en-US')} cases`;
  return [
    await measurePage(site, `first page ${of}, folded`, '/removals?fold=yes', target.searchMs),
    await measurePage(site, `first page ${of}`, '/removals', target.pageMs),
    await measurePage(site, `page 2,000 ${of}`, '/removals?page=2000', target.pageMs),
    await measurePage(site, `one kind ${of}`, '/removals?kind=copyright', target.pageMs),
    await measurePage(site, `one sender ${of}`, '/removals?sender=bench-42', target.pageMs),
    await measurePage(site, `words in titles ${of}`, '/removals?search=lighthouse', target.searchMs),
    await measurePage(site, `a case's number ${of}`, '/removals?search=2026-000001', target.pageMs),
    await measurePage(site, 'the counts of waiting work, on every screen', '/dashboard/waiting', target.pageMs),
  ];
};

const importFile = async (db: Db) => {
  const { rows } = await sql<{ id: number }>`select id from videos order by id limit ${importedRows}`.execute(db);
  const lines = rows.map(({ id }) => `${id},Studio feed,Harbour Films ${performance.now()},Signed release,2026-01-02`);
  return ['Id,Source,Rights holder,Consent,Date', ...lines].join('\n');
};

const measureRecords = async (site: Site, db: Db): Promise<Row[]> => {
  const rows = [
    await measurePage(site, 'posts that lack records, counted', '/records/missing', target.searchMs),
    await measurePage(site, 'posts that lack records, listed', '/posts?without=records', target.pageMs),
  ];
  const body = new FormData();
  body.set('file', new Blob([await importFile(db)], { type: 'text/csv' }), 'records.csv');
  const seconds = await secondsOf(() => send(site, '/records/import', { method: 'POST', body }));
  rows.push(
    report({
      name: `records of ${importedRows.toLocaleString('en-US')} posts imported`,
      figure: `${seconds.toFixed(1)} s`,
      target: `${target.importSeconds} s`,
      met: seconds <= target.importSeconds,
    }),
  );
  return rows;
};

const stateOf = async (site: Site): Promise<string> => {
  const { blocks } = JSON.parse(await send(site, `/blocks?search=${encodeURIComponent(partnerName)}`));
  return blocks[0].state;
};

const untilState = async (site: Site, state: string) => {
  while ((await stateOf(site)) !== state) await sleep(200);
};

const measureBlock = async (site: Site): Promise<Row[]> => {
  const block = { kind: 'network', value: partnerName };
  const steps: [string, () => Promise<unknown>, string][] = [
    ['withheld by a block', () => post(site, '/blocks', { ...block, reason: 'Measured' }), 'in_force'],
    [
      'returned when it is lifted',
      async () => {
        const { blocks } = JSON.parse(await send(site, `/blocks?search=${encodeURIComponent(partnerName)}`));
        await post(site, `/blocks/${blocks[0]._id}/lift`, {});
      },
      'lifted',
    ],
  ];
  const rows: Row[] = [];
  for (const [name, start, state] of steps) {
    const seconds = await secondsOf(async () => {
      await start();
      await untilState(site, state);
    });
    rows.push(
      report({
        name: `${blockedPosts.toLocaleString('en-US')} posts ${name}`,
        figure: `${seconds.toFixed(1)} s`,
        target: `${target.blockSeconds} s`,
        met: seconds <= target.blockSeconds,
      }),
    );
  }
  return rows;
};

/** Removes what a run has added, including an earlier run that was interrupted. */
const removeAdded = async (db: Db) => {
  await sql`delete from cases where sender like 'bench%'`.execute(db);
  await sql`update videos set partner_id = null where partner_id in (select id from partners where name = ${partnerName})`.execute(
    db,
  );
  await sql`delete from partners where name = ${partnerName}`.execute(db);
};

/** Adds a network with the number of posts that the block withholds. */
const addNetwork = async (db: Db) => {
  await sql`insert into partners (name, url) values (${partnerName}, 'https://example.com/')`.execute(db);
  await sql`update videos set partner_id = (select id from partners where name = ${partnerName})
    where id in (select id from videos order by id limit ${blockedPosts})`.execute(db);
};

const measureDesk = async (videos: number): Promise<Row[]> => {
  const { dataDir, cookie } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  const database = openDatabase(server.ownerUrl, { statementTimeoutMs: 0 });
  await removeAdded(database.db);
  try {
    await addNetwork(database.db);
    const settings = { DATA_DIR: dataDir, DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl };
    const started = await startSite(settings);
    try {
      const site = { url: started.url, cookie };
      return [
        ...(await measureQueue(site, database.db)),
        ...(await measureRecords(site, database.db)),
        ...(await measureBlock(site)),
      ];
    } finally {
      await started.stop();
    }
  } finally {
    await removeAdded(database.db);
    await database.close();
    await server.stop();
  }
};

if (import.meta.main) printTable(await measureDesk(1_000_000));
