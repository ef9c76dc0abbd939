import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caseIdIn } from '#contract/values/cases.ts';
import { addVideos } from '../support/catalogue.ts';
import { caseKeysOf, completeNotice, proofOf, quickProof, reporterAt } from '../support/reports.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());
/** Each test finds the room for hidden posts unused. */
beforeEach(() =>
  sql`update cases set received_at = now() - interval '3 days', withheld_at = now() - interval '3 days'`.execute(
    site.database.db,
  ),
);

let addresses = 0;
/** A network that has sent nothing yet. */
const newSender = () => reporterAt(site, `198.${18 + Math.floor(++addresses / 250)}.${(addresses % 250) + 1}.1`);

const newVideos = async (count: number) => {
  const ids = await addVideos(site.database.db, count);
  await site.index.waitUntilIndexed();
  return ids;
};
const newVideo = async () => (await newVideos(1))[0] ?? 0;
const newProof = () => quickProof(caseKeysOf(site));
const pageStatus = async (id: number) => (await site.app.inject(`/video/${id}`)).statusCode;
const readCase = (number: string) =>
  site.database.db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', caseIdIn(number) ?? 0)
    .executeTakeFirstOrThrow();
const urlsOf = (number: string) =>
  site.database.db
    .selectFrom('case_urls')
    .select(['url', 'video_id as id', 'reports'])
    .where('case_id', '=', caseIdIn(number) ?? 0)
    .orderBy('position')
    .execute();

const intimate = { ...completeNotice, kind: 'intimate_image' };

