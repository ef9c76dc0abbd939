/** The video page. */
import { load } from 'cheerio';
import { afterEach, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

interface Video {
  _id: string;
  titel: string;
  desc: string;
  link: string;
  imageUrl: string;
  tags: string[];
  name: string[];
}
const someVideo = async (): Promise<Video> => (await demo.get('/getpopularVideos?page=1&limit=16')).records[0];
const slugOf = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/ +/g, '-')
    .replace(/[^a-z0-9-]/g, '');

const made: number[] = [];
const add = async (facts: Parameters<typeof addVideo>[1]) => {
  const id = await addVideo(demo.site.database.db, facts);
  made.push(id);
  await demo.site.index.waitUntilIndexed();
  await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(200);
  return id;
};
afterEach(async () => {
  for (const id of made.splice(0)) await demo.site.database.pool.query('delete from videos where id = $1', [id]);
});

describe('/video/{id}', () => {
  it('shows thumbnail, badge, title, views, duration and like percentage', async () => {
    const id = await add({ title: 'Lanterns by the lake', views: 1500, minutes: 65 });
    const $ = await demo.read(`/video/${id}`);
    const poster = 'main article a[aria-label^="Play Lanterns by the lake"]';
    expect($(`${poster} img`).attr('src')).toMatch(/^\/art\//);
    expect(textsIn($, `${poster} > span`)).toContain('Watch External');
    expect(textsIn($, 'h1')).toEqual(['Lanterns by the lake']);
    expect(textsIn($, 'main article dd')).toEqual(['1.5k', '1h 5m', '100%']);
  });

  it('the play button opens the external link in the same window', async () => {
    const { _id, titel, link } = await someVideo();
    const play = (await demo.read(`/video/${_id}`))('main article a[aria-label^="Play "]');
    expect(play.attr('aria-label')).toBe(`Play ${titel}: Watch External`);
    expect([play.attr('href'), play.attr('target')]).toEqual([link, undefined]);
  });

  it('plays nothing in the page', async () => {
    const { _id } = await someVideo();
    const $ = await demo.read(`/video/${_id}`);
    expect($('main article')).toHaveLength(1);
    expect($('video, iframe, object, embed')).toHaveLength(0);
  });

  it('performer chips lead to /pornstar/{name}, tags are under "Tags (count)" and lead to /tag/{slug}', async () => {
    const { _id, tags, name } = await someVideo();
    const $ = await demo.read(`/video/${_id}`);
    const [performerPaths, tagPaths] = ['Performers', `Tags (${tags.length})`].map((heading) =>
      hrefsIn($, `main aside section:has(h2:contains("${heading}")) a`),
    );
    expect(textsIn($, 'main aside h2')).toEqual(['Performers', `Tags (${tags.length})`]);
    expect(performerPaths).toEqual(name.map((each) => `/pornstar/${each}`));
    expect(tagPaths).toEqual(tags.map((tag) => `/tag/${tag}`));
  });

  it('whatever comes after the first dash leads to the video', async () => {
    const { _id, titel } = await someVideo();
    for (const slug of ['', '-', '-any-title', '-99-bottles'])
      expect(await demo.html(`/video/${_id}${slug}`)).toContain(`<title>${titel} ·`);
  });

  it('the URL becomes /video/{id}-{title-slug} without reloading, and the extra meta tags are reset on leaving', async () => {
    const id = await add({ title: '  Where is Émile? 100% Blue Sky ' });
    const page = await demo.visitor();
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    await open(page, `/video/${id}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${id}-where-is-emile-100-blue-sky`);
    expect(documents).toBe(1);

    const meta = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content');
    expect(await meta('og:type')).toBe('video.other');
    await page.getByRole('link', { name: 'Marquee' }).first().click();
    await page.waitForURL(/\/$/);
    await expect.poll(() => meta('og:type')).toBe('website');
    await expect
      .poll(() => page.locator('meta[property="og:type"], link[rel=canonical], meta[name=description]').count())
      .toBe(3);
    expect(documents).toBe(1);
  });

  it('an outdated title in the URL leads to the current one', async () => {
    const { _id, titel } = await someVideo();
    const { redirected, url } = await fetch(`${demo.site.url}/video/${_id}-wrong`);
    expect([redirected, new URL(url).pathname]).toEqual([true, `/video/${_id}-${slugOf(titel)}`]);
  });

  it('the description meta is the first 150 characters of desc', async () => {
    const desc = 'Boats, gulls and wind over the bay. '.repeat(8);
    const id = await add({ description: desc });
    expect(await demo.html(`/video/${id}`)).toContain(
      `<meta name="description" content="${desc.slice(0, 150).trim()}"/>`,
    );
  });
});

describe('a video that does not exist', () => {
  it('the visitor is sent to /notfound in place of the history entry', async () => {
    const id = await add({ title: 'Gone tomorrow', tags: ['vanishing-tag'] });
    const page = await demo.visit('/tag/vanishing-tag');
    const card = page.getByRole('list', { name: 'vanishing tag videos' }).getByRole('link');
    await card.waitFor();
    await demo.site.database.pool.query('delete from videos where id = $1', [id]);
    await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(404);
    await card.click();
    await page.waitForURL('**/notfound');
    await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
    await page.goBack();
    await page.waitForURL('**/tag/vanishing-tag');
  });
});

describe('a video that was removed', () => {
  it('says so, and leads on', async () => {
    const id = await add({ title: 'Removed today' });
    await demo.site.database.pool.query('update videos set deleted_at = now() where id = $1', [id]);
    await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(410);
    const response = await fetch(`${demo.site.url}/video/${id}`);
    expect([response.status, response.headers.get('x-robots-tag')]).toEqual([410, 'noindex']);
    const $ = load(await response.text());
    expect(textsIn($, 'h1')).toEqual(['This video is no longer available']);
    expect($('title').first().text()).toContain('This video is no longer available');
    expect($('main').text()).not.toContain('404');
    expect($('main ul[aria-label="Top videos"] a').length).toBeGreaterThan(0);
    expect(hrefsIn($, 'main a:contains("Go to the home page")')).toEqual(['/']);
  });
});

describe('related videos', () => {
  const related = '**/api/relatedpostData*';

  it('16 at first, never the video itself; "Load More" adds the next ones below until all are shown', async () => {
    const { _id } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    const more = page.getByRole('link', { name: 'Load More' });
    const cards = page.getByRole('list', { name: 'Related Videos' }).getByRole('link');
    const paths = () => cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const first = await paths();
    expect(first).toHaveLength(16);
    // Section 8: a broken thumbnail. Tests load no pictures, but tests/full/browser/broken-pictures.test.ts does.
    await cards.first().getByRole('img').dispatchEvent('error');
    await cards.first().getByText('Image not found', { exact: true }).waitFor();

    // Section 8: a failure leaves them unchanged.
    await page.route(related, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await more.click();
    await page.getByRole('alert').waitFor();
    expect(await paths()).toEqual(first);
    await page.unroute(related);

    const release = await holdRequests(page, related);
    await more.click();
    await page.getByText('Loading...', { exact: true }).waitFor();
    await expect.poll(() => more.count()).toBe(0);
    release();
    await expect.poll(() => cards.count()).toBe(32);
    await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    const both = await paths();
    expect(both.slice(0, 16)).toEqual(first);
    expect(new Set(both).size).toBe(32);
    expect(both.filter((path) => path?.startsWith(`/video/${_id}-`))).toEqual([]);
    await page.unroute(related);

    const shown = new Set(both.map((path) => path?.split(/[/-]/)[2]));
    const { records } = await demo.get('/getnewVideos?page=1&limit=40');
    const others = records.filter((video: Video) => !shown.has(video._id)).slice(0, 3);
    await page.route(related, (route) =>
      route.fulfill({ json: { records: others, totalRecords: 35, currentPage: 3, totalPages: 3 } }),
    );
    await more.click();
    await expect.poll(() => cards.count()).toBe(35);
    await expect.poll(() => more.count()).toBe(0);
  });
});
