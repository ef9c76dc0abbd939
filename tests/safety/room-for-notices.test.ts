/** How much notices hide before an admin has looked, and how many are received: floods leave room for those who need it. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { decideCase } from '#domain/cases/case-decisions.ts';
import { confirmationCode, deriveCaseKeys, networkOf } from '#domain/cases/case-keys.ts';
import { urlsOfCase } from '#domain/cases/cases.ts';
import { askForConfirmation, confirmEmail, readConfirmationWork } from '#domain/cases/confirm-email.ts';
import { noticesPerHour } from '#domain/cases/flood-limits.ts';
import { receiveNotice } from '#domain/cases/receive-notice.ts';
import { remindOfCases } from '#domain/cases/reminders.ts';
import { objectToDecision, readReporterCase, withdrawNotice } from '#domain/cases/reporter.ts';
import { withholdWaiting } from '#domain/cases/withhold-on-receipt.ts';
import { addVideos } from '../support/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { addMailNode } from '../support/mail-node.ts';
import { storeCase } from '../support/open-case.ts';
import { completeNotice, quickProof } from '../support/reports.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await addMailNode(test.database.db);
});
afterAll(() => test.drop());
/** Each test begins as if nothing had been reported for days. */
beforeEach(async () => {
  await sql`update cases set received_at = now() - interval '3 days', withheld_at = now() - interval '3 days'`.execute(
    test.database.db,
  );
  await sql`update confirmation_emails set sent_at = now() - interval '3 days'`.execute(test.database.db);
});

const keys = deriveCaseKeys(randomBytes(32));
const site = { siteName: 'Marquee', siteUrl: 'https://site.example' };
const sizeOfSmallSite = 40;
const ofCatalogue = { publishedCount: 2000 };

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

const lastCase = () =>
  test.database.db.selectFrom('cases').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

it('what exceeds the room of a network waits for a decision, and its sender learns how much', async () => {
  const ids = await add(60);
  const proof = await quickProof(keys);
  const { hidden, waiting } = await send('203.0.113.1', minor(...ids), { ...ofCatalogue, proof });
  expect([hidden, waiting, await countHidden(ids)]).toEqual([10, 50, 10]);
  expect(await lastCase()).toMatchObject({ flags: ['limit'], withheld_count: 10 });
});

it('the IPs of a /24 and of a /48 share the room of one network', async () => {
  const ids = await add(12);
  for (const [n, id] of ids.slice(0, 6).entries()) await send(`203.0.113.${n + 1}`, minor(id), ofCatalogue);
  for (const [n, id] of ids.slice(6).entries()) await send(`2001:db8:1:${n}::1`, minor(id), ofCatalogue);
  expect(await countHidden(ids)).toBe(6);
});

it('many networks together do not hide a small site', async () => {
  const ids = await add(sizeOfSmallSite);
  for (const [n, id] of ids.entries()) await send(`203.0.${n}.1`, minor(id), { proof: await quickProof(keys) });
  expect(await countHidden(ids)).toBe(20);
});

it('a flood of intimate images leaves room for minors', async () => {
  const [unproved, proved, ofMinor, ...flooded] = await add(23);
  for (const [n, id] of flooded.entries()) await send(`203.0.${n}.1`, intimate(id), { proof: await quickProof(keys) });
  expect(await countHidden(flooded)).toBe(10);
  await send('192.0.2.97', intimate(unproved));
  await send('198.51.100.98', intimate(proved), { proof: await quickProof(keys) });
  await send('198.18.0.99', minor(ofMinor), { proof: await quickProof(keys) });
  expect(await isHidden(unproved, proved, ofMinor)).toEqual([false, false, true]);
});

it('a proof that did much less work than is asked for by now counts as none', async () => {
  const [id] = await add(1);
  for (let n = 0; n < 9; n++) await send(`203.0.113.${n + 1}`, { kind: 'minor', description: 'No URL' });
  await send('203.0.113.1', minor(id), { proof: await quickProof(keys, 1) });
  expect(await lastCase()).toMatchObject({ has_proof: false });
  await send('203.0.113.1', minor(id), { proof: await quickProof(keys, 2) });
  expect(await lastCase()).toMatchObject({ has_proof: true });
});

