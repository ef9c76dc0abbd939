/** How much notices hide before an admin has looked, and how many are received: floods leave room for those who need it. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deriveCaseKeys, senderOf } from '#domain/cases/case-keys.ts';
import { noticesPerHour } from '#domain/cases/flood-limits.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import { addVideos } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { completeNotice, quickProof } from '../support/reports.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
/** Each test begins as if nothing had been reported for days. */
beforeEach(() => sql`update cases set received_at = now() - interval '3 days'`.execute(test.database.db));

const keys = deriveCaseKeys(randomBytes(32));
const site = { siteName: 'Marquee', siteUrl: 'https://site.example' };
const sizeOfSmallSite = 40;

const minor = (...ids: (number | undefined)[]) => ({ kind: 'minor' as const, urls: ids.join('\n') });
const intimate = (id: number | undefined) => ({
  ...completeNotice,
  kind: 'intimate_image' as const,
  urls: String(id),
});
const send = (
  ip: string,
  notice: Parameters<typeof receiveNotice>[1],
  { proof = '', publishedCount = sizeOfSmallSite } = {},
) =>
  receiveNotice(
    test.database.db,
    notice,
    { ip, proof, trap: '', attempt: '' },
    { keys, site, withholdOnNotice: true, publishedCount },
  );
const add = (count: number) => addVideos(test.database.db, count);
const isHidden = async (...ids: (number | undefined)[]) => {
  const rows = await test.database.db
    .selectFrom('videos')
    .select('id')
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .where('state', '=', 'withheld')
    .execute();
  const hidden = new Set(rows.map(({ id }) => id));
  return ids.map((id) => hidden.has(id ?? 0));
};
const countHidden = async (ids: number[]) => (await isHidden(...ids)).filter(Boolean).length;

it('one network withholds half of what an hour has room for; the rest waits for a decision', async () => {
  const ids = await add(60);
  const { withheld } = await send('203.0.113.1', minor(...ids), { publishedCount: 1280 });
  expect([withheld.length, await countHidden(ids)]).toEqual([32, 32]);
  const { flags, withheld_count, urls } = await test.database.db
    .selectFrom('cases')
    .innerJoin('case_urls', 'case_urls.case_id', 'cases.id')
    .select(({ fn }) => ['flags', 'withheld_count', fn.countAll<number>().as('urls')])
    .groupBy(['cases.id', 'flags', 'withheld_count'])
    .orderBy('cases.id', 'desc')
    .executeTakeFirstOrThrow();
  expect({ flags, withheld_count, urls }).toEqual({ flags: ['limit'], withheld_count: 32, urls: 60 });
});

it('many networks together do not hide a small site', async () => {
  const ids = await add(sizeOfSmallSite);
  for (const [n, id] of ids.entries()) await send(`203.0.113.${n + 1}`, minor(id));
  expect(await countHidden(ids)).toBe(30);
});

it('somebody who reports one video finds room after a flood', async () => {
  const [last, ...flooded] = await add(31);
  for (const n of [1, 2, 3]) await send(`203.0.113.${n}`, minor(...flooded));
  expect(await countHidden(flooded)).toBe(20);
  await send('203.0.113.99', minor(last));
  expect(await isHidden(last)).toEqual([true]);
});

it('a flood of one kind leaves room for the other, and for browsers with a proof of work', async () => {
  const [unproved, proved, ofMinor, ...flooded] = await add(36);
  for (const [n, id] of flooded.entries()) await send(`203.0.113.${n + 1}`, intimate(id));
  expect(await countHidden(flooded)).toBe(30);
  await send('203.0.113.97', intimate(unproved));
  await send('203.0.113.98', intimate(proved), { proof: await quickProof(keys) });
  await send('203.0.113.99', minor(ofMinor));
  expect(await isHidden(unproved, proved, ofMinor)).toEqual([false, true, true]);
});

it('many notices about one video leave room for the next', async () => {
  const [crowded, next] = await add(2);
  for (let n = 1; n <= 35; n++) await send(`203.0.113.${n}`, minor(crowded));
  await send('203.0.113.99', minor(next));
  expect(await isHidden(crowded, next)).toEqual([true, true]);
});

it('notices about minors are received after sixty of the same network, with a proof of work', async () => {
  const [id] = await add(1);
  const sender = senderOf(keys, '203.0.113.1');
  for (let n = 0; n < noticesPerHour.urgentWithoutProof - 1; n++)
    await storeCase(test.database.db, { kind: 'minor', sender, hoursAgo: 0 });
  await send('203.0.113.1', minor(id));
  await expect(send('203.0.113.1', minor(id))).rejects.toThrow('Turn JavaScript on and send it again');
  await send('203.0.113.1', minor(id), { proof: await quickProof(keys) });
});
