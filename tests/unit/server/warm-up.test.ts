import { expect, it } from 'vitest';
import { createWarmUp } from '#server/pages/warm-up.ts';

const names = (slug: string) => ({
  items: [{ slug, name: slug, count: 1, firstUsed: null, lastUsed: null }],
  total: 1,
});

const indexOf = (size: number) => ({
  size,
  page: () => ({ ids: [7], total: size }),
  videosByIds: () => [{ id: 7, title: 'Lantern walk' }] as never,
  tags: () => names('night market'),
  performers: () => names('mira-vale'),
});

const warmUpOf = (size: number, preload: (path: string) => Promise<unknown>) =>
  createWarmUp({ index: indexOf(size), preload, threads: 1 });

it('renders pages of every kind, and is done then', async () => {
  const paths: string[] = [];
  const warmUp = warmUpOf(10_000, async (path) => paths.push(path));
  expect(warmUp.isDone).toBe(false);
  await warmUp.run();
  expect(warmUp.isDone).toBe(true);
  expect(paths.slice(0, 6)).toEqual([
    '/',
    '/new-content',
    '/video/7-lantern-walk',
    '/tag/night%20market',
    '/pornstar/mira-vale',
    '/new-content?page=2',
  ]);
});

it('leaves the rest to visitors as soon as a page is refused', async () => {
  const paths: string[] = [];
  const warmUp = warmUpOf(10_000, async (path) => {
    paths.push(path);
    throw new Error('overloaded');
  });
  await warmUp.run();
  expect(warmUp.isDone).toBe(true);
  expect(paths).toEqual(['/']);
});

it('ends when the site stops', async () => {
  const paths: string[] = [];
  const warmUp = warmUpOf(10_000, async (path) => {
    paths.push(path);
    warmUp.stop();
  });
  await warmUp.run();
  expect(paths).toEqual(['/']);
});

it('is done from the start in a small catalogue', async () => {
  const paths: string[] = [];
  const warmUp = warmUpOf(9_999, async (path) => paths.push(path));
  expect(warmUp.isDone).toBe(true);
  await warmUp.run();
  expect(paths).toEqual([]);
});
