import { describe, expect, it } from 'vitest';
import { outcomeWords, resultLabel, undoneLabel } from '#web/admin/imports/import-words.ts';
import { stepOf } from '#web/admin/imports/steps.tsx';

const none = { new: 0, changed: 0, same: 0, duplicate: 0, refused: 0, bad: 0, heldBack: 0 };
const when = '2026-11-18T12:00:00.000Z';

describe('what is said of an import', () => {
  it.each([
    [{ ...none, new: 11 }, 0, '11 posts removed'],
    [{ ...none, changed: 11 }, 0, '11 posts reverted'],
    [none, 11, '11 posts restored'],
    [{ ...none, new: 4 }, 7, '11 posts removed or restored'],
    [{ ...none, new: 4, changed: 2 }, 5, '11 posts removed, reverted, or restored'],
  ])('that is undone names what it had done: %o, %i taken down', (counts, takenDown, expected) => {
    expect(undoneLabel({ counts, takenDown, undone: 11 })).toBe(expected);
  });

  it.each([null, when])('covers duplicates within the feed', (startedAt) => {
    const standing = { state: startedAt ? 'finished' : 'checked', startedAt, isResumable: false } as const;
    expect(outcomeWords('duplicate', standing).hint).toContain('already listed, or twice in the feed');
  });

  it.each([
    ['checked', null, false, 'imported later'],
    ['waiting', when, false, 'imported later'],
    ['stopped', when, true, 'imported once resumed'],
    ['finished', when, false, 'never imported'],
  ] as const)('that is %s says what becomes of rows that were held back', (state, startedAt, isResumable, hint) => {
    expect(outcomeWords('heldBack', { state, startedAt, isResumable }).hint).toBe(hint);
  });

  it('stands at the first step if its feed could not be fetched', () => {
    expect(stepOf({ state: 'failed', startedAt: null, checkStartedAt: null }, false)).toBe('feed');
    expect(stepOf({ state: 'receiving', startedAt: null, checkStartedAt: null }, false)).toBe('feed');
    expect(stepOf({ state: 'received', startedAt: null, checkStartedAt: null }, true)).toBe('mapping');
    expect(stepOf({ state: 'checked', startedAt: null, checkStartedAt: when }, false)).toBe('check');
    expect(stepOf({ state: 'failed', startedAt: when, checkStartedAt: when }, false)).toBe('run');
  });

  it.each([
    ['finished', { notice: 'none was taken down', missing: 8, takenDown: 0 }, '8 not taken down'],
    ['finished', { notice: null, missing: 8, takenDown: 8 }, '8 taken down'],
    ['finished', { notice: null, missing: null, takenDown: 0 }, '4 rows'],
  ] as const)(
    'that is %s says in a list whether posts that left the feed were taken down: %o',
    (state, of, expected) => {
      const counts = { ...none, same: 4 };
      const standing = { state, startedAt: when, isResumable: false };
      expect(
        resultLabel({ ...standing, ...of, counts, checkedCounts: counts, totalRows: 4, bytes: 100, undone: 0 }),
      ).toBe(expected);
    },
  );
});
