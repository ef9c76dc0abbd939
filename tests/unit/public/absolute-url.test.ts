import { expect, it } from 'vitest';
import { absoluteUrl } from '#web/public/structured-data.ts';

const siteUrl = 'https://example.com';

it.each([
  '/',
  '/tag/night-train/2',
  '/search?q=night+train&page=2',
  '/new-content?page=2',
  '/new-content?with=outdoor,performer:isla-torven&sort=best',
  '/art/12.svg',
  '/art/../icon-512.png',
  '/art/./12.svg',
  '/art/.../12.svg',
  '/tag/..',
  '//example.org/picture.webp',
  '/tag//outdoor',
  '/tag/caf%C3%A9',
  '/tag/café',
  '/tag/a b',
  '/tag/a\tb',
  '/tag/outdoor#videos',
  '/tag/outdoor\n',
  '\\art\\12.svg',
  'art/12.svg',
  '',
  'https://example.org/picture.webp',
])('%j becomes what a URL makes of it', (url) => {
  expect(absoluteUrl(siteUrl, url)).toBe(new URL(url, siteUrl).href);
});
