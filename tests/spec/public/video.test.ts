/** Public site, sections 2, 4, 5 and 8: the video page. */
import { afterEach, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { answerForExampleCom, demoSite, open } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });

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
  await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(200);
  return id;
};
afterEach(async () => {
  for (const id of made.splice(0)) await demo.site.database.pool.query('delete from videos where id = $1', [id]);
});

describe('section 2: /video/{id}', () => {
  it('shows thumbnail, badge, title, views, duration and like percentage', async () => {
    const id = await add({ title: 'Lanterns by the lake', views: 1500, minutes: 65 });
    const page = await demo.visit(`/video/${id}`);
    const poster = page.getByRole('link', { name: 'Play Lanterns by the lake' });
    await expect.poll(() => poster.getByRole('img').isVisible()).toBe(true);
    await expect.poll(() => poster.getByText('Watch External', { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Lanterns by the lake');
    const facts = await page.getByRole('article').locator('dd').allTextContents();
    expect(facts).toEqual(['1.5k', '1h 5m', '100%']);
  });

  it('the play button opens the external link in the same window', async () => {
    const { _id, titel, link } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    await answerForExampleCom(page);
    const play = page.getByRole('link', { name: `Play ${titel}` });
    await expect.poll(() => play.getAttribute('target')).toBeNull();
    await play.click();
    await page.waitForURL(link);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('plays nothing in the page', async () => {
    const { _id } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    await expect.poll(() => page.locator('video, iframe, object, embed').count()).toBe(0);
  });

  it('performer chips lead to /pornstar/{name}, tags are under "Tags (count)" and lead to /tag/{slug}', async () => {
    const { _id, tags, name } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    const paths = (heading: string) =>
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name: heading, exact: true }) })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(await paths('Performers')).toEqual(name.map((each) => `/pornstar/${each}`));
    expect(await paths(`Tags (${tags.length})`)).toEqual(tags.map((tag) => `/tag/${tag}`));
  });

  it('whatever comes after the first dash leads to the video', async () => {
    const { _id, titel } = await someVideo();
    for (const slug of ['', '-', '-any-title', '-99-bottles'])
      expect(await demo.html(`/video/${_id}${slug}`)).toContain(`<title>${titel} ·`);
  });

  it('the URL becomes /video/{id}-{title-slug} without reloading', async () => {
    const id = await add({ title: '  Where is Émile? 100% Blue Sky ' });
    const page = await demo.visitor();
    let documents = 0;
    page.on('request', (request) => {
      if (request.resourceType() === 'document') documents += 1;
    });
    await open(page, `/video/${id}`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${id}-where-is-emile-100-blue-sky`);
    expect(documents).toBe(1);
    const { _id, titel } = await someVideo();
    await page.goto(`/video/${_id}-wrong`);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/video/${_id}-${slugOf(titel)}`);
  });

  it('the description meta is the first 150 characters of desc', async () => {
    const desc = 'Boats, gulls and wind over the bay. '.repeat(8);
    const id = await add({ description: desc });
    expect(await demo.html(`/video/${id}`)).toContain(
      `<meta name="description" content="${desc.slice(0, 150).trim()}"/>`,
    );
  });

  it('the extra meta tags are reset on leaving', async () => {
    const { _id } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    const meta = (property: string) => page.locator(`meta[property="${property}"]`).getAttribute('content');
    expect(await meta('og:type')).toBe('video.other');
    await page.getByRole('link', { name: 'Marquee' }).first().click();
    await page.waitForURL(/\/$/);
    await expect.poll(() => meta('og:type')).toBe('website');
    await expect
      .poll(() => page.locator('meta[property="og:type"], link[rel=canonical], meta[name=description]').count())
      .toBe(3);
  });
});

describe('sections 2 and 8: a video that does not exist', () => {
  it('the visitor is sent to /notfound in place of the history entry', async () => {
    const id = await add({ title: 'Gone tomorrow', tags: ['vanishing-tag'] });
    const page = await demo.visit('/our-network');
    await page.goto('/tag/vanishing-tag');
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
  it.each([true, false])('says so, and leads on; with JavaScript: %s', async (javaScriptEnabled) => {
    const id = await add({ title: 'Removed today' });
    await demo.site.database.pool.query('update videos set deleted_at = now() where id = $1', [id]);
    await expect.poll(async () => (await fetch(`${demo.site.url}/video/${id}`)).status).toBe(410);
    const page = await demo.visitor({ javaScriptEnabled });
    const response = await page.goto(`/video/${id}`);
    expect([response?.status(), response?.headers()['x-robots-tag']]).toEqual([410, 'noindex']);
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'I am 18 or older' }).click();
    await page.getByRole('heading', { level: 1, name: 'This video is no longer available' }).waitFor();
    expect(await page.title()).toContain('This video is no longer available');
    expect(await page.getByText('404').count()).toBe(0);
    await page.getByRole('list', { name: 'Top videos' }).getByRole('link').first().waitFor();
    await page.getByRole('link', { name: 'Go to the home page' }).waitFor();
  });
});

describe('sections 2 and 4: related videos', () => {
  const related = '**/api/relatedpostData*';

  it('16 at first, "Load More" adds the next ones below, never the video itself', async () => {
    const { _id } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    const cards = page.getByRole('list', { name: 'Related Videos' }).getByRole('link');
    const paths = () => cards.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const first = await paths();
    expect(first).toHaveLength(16);
    await page.getByRole('link', { name: 'Load More' }).click();
    await expect.poll(() => cards.count()).toBe(32);
    const both = await paths();
    expect(both.slice(0, 16)).toEqual(first);
    expect(new Set(both).size).toBe(32);
    expect(both.filter((path) => path?.startsWith(`/video/${_id}-`))).toEqual([]);
  });

  it('it is hidden while loading and when all are shown', async () => {
    const { _id } = await someVideo();
    const { records } = await demo.get('/getnewVideos?page=40&limit=3');
    const page = await demo.visit(`/video/${_id}`);
    const release = await holdRequests(page, related, (route) =>
      route.fulfill({ json: { records, totalRecords: 19, currentPage: 2, totalPages: 2 } }),
    );
    const more = page.getByRole('link', { name: 'Load More' });
    await more.click();
    await page.getByText('Loading...', { exact: true }).waitFor();
    await expect.poll(() => more.count()).toBe(0);
    release();
    await expect.poll(() => page.getByText('Loading...').count()).toBe(0);
    await expect.poll(() => page.getByRole('list', { name: 'Related Videos' }).getByRole('link').count()).toBe(19);
    await expect.poll(() => more.count()).toBe(0);
  });

  it('section 8: a failure leaves them unchanged, and loading can be retried', async () => {
    const { _id } = await someVideo();
    const page = await demo.visit(`/video/${_id}`);
    await page.route(related, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await page.getByRole('link', { name: 'Load More' }).click();
    await page.getByRole('alert').waitFor();
    const cards = page.getByRole('list', { name: 'Related Videos' }).getByRole('link');
    await expect.poll(() => cards.count()).toBe(16);
    await page.unroute(related);
    await page.getByRole('link', { name: 'Load More' }).click();
    await expect.poll(() => cards.count()).toBe(32);
  });

  it('section 8: a broken thumbnail is replaced by "Image not found"', async () => {
    const { _id } = await someVideo();
    const page = await demo.visitor();
    await page.route('**/art/**', (route) => route.abort());
    await open(page, `/video/${_id}`);
    const list = page.getByRole('list', { name: 'Related Videos' });
    await list.scrollIntoViewIfNeeded();
    await list.getByText('Image not found', { exact: true }).first().waitFor();
  });
});
