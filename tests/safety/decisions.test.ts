import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let admin: SignedInAdmin;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ smtpUrl: 'smtp://127.0.0.1:9' });
  admin = await createSignedInAdmin(site, 'admin');
  call = callerOf(site, admin.cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

let posts = 0;
const addPost = async (): Promise<string> => {
  posts += 1;
  const body = {
    imageUrl: `https://example.com/quay-${posts}.jpg`,
    titel: `Quay ${posts}`,
    link: `https://example.com/watch/quay-${posts}`,
    Category: 'viral',
  };
  return (await call('POST', '/postdata', body)).json().post._id;
};

const read = async (id: string) => (await call('GET', `/removals/${id}`)).json().case;
const decide = async (id: string, decision: 'remove' | 'keep', positions?: number[]) => {
  const { urls, version } = await read(id);
  const chosen = positions ? positions.map((at) => urls[at]) : urls;
  const body = { urls: chosen.map(({ _id }: { _id: string }) => _id), decision, reason: `To ${decision} it.`, version };
  return call('POST', `/removals/${id}/decide`, body);
};
const statusOf = async (video: string) => (await visit('POST', `/getVideo/${video}`)).statusCode;
const mailsOf = (id: string) =>
  site.database.db.selectFrom('outbox').selectAll().where('event', 'like', `case ${id} %`).orderBy('id').execute();

describe('a decision', () => {
  it('to remove makes the post gone at once, for good, and tells the reporter why', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'intimate_image', videoIds: [video] });
    expect(await statusOf(video)).toBe(200);
    const response = await decide(id, 'remove');
    expect(response.json()).toMatchObject({ case: { status: 'decided', urls: [{ decision: 'remove' }] } });
    expect(await statusOf(video)).toBe(410);
    const [mail] = await mailsOf(id);
    expect(mail).toMatchObject({ recipient: 'ina@example.com', status: 'waiting' });
    expect(mail?.body).toContain('To remove it.');
    const again = await call('POST', '/postdata', {
      imageUrl: 'https://example.com/other.jpg',
      titel: 'Again',
      link: `https://example.com/watch/quay-${posts}`,
      Category: 'viral',
    });
    expect(again.statusCode).toBe(400);
    expect(again.json().message).toContain(response.json().case.number);
  });

  it('to keep returns what was withheld, and no note of admins reaches the reporter', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'minor', videoIds: [video], isWithheld: true });
    expect(await statusOf(video)).toBe(410);
    await call('POST', `/removals/${id}/notes`, { text: 'The performer is 34: see the records.' });
    const response = await decide(id, 'keep');
    expect(response.statusCode).toBe(200);
    expect(await statusOf(video)).toBe(200);
    expect((await mailsOf(id)).map(({ body }) => body).join()).not.toContain('34');
    const { entries } = await read(id);
    expect(entries).toContainEqual(expect.objectContaining({ kind: 'note', isPublic: false, admin: admin.username }));
  });

  it('is made per URL, and the case is decided with the last one', async () => {
    const [first, second] = [await addPost(), await addPost()];
    const id = await openCase(site, { kind: 'personal_data', videoIds: [first, second] });
    expect((await decide(id, 'remove', [0])).json().case).toMatchObject({ status: 'open', undecidedCount: 1 });
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 200]);
    expect((await decide(id, 'keep', [1])).json().case).toMatchObject({ status: 'decided' });
    expect([await statusOf(first), await statusOf(second)]).toEqual([410, 200]);
  });

  it('can be changed both ways', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'copyright', videoIds: [video] });
    await decide(id, 'remove');
    await decide(id, 'keep');
    expect(await statusOf(video)).toBe(200);
    await decide(id, 'remove');
    expect(await statusOf(video)).toBe(410);
    expect((await mailsOf(id)).length).toBe(3);
  });

  it('of another case keeps a post gone that this one keeps', async () => {
    const video = await addPost();
    const [one, other] = [
      await openCase(site, { kind: 'copyright', videoIds: [video] }),
      await openCase(site, { kind: 'other', videoIds: [video] }),
    ];
    await decide(one, 'remove');
    await decide(other, 'keep');
    expect(await statusOf(video)).toBe(410);
    expect((await read(other)).urls[0].otherCases).toEqual([expect.objectContaining({ _id: one, kind: 'copyright' })]);
  });

  it('of somebody who saw an older version is refused, and changes nothing', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'other', videoIds: [video] });
    const { urls, version } = await read(id);
    const body = { urls: [urls[0]._id], reason: 'Both decide at once.', version };
    const answers = await Promise.all(
      (['remove', 'keep'] as const).map((decision) => call('POST', `/removals/${id}/decide`, { ...body, decision })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const made = answers.find(({ statusCode }) => statusCode === 200)?.json().case.urls[0].decision;
    expect(await statusOf(video)).toBe(made === 'remove' ? 410 : 200);
    expect((await mailsOf(id)).length).toBe(1);
    expect((await read(id)).version).toBe(version + 1);
  });

  it('can be undone as long as nothing followed, and its email does not leave', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'minor', videoIds: [video], isWithheld: true });
    const { version } = (await decide(id, 'keep')).json().case;
    expect((await call('POST', `/removals/${id}/undo`, { version })).json().case).toMatchObject({
      status: 'open',
      undecidedCount: 1,
    });
    expect(await statusOf(video)).toBe(410);
    expect(await mailsOf(id)).toEqual([]);
    expect((await call('POST', `/removals/${id}/undo`, {})).statusCode).toBe(409);
  });

  it('that is undone lets a removed link be listed again', async () => {
    const video = await addPost();
    const link = `https://example.com/watch/quay-${posts}`;
    const id = await openCase(site, { kind: 'copyright', videoIds: [video] });
    await decide(id, 'remove');
    await call('POST', `/removals/${id}/undo`, {});
    expect(await statusOf(video)).toBe(200);
    await call('DELETE', `/deletepost/${video}`);
    const post = { imageUrl: 'https://example.com/again.jpg', titel: 'Again', link, Category: 'viral' };
    expect((await call('POST', '/postdata', post)).statusCode).toBe(200);
  });

  it('needs a reason and URLs of this case', async () => {
    const id = await openCase(site, { kind: 'other', videoIds: [await addPost()] });
    const other = await read(await openCase(site, { kind: 'other', videoIds: [await addPost()] }));
    const { urls } = await read(id);
    for (const body of [
      { urls: [urls[0]._id], decision: 'remove', reason: '  ' },
      { urls: [], decision: 'remove', reason: 'Why not' },
      { urls: [other.urls[0]._id], decision: 'remove', reason: 'Why not' },
    ])
      expect((await call('POST', `/removals/${id}/decide`, body)).statusCode).toBe(400);
    expect(await read(id)).toMatchObject({ status: 'open', version: 1 });
  });

  it('is in the audit log of the case and of the post', async () => {
    const video = await addPost();
    const id = await openCase(site, { kind: 'other', videoIds: [video] });
    await decide(id, 'remove');
    const entriesOf = async (entity: string, entityId: string) =>
      (await call('GET', `/audit?entity=${entity}&entityId=${entityId}`)).json().entries;
    expect((await entriesOf('case', id))[0]).toMatchObject({ action: 'decide', after: { reason: 'To remove it.' } });
    expect((await entriesOf('video', video))[0]).toMatchObject({ action: 'withhold', admin: admin.username });
  });
});

describe('a question', () => {
  const ask = (id: string) => call('POST', `/removals/${id}/ask`, { question: 'Which of them is you?' });

  it('is mailed, and stops the clock, but never for intimate images', async () => {
    const [slow, fast] = [
      await openCase(site, { kind: 'personal_data', videoIds: [] }),
      await openCase(site, { kind: 'intimate_image', videoIds: [] }),
    ];
    expect((await ask(slow)).json().case).toMatchObject({ status: 'asked', pausedAt: expect.any(String) });
    expect((await ask(fast)).json().case).toMatchObject({ status: 'asked', pausedAt: null });
    expect((await mailsOf(slow))[0]?.body).toContain('Which of them is you?');
  });

  it('is not asked about a decided case', async () => {
    const id = await openCase(site, { kind: 'other', videoIds: [await addPost()] });
    await decide(id, 'keep');
    expect((await ask(id)).statusCode).toBe(409);
  });
});
