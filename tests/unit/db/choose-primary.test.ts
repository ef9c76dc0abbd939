import { expect, test } from 'vitest';
import { choosePrimary, describeHosts, type HostState } from '#db/hosts.ts';

const hostsOf = (...states: (HostState | undefined)[]) => states.map((state, index) => ({ name: `${index}`, state }));

const choose = (states: (HostState | undefined)[], current?: number, minTimeline = 0) => {
  const hosts = hostsOf(...states);
  return choosePrimary(hosts, hosts[current ?? -1], minTimeline)?.name;
};

const lost = new Error('gone');

test('the only host that can write is the primary', () => {
  expect(choose(['read-only', { timeline: 1 }, lost, undefined])).toBe('1');
});

test('of several the one with the newest timeline, whichever was the primary before', () => {
  expect(choose([{ timeline: 1 }, { timeline: 2 }], 0)).toBe('1');
  expect(choose([{ timeline: 2 }, { timeline: 1 }], 1)).toBe('0');
});

test('it stays the primary while others are no newer', () => {
  expect(choose([{ timeline: 1 }, { timeline: 1 }], 1)).toBe('1');
});

test('there is none if nobody can write, or only a former primary', () => {
  expect(choose(['read-only', lost, undefined])).toBeUndefined();
  expect(choose([{ timeline: 1 }, lost], 1, 2)).toBeUndefined();
  expect(choose([{ timeline: 2 }, lost], 1, 2)).toBe('0');
});

test('a message says what is wrong with each', () => {
  const refused = Object.assign(new Error(''), { code: 'ECONNREFUSED' });
  expect(describeHosts(hostsOf('read-only', lost, refused, { timeline: 1 }))).toBe(
    '0 is read-only; 1 does not answer: gone; 2 does not answer: ECONNREFUSED; ' +
      '3 was the primary before another host was promoted',
  );
});
