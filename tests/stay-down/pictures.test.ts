/** A picture that a case removed is recognised again, whenever it arrives and from wherever. */

import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { createFetcher } from '#domain/fetching/fetcher.ts';
import { releaseVideos } from '#domain/holds/holds.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { createPictureReader } from '#domain/stay-down/hash-picture.ts';
import { keepDown, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { readMissingFingerprints } from '#domain/stay-down/missing-fingerprints.ts';
import { compareKept } from '#domain/stay-down-matches/compare-posts.ts';
import { createPictureHasher, type PictureHasher } from '#domain/stay-down-matches/picture-hasher.ts';
import { encodePicture, imageKind, storePicture } from '#domain/uploads/pictures.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { drawScene, openPictureServer, type PictureServer } from './picture-server.ts';

const siteUrl = 'https://shelf.example';
let test: TestDatabase;
let server: PictureServer;
let pictures: PictureHasher;
beforeAll(async () => {
  [test, server] = await Promise.all([createTestDatabase(), openPictureServer()]);
  const { db } = test.database;
  const fetch = createFetcher({ siteUrl, allow: server.allow });
  pictures = createPictureHasher({ db, readPicture: createPictureReader({ db, fetch, siteUrl }), pauseMs: 0 });
});
afterAll(async () => {
  await test.drop();
  await server.close();
});
afterEach(() => server.answer(undefined));

let links = 0;

const blank = () =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#334455' } })
    .png()
    .toBuffer();

/** As the API adds a post. */
const add = async (imageUrl: string) => {
  await pictures.hashBeforeSaving(imageUrl);
  return save(imageUrl);
};
const save = (imageUrl: string) =>
  addVideo(test.database.db, system, {
    ...{ title: 'Rain', imageUrl, category: 'english' as const },
    link: `https://clips.example/post/n${++links}`,
  });

const remove = async (videoId: number) => {
  const opened = await storeCase(test.database.db, { kind: 'intimate_image' });
  await test.database.db.transaction().execute((tx) => keepDown(tx, opened.id, { videoIds: [videoId] }));
  return opened;
};
const stateOf = async (id: number) => {
  const { state } = await test.database.db
    .selectFrom('videos')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return state;
};
const hashOf = async (url: string) =>
  test.database.db
    .selectFrom('image_hashes')
    .select(['state', 'hash', 'tries', 'problem'])
    .where('image_url', '=', url)
    .executeTakeFirst();
/** As if the time of the next try had come. */
const makeDue = () =>
  test.database.db
    .updateTable('image_hashes')
    .set({ next_try_at: new Date(0) })
    .execute();

describe('a picture of a removed post', () => {
  it('is refused in another size and format, and others are not', async () => {
    const { id } = await add(`${server.url}/1.png`);
    const { number } = await remove(id);
    await expect(add(`${server.url}/1.jpg?again`)).rejects.toMatchObject({
      fields: { imageUrl: `This picture was removed in case ${number} and may not be listed again.` },
    });
    await expect(add(`${server.url}/2.png`)).resolves.toMatchObject({ state: 'published' });
  });

  it('is refused as an upload', async () => {
    const { id } = await add(`${server.url}/3.png`);
    const { number } = await remove(id);
    const path = await storePicture(
      test.database.db,
      await encodePicture(await drawScene(3).png().toBuffer(), imageKind),
      imageKind,
    );
    await expect(add(path)).rejects.toThrow(`case ${number}`);
    await expect(add(siteUrl + path)).rejects.toThrow(`case ${number}`);
  });

  it('may be listed again once the decision is taken back', async () => {
    const { id } = await add(`${server.url}/4.png`);
    const opened = await remove(id);
    await expect(add(`${server.url}/4.jpg`)).rejects.toThrow(opened.number);
    await test.database.db.transaction().execute((tx) => stopKeepingDown(tx, opened.id, { videoIds: [id] }));
    await expect(add(`${server.url}/4.jpg?later`)).resolves.toMatchObject({ state: 'published' });
  });

  it('is hashed soon after the removal if it was not before', async () => {
    const { id } = await save(`${server.url}/5.png`);
    const { number } = await remove(id);
    await pictures.hashDue();
    await expect(add(`${server.url}/5.jpg`)).rejects.toThrow(number);
  });

  it('that had been given up is tried again', async () => {
    const url = `${server.url}/6.png`;
    const { id } = await save(url);
    await test.database.db
      .updateTable('image_hashes')
      .set({ state: 'failed', tries: 8 })
      .where('image_url', '=', url)
      .execute();
    const { number } = await remove(id);
    await pictures.hashDue();
    await expect(add(`${server.url}/6.jpg`)).rejects.toThrow(number);
  });
});

describe('a removed picture whose host does not answer', () => {
  const missing = () => readMissingFingerprints(test.database.db);

  it('is tried again within minutes and for weeks, and found when it answers', async () => {
    const url = `${server.url}/301.png`;
    const { id } = await save(url);
    await remove(id);
    const copy = await add(`${server.url}/301.jpg`);
    server.answer((response) => response.writeHead(404).end('<h1>Not found</h1>'));
    const delays: number[] = [];
    for (let tries = 1; tries <= 12; tries++) {
      await makeDue();
      await pictures.hashDue();
      const { state, next_try_at } = await test.database.db
        .selectFrom('image_hashes')
        .select(['state', 'next_try_at'])
        .where('image_url', '=', url)
        .executeTakeFirstOrThrow();
      expect(state).toBe('waiting');
      delays.push(Math.round((next_try_at.getTime() - Date.now()) / 60_000));
    }
    expect([delays[0], delays[2], delays.at(-1)]).toEqual([1, 4, 720]);
    expect(await missing()).toMatchObject({ pictures: 1, cases: 1, problem: expect.stringContaining('answered 404') });
    expect(await stateOf(copy.id)).toBe('published');
    server.answer(undefined);
    await makeDue();
    await pictures.hashDue();
    await compareKept(test.database.db, { settledMs: 0 });
    expect([await stateOf(copy.id), await missing()]).toMatchObject(['withheld', { pictures: 0, since: undefined }]);
  });

  it('is not missed if it has no fingerprint by nature', async () => {
    const url = `${server.url}/302.png`;
    server.answer((response) => void blank().then((picture) => response.end(picture)));
    const { id } = await add(url);
    await remove(id);
    expect(await missing()).toMatchObject({ pictures: 0 });
  });
});

describe('an altered copy of a removed picture', () => {
  it.each([
    ['mirrored', 311, (scene: Sharp) => scene.flop()],
    ['with bars', 312, (scene: Sharp) => scene.extend({ top: 30, bottom: 30, background: '#000' })],
    ['turned by two degrees', 313, (scene: Sharp) => scene.rotate(2)],
  ])('is refused, and found among the posts that were there: %s', async (_name, n, alter) => {
    const copies = alter(sharp(await drawScene(n).png().toBuffer()));
    const send = () =>
      server.answer(
        (response) =>
          void copies
            .clone()
            .jpeg()
            .toBuffer()
            .then((file) => response.end(file)),
      );
    send();
    const before = await add(`${server.url}/copy-${n}.jpg`);
    server.answer(undefined);
    const { number } = await remove((await add(`${server.url}/${n}.png`)).id);
    await compareKept(test.database.db, { settledMs: 0 });
    expect(await stateOf(before.id)).toBe('withheld');
    send();
    await expect(add(`${server.url}/later-${n}.jpg`)).rejects.toThrow(number);
  });
});

describe('a picture that comes too late', () => {
  it('does not keep the post from being saved, and withholds it when the job finds it', async () => {
    const { id } = await add(`${server.url}/10.png`);
    const { number, id: caseId } = await remove(id);
    server.answer((response) => response.destroy());
    const late = await add(`${server.url}/10.jpg`);
    expect(late.state).toBe('published');
    server.answer(undefined);
    await makeDue();
    await pictures.hashDue();
    expect(await stateOf(late.id)).toBe('withheld');
    const entry = await test.database.db
      .selectFrom('audit_log')
      .select(['admin', 'after'])
      .where('action', '=', 'withhold')
      .where('entity_id', '=', String(late.id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ admin: 'System', after: { reason: `Its picture was removed in case ${number}.` } });
    const holds = await test.database.db
      .selectFrom('video_holds')
      .select('case_id')
      .where('video_id', '=', late.id)
      .execute();
    expect(holds).toEqual([{ case_id: caseId }]);
  });

  it('is tried again later each time, and given up in the end', async () => {
    server.answer((response) => response.writeHead(503).end());
    const url = `${server.url}/11.png`;
    await save(url);
    for (let tries = 1; tries <= 8; tries++) {
      await pictures.hashDue();
      expect(await hashOf(url)).toMatchObject({ tries, state: tries < 8 ? 'waiting' : 'failed' });
      await makeDue();
    }
    expect((await hashOf(url))?.problem).toBe(`${new URL(server.url).host} answered 503.`);
    const asked = server.asked.length;
    await pictures.hashDue();
    expect(server.asked).toHaveLength(asked);
  });

  it('is left alone until its time has come', async () => {
    server.answer((response) => response.writeHead(503).end());
    await save(`${server.url}/12.png`);
    await pictures.hashDue();
    const asked = server.asked.length;
    await pictures.hashDue();
    expect(server.asked).toHaveLength(asked);
  });

  it.each<[string, Buffer]>([
    ['no picture', Buffer.from('<html></html>')],
    ['a vector picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a picture cut short', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ])('and is %s is not tried again', async (name, body) => {
    server.answer((response) => response.end(body));
    const url = `${server.url}/${name.replaceAll(' ', '-')}`;
    await save(url);
    await pictures.hashDue();
    expect(await hashOf(url)).toMatchObject({ state: 'failed', tries: 1 });
  });

  it('from an address that is not public is not asked for', async () => {
    const url = 'http://169.254.169.254/latest/picture.png';
    await add(url);
    await pictures.hashDue();
    expect(await hashOf(url)).toMatchObject({ state: 'failed', hash: null });
  });
});

describe('the job', () => {
  it('asks a host for one picture at a time', async () => {
    for (let n = 20; n < 26; n++) await save(`${server.url}/${n}.png`);
    await pictures.hashDue();
    expect(server.mostAtOnce()).toBe(1);
    expect(await hashOf(`${server.url}/25.png`)).toMatchObject({ state: 'hashed' });
  });

  it('leaves a host that fails alone, without counting what it did not ask for', async () => {
    server.answer((response) => response.writeHead(500).end());
    const before = server.asked.length;
    for (let n = 30; n < 40; n++) await save(`${server.url}/${n}.png`);
    await pictures.hashDue();
    expect(server.asked.length - before).toBe(3);
    expect(await hashOf(`${server.url}/39.png`)).toMatchObject({ state: 'waiting', tries: 0 });
  });

  it('hashes the pictures of posts that were there before it', async () => {
    const url = `${server.url}/50.png`;
    await save(url);
    await test.database.db.deleteFrom('image_hashes').where('image_url', '=', url).execute();
    await test.database.db.updateTable('hash_book').set({ queued_to: 0 }).execute();
    await pictures.hashDue();
    expect(await hashOf(url)).toMatchObject({ state: 'hashed' });
  });

  it('does not hash the drawings of the demo', async () => {
    await save('/art/video/1.svg');
    expect(await hashOf('/art/video/1.svg')).toBeUndefined();
  });
});

describe('a post that was there before a case removed the same', () => {
  it('is withheld because of its picture', async () => {
    const [first, other, different] = [
      await add(`${server.url}/60.png`),
      await add(`${server.url}/60.jpg`),
      await add(`${server.url}/61.png`),
    ];
    await remove(first.id);
    await compareKept(test.database.db, { settledMs: 0 });
    expect(await stateOf(other.id)).toBe('withheld');
    expect(await stateOf(different.id)).toBe('published');
  });

  it('is withheld because of its link', async () => {
    const post = (link: string, iframeUrl = '') =>
      addVideo(test.database.db, system, {
        title: 'Rain',
        imageUrl: '/art/1.svg',
        category: 'english',
        link,
        iframeUrl,
      });
    const [first, other, embedded, different] = [
      await post('https://pier.example/video/900001/x'),
      await post('http://www.pier.example/watch/900001-y'),
      await post('', 'https://pier.example/embed/900001'),
      await post('https://pier.example/video/900002/x'),
    ];
    await remove(first.id);
    await compareKept(test.database.db, { settledMs: 0 });
    expect(await Promise.all([other, embedded, different].map(({ id }) => stateOf(id)))).toEqual([
      'withheld',
      'withheld',
      'published',
    ]);
  });

  it('is compared once: a post that was released stays so', async () => {
    const [first, other] = [await add(`${server.url}/70.png`), await add(`${server.url}/70.jpg`)];
    const opened = await remove(first.id);
    await compareKept(test.database.db, { settledMs: 0 });
    await test.database.db.transaction().execute((tx) => releaseVideos(tx, [other.id], { caseId: opened.id }));
    await compareKept(test.database.db, { settledMs: 0 });
    expect(await stateOf(other.id)).toBe('published');
  });
});
