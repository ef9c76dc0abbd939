import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseIdIn } from '#contract/values/cases.ts';
import { eraseSenders } from '#domain/cases/flood-limits.ts';
import { addVideo, addVideos } from '../support/catalogue.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { completeNotice, reporterAt } from '../support/reports.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let mailbox: Mailbox;
let site: TestSite;
const lines: string[] = [];
const log = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
beforeAll(async () => {
  mailbox = await openMailbox();
  site = await startTestSite({ smtpUrl: mailbox.url }, { logger: pino({ level: 'debug' }, log), runsJobs: true });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

let addresses = 0;
const report = async (notice: object = {}) => {
  const id = await addVideo(site.database.db);
  await site.index.waitUntilIndexed();
  const send = reporterAt(site, `203.0.113.${++addresses}`);
  const sent = {
    ...completeNotice,
    kind: 'intimate_image',
    urls: `/video/${id}`,
    email: '',
    incomplete: true,
    ...notice,
  };
  const { number, token } = (await send(sent)).json();
  return { videoId: id, number, token, caseId: caseIdIn(number) ?? 0 };
};
const status = async (token: string) => (await site.app.inject(`/api/reports/${token}`)).json().report;
const reply = (token: string, what: string, text = 'A few words.') =>
  site.app.inject({ method: 'POST', url: `/api/reports/${token}/${what}`, payload: { text } });
const decide = (caseId: number, decision: 'remove' | 'keep') =>
  site.database.db.transaction().execute(async (tx) => {
    const now = new Date();
    const decided = { decision, reason: 'Because of the lighthouse.', decided_at: now, decided_by: 'secret-admin' };
    await tx.updateTable('case_urls').set(decided).where('case_id', '=', caseId).execute();
    await tx.updateTable('cases').set({ status: 'decided', decided_at: now }).where('id', '=', caseId).execute();
    const entry = { case_id: caseId, admin: 'secret-admin' };
    await tx
      .insertInto('case_entries')
      .values([
        { ...entry, kind: 'decision', text: '', is_public: true, details: null },
        { ...entry, kind: 'note', text: 'Between us', is_public: false, details: null },
      ])
      .execute();
  });
const ask = (caseId: number) =>
  site.database.db.updateTable('cases').set({ status: 'asked' }).where('id', '=', caseId).execute();

describe('the status of a report', () => {
  it('says what was decided and why, and nothing that admins keep to themselves', async () => {
    const { caseId, token } = await report();
    expect(await status(token)).toMatchObject({ status: 'open', urls: [{ decision: null }] });
    await decide(caseId, 'keep');
    expect(await status(token)).toMatchObject({
      status: 'decided',
      urls: [{ decision: 'keep', reason: 'Because of the lighthouse.' }],
      entries: [{ kind: 'received' }, { kind: 'decision' }],
    });
    const page = (await site.app.inject(`/report/status/${token}`)).body;
    expect(page).toContain('Because of the lighthouse.');
    expect(page).not.toMatch(/secret-admin|Between us/);
  });

  it('is not cached, indexed or passed on by its page', async () => {
    const { token, caseId } = await report();
    const first = await site.app.inject(`/report/status/${token}`);
    expect(first.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
    });
    await decide(caseId, 'remove');
    for (const path of [`/report/status/${token}`, `/Report//Status/${token}`.replace('//', '/')])
      expect((await site.app.inject(path)).body).toContain('Removed');
  });

  it('a report that hides nothing asks for no confirmation of an email', async () => {
    const { token } = await report({ kind: 'other' });
    const asked = await site.app.inject({
      method: 'POST',
      url: `/api/reports/${token}/email`,
      payload: { email: 'victim@other.example' },
    });
    expect([asked.statusCode, asked.json().message]).toEqual([409, expect.stringContaining('would hide nothing')]);
  });

  it('a question is answered once', async () => {
    const { caseId, token } = await report();
    expect((await reply(token, 'answer')).statusCode).toBe(409);
    await ask(caseId);
    expect((await reply(token, 'answer', 'It is the left one.')).statusCode).toBe(200);
    expect((await reply(token, 'answer')).statusCode).toBe(409);
    const { status: now, entries } = await status(token);
    expect([now, entries.at(-1)]).toEqual([
      'open',
      expect.objectContaining({ kind: 'answer', text: 'It is the left one.' }),
    ]);
  });

  it('an answer about an objection leaves the case objected, in the audit log too', async () => {
    const { caseId, token } = await report();
    await decide(caseId, 'keep');
    await ask(caseId);
    expect((await reply(token, 'answer')).statusCode).toBe(200);
    expect((await status(token)).status).toBe('objected');
    const { after } = await site.database.db
      .selectFrom('audit_log')
      .select('after')
      .where('entity', '=', 'case')
      .where('entity_id', '=', String(caseId))
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ status: 'objected' });
  });

  it('a decision is objected to once, with a deadline of its own, and the next one again', async () => {
    const { caseId, token } = await report();
    expect((await reply(token, 'objection')).statusCode).toBe(409);
    await decide(caseId, 'keep');
    expect((await reply(token, 'objection', 'Look again.')).statusCode).toBe(200);
    expect((await reply(token, 'objection')).statusCode).toBe(409);
    const { status: now, dueAt } = await status(token);
    expect(now).toBe('objected');
    expect(Date.parse(dueAt)).toBeGreaterThan(Date.now() + 47 * 3_600_000);
    await decide(caseId, 'keep');
    expect((await reply(token, 'objection')).statusCode).toBe(200);
  });

  it('a withdrawn report shows its videos again, except where a minor may be shown', async () => {
    const image = await report({ email: 'ida@example.com' });
    const minor = await report({ kind: 'minor' });
    for (const { token } of [image, minor]) expect((await reply(token, 'withdrawal')).statusCode).toBe(200);
    const pages = [image, minor].map(async ({ videoId }) => (await site.app.inject(`/video/${videoId}`)).statusCode);
    expect(await Promise.all(pages)).toEqual([200, 410]);
    expect((await reply(minor.token, 'withdrawal')).statusCode).toBe(409);
  });

  it('a wrong token gets the same answer everywhere, whatever it looks like', async () => {
    const { number } = await report();
    const answers = new Set<string>();
    for (const token of ['A'.repeat(43), number, '1', '%00', 'challenge2']) {
      const { statusCode, body } = await site.app.inject(`/api/reports/${token}`);
      answers.add(`${statusCode} ${body}`);
      expect((await site.app.inject(`/report/status/${token}`)).statusCode, token).toBe(404);
    }
    expect([...answers]).toEqual(['404 {"success":false,"message":"There is no such case."}']);
  });
});

