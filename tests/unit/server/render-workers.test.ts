import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRenderWorkers, type RenderWorkers } from '#server/render-workers/render-workers.ts';

let workers: RenderWorkers | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await workers?.close();
});

const start = (count: number, { gate, ...options }: { client?: object; gate?: Int32Array } = {}) => {
  const deaths: unknown[] = [];
  workers = createRenderWorkers({
    count,
    settings: { buildDir: '', siteName: '', siteUrl: '', hasOtherOrigins: false, ...(gate && { gate }) },
    client: {} as never,
    ...(options as object),
    report: () => {},
    onReplaced: (error) => deaths.push(error),
    program: new URL('./fragile-worker.ts', import.meta.url),
  });
  const { render } = workers;
  return { deaths, render: async (key: string) => (await render(key, 'identity')).page.bodies.identity?.toString() };
};

it('renders in other threads', async () => {
  const { render } = start(2);
  expect(await Promise.all(['/a', '/b', '/c'].map(render))).toEqual(['/a', '/b', '/c']);
});

describe('a thread that dies', () => {
  it.each(['/exit', '/throw'])('of %s is replaced, and the page that killed two is given up', async (key) => {
    const { render, deaths } = start(2);
    expect(await render('/a')).toBe('/a');
    await expect(render(key)).rejects.toThrow();
    await expect.poll(() => deaths).toHaveLength(2);
    expect(await render('/b')).toBe('/b');
  });

  it('loses no page of another thread, and its own pages go to another', async () => {
    const { render } = start(2);
    const held = Promise.all([render('/hold'), render('/hold')]);
    const refused = expect(render('/throw')).rejects.toThrow('broken');
    // In both threads, whichever the pages wait in.
    const release = setInterval(() => [1, 2].map(() => render('/release').catch(() => {})), 50);
    expect(await held.finally(() => clearInterval(release))).toEqual(['/hold', '/hold']);
    await refused;
  });

  it('is awaited by pages when there is no other', async () => {
    const { render } = start(1);
    await expect(render('/exit')).rejects.toThrow('has ended');
    expect(await render('/a')).toBe('/a');
  });
});

it('rejects what is not rendered yet when it closes, and what comes later', async () => {
  const { render } = start(1);
  const held = expect(render('/hold')).rejects.toThrow();
  await workers?.close();
  await held;
  await expect(render('/a')).rejects.toThrow('The site is stopping.');
});

describe('a thread that hangs', () => {
  const dayMs = 24 * 3600 * 1000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));

  it('is replaced, and the pages that waited behind the one that hangs go to another', async () => {
    const { render, deaths } = start(1);
    const hung = expect(render('/loop')).rejects.toThrow('has ended');
    const behind = render('/a');
    await expect
      .poll(() => {
        vi.advanceTimersByTime(dayMs);
        return deaths;
      })
      .toHaveLength(2);
    await hung;
    vi.advanceTimersByTime(500);
    expect(await behind).toBe('/a');
  });

  it('is not one that takes long to start', async () => {
    const gate = new Int32Array(new SharedArrayBuffer(4));
    const { render, deaths } = start(1, { gate });
    const page = render('/a');
    vi.advanceTimersByTime(dayMs);
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
    expect(await page).toBe('/a');
    expect(deaths).toEqual([]);
  });
});

it('refuses a call whose answer cannot cross threads', async () => {
  const { render } = start(1, { client: { getTags: async () => () => 'a function' } });
  expect(await render('/call')).toBe('refused 500');
});
