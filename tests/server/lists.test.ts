/** Lists are sorted and narrowed by links and a form, and those with nothing to show say why and lead on. */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

const linkWith = ($: CheerioAPI, text: string) => $('main a').filter((_, link) => $(link).text() === text);
const total = ($: CheerioAPI) => $('main p:contains(" videos")').first().text();

interface Choice {
  label: string;
  href: string;
  count: number;
}
const choicesIn = ($: CheerioAPI, group: string): Choice[] =>
  $(`.narrowing ul[aria-labelledby="narrow-${group}"] a`)
    .get()
    .map((link) => {
      const count = $(link).find('small').remove().text();
      return {
        label: $(link).text(),
        href: $(link).attr('href') ?? '',
        count: Number(count.replace(',', '')),
      };
    });
const choice = ($: CheerioAPI, group: string, label: string) => {
  const found = choicesIn($, group).find((each) => each.label === label);
  if (!found) throw new Error(`There is no ${label} in ${group}`);
  return found;
};
const chip = ($: CheerioAPI, label: string) => $(`main a[aria-label="Remove ${label}"]`).attr('href');

/** The page that the form of a list leads to, sent as a browser would. */
const applied = async ($: CheerioAPI, names: Record<'with' | 'without', string>) => {
  const form = $('.narrowing form');
  for (const [name, value] of Object.entries(names)) form.find(`input[name="${name}"]:not([type="hidden"])`).val(value);
  const query = new URLSearchParams(form.serializeArray().map(({ name, value }) => [name, value]));
  return demo.read(`${form.attr('action')}?${query}`);
};

describe('a list', () => {
  it('leads by each choice to as many videos as that says, and back by its chip', async () => {
    const list = await demo.read('/tag/milf');
    const long = choice(list, 'length', 'Over 30 min');
    expect(long.href).toBe('/tag/milf?duration=long');

    const longOnes = await demo.read(long.href);
    expect(total(longOnes)).toBe(`${long.count} videos`);
    const tagged = choice(longOnes, 'also-tagged', 'rooftop');
    expect(tagged.href).toBe('/tag/milf?duration=long&with=rooftop');

    const both = await demo.read(tagged.href);
    expect(total(both)).toBe(`${tagged.count} videos`);
    expect(chip(both, 'Over 30 min')).toBe('/tag/milf?with=rooftop');
    expect(linkWith(both, 'Clear all').attr('href')).toBe('/tag/milf');
    expect(linkWith(list, 'Clear all')).toHaveLength(0);
  });

  it('is narrowed by the names in the form, besides what is selected', async () => {
    const $ = await applied(await demo.read('/new-content?with=rooftop'), {
      with: 'Slow Motion',
      without: 'night, outdoor',
    });
    for (const label of ['With rooftop', 'With slow motion', 'Without night', 'Without outdoor'])
      expect(chip($, label), label).toBeDefined();
  });

  it('takes performers by their name', async () => {
    const list = await demo.read('/new-content');
    const [performer] = choicesIn(list, 'with');
    const $ = await applied(list, { with: performer?.label ?? '', without: '' });
    expect(total($)).toBe(`${performer?.count} videos`);
  });

  it('offers no further name where one more would not be read', async () => {
    const $ = await demo.read('/new-content?with=a,b,c,d,e,f,g,h');
    expect($('.narrowing')).toHaveLength(1);
    expect($('.narrowing input:not([type="hidden"])')).toHaveLength(0);
  });

  it('is sorted by a link', async () => {
    const $ = await demo.read('/most-liked');
    const sorts = $('.narrowing ul[aria-labelledby="narrow-sort"] a');
    expect(sorts.filter('[aria-current]').text()).toBe('Most liked');
    const longest = await demo.read(sorts.filter(':contains("Longest")').attr('href') ?? '');
    expect(chip(longest, 'Longest')).toBe('/most-liked');
    const minutes = longest('main .video-grid .card-badge')
      .get()
      .map((badge) => {
        const [, hours = '0', rest = '0'] = /^(?:(\d+)h )?(\d+)/.exec(longest(badge).text()) ?? [];
        return Number(hours) * 60 + Number(rest);
      });
    expect(minutes).toHaveLength(16);
    expect(minutes).toEqual(minutes.toSorted((one, other) => other - one));
  });

  it('that is empty offers to clear all', async () => {
    const $ = await demo.read('/tag/milf?with=no-such-tag');
    expect($('main').text()).toContain('No videos match all of these filters.');
    expect(linkWith($, 'Clear all').attr('href')).toBe('/tag/milf');
  });
});

const pager = ($: CheerioAPI) => $('nav[aria-label="Pages"]');
const hrefs = ($: CheerioAPI, selector: string) =>
  $(selector)
    .get()
    .map((link) => $(link).attr('href'));
const topVideos = ($: CheerioAPI) => hrefs($, 'main ul[aria-label="Top videos"] a');
const popularTags = ($: CheerioAPI) => hrefs($, 'main section[aria-labelledby="popular-tags"] a');
const waysOn = ($: CheerioAPI) =>
  $('main ul[aria-label="Where to go from here"] a')
    .get()
    .map((link) => $(link).text());

describe('a list without videos', () => {
  it.each([
    ['/search?q=title%3Aqqqqqqqqqq', 'Check the spelling'],
    ['/category/milfnut?q=title%3Aqqqqqqqqqq', 'Nothing in Milfnut matches'],
    ['/tag/no-such-tag', 'No video has this tag'],
    ['/pornstar/nobody-at-all', 'There are no videos with Nobody At All'],
  ])('%s says why, and offers popular tags and top videos', async (path, why) => {
    const $ = await demo.read(path);
    expect($('main').text()).toContain('No videos found.');
    expect($('main').text()).toContain(why);
    expect(pager($)).toHaveLength(0);
    const { records } = await demo.get('/getpopularVideos?page=1&limit=12');
    expect(topVideos($)).toEqual(
      records.map(({ _id, titel }: { _id: string; titel: string }) => videoPath(_id, titel)),
    );
    const { tags } = await demo.get('/tags?limit=12');
    expect(popularTags($)).toEqual(tags.map((tag: string) => `/tag/${tag}`));
  });

  it.each(['/9999', '/top-videos?page=9999', '/tag/milf/9999', '/category/milfnut/9999', '/search?q=milf&page=9999'])(
    '%s is past the end and leads to the last page',
    async (path) => {
      const $ = await demo.read(path);
      expect($('main').text()).toContain('There is no page 9999');
      expect(pager($)).toHaveLength(0);
      const last = await demo.read(linkWith($, 'last page').attr('href') ?? '');
      expect(pager(last).find('[aria-disabled="true"]').text()).toBe('Next');
    },
  );

  it('that searches for models leads back to all of them', async () => {
    const $ = await demo.read('/pornstars?search=qqqqqq');
    expect($('main').text()).toContain('No stars found.');
    expect(pager($)).toHaveLength(0);
    expect(linkWith($, 'see all models').attr('href')).toBe('/pornstars');
  });

  it('has links to start from where nothing was saved', async () => {
    const $ = await demo.read('/mine');
    expect(waysOn($)).toEqual(['Top videos', 'New content', 'All tags', 'Models']);
  });
});

it.each(['/404', '/nothing/of/the/kind', '/category/no-such-category'])(
  '%s is not found and offers popular tags and top videos',
  async (path) => {
    const $ = await demo.read(path);
    expect($('h1').text()).toBe('404 - Page Not Found');
    expect(popularTags($)).toHaveLength(12);
    expect(topVideos($)).toHaveLength(12);
  },
);