describe('emails', () => {
  it('confirm a report with its number and its private page', async () => {
    const { number, token } = await report({ email: 'ida@example.com' });
    await expect.poll(() => mailbox.mails.some((mail) => mail.includes(number))).toBe(true);
    const mail = mailbox.mails.find((text) => text.includes(number))?.replaceAll('=\r\n', '') ?? '';
    expect(mail).toContain('To: ida@example.com');
    expect(mail).toContain(`/report/status/${token}`);
    expect(mail).not.toContain('lighthouse');
  });

  it('confirm an objection', async () => {
    const { caseId, token, number } = await report({ email: 'odo@example.com' });
    await decide(caseId, 'keep');
    await reply(token, 'objection');
    const subjects = await site.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', 'odo@example.com')
      .orderBy('id')
      .execute();
    expect(subjects.map(({ subject }) => subject)).toEqual([
      `We have received your notice ${number}`,
      `We have received your objection to the decision on ${number}`,
    ]);
  });

  it('cannot be used to flood somebody', async () => {
    for (let n = 0; n < 8; n++) await report({ email: 'victim@example.com', description: `Number ${n}` });
    const sent = await site.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', 'victim@example.com')
      .execute();
    const timesSent = (start: string) => sent.filter(({ subject }) => subject.startsWith(start)).length;
    expect(timesSent('We have received your notice')).toBe(5);
    // Beyond the room of a sender, one is asked to confirm the mailbox, which has a limit of its own.
    expect(timesSent('Please confirm your email')).toBe(3);
    expect(sent).toHaveLength(8);
  });
});

