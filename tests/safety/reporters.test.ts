/** What a reporter's email is used for, and how long it is kept. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deriveCaseKeys } from '#domain/cases/case-keys.ts';
import { pruneReceipts, receiptsPerHour } from '#domain/cases/receipt-limits.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import { addVideo } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { completeNotice, quickProof } from '../support/reports.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const keys = deriveCaseKeys(randomBytes(32));
const site = { siteName: 'Marquee', siteUrl: 'https://site.example' };

let networks = 0;
/** From a network that has sent nothing before. */
const send = async (email: string, proof = '') => {
  const urls = String(await addVideo(test.database.db));
  const ip = `198.51.${networks >> 8}.${networks++ & 255}`;
  return receiveNotice(
    test.database.db,
    { ...completeNotice, kind: 'intimate_image', urls, email },
    { ip, proof, trap: '', attempt: '' },
    { keys, site, withholdOnNotice: false, publishedCount: 1000 },
  );
};

const recipients = async () => {
  const rows = await test.database.db.selectFrom('outbox').select('recipient').orderBy('id').execute();
  return rows.map(({ recipient }) => recipient);
};

describe('receipts', () => {
  beforeEach(async () => {
    await test.database.db.deleteFrom('outbox').execute();
    await test.database.db.deleteFrom('receipts').execute();
  });

  it('a mailbox gets five a day, however its email is spelled, and they go to what was entered', async () => {
    const spellings = [
      'ida.example@gmail.com',
      'idaexample@gmail.com',
      'IdaExample@gmail.com',
      'idaexample+1@gmail.com',
      'i.d.a.example@googlemail.com',
      'idaexample+2@googlemail.com',
      'IDA.EXAMPLE+x@GOOGLEMAIL.COM',
    ];
    for (const spelling of spellings) await send(spelling);
    expect(await recipients()).toEqual(spellings.slice(0, 5));
    await send('odo@example.com');
    expect((await recipients()).at(-1)).toBe('odo@example.com');
    await sql`update receipts set sent_at = now() - interval '25 hours'`.execute(test.database.db);
    await pruneReceipts(test.database.db);
    await send('idaexample@gmail.com');
    expect((await recipients()).at(-1)).toBe('idaexample@gmail.com');
  });

  it('the site sends so many an hour, and browsers that did the work have room of their own', async () => {
    const fill = (count: number, has_proof: boolean) =>
      sql`insert into receipts (mailbox, has_proof) select sha256(n::text::bytea), ${has_proof} from generate_series(1, ${count}) n`.execute(
        test.database.db,
      );
    await fill(receiptsPerHour.withoutProof - 1, false);
    await send('one@example.com');
    const { number } = await send('two@example.com');
    expect([await recipients(), number]).toEqual([['one@example.com'], expect.stringMatching(/^\d{4}-\d{6}$/)]);
    await fill(receiptsPerHour.withProof - 1, true);
    await send('three@example.com', await quickProof(keys));
    await send('four@example.com', await quickProof(keys));
    expect(await recipients()).toEqual(['one@example.com', 'three@example.com']);
  });
});
