import { expect, test } from 'vitest';
import { createSynonyms, noSynonyms } from '#domain/search/index/words.ts';

const words = (text: string) => text.split(' ');

test('members of a group find each other, whichever of them is searched', () => {
  const { synonymsOf } = createSynonyms([['desi', 'Indian', 'south asian']]);
  expect(synonymsOf(['desi'], 0)).toEqual([{ length: 1, alternatives: [['indian'], ['south', 'asian']] }]);
  expect(synonymsOf(['indian'], 0)).toEqual([{ length: 1, alternatives: [['desi'], ['south', 'asian']] }]);
  expect(synonymsOf(words('south asian'), 0)).toEqual([{ length: 2, alternatives: [['desi'], ['indian']] }]);
});

test('a member is found where it begins, and only whole', () => {
  const { synonymsOf } = createSynonyms([['roof top', 'terrace']]);
  const search = words('night roof top roof');
  expect([0, 1, 2, 3, 4].map((at) => synonymsOf(search, at).length)).toEqual([0, 1, 0, 0, 0]);
});

test('a longer member comes first, and a member of several groups has a match for each', () => {
  const { synonymsOf } = createSynonyms([
    ['new', 'fresh'],
    ['new york', 'nyc'],
    ['new', 'recent'],
  ]);
  expect(synonymsOf(words('new york'), 0)).toEqual([
    { length: 2, alternatives: [['nyc']] },
    { length: 1, alternatives: [['fresh']] },
    { length: 1, alternatives: [['recent']] },
  ]);
});

test('case, accents and punctuation do not matter, and members without words are left out', () => {
  const { synonymsOf } = createSynonyms([
    ['Café!', 'CAFE', 'bistro', '🙂'],
    ['solo', 'Sóló', '%'],
  ]);
  expect(synonymsOf(['cafe'], 0)).toEqual([{ length: 1, alternatives: [['bistro']] }]);
  expect(synonymsOf(['solo'], 0)).toEqual([]);
  expect(noSynonyms.synonymsOf(['cafe'], 0)).toEqual([]);
});