describe('the token', () => {
  it('is nowhere in the database, and neither is the network', async () => {
    const { token, caseId } = await report({ email: 'ida@example.com' });
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(site.database.db);
    for (const { name } of tables) {
      const { rows } = await sql<{ found: number }>`
        select count(*)::int as found from ${sql.table(name)} t
        where t::text like ${`%${token}%`} or (${name} = 'cases' and t::text like '%203.0.113.%')`.execute(
        site.database.db,
      );
      expect(rows[0]?.found, name).toBe(0);
    }
    await sql`update cases set received_at = now() - interval '91 days' where id = ${caseId}`.execute(site.database.db);
    await eraseSenders(site.database.db);
    const { sender } = await site.database.db
      .selectFrom('cases')
      .select('sender')
      .where('id', '=', caseId)
      .executeTakeFirstOrThrow();
    expect(sender).toBeNull();
  });

  it('is not logged, nor counted by', async () => {
    const { token } = await report();
    await site.app.inject(`/report/status/${token}`);
    await site.app.inject(`/report/status/${token}.data`);
    await reply(token, 'objection');
    await site.app.inject({
      method: 'POST',
      url: `/report/status/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'intent=answer&text=x',
    });
    expect(lines.some((line) => line.includes('/report/status/private'))).toBe(true);
    expect(lines.filter((line) => line.includes(token))).toEqual([]);
    const metrics = await (await fetch(site.metricsUrl ?? '')).text();
    expect(metrics).not.toContain(token);
  });
});

it('a site with a mail server says what it sends', async () => {
  const read = async (path: string) => (await site.app.inject(path)).body;
  expect(await read('/report?kind=other')).toContain('If you want an answer.');
  expect(await read('/content-removal')).toContain('we write to you');
});

it('the status page says that emails were sent once they were, and offers to correct the email', async () => {
  const ids = await addVideos(site.database.db, 5);
  await site.index.waitUntilIndexed();
  const send = reporterAt(site, '198.51.100.1');
  const { token, number } = (await send({ kind: 'minor', urls: ids.join('\n'), email: 'ida@exmaple.com' })).json();
  const path = `/report/status/${token}`;
  const page = async () => (await site.app.inject(path)).body.replace(/<!-- -->/g, '');
  expect(await status(token)).toMatchObject({ email: 'ida@exmaple.com' });
  const { db } = site.database;
  const { id } = await db
    .updateTable('cases')
    .set({ alerted_at: new Date() })
    .where('id', '=', caseIdIn(number) ?? 0)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await page()).toContain('We have been alerted by email, and a person will look.');
  const become = (became: 'sent' | 'failed') =>
    db
      .updateTable('outbox')
      .set({ status: became, sent_at: became === 'sent' ? new Date() : null })
      .where('event', '=', `case ${id} confirm 1`)
      .execute();
  await become('failed');
  expect(await page()).toContain('We could not send the email');
  await become('sent');
  expect(await page()).toContain('Open the link in the email that we have sent you.');
  expect(await page()).toContain('value="ida@exmaple.com"');
  const correct = {
    method: 'POST',
    url: `/api/reports/${token}/email`,
    payload: { email: 'ida@example.com' },
  } as const;
  const corrected = await site.app.inject(correct);
  expect([corrected.statusCode, corrected.json().success]).toEqual([200, true]);
  expect(await status(token)).toMatchObject({ email: 'ida@example.com' });
});

it('forms from other sites are refused', async () => {
  const { statusCode } = await site.app.inject({
    method: 'POST',
    url: '/report?kind=other',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    },
    payload: 'description=x',
  });
  expect(statusCode).toBe(403);
});
