/** A link that a case removed is not listed again, however it is written. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseKind } from '#contract/values/cases.ts';
import { system } from '#domain/audit-log.ts';
import { restoreRecord } from '#domain/deleted/deleted-records.ts';
import { addVideo, deleteVideo, updateVideo } from '#domain/posts/save-video.ts';
import { keepDown, type Removed, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { findKeptLinks } from '#domain/stay-down/kept-links.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { storeCase } from '../support/open-case.ts';
import { nameMirrors } from './name-mirrors.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const video = (link: string, more: object = {}) => ({
  ...{ title: 'Rain', imageUrl: '/art/1.svg', link, category: 'english' as const },
  ...more,
});
const add = (link: string, more: object = {}) => addVideo(test.database.db, system, video(link, more));

const keep = async (removed: Removed, kind: CaseKind = 'intimate_image') => {
  const opened = await storeCase(test.database.db, { kind });
  await test.database.db.transaction().execute((tx) => keepDown(tx, opened.id, removed));
  return opened;
};
const setMirrors = (hostMirrors: string) => nameMirrors(test.database.db, hostMirrors);
const isKept = async (link: string) => (await findKeptLinks(test.database.db, [link]))[0] !== undefined;

describe('a removed link', () => {
  it.each([
    ['https://clips.example/a/rain', 'http://www.Clips.example:80/a/rain/?utm_source=x&fbclid=1#t=3'],
    ['https://clips.example/b/rain?page=2&sort=new', 'https://m.clips.example/b/rain?sort=new&page=2&affid=7&_ga=1.2'],
    ['https://clips.example./c//rain', 'https://CLIPS.example/c/rain'],
    ['https://clips.example/d/r%C3%A9gen', 'https://clips.example/d/régen'],
    ['https://user:pw@clips.example/e/rain', 'clips.example/e/rain'],
    ['https://xn--rgen-bpa.example/f', 'https://régen.example/f'],
  ])('%s is found as %s', async (removed, written) => {
    expect(await isKept(written)).toBe(false);
    await keep({ links: [removed] });
    expect(await isKept(written)).toBe(true);
  });

  it.each([
    ['https://one.example/video/12345/a-title', 'https://www.one.example/embed/12345'],
    ['https://two.example/view_video.php?viewkey=ph5f3a9c', 'https://two.example/embed/ph5f3a9c?autoplay=1'],
    ['https://three.example/watch?v=dQw4w9WgXcQ&list=2', 'https://m.three.example/watch?list=9&v=dQw4w9WgXcQ'],
    ['https://four.example/watch/98765-some-title', 'https://four.example/videos/98765.html'],
    ['https://five.example/video.php?id=77', 'https://five.example/embed.php?lang=de&id=77'],
    ['https://six.example/some-title-554433.html', 'https://six.example/554433/another-title'],
    ['https://seven.example/v/ab12cd34', 'https://seven.example/e/ab12cd34'],
  ])('%s is found by the id of its source as %s', async (removed, written) => {
    expect(await isKept(written)).toBe(false);
    await keep({ links: [removed] });
    expect(await isKept(written)).toBe(true);
  });

  it.each([
    ['https://ten.example/videos/2026/rain', 'https://ten.example/videos/2026/sun'],
    ['https://ten.example/videos/20260131/rain', 'https://ten.example/videos/20260131/sun'],
    ['https://ten.example/watch/rain', 'https://ten.example/watch/sun'],
    ['https://ten.example/view_video.php?viewkey=abc111', 'https://ten.example/view_video.php?viewkey=abc222'],
    ['https://ten.example/watch?v=dQw4w9WgXcQ', 'https://ten.example/watch?v=dqw4w9wgxcq'],
    ['https://ten.example/video/123456', 'https://eleven.example/video/123456'],
    ['https://ten.example/video/123456', 'https://ten.example/video/1234567'],
    ['https://ten.example/list?page=12345', 'https://ten.example/list?page=54321'],
    ['https://ten.example', 'https://ten.example/rain'],
  ])('%s does not keep down %s', async (removed, other) => {
    await keep({ links: [removed] });
    expect(await isKept(removed)).toBe(true);
    expect(await isKept(other)).toBe(false);
  });

  it('is found on the mirrors of its host, as soon as the operator names them', async () => {
    await keep({ links: ['https://shore.example/video/700001/x', 'https://shore.example/rain'] });
    expect(await isKept('https://www.shore-mirror.example/embed/700001')).toBe(false);
    await setMirrors('other.example, elsewhere.example\nWWW.shore.example shore-mirror.example\r\n\n');
    expect(await isKept('https://www.shore-mirror.example/embed/700001')).toBe(true);
    expect(await isKept('http://shore-mirror.example/rain?utm_source=1')).toBe(true);
    expect(await isKept('https://elsewhere.example/rain')).toBe(false);
    await setMirrors('');
    expect(await isKept('http://shore-mirror.example/rain')).toBe(false);
  });

  it('is nothing that a dead link was removed for', async () => {
    await keep({ links: ['https://dead.example/rain'] }, 'dead_link');
    expect(await isKept('https://dead.example/rain')).toBe(false);
  });

  it('that is no web address is left out', async () => {
    await keep({ links: ['not a link', 'javascript:alert(1)', 'https://', ''] });
    expect(await isKept('not a link')).toBe(false);
  });
});

describe('a post', () => {
  it('with a removed link is not added, edited to it, or restored', async () => {
    const removed = await add('https://hall.example/video/400001/x');
    const { number } = await keep({ videoIds: [removed.id] });
    const refused = {
      message: `This link was removed in case ${number} and may not be listed again.`,
      fields: { link: expect.any(String) },
    };
    await expect(add('http://hall.example/embed/400001?utm_medium=x')).rejects.toMatchObject(refused);
    const other = await add('https://hall.example/video/400002/x');
    await expect(
      updateVideo(test.database.db, system, other.id, { link: 'https://hall.example/video/400001' }, undefined),
    ).rejects.toMatchObject(refused);
    await deleteVideo(test.database.db, system, removed.id, undefined);
    await expect(restoreRecord(test.database.db, system, 'posts', removed.id, undefined)).rejects.toMatchObject(
      refused,
    );
  });

  it('with a removed embed code is not added', async () => {
    const removed = await add('', { iframeUrl: '<iframe src="https://player.example/embed/600001"></iframe>' });
    const { number } = await keep({ videoIds: [removed.id] });
    await expect(add('', { iframeUrl: 'https://player.example/embed/600001?a=b' })).rejects.toMatchObject({
      fields: { iframeUrl: `This embed code was removed in case ${number} and may not be listed again.` },
    });
    await expect(add('https://player.example/video/600001')).rejects.toThrow(`case ${number}`);
  });

  it('may be listed again once the decision is taken back, unless another case removed it', async () => {
    const link = 'https://court.example/video/800001';
    const { id } = await add(link);
    const first = await keep({ videoIds: [id] });
    const second = await keep({ links: [link] });
    const stop = (caseId: number, removed: Removed) =>
      test.database.db.transaction().execute((tx) => stopKeepingDown(tx, caseId, removed));
    await stop(first.id, { videoIds: [id] });
    await expect(add(link)).rejects.toThrow(second.number);
    await stop(second.id, { links: [link] });
    await expect(add(link)).resolves.toMatchObject({ link });
  });
});