describe('what a notice does at once', () => {
  it.each([
    ['minor', { kind: 'minor' }],
    ['complete intimate image', intimate],
  ])('a notice of a %s hides its video', async (_, notice) => {
    const id = await newVideo();
    const response = await newSender()({ ...notice, urls: `/video/${id}` });
    expect(response.statusCode).toBe(200);
    expect(await pageStatus(id)).toBe(410);
  });

  it.each([
    ['an incomplete notice of an intimate image', { kind: 'intimate_image', incomplete: true }],
    ['a notice of copyright', { ...completeNotice, kind: 'copyright' }],
    ['a dead link', { kind: 'dead_link' }],
  ])('%s hides nothing', async (_, notice) => {
    const id = await newVideo();
    expect((await newSender()({ ...notice, urls: `/video/${id}` })).statusCode).toBe(200);
    expect(await pageStatus(id)).toBe(200);
  });

  it.each([
    ['minors', { kind: 'minor' }],
    ['intimate images', intimate],
  ])('notices of %s from everywhere about the same videos at once are all received', async (_, notice) => {
    const [one, two] = await newVideos(2);
    const send = (n: number) => newSender()({ ...notice, urls: n % 2 ? `${one} ${two}` : `${two} ${one}` });
    const responses = await Promise.all(Array.from({ length: 8 }, (_, n) => send(n)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(new Set(responses.map((response) => response.json().number)).size).toBe(8);
  });

  it('an intimate image is decided within 48 hours, and a minor before that', async () => {
    const id = await newVideo();
    const hoursOf = async (notice: object) => {
      const { number } = (await newSender()({ ...notice, urls: String(id) })).json();
      const { received_at, due_at } = await readCase(number);
      return (due_at.getTime() - received_at.getTime()) / 3_600_000;
    };
    expect([await hoursOf(intimate), await hoursOf({ kind: 'minor' })]).toEqual([48, 24]);
  });

  it('with the setting off, only minors are hidden', async () => {
    const main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    const [image = 0, minor = 0] = await newVideos(2);
    const removalPage = async () => (await site.app.inject('/content-removal')).body;
    const isHidden = 'we hide the pages that a complete notice names';
    expect(await removalPage()).toContain(isHidden);
    await main('PUT', '/settings', { withholdOnNotice: false });
    await expect.poll(removalPage).toContain('A person looks at a notice before anything is hidden.');
    expect(await removalPage()).not.toContain(isHidden);
    await newSender()({ ...intimate, urls: String(image) });
    await newSender()({ kind: 'minor', urls: String(minor) });
    await main('PUT', '/settings', { withholdOnNotice: true });
    expect([await pageStatus(image), await pageStatus(minor)]).toEqual([200, 410]);
  });
});

describe('which videos a notice is about', () => {
  it('recognises pages of the site in every form, ids, pictures and links to other sites', async () => {
    const ids = await newVideos(7);
    const [one, two, three, four, five, six] = ids;
    const { link } = await site.database.db
      .selectFrom('videos')
      .select(['link', 'image_url'])
      .where('id', '=', six ?? 0)
      .executeTakeFirstOrThrow();
    const seven = await site.database.db
      .selectFrom('videos')
      .select('image_url')
      .where('id', '=', ids[6] ?? 0)
      .executeTakeFirstOrThrow();
    const { siteUrl } = site.config;
    const host = new URL(siteUrl).host;
    const urls = [
      `${siteUrl}/video/${one}-some-title?x=1#top`,
      `${host}/video/${two}`,
      `see <${siteUrl.toUpperCase()}/VIDEO/${three}>, please`,
      `/video/00${four}`,
      `#${five}`,
      link.replace('https://', 'http://www.'),
      siteUrl + seven.image_url,
      'the one with the boat',
      `${one}`,
    ].join('\n');
    const { number } = (await newSender()({ ...completeNotice, kind: 'copyright', urls })).json();
    expect((await urlsOf(number)).map(({ id }) => id)).toEqual([...ids.slice(0, 3), null, ...ids.slice(3), null]);
  });

  it('of more than a hundred, the first hundred are looked at, the others kept, and both sides told', async () => {
    const last = await newVideo();
    const links = Array.from({ length: 99 }, (_, n) => `https://example.com/x/${n}`);
    const urls = [...links, `/video/${last}`, ...Array.from({ length: 30 }, (_, n) => `https://example.com/y/${n}`)];
    const { number, token } = (await newSender()({ kind: 'minor', urls: urls.join('\n') })).json();
    expect(await pageStatus(last)).toBe(410);
    expect((await urlsOf(number)).map(({ url }) => url)).toEqual(urls.slice(0, 100));
    const { flags, details } = await readCase(number);
    expect({ flags, details }).toEqual({ flags: ['more_urls'], details: { moreUrls: urls.slice(100).join('\n') } });
    const { report } = (await site.app.inject(`/api/reports/${token}`)).json();
    expect(report.entries[0].text).toContain('You sent 130 URLs. We look at the first 100 one by one. The other 30');
  });

  it('a URL that is too long for a link is kept as text', async () => {
    const url = `https://example.com/${'long'.repeat(600)}`;
    const { number } = (await newSender()({ kind: 'minor', urls: url })).json();
    expect(await urlsOf(number)).toMatchObject([{ url, id: null }]);
  });
});

describe('somebody who cannot say where it is', () => {
  it('is heard about a minor all the same', async () => {
    const response = await newSender()({ kind: 'minor', description: 'The one with the red car' });
    expect(response.statusCode).toBe(200);
  });

  it('learns which lines were not recognised', async () => {
    const { token } = (await newSender()({ kind: 'minor', urls: 'the one with the red car' })).json();
    const { report } = (await site.app.inject(`/api/reports/${token}`)).json();
    expect(report.urls).toMatchObject([{ url: 'the one with the red car', isVideo: false }]);
  });
});

it('spaces around an email do not matter', async () => {
  const { number } = (await newSender()({ ...intimate, urls: '1', email: ' ida@example.com\n' })).json();
  expect(await readCase(number)).toMatchObject({ reporter_email: 'ida@example.com' });
});

describe('what each kind asks for', () => {
  it.each([
    ['intimate_image', ['description', 'email', 'goodFaith', 'name', 'relation', 'urls']],
    ['minor', ['urls']],
    ['copyright', ['email', 'goodFaith', 'name', 'perjury', 'rightsHolder', 'urls', 'work']],
    ['personal_data', ['description', 'email', 'goodFaith', 'name', 'urls']],
    ['dead_link', ['urls']],
    ['other', ['description']],
  ])('%s', async (kind, fields) => {
    const response = await newSender()({ kind });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields).sort()).toEqual(fields);
  });
});

it('without a mail server, nothing is queued for reporters, and admins are told so', async () => {
  const { number, token } = (
    await newSender()({ kind: 'other', description: 'A pier.', email: 'ida@example.com' })
  ).json();
  const id = caseIdIn(number) ?? 0;
  const call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  const { sendsMail, version } = (await call('GET', `/removals/${id}`)).json().case;
  expect(sendsMail).toBe(false);
  const body = { urls: [], decision: 'keep', reason: 'It is a pier.', version };
  const decided = await call('POST', `/removals/${id}/decide`, body);
  expect(decided.statusCode).toBe(200);
  expect(
    (await site.app.inject({ method: 'POST', url: `/api/reports/${token}/objection`, payload: { text: 'No.' } }))
      .statusCode,
  ).toBe(200);
  const { rows } = await sql`select from outbox where event like ${`case ${id} %`}`.execute(site.database.db);
  expect(rows).toHaveLength(0);
});

