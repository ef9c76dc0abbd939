/** A picture that a case removed is not listed again as a preview, the picture of a star, or a logo. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { compareKept } from '#domain/stay-down-matches/compare-posts.ts';
import { encodePicture, imageKind, storePicture } from '#domain/uploads/pictures.ts';
import { openCase, storeCase } from '../support/open-case.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';
import { drawScene } from './picture-server.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

const upload = async (scene: number, width: number) =>
  storePicture(
    site.database.db,
    await encodePicture(await drawScene(scene).resize(width).png().toBuffer(), imageKind),
    imageKind,
  );

let posts = 0;
const addPost = (more: object) => {
  posts += 1;
  const link = `https://example.com/watch/shelf-${posts}`;
  return call('POST', '/postdata', {
    ...{ titel: 'Shelf', imageUrl: '/art/video/1.svg', link, Category: 'viral' },
    ...more,
  });
};
const remove = async (videoId: string) => {
  const { id, number } = await storeCase(site.database.db, { kind: 'intimate_image' });
  await site.database.db.transaction().execute((tx) => keepDown(tx, id, { videoIds: [Number(videoId)] }));
  return number;
};
const removed = (number: string) => `This picture was removed in case ${number} and may not be listed again.`;

describe('the picture of a removed post', () => {
  it('is refused in another size as a preview, of a star and as a logo', async () => {
    const { post } = (await addPost({ imageUrl: await upload(1, 640) })).json();
    const message = removed(await remove(post._id));
    const copy = await upload(1, 320);
    expect((await addPost({ previewUrls: [copy] })).json().fields).toEqual({ previewUrls: message });
    const star = await call('POST', '/stars', { name: 'Mira Vale', image: copy });
    expect(star.json().fields).toEqual({ image: message });
    const network = { name: 'Pier', url: 'https://pier.example', logo: copy, description: 'Boats.' };
    expect((await call('POST', '/networks', network)).json().fields).toEqual({ logo: message });
    expect((await addPost({ previewUrls: [await upload(2, 320)] })).statusCode).toBe(200);
  });

  it('is refused under its own path although it was never hashed', async () => {
    const path = await upload(3, 640);
    const { post } = (await addPost({ imageUrl: path })).json();
    await site.database.db.updateTable('image_hashes').set({ state: 'failed', hash: null }).execute();
    const message = removed(await remove(post._id));
    expect((await addPost({ imageUrl: path })).json().fields).toEqual({ imageUrl: message });
    expect((await addPost({ previewUrls: [path] })).json().fields).toEqual({ previewUrls: message });
  });
});

describe('a preview of a removed post', () => {
  it('is refused as a thumbnail', async () => {
    const { post } = (await addPost({ previewUrls: [await upload(4, 640)] })).json();
    const number = await remove(post._id);
    expect((await addPost({ imageUrl: await upload(4, 320) })).json().message).toBe(removed(number));
  });
});

describe('a post that shows the same as a preview', () => {
  it('is withheld by the job, and is a URL of the case', async () => {
    const first = (await addPost({ imageUrl: await upload(5, 640) })).json().post._id;
    const other = (await addPost({ previewUrls: [await upload(5, 320)] })).json().post._id;
    const id = await openCase(site, { kind: 'copyright', videoIds: [first] });
    const { urls, version } = (await call('GET', `/removals/${id}`)).json().case;
    await call('POST', `/removals/${id}/decide`, {
      urls: [urls[0]._id],
      decision: 'remove',
      reason: 'Theirs.',
      version,
    });
    await compareKept(site.database.db, { settledMs: 0 });
    const found = (await call('GET', `/removals/${id}`)).json().case.urls[1];
    expect(found).toMatchObject({ foundBy: 'picture', video: { _id: other, state: 'withheld' } });
  });
});
