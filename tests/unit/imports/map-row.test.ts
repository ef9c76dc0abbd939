import { describe, expect, it } from 'vitest';
import type { FeedMapping, ImportRules } from '#contract/values/imports.ts';
import { byName, postTexts } from '#contract/values/post-fields.ts';
import type { ImportedPost } from '#domain/imports/mapping/mapper.ts';
import type { FeedColumns } from '#domain/imports/reading/feed-row.ts';
import { mapped } from './feeds.ts';

const good = {
  id: '7',
  title: 'Slow evening',
  link: 'https://example.com/7',
  image: 'https://example.com/7.jpg',
};
const mapping: FeedMapping = {
  itemId: { columns: ['id'] },
  title: { columns: ['title'] },
  link: { columns: ['link'] },
  otherLinks: { columns: ['mirrors'] },
  imageUrl: { columns: ['image'] },
  description: { columns: ['description'] },
  tags: { columns: ['tags'] },
  performers: { columns: ['stars'] },
  category: { columns: ['category'] },
  duration: { columns: ['duration'] },
  publishedAt: { columns: ['date'] },
  views: { columns: ['views'] },
  iframeUrl: { columns: ['embed'] },
  previewUrls: { columns: ['thumbs'] },
  altKeywords: { columns: ['keywords'] },
  partner: { columns: ['partner'] },
  state: { columns: ['state'] },
  source: { columns: ['source'] },
  recordDate: { columns: ['recordDate'] },
};

const map = (columns: FeedColumns, rules: Partial<ImportRules> = {}) => mapped({ ...good, ...columns }, mapping, rules);
const post = (columns: FeedColumns, rules: Partial<ImportRules> = {}): ImportedPost => {
  const found = map(columns, rules);
  if (typeof found === 'string') throw new Error(found);
  return found;
};

