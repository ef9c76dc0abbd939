import { describe, expect, it } from 'vitest';
import {
  type HiddenPosts,
  isEnoughWork,
  maxConfirmationWork,
  maxWork,
  roomFor,
  workFor,
  workToConfirm,
} from '#domain/cases/notice-room.ts';

const quiet: HiddenPosts = { byNetwork: 0, shared: 0, unproved: 0, byMailbox: 0, byDomain: 0 };
const small = 2000;
const large = 1_000_000;
const room = (
  kind: 'minor' | 'intimate_image',
  evidence: 'none' | 'proof' | 'confirmed',
  hidden: Partial<HiddenPosts> = {},
  publishedCount = small,
  confirmationWork = 0,
) => {
  const { own, shared } = roomFor({ kind, evidence, confirmationWork, publishedCount }, { ...quiet, ...hidden });
  return own + shared;
};

describe('the room of a notice', () => {
  it.each([
    ['without a proof', 'minor', 'none', {}, small, 3],
    ['with a proof', 'minor', 'proof', {}, small, 10],
    ['with a proof, on a large site', 'minor', 'proof', {}, large, 50],
    ['with a proof, on a large site in a flood', 'minor', 'proof', { shared: 5000 }, large, 10],
    ['of a network that has sent before', 'minor', 'proof', { byNetwork: 7, shared: 7 }, small, 3],
    ['without a proof, after others without', 'minor', 'none', { shared: 12, unproved: 12 }, small, 0],
    ['with a proof, after others without', 'minor', 'proof', { shared: 12, unproved: 12 }, small, 10],
    ['of an intimate image, after a flood of them', 'intimate_image', 'proof', { shared: 20 }, small, 0],
    ['of a minor, after a flood of intimate images', 'minor', 'proof', { shared: 20 }, small, 10],
    ['of a minor, when the shared room is used up', 'minor', 'proof', { shared: 30 }, small, 0],
    ['of a confirmed mailbox, when the shared room is used up', 'minor', 'confirmed', { shared: 30 }, small, 10],
    ['of a confirmed mailbox on a quiet day', 'minor', 'confirmed', {}, small, 20],
    ['of a mailbox that has used up its own', 'minor', 'confirmed', { shared: 30, byMailbox: 10 }, small, 0],
    ['of a domain with many mailboxes', 'minor', 'confirmed', { shared: 30, byDomain: 20 }, small, 0],
    ['of an intimate image, after a thousand networks', 'intimate_image', 'proof', { shared: 10_640 }, large, 10],
    ['on a site of forty', 'minor', 'proof', { shared: 10 }, 40, 10],
  ] as const)('%s', (_, kind, evidence, hidden, publishedCount, expected) => {
    expect(room(kind, evidence, hidden, publishedCount)).toBe(expected);
  });

  it('has the first five posts of a mailbox that is confirmed with enough work, until its domain hides a part of the site', () => {
    const left = (byDomain: number, work: number, byMailbox = 0, publishedCount = small) =>
      room('minor', 'confirmed', { shared: 99_999, byDomain, byMailbox }, publishedCount, work);
    expect([left(10, 0), left(13, 0), left(18, 0), left(18, 1), left(20, 1)]).toEqual([10, 7, 2, 5, 5]);
    expect([left(35, 1), left(38, 1), left(40, maxConfirmationWork)]).toEqual([5, 2, 0]);
    const onLarge = (byDomain: number, work: number, byMailbox = 0) => left(byDomain, work, byMailbox, large);
    expect([onLarge(9990, 31), onLarge(9990, 32), onLarge(9990, maxConfirmationWork)]).toEqual([0, 5, 5]);
    expect([onLarge(9990, maxConfirmationWork, 3), onLarge(9990, maxConfirmationWork, 5)]).toEqual([2, 0]);
    expect([onLarge(9998, maxConfirmationWork), onLarge(10_000, maxConfirmationWork)]).toEqual([2, 0]);
  });

  it('is never negative', () => {
    const flooded = { byNetwork: 99, shared: 9999, unproved: 9999, byMailbox: 99, byDomain: 99 };
    expect([room('minor', 'none', flooded), room('intimate_image', 'confirmed', flooded)]).toEqual([0, 0]);
  });
});

it.each([
  [0, 0],
  [10, 0],
  [11, 1],
  [34, 1],
  [35, 2],
  [65, 8],
  [109, 32],
  [100_000, maxConfirmationWork],
])('after %i posts that its domain hides, a confirmation takes the work of %i first notices', (byDomain, work) => {
  expect(workToConfirm(byDomain)).toBe(work);
});

describe('the work of a proof', () => {
  it.each([
    [0, 0, 1],
    [2, 99, 1],
    [3, 0, 2],
    [0, 100, 2],
    [6, 100, 8],
    [1000, 1000, maxWork],
  ])('after %i notices of the network and %i of all is %i', (ofNetwork, ofSite, work) => {
    expect(workFor({ ofNetwork, ofSite })).toBe(work);
  });

  it('that was enough when the form was opened is enough when it is sent, but not in a flood', () => {
    expect(isEnoughWork(1, { ofNetwork: 6, ofSite: 0 })).toBe(true);
    expect(isEnoughWork(1, { ofNetwork: 9, ofSite: 0 })).toBe(false);
    expect(isEnoughWork(Number.NaN, { ofNetwork: 0, ofSite: 0 })).toBe(false);
  });
});
