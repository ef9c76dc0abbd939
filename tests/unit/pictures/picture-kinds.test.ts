import { expect, it } from 'vitest';
import { createPictureHash, createPictureUrls, parsePictureName, picturePath } from '#domain/pictures/picture-urls.ts';

const hash = '0123456789abcdef0123';

it.each([
  { kind: 'video', key: '123', hash },
  { kind: 'video', key: '123', hash: undefined },
  { kind: 'performer', key: 'anna-0123456789abcdef0123', hash },
  { kind: 'tag', key: 'žluťoučký/-kůň', hash },
  { kind: 'partner', key: '', hash },
] as const)('reads the name that it has made of $kind $key', (name) => {
  expect(parsePictureName(decodeURIComponent(picturePath(name).slice('/picture/'.length)))).toEqual(name);
});

it.each([
  '',
  'v',
  'v-',
  's',
  'any',
  `x1-${hash}`,
  `vx-${hash}`,
  `v1-${hash}0`,
  `v1-${hash.toUpperCase()}`,
  'v1234567890123456',
])('%j is no name of a picture', (name) => expect(parsePictureName(name)).toBeUndefined());

const siteUrl = 'https://site.example';
const urlsOf = (isOn: boolean) =>
  createPictureUrls({ isOn, siteUrl, hashOf: createPictureHash(Buffer.alloc(32)), placeholderOf: () => 'tiny' });

it.each(['/art/1.svg', '/logo.png', `${siteUrl}/art/1.svg`, 'uploads/old.webp', ''])('leaves %j as it is', (url) => {
  expect([urlsOf(true).of('video', 1, url), urlsOf(true).placeholderOf(url)]).toEqual([undefined, undefined]);
});

it.each([
  'https://example.com/1.jpg',
  'http://site.example.net/1.jpg',
  '/uploads/images/1.webp',
  `${siteUrl}/uploads/1.webp`,
])('serves %s itself while the proxy is on', (url) => {
  expect(urlsOf(true).of('video', 1, url)).toMatch(/^\/picture\/v1-[0-9a-f]{20}$/);
  expect(urlsOf(false).of('video', 1, url)).toBeUndefined();
});

it('signs with the key of the site', () => {
  const url = 'https://example.com/1.jpg';
  const hashes = [0, 1].map((byte) => createPictureHash(Buffer.alloc(32, byte))(url));
  expect(new Set(hashes).size).toBe(2);
});

it('has no clips of other sites among the previews', () => {
  const previews = ['https://example.com/a.mp4', '/own.mp4', 'https://example.com/b.jpg'];
  expect(urlsOf(false).previewsOf(1, previews)).toEqual(previews);
  expect(urlsOf(true).previewsOf(1, previews)).toEqual(['/own.mp4', expect.stringMatching(/^\/picture\/v1-/)]);
});
