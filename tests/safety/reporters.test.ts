/** What a reporter's email is used for, and how long it is kept. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseIdIn } from '#contract/values/cases.ts';
import { decideCase } from '#domain/cases/case-decisions.ts';
import { sendCaseEmail } from '#domain/cases/case-emails.ts';
import { deriveCaseKeys } from '#domain/cases/case-keys.ts';
import { urlsOfCase } from '#domain/cases/cases.ts';
import { askForConfirmation } from '#domain/cases/confirm-email.ts';
import { pruneReceipts, receiptsPerHour } from '#domain/cases/email-limits.ts';
import { eraseOldReporters, eraseReporter, withoutRecipient } from '#domain/cases/erase-reporters.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import { objectToDecision } from '#domain/cases/reporter.ts';
import { addVideo } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { addMailNode } from '../support/mail-node.ts';
import { completeNotice, quickProof } from '../support/reports.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addMailNode(test.database.db);
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

describe('who reported a case', () => {
  let db: TestDatabase['database']['db'];
  beforeAll(() => {
    db = test.database.db;
  });
  const decided = async (email: string, more: object = {}) => {
    const { number } = await send(email);
    const id = caseIdIn(number) ?? 0;
    await db
      .updateTable('cases')
      .set({
        status: 'decided',
        decided_at: new Date(),
        details: JSON.stringify({ address: 'Quay 1', work: 'A film' }),
        ...more,
      })
      .where('id', '=', id)
      .execute();
    // What happened in a case is not newer than its decision.
    await sql`update case_entries e set at = c.decided_at from cases c where c.id = e.case_id and c.id = ${id}`.execute(
      db,
    );
    return id;
  };
  const stored = async (id: number) => {
    const { reporter_name, reporter_email, sender, details, version } = await db
      .selectFrom('cases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { reporter_name, reporter_email, sender, details, version };
  };
  const erased = { reporter_name: '', reporter_email: '', sender: null, details: { work: 'A film' } };
  const admin = { adminId: null, admin: 'maxine', ip: null };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

  it('is erased by an admin, with the emails, once the case is closed, and only once', async () => {
    const id = await decided('ida@example.org', { status: 'open' });
    const erase = async () => eraseReporter(db, admin, { id, expectedVersion: (await stored(id)).version });
    await expect(erase()).rejects.toThrow('Decide it first.');
    await db.updateTable('cases').set({ status: 'decided' }).where('id', '=', id).execute();
    const email = { event: `case ${id} decision 1`, recipient: 'ida@example.org', subject: 'Decision', body: 'Hello' };
    await db.transaction().execute((tx) => sendCaseEmail(tx, id, email));
    await erase();
    expect(await stored(id)).toMatchObject(erased);
    const tables = ['cases', 'case_entries', 'case_urls', 'outbox', 'audit_log'];
    for (const table of tables) {
      const { rows } = await sql`select from ${sql.table(table)} as t where t::text like '%ida@example.org%'`.execute(
        db,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const { rows } =
      await sql`select admin, after from audit_log where entity = 'case' order by id desc limit 1`.execute(db);
    expect(rows).toMatchObject([{ admin: 'maxine', after: { reporter: 'erased' } }]);
    await expect(erase()).rejects.toThrow('already been erased');
  });

  it('is left out and erased also if the email has brackets', async () => {
    const recipient = 'rita(x)@secret.example';
    const id = await decided(recipient);
    const email = { event: `case ${id} decision 2`, recipient, subject: 'Decision', body: 'Hello' };
    await db.transaction().execute((tx) => sendCaseEmail(tx, id, email));
    const texts = async () => {
      const emails = db.selectFrom('case_entries').select('text').where('case_id', '=', id).where('kind', '=', 'email');
      return (await emails.orderBy('id', 'desc').execute()).map(({ text }) => text);
    };
    const [sent = ''] = await texts();
    expect([sent, withoutRecipient(sent)]).toEqual([`Decision (to ${recipient})`, 'Decision']);
    await eraseReporter(db, admin, { id, expectedVersion: (await stored(id)).version });
    expect((await texts()).join()).not.toContain('secret.example');
    expect((await texts())[0]).toBe('Decision');
  });

  it('is erased a year after the decision; a complete copyright notice after three, and not while a court may need it', async () => {
    const [recent, old, signed, older, disputed, open] = [
      await decided('a@example.net', { decided_at: daysAgo(364) }),
      await decided('b@example.net', { decided_at: daysAgo(366) }),
      await decided('c@example.net', { decided_at: daysAgo(366), kind: 'copyright', is_complete: true }),
      await decided('d@example.net', { decided_at: daysAgo(1096), kind: 'copyright', is_complete: true }),
      await decided('e@example.net', { decided_at: daysAgo(1096), kind: 'copyright', is_complete: true }),
      await decided('f@example.net', { decided_at: daysAgo(366), status: 'objected' }),
    ];
    await sql`
      insert into counter_notices (case_id, url_ids, name, statement, received_at, restorable_from, restore_by, created_by, stopped_at)
      values (${disputed}, '{}', 'Odo', 'No.', now(), now(), now(), 'maxine', now())`.execute(db);
    await eraseOldReporters(db);
    for (const id of [old, older]) expect(await stored(id)).toMatchObject(erased);
    for (const id of [recent, signed, disputed, open])
      expect((await stored(id)).reporter_email).toMatch(/@example.net$/);
  });

  describe('who writes again after the erasure', () => {
    /** An erased case, decided long ago, whose reporter has objected with a new email to confirm, and which was decided again. */
    const writtenAgain = async (days: number) => {
      const { number, token = '' } = await send('first@example.com');
      const id = caseIdIn(number) ?? 0;
      const past = daysAgo(800);
      const confirmedAndDecided = { email_confirmed_at: past, status: 'decided' as const, decided_at: past };
      await db.updateTable('cases').set(confirmedAndDecided).where('id', '=', id).execute();
      await db.updateTable('case_entries').set({ at: past }).where('case_id', '=', id).execute();
      await eraseOldReporters(db);
      expect((await stored(id)).reporter_email).toBe('');
      await objectToDecision(db, token, 'Look again: I am Ida Again.', site);
      const rules = { withholdOnNotice: true, sendsMail: true };
      await askForConfirmation(db, token, 'again@example.com', { keys, site, network: 'theirs', rules });
      const change = { db, actor: admin, id, expectedVersion: undefined, site };
      const urlIds = (await urlsOfCase(db, id)).map((url) => url.id);
      await decideCase(change, { urlIds, decision: 'remove', reason: 'Gone now.' });
      await db
        .updateTable('case_entries')
        .set({ at: daysAgo(days) })
        .where('case_id', '=', id)
        .where('kind', 'in', ['objection', 'decision'])
        .execute();
      return id;
    };

    it('can be erased again by an admin', async () => {
      const id = await writtenAgain(0);
      await eraseReporter(db, admin, { id, expectedVersion: undefined });
      expect(await stored(id)).toMatchObject({ reporter_email: '', sender: null });
      const { rows } = await sql`select from outbox where recipient = 'again@example.com'`.execute(db);
      expect(rows).toEqual([]);
      await expect(eraseReporter(db, admin, { id, expectedVersion: undefined })).rejects.toThrow('already been erased');
    });

    it('is erased again a year after the new decision, and not a year after the first one', async () => {
      const [recent, old] = [await writtenAgain(364), await writtenAgain(366)];
      await eraseOldReporters(db);
      expect((await stored(recent)).reporter_email).toBe('again@example.com');
      expect((await stored(old)).reporter_email).toBe('');
    });
  });
});
