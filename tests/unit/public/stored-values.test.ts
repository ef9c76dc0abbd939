/** What this browser has stored may be damaged: by an older version, an extension or a curious visitor. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hiddenIn, maxHideLength } from '#contract/values/lists.ts';
import {
  clearHistory,
  favourites,
  hidden,
  hiddenTitles,
  hideParameter,
  historyEnabled,
  keepHistory,
  type NotStored,
  watchedVideos,
} from '#web/public/favourites/stores.ts';
import { beginVisit } from '#web/public/returning/visits.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('dispatchEvent', () => true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const card = { id: '7', title: 'Seven', alt: 'Seven', image: '', views: null, minutes: null, tagWords: '' };

describe('what does not fit is dropped:', () => {
  it.each([
    [favourites, 'favourites', '[{"id":"7","title":"Seven"}]', [card]],
    [favourites, 'favourites', '[{"id":"../7","title":"Seven"},{"id":"7","title":8}]', []],
    [favourites, 'favourites', '{', []],
    [watchedVideos, 'history', '"abc"', []],
    [
      watchedVideos,
      'history',
      '[null,1,"x",{"id":"7","title":"Seven","previews":[1,"/a.jpg"]}]',
      [{ ...card, previews: ['/a.jpg'] }],
    ],
    [historyEnabled, 'history-kept', '"no"', true],
    [hidden, 'hidden-tags', '5', []],
    [hidden, 'hidden-tags', '[5,"rooftop"]', ['rooftop']],
    [hiddenTitles, 'hidden-titles', '{"7":7,"8":"Eight"}', { 8: 'Eight' }],
    [hiddenTitles, 'hidden-titles', 'null', {}],
  ])('%#', (store, key, text, value) => {
    stored.set(key, text);
    expect(store.read()).toEqual(value);
  });

  it.each(['null', '5', '{"current":5}', '{"current":{"at":"x"},"previous":[]}'])('visits of %s', (text) => {
    stored.set('visits', text);
    expect(beginVisit(9, 1_000)).toBeUndefined();
    expect(JSON.parse(stored.get('visits') ?? '')).toEqual({ current: { at: 1_000, newest: 9 } });
  });
});

it('a whole card stays as it was stored', () => {
  const whole = {
    ...card,
    image: '/art/7.svg',
    placeholder: 'x',
    views: 1,
    minutes: 2,
    tagWords: 'night',
    previews: ['/a.jpg'],
  };
  stored.set('favourites', JSON.stringify([whole]));
  expect(favourites.read()).toEqual([whole]);
});

describe('what calls are asked to hide', () => {
  it('has no word that they would refuse', () => {
    stored.set('hidden-tags', '["x y","performer:","a,b","","rooftop","performer:isla-torven","video:7"]');
    expect(hideParameter()).toBe('rooftop,performer:isla-torven,video:7');
  });

  it('is what was hidden last, as far as it fits', () => {
    const words = Array.from({ length: 250 }, (_, n) => `${'long-'.repeat(20)}${n}`);
    stored.set('hidden-tags', JSON.stringify(words));
    const sent = hideParameter();
    expect(sent.length).toBeLessThanOrEqual(maxHideLength);
    expect(hiddenIn(sent)?.names.length).toBeGreaterThan(90);
    expect(sent.split(',').at(-1)).toBe(words.at(-1));
  });
});

describe('a choice about the history that cannot be stored is reported:', () => {
  it.each([
    ['QuotaExceededError', 'full'],
    ['SecurityError', 'blocked'],
  ] as const)('%s', (name, problem) => {
    const reported: NotStored[] = [];
    vi.stubGlobal('dispatchEvent', ({ type, detail }: CustomEvent<NotStored>) => {
      if (type === 'not-stored') reported.push(detail);
    });
    const refused = vi.spyOn(window.localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('No', name);
    });
    keepHistory(true);
    clearHistory();
    refused.mockRestore();
    // Stores share what they could not store with the next test.
    keepHistory(true);
    clearHistory();
    expect(reported).toEqual([
      { what: 'historyChoice', problem },
      { what: 'clearing', problem },
    ]);
  });
});