it('many notices about one video leave room for the next', async () => {
  const [crowded, next] = await add(2);
  for (let n = 1; n <= 35; n++) await send(`203.0.${n}.1`, minor(crowded));
  await send('203.0.99.1', minor(next));
  expect(await isHidden(crowded, next)).toEqual([true, true]);
});

it('notices about minors are received after sixty of the same network, with a proof of work', async () => {
  const [id] = await add(1);
  const network = networkOf(keys, '203.0.113.1');
  for (let n = 0; n < noticesPerHour.urgentWithoutProof - 1; n++)
    await storeCase(test.database.db, { kind: 'minor', network, hoursAgo: 0 });
  await send('203.0.113.1', minor(id));
  await expect(send('203.0.113.1', minor(id))).rejects.toThrow('Turn JavaScript on and send it again');
  await send('203.0.113.1', minor(id), { proof: await quickProof(keys) });
});

it('two networks that report fifty posts each leave room for the five of a third', async () => {
  const ids = await add(105);
  await send('203.0.113.1', minor(...ids.slice(0, 50)), ofCatalogue);
  await send('198.51.100.1', minor(...ids.slice(50, 100)), ofCatalogue);
  const fresh = ids.slice(100);
  await send('192.0.2.1', minor(...fresh), { ...ofCatalogue, proof: await quickProof(keys) });
  expect(await countHidden(fresh)).toBe(5);
});

it('many single notices without a proof leave room for another', async () => {
  const ids = await add(40);
  for (const [n, id] of ids.slice(0, 39).entries()) await send(`203.0.${n}.1`, minor(id), ofCatalogue);
  const [last] = ids.slice(39);
  await send('192.0.2.1', minor(last), { ...ofCatalogue, proof: await quickProof(keys) });
  expect(await countHidden(ids)).toBe(13);
  expect(await isHidden(last)).toEqual([true]);
});

const keep = (id: number | undefined, decidedBy = 'somebody') =>
  sql`update case_urls set decision = 'keep', decided_by = ${decidedBy}, decided_at = now() where video_id = ${id}`.execute(
    test.database.db,
  );
/** As if the admin had not decided on one case but on many. */
const inBundle = (id: number | undefined) =>
  sql`update case_urls set in_bundle = true where video_id = ${id}`.execute(test.database.db);
const release = (id: number | undefined) =>
  sql`with gone as (delete from video_holds where video_id = ${id}) update videos set state = 'published', withheld_from = null where id = ${id}`.execute(
    test.database.db,
  );

it('a keep does not disarm a complete notice of somebody else', async () => {
  const [id] = await add(1);
  await send('203.0.113.1', intimate(id));
  await keep(id);
  await release(id);
  await send('203.0.113.1', intimate(id));
  expect(await isHidden(id)).toEqual([false]);
  await send('198.51.100.1', { ...intimate(id), email: 'herself@example.com' });
  expect(await isHidden(id)).toEqual([true]);
});

it('a keep of many cases at once binds nobody, not even the sender', async () => {
  const [id] = await add(1);
  await send('203.0.113.1', intimate(id));
  await keep(id);
  await inBundle(id);
  await release(id);
  await send('203.0.113.1', intimate(id));
  expect(await isHidden(id)).toEqual([true]);
});

