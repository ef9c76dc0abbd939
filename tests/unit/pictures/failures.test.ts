import { expect, it } from 'vitest';
import { TooManyRequestsError } from '#domain/errors.ts';
import { createVisitorBudget } from '#domain/pictures/picture-proxy.ts';
import { createFailures, createHostLimits, type FailureKind } from '#domain/pictures/read-original.ts';

const hour = 3_600_000;

it.each<[FailureKind, number, number]>([
  ['gone', hour, 7 * 24 * hour],
  ['passing', hour / 120, hour],
])('asks again for a picture that is %s less and less often', (kind, first, longest) => {
  let now = 0;
  const failures = createFailures(() => now);
  const pause = () => {
    failures.add('picture', kind);
    const start = now;
    while (failures.pausedBy('picture') === kind) now += first / 2;
    return now - start;
  };
  const pauses = Array.from({ length: 12 }, pause);
  expect(pauses.slice(0, 3)).toEqual([first, 2 * first, 4 * first]);
  expect(pauses.at(-1)).toBe(longest);
  failures.clear('picture');
  expect(pause()).toBe(first);
});

it('leaves a host alone that does not answer, and asks others meanwhile', async () => {
  const hosts = createHostLimits();
  let asked = 0;
  const ask = async () => {
    asked++;
    throw new Error('no answer');
  };
  for (let n = 0; n < 20; n++) await hosts.run('slow.example', ask).catch(() => {});
  expect(asked).toBe(8);
  expect(await hosts.run('other.example', async () => 'fine')).toBe('fine');
});

it('asks one host for four pictures at a time', async () => {
  const hosts = createHostLimits();
  const [waiting, atOnce] = [Promise.withResolvers<void>(), new Set<number>()];
  const all = Array.from({ length: 10 }, (_, n) =>
    hosts.run('host.example', async () => {
      atOnce.add(n);
      await waiting.promise;
    }),
  );
  await new Promise(setImmediate);
  expect(atOnce.size).toBe(4);
  waiting.resolve();
  await Promise.all(all);
  expect(atOnce.size).toBe(10);
});

it('lets a hundred pictures of one host wait, and puts off the rest at once', async () => {
  const hosts = createHostLimits();
  const answering = Promise.withResolvers<void>();
  let asked = 0;
  const ask = async () => {
    asked++;
    await answering.promise;
  };
  const all = Array.from({ length: 120 }, () => hosts.run('host.example', ask));
  const refusals: unknown[] = [];
  for (const each of all) each.catch((error: unknown) => refusals.push(error));
  await new Promise(setImmediate);
  expect(refusals).toEqual(Array(16).fill(expect.any(TooManyRequestsError)));
  answering.resolve();
  await Promise.allSettled(all);
  expect(asked).toBe(104);
});

it('gives each visitor a budget per minute', () => {
  let now = 0;
  const mayMake = createVisitorBudget(() => now, 2);
  expect(['a', 'a', 'a', 'b'].map(mayMake)).toEqual([true, true, false, true]);
  now = 60_000;
  expect(mayMake('a')).toBe(true);
});