describe('floods', () => {
  it('the answer and the status page say what is hidden and what waits for a person', async () => {
    const ids = await newVideos(5);
    const answer = (await newSender()({ kind: 'minor', urls: ids.join('\n') })).json();
    expect(answer).toMatchObject({ hidden: 3, waiting: 2 });
    const { report } = (await site.app.inject(`/api/reports/${answer.token}`)).json();
    expect(report.urls.map(({ isVisible }: { isVisible: boolean }) => isVisible)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(report).toMatchObject({ confirmation: 'no mail server', isAlerted: false });
    const page = (await site.app.inject(`/report/status/${answer.token}`)).body.replace(/<!-- -->/g, '');
    expect(page).toContain(
      '3 videos are hidden. 2 videos can still be seen. A person will look. If reports may hide more before that',
    );
    expect(page).toContain('This site sends no emails, so this page is the only place');
    expect(page).not.toContain('Your email');
    const email = await site.app.inject({
      method: 'POST',
      url: `/api/reports/${answer.token}/email`,
      payload: { email: 'nobody' },
    });
    expect(email.statusCode).toBe(400);
    const wrong = { method: 'POST', url: `/api/reports/${answer.token}/confirmation`, payload: { code: 'x' } } as const;
    expect((await site.app.inject(wrong)).statusCode).toBe(404);
  });

  it('a challenge asks for more work after many notices of a network', async () => {
    const send = newSender();
    const ip = `198.18.${addresses + 1}.9`;
    const work = async () =>
      (await site.app.inject({ url: '/api/reports/challenge', remoteAddress: ip })).json().challenge.parameters.data
        .work;
    expect(await work()).toBe(1);
    for (let n = 0; n < 6; n++)
      await send({ ...intimate, description: `Number ${n}`, urls: 'https://example.com/none' });
    expect(await work()).toBe(4);
  });

  it('a video that an admin has kept is not hidden by the next notice of the same sender', async () => {
    const id = await newVideo();
    const send = newSender();
    const { number } = (await send({ ...intimate, urls: String(id) })).json();
    await site.database.db
      .updateTable('case_urls')
      .set({ decision: 'keep', decided_by: 'somebody', decided_at: new Date() })
      .where('case_id', '=', caseIdIn(number) ?? 0)
      .execute();
    const again = (await send({ ...intimate, urls: String(id) })).json();
    expect(await readCase(again.number)).toMatchObject({ withheld_count: 0, flags: ['kept_before'] });
  });

  it('without a proof of work, a network sends five notices an hour, and as many as it needs about minors', async () => {
    const send = newSender();
    const other = (n: number) => send({ kind: 'other', description: `Number ${n}` });
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await other(n)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await other(7);
    expect(refused.json().message).toContain('Turn JavaScript on');
    expect(refused.headers['retry-after']).toBe('3600');
    const id = await newVideo();
    expect((await send({ kind: 'minor', urls: String(id) })).statusCode).toBe(200);
  });

  it('with one, it goes on, and each is good for one notice', async () => {
    const send = newSender();
    for (let n = 0; n < 5; n++) await send({ kind: 'other', description: `Number ${n}` });
    const proof = await proofOf(site);
    const first = await send({ kind: 'other', description: 'With a proof', proof });
    expect(first.statusCode).toBe(200);
    expect(await readCase(first.json().number)).toMatchObject({ has_proof: true });
    expect((await send({ kind: 'other', description: 'With the same proof', proof })).statusCode).toBe(429);
  });

  it('a proof that somebody made up is none', async () => {
    const send = newSender();
    const payload = JSON.parse(await newProof());
    payload.challenge.parameters.expiresAt += 1;
    for (const proof of ['x', '{}', 'null', JSON.stringify(payload)]) {
      const { number } = (await send({ kind: 'other', description: `Proof ${proof}`, proof })).json();
      expect(await readCase(number)).toMatchObject({ has_proof: false });
    }
  });

  it('whoever fills in the hidden field is received and flagged', async () => {
    const send = newSender();
    const id = await newVideo();
    const website = 'https://example.com/spam';
    for (const notice of [
      { kind: 'other', description: 'Buy this' },
      { kind: 'minor', urls: String(id) },
    ]) {
      const { number } = (await send({ ...notice, website })).json();
      expect(await readCase(number)).toMatchObject({ flags: ['trap'] });
    }
  });

  it('a proof of work does not let a program send more that fills in the hidden field', async () => {
    const send = newSender();
    const website = 'https://example.com/spam';
    for (let n = 0; n < 5; n++) await send({ kind: 'other', description: `Number ${n}`, website });
    const notice = { kind: 'other', description: 'With a proof', proof: await newProof() };
    expect((await send({ ...notice, website })).statusCode).toBe(429);
  });

  it('an operator sees who sends many', async () => {
    const send = newSender();
    let last = '';
    for (let n = 0; n < 10; n++)
      last = (await send({ ...intimate, description: `Number ${n}`, urls: 'https://example.com/none' })).json().number;
    expect(await readCase(last)).toMatchObject({ flags: ['many'] });
  });
});

describe('the same thing twice', () => {
  it('is one case with one status page, even if both arrive at once', async () => {
    const send = newSender();
    const notice = { ...intimate, urls: String(await newVideo()), attempt: 'first-press' };
    const [one, two] = (await Promise.all([send(notice), send(notice)])).map((response) => response.json());
    expect(two).toEqual(one);
  });

  it('from another browser is another case, even with the same words', async () => {
    const send = newSender();
    const notice = { kind: 'minor', urls: String(await newVideo()) };
    const [one, two] = [(await send(notice)).json(), (await send(notice)).json()];
    expect(two.token).not.toBe(one.token);
    const [three, four] = [{ attempt: 'one' }, { attempt: 'two' }];
    expect((await send({ ...notice, ...three })).json().token).not.toBe(
      (await send({ ...notice, ...four })).json().token,
    );
  });

  it('after a withdrawal is received again, and hides again', async () => {
    const send = newSender();
    const id = await newVideo();
    const notice = { ...intimate, urls: String(id) };
    const { token, number } = (await send(notice)).json();
    await site.app.inject({ method: 'POST', url: `/api/reports/${token}/withdrawal` });
    expect(await pageStatus(id)).toBe(200);
    const again = (await send(notice)).json();
    expect(again.number).not.toBe(number);
    expect(await pageStatus(id)).toBe(410);
  });

  it('from somebody else on the same network is another case that only the operator connects', async () => {
    const send = newSender();
    const urls = String(await newVideo());
    const one = (await send({ ...intimate, urls })).json();
    const two = (await send({ ...intimate, urls, name: 'Odo Example', email: 'odo@example.com' })).json();
    expect(two.token).not.toBe(one.token);
    expect((await readCase(two.number)).repeats).toBe(caseIdIn(one.number));
    const status = (await site.app.inject(`/api/reports/${two.token}`)).body;
    expect(status).not.toContain(one.number);
  });

  it('many reports of a dead link are one case that counts them', async () => {
    const id = await newVideo();
    const numbers = new Set<string>();
    for (let n = 0; n < 3; n++) {
      const { number, token } = (await newSender()({ kind: 'dead_link', urls: `/video/${id}` })).json();
      expect(token).toBeUndefined();
      numbers.add(number);
    }
    expect(numbers.size).toBe(1);
    const [number = ''] = numbers;
    expect(await urlsOf(number)).toMatchObject([{ id, reports: 3 }]);
  });

  it.each([
    ['withheld', "update videos set state = 'withheld', withheld_from = 'published' where id = $1"],
    ['deleted', 'update videos set deleted_at = now() where id = $1'],
    ['not published yet', "update videos set state = 'draft' where id = $1"],
  ])('a dead link of a video that is %s opens no case, and gets the words of one that never was', async (_, change) => {
    const [gone, listed] = await newVideos(2);
    await site.database.db.executeQuery(CompiledQuery.raw(change, [gone]));
    const report = (urls: string) => newSender()({ kind: 'dead_link', urls });
    const [refused, unknown] = [await report(`/video/${gone}`), await report('/video/987654321')];
    expect(refused.statusCode).toBe(400);
    expect(refused.json().message).toContain('It may already be gone');
    const { requestId: _mine, ...told } = refused.json();
    const { requestId: _theirs, ...toldOfNone } = unknown.json();
    expect(told).toEqual(toldOfNone);
    const { number } = (await report(`/video/${gone}\n/video/${listed}`)).json();
    expect(await urlsOf(number)).toMatchObject([{ id: listed }]);
  });
});