describe('a row', () => {
  it('becomes a post', () => {
    const row = {
      mirrors: 'https://example.org/7, https://example.net/7',
      description: '<p>Hello &amp; welcome</p>',
      tags: 'Red, blue, RED,,-',
      stars: ['Isla Torven', 'N/A'],
      duration: '12:30',
      date: '2024-05-01 12:00:00',
      views: '1.2K',
      embed: '<iframe src="//example.com/embed/7" width="1"></iframe>',
      thumbs: ['https://example.com/7.jpg', 'https://example.com/7b.jpg'],
      partner: 'Northern Lights',
      state: 'published',
    };
    expect(post(row, { records: { source: 'Feed' } })).toEqual({
      itemId: '7',
      ...byName(postTexts, () => ''),
      title: 'Slow evening',
      link: 'https://example.com/7',
      otherLinks: ['https://example.org/7', 'https://example.net/7'],
      imageUrl: 'https://example.com/7.jpg',
      description: 'Hello & welcome',
      tags: ['Red', 'blue'],
      performers: ['Isla Torven'],
      category: 'english',
      minutes: 13,
      publishedAt: new Date('2024-05-01T12:00:00Z'),
      views: 1200,
      iframeUrl: 'https://example.com/embed/7',
      previewUrls: ['https://example.com/7b.jpg'],
      partner: 'Northern Lights',
      state: 'published',
      records: { source: 'Feed' },
      leftOut: [],
    });
  });

  it('says which values cannot be read, and goes without them', () => {
    const read = post({ duration: ' banane ', date: '31.31.2026', views: 'many' });
    expect(read).toMatchObject({ minutes: null, publishedAt: null, views: null });
    expect(read).toMatchObject({
      leftOut: [
        'The duration “banane” cannot be read, so it is left out.',
        'The publication time “31.31.2026” cannot be read, so it is left out.',
        'The number of views “many” cannot be read, so it is left out.',
      ],
    });
  });

  it.each<[string, FeedColumns, string]>([
    ['no title', { title: ' ' }, 'Enter a title.'],
    ['a title of tags alone', { title: '<b> </b>' }, 'Enter a title.'],
    ['no link', { link: '' }, 'Enter a link.'],
    ['no picture', { image: '' }, 'Enter an image URL.'],
    ['a script as link', { link: 'javascript:alert(1)' }, 'The link must be a full URL'],
    ['data as link', { link: 'data:text/html,x' }, 'The link must be a full URL'],
    ['a script as another link', { mirrors: ['JavaScript:alert(1)'] }, 'The link must be a full URL'],
    ['quotes in a link', { link: 'https://example.com/"onclick=' }, 'The link must be a full URL'],
    ['a script as picture', { image: 'javascript:alert(1)' }, 'The image URL must be a full URL'],
    [
      'an embed code without https',
      { embed: '<iframe src="http://example.com/1"></iframe>' },
      'an iframe with an https src',
    ],
    ['a script as embed code', { embed: 'javascript:alert(1)' }, 'The embed code must be iframe HTML'],
    [
      'an embed code that is too long',
      { embed: `<iframe src="https://example.com/${'x'.repeat(5000)}">` },
      'The embed code may have at most 5,000 characters.',
    ],
    ['a title that is too long', { title: 'x'.repeat(301) }, 'The title may have at most 300 characters.'],
    [
      'a link that is too long',
      { link: `https://example.com/${'x'.repeat(2000)}` },
      'The link may have at most 2,000 characters.',
    ],
    [
      'a description that is too long',
      { description: 'x'.repeat(10_001) },
      'The description may have at most 10,000 characters.',
    ],
    ['a tag that is too long', { tags: 'x'.repeat(101) }, 'A tag must have at most 100 characters.'],
    ['a star whose slug is too long', { stars: 'ß'.repeat(60) }, 'A name must have at most 100 characters.'],
    ['NUL in its title', { title: 'a\u0000b' }, 'The title must not contain control characters'],
    [
      'half a character in its title',
      { title: 'a\ud800b' },
      'The title must not contain control characters or invalid Unicode.',
    ],
    [
      'an endless duration',
      { duration: '999999999' },
      'The length must be a whole number of minutes from 0 to 100,000.',
    ],
    ['a wrong record date', { recordDate: 'soon' }, 'The date of the records must be a day such as 2026-01-31.'],
    ['an id that is too long', { id: 'x'.repeat(501) }, 'The id may have at most 500 characters.'],
  ])('is refused with %s', (_, columns, reason) => {
    expect(map(columns)).toContain(reason);
  });

  it('needs no link if it has an embed code, and as a draft neither link nor picture', () => {
    expect(post({ link: '', embed: 'https://example.com/embed/7' })).toMatchObject({ link: '' });
    expect(post({ link: '', image: '' }, { publish: 'draft' })).toMatchObject({ link: '', imageUrl: '' });
    expect(post({ link: '', image: '', state: 'draft' })).toMatchObject({ state: 'draft' });
  });

  it('is not refused for values that say nothing', () => {
    const empty = { minutes: null, views: null, publishedAt: null, state: null, tags: [], records: {} };
    expect(post({ duration: 'N/A', views: '-', date: '0000-00-00', state: 'active', tags: '---' })).toMatchObject(
      empty,
    );
  });

  it('has as many tags, stars and links as a post may have', () => {
    const many = (n: number, make: (n: number) => string) => Array.from({ length: n }, (_, at) => make(at));
    const found = post({
      tags: many(150, (n) => `tag ${n}`),
      stars: many(60, (n) => `Star ${n}`),
      mirrors: many(20, (n) => `https://example.com/m${n}`),
      thumbs: many(20, (n) => `https://example.com/t${n}.jpg`),
    });
    expect([found.tags.length, found.performers.length, found.otherLinks.length, found.previewUrls.length]).toEqual([
      100, 50, 9, 8,
    ]);
  });

  it('takes the first of several pictures, and a clip alone as preview', () => {
    const thumbs = 'https://example.com/1.jpg;https://example.com/2.jpg';
    expect(post({ image: '', thumbs })).toMatchObject({
      imageUrl: 'https://example.com/1.jpg',
      previewUrls: ['https://example.com/2.jpg'],
    });
    expect(post({ thumbs: [thumbs, 'javascript:x', 'https://example.com/1.mp4'] })).toMatchObject({
      previewUrls: ['https://example.com/1.mp4'],
    });
  });

  it('keeps what is harmless: capitals and markup characters, joiners and emoji', () => {
    expect(post({ title: 'LOUD evening &lt;3' }).title).toBe('LOUD evening <3');
    const joined = 'می\u200cخواهم 👩\u200d👧 ❤\ufe0f';
    expect(post({ title: joined, tags: [joined] })).toMatchObject({ title: joined, tags: [joined] });
  });

  it('takes out what turns text around or hides in it', () => {
    const hidden = 'Holi\u202egpj.exe\u202c\u2066day\u2069\u200b \u200ein\u00ad\ufeff\u0085\u{e0041} Malmö';
    const plain = 'Holigpj.exeday in Malmö';
    expect(post({ title: hidden, description: hidden, tags: hidden, stars: hidden, keywords: hidden })).toMatchObject({
      title: plain,
      description: plain,
      altKeywords: plain,
      tags: [plain],
      performers: [plain],
    });
  });

  it.each([
    ['https://user:pw@example.com/1', 'must not contain a username or a password.'],
    ['https://user@example.com/1', 'must not contain a username or a password.'],
    ['http://127.0.0.1:4300/api/adminlogout', 'must lead to the internet, not to “127.0.0.1”.'],
    ['http://2130706433/', 'must lead to the internet, not to “127.0.0.1”.'],
    ['http://10.1.2.3/x', 'must lead to the internet, not to “10.1.2.3”.'],
    ['http://[::1]/x', 'must lead to the internet, not to “[::1]”.'],
    ['http://localhost/x', 'must lead to the internet, not to “localhost”.'],
    ['http://router/x', 'must lead to the internet, not to “router”.'],
    ['http://nas.local/x', 'must lead to the internet, not to “nas.local”.'],
    ['http://db.internal./x', 'must lead to the internet, not to “db.internal.”.'],
  ])('refuses links and pictures with a login, or into a private network: %s', (url, problem) => {
    expect(map({ link: url })).toBe(`The link ${problem}`);
    expect(map({ mirrors: url })).toBe(`The link ${problem}`);
    expect(map({ image: url })).toBe(`The image URL ${problem}`);
    expect(map({ embed: url })).toBe(`The embed URL ${problem}`);
    expect(post({ thumbs: [url, 'https://example.com/2.jpg'] }).previewUrls).toEqual(['https://example.com/2.jpg']);
  });

  it.each([' ', '-', ',;|', '\u00a0', '<iframe '])('reads a cell made of %j in a bounded number of looks', (part) => {
    const cell = `1${part.repeat(240_000 / Buffer.byteLength(part))}x`;
    for (const column of ['title', 'tags', 'views', 'duration', 'date', 'description', 'thumbs', 'embed', 'link', 'id'])
      expect(map({ [column]: cell }, { titleCuts: ['x'] })).toBeDefined();
  });

  it('takes links to any host of the internet', () => {
    for (const link of [
      'https://video-1.example.co.uk/a@b',
      'https://8.8.8.8/x',
      'https://bücher.example.com:8443/?q=a@b',
    ])
      expect(post({ link }).link).toBe(link);
  });
});

