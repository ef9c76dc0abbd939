/** Names that visitors type or choose, to filter by or to hide. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookUpNames } from '#web/public/narrowing/look-up-names.ts';
import { completed, corrected, namesIn, noNames } from '#web/public/narrowing/typed-names.ts';

const typed = (text: string) => ({ ...noNames, text });
const performer = { ref: 'performer:isla-torven', name: 'Isla Torven' };

describe('a chosen name', () => {
  it('keeps its own ref, beside names that were typed', () => {
    expect(namesIn(completed(typed('night, isl'), performer))).toEqual([
      { typed: 'night', ref: undefined },
      { typed: 'Isla Torven', ref: 'performer:isla-torven' },
    ]);
  });

  it('replaces one that is unknown', () => {
    expect(namesIn(corrected(typed('islla, night'), 'islla', performer))).toEqual([
      { typed: 'Isla Torven', ref: 'performer:isla-torven' },
      { typed: 'night', ref: undefined },
    ]);
  });

  it('stays one name if it has a comma', () => {
    const names = completed(typed('is'), { ref: 'performer:isla-jr', name: 'Isla, Jr' });
    expect(namesIn(names)).toEqual([{ typed: 'Isla Jr', ref: 'performer:isla-jr' }]);
  });
});

describe('looking up', () => {
  const asked: (string | null)[] = [];
  const facets = {
    names: {},
    resolvedNames: { 'isla-torven': 'performer:isla-torven' },
    unknownNames: { mlif: [{ ref: 'milf', name: 'milf' }] },
  };
  beforeEach(() => {
    asked.length = 0;
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(new URL(url, 'http://localhost').searchParams.get('with'));
      return Promise.resolve(Response.json({ records: [], facets }));
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('finds a performer if there is no such tag', async () => {
    expect(await lookUpNames(namesIn(typed('isla torven, night')))).toEqual({
      refs: ['performer:isla-torven', 'night'],
      unknown: [],
    });
  });

  it('asks for what was chosen, also if a tag has the same name', async () => {
    const found = await lookUpNames(namesIn(completed(noNames, { ref: 'performer:night', name: 'Night' })));
    expect(asked).toEqual(['performer:night']);
    expect(found).toEqual({ refs: ['performer:night'], unknown: [] });
  });

  it('says what is unknown', async () => {
    expect(await lookUpNames(namesIn(typed('mlif')))).toEqual({
      refs: [],
      unknown: [{ typed: 'mlif', similar: [{ ref: 'milf', name: 'milf' }] }],
    });
  });
});
