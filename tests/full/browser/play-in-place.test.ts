/** The setting that lets visitors play a video on its own page. */
import { beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { answerForExampleCom, demoSite, open } from '../../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';

const demo = demoSite();
const player = 'https://player.example.com/embed/7';

const setting = async (playInPlace: boolean) => {
  const call = callerOf(demo.site, (await createSignedInAdmin(demo.site, 'main_admin')).cookie);
  expect((await call('PUT', '/settings', { playInPlace })).statusCode).toBe(200);
};
const framePolicy = async (path: string) => {
  const policy = (await fetch(demo.site.url + path)).headers.get('content-security-policy') ?? '';
  return /frame-src ([^;]+)/.exec(policy)?.[1];
};
const withPlayer = async (embedUrl: string) => {
  const id = await addVideo(demo.site.database.db, { title: `Lanterns ${embedUrl}`, tags: ['night'] });
  await demo.site.database.pool.query('update videos set iframe_url = $1 where id = $2', [embedUrl, id]);
  await demo.site.index.waitUntilIndexed();
  return id;
};

let id: number;
beforeAll(async () => {
  id = await withPlayer(player);
});

/** What a player might do to get visitors away from the page. */
const hostile = `<!doctype html><title>Player</title><script>
  const tried = [];
  try { top.location = 'https://elsewhere.example.com/'; } catch { tried.push('top'); }
  if (!window.open('https://elsewhere.example.com/')) tried.push('popup');
  document.title = tried.join(' ');
</script>`;

describe('playing in place', () => {
  it('is off by default: the poster leaves the site, and no page may show a frame', async () => {
    expect(await framePolicy(`/video/${id}`)).toBe("'none'");
    const page = await demo.visit(`/video/${id}`);
    await answerForExampleCom(page);
    await page.getByRole('link', { name: /^Play .+: Watch External$/ }).click();
    await page.waitForURL('https://example.com/**');
  });

  it('loads a sandboxed frame after a press on the poster, and not before', async () => {
    await setting(true);
    expect(await framePolicy('/new-content')).toBe('https:');
    const page = await demo.visitor();
    const requested: string[] = [];
    await page.route('https://player.example.com/**', (route) => {
      requested.push(route.request().url());
      return route.fulfill({ body: hostile, contentType: 'text/html' });
    });
    await open(page, `/video/${id}`);
    expect(requested).toEqual([]);
    await page.getByRole('link', { name: /^Play Lanterns/ }).click();
    const frame = page.locator('iframe');
    await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    await expect.poll(() => requested).toEqual([player]);
    await expect.poll(() => page.frame({ url: player })?.title()).toBe('top popup');
    expect(new URL(page.url()).pathname).toMatch(`/video/${id}`);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('a press before the scripts have loaded plays here once they have', async () => {
    await setting(true);
    // A tab that has loaded the scripts before would not request them.
    const page = await demo.visitor({ isNew: true });
    await page.route('https://player.example.com/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
    const load = await holdRequests(page, '**/assets/*.js');
    await page.goto(`/video/${id}`, { waitUntil: 'commit' });
    await page.getByRole('link', { name: /^Play Lanterns/ }).click();
    load();
    await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(player);
    expect(new URL(page.url()).pathname).toMatch(`/video/${id}`);
  });

  it.each(['http://player.example.com/embed/7', ''])(
    'a video with the player “%s” leaves the site all the same',
    async (url) => {
      await setting(true);
      const other = await withPlayer(url);
      const page = await demo.visit(`/video/${other}`);
      await answerForExampleCom(page);
      await page.getByRole('link', { name: /^Play .+: Watch External$/ }).click();
      await page.waitForURL('https://example.com/**');
    },
  );

  it('never allows frames in the back-office', async () => {
    await setting(true);
    expect(await framePolicy('/admin')).toBe("'none'");
  });
});