describe('the rules of a source', () => {
  it('cut and tidy titles', () => {
    const titleCuts = ['Example.com', ' - free', 'FREE!'];
    expect(post({ title: '  Slow\n evening  - Example.com' }, { titleCuts }).title).toBe('Slow evening');
    expect(post({ title: 'free! Rooftop | EXAMPLE.COM | Part 2' }, { titleCuts }).title).toBe('Rooftop | | Part 2');
    expect(map({ title: 'Example.com' }, { titleCuts })).toBe('Enter a title.');
  });

  it('replace, drop and add tags', () => {
    const rules = {
      tagReplacements: [{ from: 'Big City', to: 'city' }],
      droppedTags: ['HD'],
      addedTags: ['feed', 'Night'],
    };
    expect(post({ tags: 'big-city, hd, night, City' }, rules).tags).toEqual(['city', 'night', 'feed']);
  });

  it('choose the category by the first word that is found', () => {
    const rules = {
      category: 'viral' as const,
      categoryWords: [
        { word: 'Mumbai', category: 'indian' as const },
        { word: 'desert rose', category: 'hijabi' as const },
      ],
    };
    expect(post({ title: 'A night in MUMBAI!' }, rules).category).toBe('indian');
    expect(post({ tags: 'desert-rose' }, rules).category).toBe('hijabi');
    expect(post({ category: 'desert/rose' }, rules).category).toBe('hijabi');
    expect(post({ title: 'Mumbaikar' }, rules).category).toBe('viral');
    expect(post({ category: 'Indian' }, rules).category).toBe('indian');
  });

  it('fill in records, unless the row has its own', () => {
    const records = { source: 'Feed', recordDate: '2026-01-31', consent: 'On file' };
    expect(post({ source: 'Studio', recordDate: '1 May 2024' }, { records }).records).toEqual({
      source: 'Studio',
      recordDate: '2024-05-01',
      consent: 'On file',
    });
  });
});