const codeFor = async (caseId: number) => {
  const { body } = await test.database.db
    .selectFrom('outbox')
    .select('body')
    .where('event', 'like', `case ${caseId} confirm %`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return /\?confirm=(\S+)/.exec(body)?.[1] ?? '';
};
const rules = { withholdOnNotice: true, publishedCount: 2000, sendsMail: true };
const confirm = (token: string, code: string, proof = '') =>
  confirmEmail(test.database.db, token, code, { keys, rules, proof });
const ask = (token: string, email = '', ip = '192.0.2.1') =>
  askForConfirmation(test.database.db, token, email, { keys, site, network: networkOf(keys, ip), rules });
const read = (token = '') => readReporterCase(test.database.db, token, rules);
const stateOf = async (token = '') => (await read(token)).confirmation;
/** As if the mail server had accepted all emails. */
const deliver = () => sql`update outbox set status = 'sent', sent_at = now()`.execute(test.database.db);
/** Uses up the shared room. */
const flood = async () => {
  const ids = await add(30);
  for (let n = 0; n < 3; n++)
    await send(`203.0.${n}.1`, minor(...ids.slice(n * 10, n * 10 + 10)), {
      ...ofCatalogue,
      proof: await quickProof(keys),
    });
  expect(await countHidden(ids)).toBe(30);
};

describe('in a flood', () => {
  it('a confirmed mailbox hides ten pages, once, and not with the code of another email', async () => {
    await flood();
    const ids = await add(12);
    const notice = { ...completeNotice, kind: 'intimate_image' as const, urls: ids.join('\n') };
    const { token = '', hidden, waiting } = await send('192.0.2.1', notice, ofCatalogue);
    expect([hidden, waiting]).toEqual([0, 12]);
    const { id } = await lastCase();
    await expect(confirm(token, confirmationCode(keys, id, 'other@example.com'))).rejects.toThrow(
      'This link is not valid',
    );
    const code = await codeFor(id);
    const both = await Promise.all([confirm(token, code), confirm(token, code)]);
    expect(both.map(({ length }) => length).sort()).toEqual([0, 10]);
    expect(await countHidden(ids)).toBe(10);
    expect(await lastCase()).toMatchObject({ flags: ['limit'], withheld_count: 10, withheld_by_email: 10 });
    expect(await stateOf(token)).toBe('confirmed');
    await expect(ask(token)).rejects.toThrow('already confirmed');
  });

  it('an objection takes no room from others', async () => {
    const ids = await add(30);
    for (let n = 0; n < 3; n++) {
      const proof = await quickProof(keys);
      const own = ids.slice(n * 10, n * 10 + 10);
      const { token = '' } = await send(`203.0.${n}.1`, minor(...own), { ...ofCatalogue, proof });
      const { db } = test.database;
      const { id } = await lastCase();
      const urlIds = (await urlsOfCase(db, id)).map((url) => url.id);
      const actor = { adminId: null, admin: 'maxine', ip: null };
      const change = { db, actor, id, expectedVersion: undefined, site };
      await decideCase(change, { urlIds, decision: 'keep', reason: 'Nothing is wrong with it.' });
      await objectToDecision(db, token, 'Look again.', site);
    }
    expect(await countHidden(ids)).toBe(0);
    const [id] = await add(1);
    expect(await send('192.0.2.1', minor(id), ofCatalogue)).toMatchObject({ hidden: 1 });
  });

  it('somebody who gave no email can add one, and replace it until it is confirmed', async () => {
    await flood();
    const ids = await add(2);
    const { token = '' } = await send('192.0.2.1', minor(...ids), ofCatalogue);
    const { id } = await lastCase();
    expect(await stateOf(token)).toBe('needs email');
    await expect(ask(token, 'nobody')).rejects.toThrow('Enter an email');
    await expect(ask(token)).rejects.toThrow('Enter an email');
    await ask(token, 'odo@exmaple.com');
    const wrongCode = await codeFor(id);
    await ask(token, 'odo@example.com');
    await expect(confirm(token, wrongCode)).rejects.toThrow('not valid');
    expect(await read(token)).toMatchObject({ confirmation: 'waiting', reporterEmail: 'odo@example.com' });
    await deliver();
    expect(await stateOf(token)).toBe('sent');
    await confirm(token, await codeFor(id));
    expect(await countHidden(ids)).toBe(2);
    expect(await stateOf(token)).toBe('not needed');
  });

  it('five emails about a case are sent within a day, and the sixth says why not', async () => {
    await flood();
    const { token = '' } = await send('192.0.2.1', minor(...(await add(1))), ofCatalogue);
    for (let n = 0; n < 5; n++) await ask(token, `m${n}@example.com`);
    await expect(ask(token, 'another@example.com')).rejects.toThrow('We have written 5 emails about this report');
    expect(await read(token)).toMatchObject({ confirmation: 'waiting', reporterEmail: 'm4@example.com' });
  });

  it('without a mail server nobody is told that an email was sent', async () => {
    await flood();
    const { db } = test.database;
    await sql`update nodes set seen_at = now() - interval '2 minutes'`.execute(db);
    const { token = '' } = await send(
      '192.0.2.1',
      { ...minor(...(await add(1))), email: 'ida@example.com' },
      ofCatalogue,
    );
    await sql`update nodes set seen_at = now() + interval '1 day'`.execute(db);
    const { id } = await lastCase();
    expect(await lastCase()).toMatchObject({ confirm_requests: 0, mailbox: null });
    const { rows } = await sql`select from outbox where event like ${`case ${id} %`}`.execute(db);
    expect(rows).toHaveLength(0);
    const without = { ...rules, sendsMail: false };
    const state = async () => (await readReporterCase(test.database.db, token, without)).confirmation;
    expect(await state()).toBe('no mail server');
    const asking = { keys, site, network: networkOf(keys, '192.0.2.1'), rules: without };
    for (let n = 0; n < 7; n++) await askForConfirmation(test.database.db, token, `m${n}@example.com`, asking);
    expect(await state()).toBe('no mail server');
    expect((await read(token)).reporterEmail).toBe('m6@example.com');
  });

  it('a report that hides nothing causes no email that asks to confirm', async () => {
    const about = { description: 'Something', email: 'her@other.example' };
    const { token = '' } = await send('198.18.1.1', { kind: 'other', ...about });
    await expect(ask(token, 'her@example.com')).rejects.toThrow('confirming one would hide nothing');
    await expect(codeFor((await lastCase()).id)).rejects.toThrow();
    expect(await lastCase()).toMatchObject({ reporter_email: 'her@other.example' });
  });

  it('strangers who enter a mailbox cause ten emails to it, and do not keep its owner from confirming it', async () => {
    await flood();
    const email = 'her@small.example';
    for (let n = 1; n <= 12; n++) {
      const { token = '' } = await send(`198.18.${n}.1`, { ...minor(...(await add(1))), email }, ofCatalogue);
      for (let more = 0; more < 5; more++) await ask(token, '', `198.18.${n}.1`).catch(() => undefined);
    }
    const sent = await sql`select from outbox where recipient = ${email} and event like '% confirm %'`.execute(
      test.database.db,
    );
    expect(sent.rows).toHaveLength(10);
    const [id] = await add(1);
    const proof = await quickProof(keys);
    const { token = '' } = await send('192.0.2.1', { ...intimate(id), email }, { ...ofCatalogue, proof });
    await confirm(token, await codeFor((await lastCase()).id));
    expect(await isHidden(id)).toEqual([true]);
  });

  it('somebody in the same network who enters a mailbox does not keep its owner from confirming it', async () => {
    await flood();
    const email = 'she@small.example';
    const { token: stranger = '' } = await send('192.0.2.1', { ...minor(...(await add(1))), email }, ofCatalogue);
    for (let n = 0; n < 2; n++) await ask(stranger);
    await expect(ask(stranger)).rejects.toThrow('your network has asked for several to this mailbox');
    const [id] = await add(1);
    const proof = await quickProof(keys);
    const { token = '' } = await send('192.0.2.2', { ...intimate(id), email }, { ...ofCatalogue, proof });
    await confirm(token, await codeFor((await lastCase()).id));
    expect(await isHidden(id)).toEqual([true]);
  });

  it('whoever gets no email is told why, also when the report arrives', async () => {
    await flood();
    const email = 'us@small.example';
    const from = async () => send('192.0.2.1', { ...minor(...(await add(1))), email }, ofCatalogue);
    for (let n = 0; n < 3; n++) await from();
    const { token = '' } = await from();
    const { confirmation, entries } = await read(token);
    expect(confirmation).toBe('not sent');
    expect(entries.map(({ text }) => text)).toContainEqual(
      expect.stringContaining('your network has asked for several to this mailbox'),
    );
    await ask(token, '', '198.51.100.1');
    expect(await stateOf(token)).toBe('waiting');
  });

  /** Confirms a mailbox for ten posts, and returns how many are hidden. */
  const hiddenBy = async (email: string, proof = '') => {
    const ids = await add(10);
    const { token = '' } = await send(
      `192.0.${ids[0]}.1`,
      { ...minor(...ids), email },
      { ...ofCatalogue, proof: await quickProof(keys) },
    );
    await confirm(token, await codeFor((await lastCase()).id), proof);
    return countHidden(ids);
  };
  const hiddenByAll = async (emails: string[]) => {
    const counts = [];
    for (const email of emails) counts.push(await hiddenBy(email));
    return counts;
  };

  it('the mailboxes of a mail provider do not share their room, wherever it is', async () => {
    await flood();
    const providers = ['gmail.com', 'yandex.ru', 'mail.ru', 'yahoo.de', 'outlook.de'];
    const emails = providers.flatMap((domain) => ['a', 'b', 'c'].map((name) => `${name}@${domain}`));
    expect(await hiddenByAll(emails)).toEqual(emails.map(() => 10));
  });

  it('strangers at a domain do not take the first posts of a mailbox there that is confirmed with a proof of work', async () => {
    await flood();
    expect(await hiddenByAll(['a@own.example', 'b@own.example', 'c@own.example'])).toEqual([10, 10, 0]);
    const ids = await add(10);
    const notice = { ...completeNotice, kind: 'intimate_image' as const, urls: ids.join('\n'), email: 'd@own.example' };
    const { token = '' } = await send('192.0.2.1', notice, ofCatalogue);
    expect(await readConfirmationWork(test.database.db, token)).toBe(1);
    const code = await codeFor((await lastCase()).id);
    await confirm(token, code);
    expect(await countHidden(ids)).toBe(0);
    const proof = await quickProof(keys, 1);
    await confirm(token, code, proof);
    await confirm(token, code, await quickProof(keys, 1));
    expect(await countHidden(ids)).toBe(5);
    expect(await hiddenBy('e@own.example', proof)).toBe(0);
    expect(await hiddenBy('e@other.example')).toBe(10);
  });

  it('a flood of unconfirmed emails in a network does not keep a notice with a proof from being confirmed', async () => {
    await flood();
    const ids = await add(12);
    const from = (n: number, proof = '') =>
      send('192.0.2.1', { ...minor(ids[n]), email: `m${n}@example.com` }, { ...ofCatalogue, proof });
    for (let n = 0; n < 11; n++) await from(n);
    expect(await stateOf((await from(11)).token)).toBe('not sent');
    expect(await stateOf((await from(11, await quickProof(keys))).token)).toBe('waiting');
  });

  it('a keep does not bind another, confirmed mailbox of the same network', async () => {
    const [id] = await add(1);
    await send('203.0.113.1', intimate(id), ofCatalogue);
    await keep(id);
    await release(id);
    const { token = '', waiting } = await send('203.0.113.1', { ...intimate(id), email: 'herself@example.com' });
    expect([await isHidden(id), waiting]).toEqual([[false], 1]);
    await confirm(token, await codeFor((await lastCase()).id));
    expect(await isHidden(id)).toEqual([true]);
  });

  it('a keep of a notice with a mailbox that nobody had confirmed does not bind its owner', async () => {
    const [id] = await add(1);
    const notice = { ...intimate(id), email: 'herself@home.example' };
    await send('203.0.113.1', notice, ofCatalogue);
    await keep(id);
    await release(id);
    const { token = '' } = await send('203.0.113.1', notice, ofCatalogue);
    await confirm(token, await codeFor((await lastCase()).id));
    expect(await isHidden(id)).toEqual([true]);
    await keep(id);
    await release(id);
    const { token: again = '' } = await send('203.0.113.1', notice, ofCatalogue);
    await confirm(again, await codeFor((await lastCase()).id));
    expect(await isHidden(id)).toEqual([false]);
  });
});

describe('when there is room again', () => {
  const small = { withholdOnNotice: true, publishedCount: sizeOfSmallSite };
  const hideWaiting = () => withholdWaiting(test.database.db, small);
  const passDay = () => sql`update cases set withheld_at = withheld_at - interval '25 hours'`.execute(test.database.db);
  const fromNetwork = async (n: number, notice: Parameters<typeof receiveNotice>[1]) =>
    send(`203.0.${n}.1`, notice, { proof: await quickProof(keys) });
  const keepAll = async (id: number) => {
    const { db } = test.database;
    const urlIds = (await urlsOfCase(db, id)).map((url) => url.id);
    const actor = { adminId: null, admin: 'maxine', ip: null };
    const decision = { urlIds, decision: 'keep' as const, reason: 'Nothing is wrong with it.' };
    await decideCase({ db, actor, id, expectedVersion: undefined, site }, decision);
  };
  beforeEach(async () => {
    // Earlier tests leave notices that wait.
    await sql`update cases set flags = '{}'`.execute(test.database.db);
  });

  it('after a day, notices hide what they could not, minors first, then the oldest, within the same limits', async () => {
    const ids = await add(34);
    const [image, older, ...more] = ids.slice(20);
    await fromNetwork(1, minor(...ids.slice(0, 10)));
    await fromNetwork(2, minor(...ids.slice(10, 20)));
    const { token: ofImage } = await fromNetwork(3, intimate(image));
    const { token } = await fromNetwork(4, minor(older));
    await fromNetwork(5, minor(...more.slice(0, 8)));
    await fromNetwork(6, minor(...more.slice(8)));
    expect(await hideWaiting()).toBe(0);
    expect(await read(token)).toMatchObject({ waitsForRoom: true });
    await sql`update cases set withheld_at = now() - interval '25 hours' where withheld_count > 0`.execute(
      test.database.db,
    );
    expect(await hideWaiting()).toBe(13);
    expect(await isHidden(older, ...more)).toEqual(Array.from({ length: 13 }, () => true));
    // The others have used up what an intimate image may use.
    expect(await isHidden(image)).toEqual([false]);
    expect(await read(ofImage)).toMatchObject({ waitsForRoom: true });
    const { waitsForRoom, entries, urls } = await read(token);
    expect([waitsForRoom, entries.at(-1)?.kind, urls[0]?.isWithheld]).toEqual([false, 'withheld', true]);
    expect(await hideWaiting()).toBe(0);
    await passDay();
    expect(await hideWaiting()).toBe(1);
    expect(await isHidden(image)).toEqual([true]);
    expect(await hideWaiting()).toBe(0);
  });

  it('a notice that waited for a day hides no more than others in the next one', async () => {
    const ids = await add(60);
    for (let n = 0; n < 2; n++) await fromNetwork(n, minor(...ids.slice(n * 30, n * 30 + 30)));
    expect(await countHidden(ids)).toBe(20);
    for (const hidden of [40, 60]) {
      await passDay();
      await hideWaiting();
      await hideWaiting();
      expect(await countHidden(ids)).toBe(hidden);
    }
  });

  it('a decision leaves its room to the next', async () => {
    const [first, second, waiting] = [await add(10), await add(10), await add(11)];
    await fromNetwork(1, minor(...first));
    await fromNetwork(2, minor(...second));
    const { id } = await lastCase();
    await fromNetwork(3, minor(...waiting));
    expect(await hideWaiting()).toBe(0);
    await keepAll(id);
    expect([await hideWaiting(), await hideWaiting()]).toEqual([10, 0]);
    expect([await countHidden(waiting), await countHidden(second)]).toEqual([10, 0]);
  });

  it('what a notice waits for is not hidden once it is withdrawn or turned off', async () => {
    const [inRoom, withdrawn, image] = [await add(20), await add(1), await add(1)];
    await fromNetwork(1, minor(...inRoom.slice(0, 10)));
    await fromNetwork(2, minor(...inRoom.slice(10)));
    const { token = '' } = await fromNetwork(3, minor(...withdrawn));
    await fromNetwork(4, intimate(image[0]));
    await withdrawNotice(test.database.db, token);
    await passDay();
    expect(await withholdWaiting(test.database.db, { ...small, withholdOnNotice: false })).toBe(0);
    expect(await read(token)).toMatchObject({ waitsForRoom: false });
    expect(await hideWaiting()).toBe(1);
    expect(await isHidden(...withdrawn, ...image)).toEqual([false, true]);
  });

  it('a confirmed mailbox hides as much again on the next day', async () => {
    const ids = await add(25);
    await flood();
    const { token = '' } = await send('192.0.2.1', { ...minor(...ids), email: 'odo@example.com' }, ofCatalogue);
    await confirm(token, await codeFor((await lastCase()).id));
    expect(await countHidden(ids)).toBe(10);
    const hideInFlood = () => withholdWaiting(test.database.db, { ...rules });
    expect(await hideInFlood()).toBe(0);
    await sql`update cases set withheld_at = now() - interval '25 hours' where withheld_by_email > 0`.execute(
      test.database.db,
    );
    expect([await hideInFlood(), await hideInFlood()]).toEqual([10, 0]);
  });
});

it('admins are told of new cases every ten minutes in a flood', async () => {
  await sql`update cases set status = 'decided', alerted_at = now()`.execute(test.database.db);
  const later = Date.now() + 3 * 3_600_000;
  const counts = [];
  for (const minute of [0, 1, 2, 3, 4, 5, 16]) {
    await storeCase(test.database.db, { kind: 'minor', hoursAgo: -3 });
    counts.push(await remindOfCases(test.database.db, site, new Date(later + minute * 60_000)));
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 0, 2]);
});
