/** Posts with the same link or picture as what a case removes are withheld with it, listed in the case, and released with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import { compareKept } from '#domain/stay-down-matches/compare-posts.ts';
import { openCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

interface Url {
  _id: string;
  title: string;
  decision: string | null;
  foundBy: string | null;
}

const addPost = async (link: string, imageUrl = 'https://example.com/quay.jpg'): Promise<string> =>
  (await call('POST', '/postdata', { titel: `At ${link}`, imageUrl, link, Category: 'viral' })).json().post._id;
const read = async (id: string) => (await call('GET', `/removals/${id}`)).json().case;
const decide = async (id: string, decision: 'remove' | 'keep', positions: number[]) => {
  const { urls, version } = await read(id);
  const body = { urls: positions.map((at) => urls[at]._id), decision, reason: `To ${decision} it.`, version };
  const response = await call('POST', `/removals/${id}/decide`, body);
  expect(response.statusCode).toBe(200);
};
const undo = async (id: string) => {
  const { version } = await read(id);
  expect((await call('POST', `/removals/${id}/undo`, { version })).statusCode).toBe(200);
};
const urlsOf = async (id: string) =>
  (await read(id)).urls.map(({ title, decision, foundBy }: Url) => ({ title, decision, foundBy }));
const statesOf = (videos: string[]) =>
  Promise.all(videos.map(async (video) => (await visit('POST', `/getVideo/${video}`)).statusCode));
const runJob = async () => {
  await compareKept(site.database.db, { settledMs: 0 });
  await site.index.waitUntilIndexed();
};

let pairs = 0;
/** Two posts with one link, and a case about the first. */
const openPair = async () => {
  pairs += 1;
  const videos = [
    await addPost(`https://rope.example/watch/pair-${pairs}`),
    await addPost(`http://www.rope.example/watch/pair-${pairs}?utm_source=q`),
  ];
  const id = await openCase(site, { kind: 'copyright', videoIds: videos.slice(0, 1) });
  return { id, videos };
};

/** The same with one picture and two links. */
const openPicturePair = async () => {
  pairs += 1;
  const images = ['large', 'small'].map((size) => `https://example.com/${size}-${pairs}.jpg`);
  const hashes = ['3c5a96e1f00dbeef', '3c5a96e1f00dbeee'];
  const videos: string[] = [];
  for (const [at, image] of images.entries()) {
    videos.push(await addPost(`https://rope.example/watch/picture-${pairs}-${at}`, image));
    await site.database.db.transaction().execute((tx) => storeHash(tx, image, hashes[at]));
  }
  const id = await openCase(site, { kind: 'copyright', videoIds: videos.slice(0, 1) });
  return { id, videos };
};

it('are counted before anybody decides, but not after', async () => {
  const { id } = await openPair();
  expect((await read(id)).urls).toMatchObject([{ sameLink: 1 }]);
  await decide(id, 'remove', [0]);
  expect((await read(id)).urls).toMatchObject([{ sameLink: 0 }, { sameLink: 0 }]);
});

describe('a post with the same link as one that is removed', () => {
  it('is gone with it, and is a URL of the case', async () => {
    const { id, videos } = await openPair();
    await decide(id, 'remove', [0]);
    await site.index.waitUntilIndexed();
    expect(await statesOf(videos)).toEqual([410, 410]);
    expect(await urlsOf(id)).toMatchObject([
      { decision: 'remove', foundBy: null },
      { decision: 'remove', foundBy: 'link' },
    ]);
  });

  it('returns when the decision is undone, also after the job has compared it', async () => {
    const { id, videos } = await openPair();
    await decide(id, 'remove', [0]);
    await runJob();
    await undo(id);
    await site.index.waitUntilIndexed();
    expect(await statesOf(videos)).toEqual([200, 200]);
    expect(await urlsOf(id)).toMatchObject([{ decision: null, foundBy: null }]);
  });

  it('returns when the post that was reported is kept, and goes when that is undone', async () => {
    const { id, videos } = await openPair();
    await decide(id, 'remove', [0]);
    await decide(id, 'keep', [0]);
    await site.index.waitUntilIndexed();
    expect(await statesOf(videos)).toEqual([200, 200]);
    await undo(id);
    await site.index.waitUntilIndexed();
    expect(await statesOf(videos)).toEqual([410, 410]);
  });

  it('is kept by itself, for good', async () => {
    const { id, videos } = await openPair();
    await decide(id, 'remove', [0]);
    await decide(id, 'keep', [1]);
    await runJob();
    expect(await statesOf(videos)).toEqual([410, 200]);
  });
});

describe('a post with the same picture as one that is removed', () => {
  it('is a URL of the case once the job has found it, and returns when the decision is undone', async () => {
    const { id, videos } = await openPicturePair();
    await decide(id, 'remove', [0]);
    await runJob();
    expect(await statesOf(videos)).toEqual([410, 410]);
    expect(await urlsOf(id)).toMatchObject([{ foundBy: null }, { foundBy: 'picture', decision: 'remove' }]);
    await undo(id);
    await site.index.waitUntilIndexed();
    expect(await statesOf(videos)).toEqual([200, 200]);
  });
});
