/** Stored text is never run: hostile text in every field of every entity, and every screen opened. */
import { expect, it } from 'vitest';
import { backOffice, openScreen } from './office.ts';

const office = backOffice({ seedDemo: false });

const hostile = `"'><img src=x onerror="window.ran='img'"><script>window.ran='script'</script>\${7*7}{{7*7}}</title></textarea>`;
const short = `'"><svg/onload=window.ran=1>`;
const link = 'https://example.com/?q=%22%3E%3Cscript%3Ewindow.ran=1%3C/script%3E';

const everywhere = [
  [
    '/postdata',
    {
      titel: hostile,
      desc: hostile,
      altKeywords: hostile,
      imageUrl: link,
      link,
      iframeUrl: '',
      Category: 'viral',
      minutes: 5,
      name: [short],
      tags: [short, 'quiet'],
    },
  ],
  ['/stars', { name: `Star ${short}`, image: link, description: hostile, category: 'viral' }],
  ['/networks', { name: hostile, url: link, logo: link, description: hostile, category: 'social' }],
  ['/channels', { name: hostile, url: link, thumbnail: link, description: hostile, category: 'music', subscribers: 5 }],
  ['/terabox', { title: hostile, url: link, description: hostile, size: short, fileType: 'other', category: 'other' }],
] as const;

it('section 3: no field of any entity runs anything on any screen, even without the policy of the page', async () => {
  for (const [path, body] of everywhere) {
    const answer = await office.call('POST', path, body);
    expect(answer.statusCode, `${path} ${answer.body}`).toBe(200);
  }
  const { banners: _, ...settings } = (await office.call('GET', '/settings')).json();
  const texts = { heading: hostile.slice(0, 120), description: hostile, footerText: hostile, siteName: short };
  const saved = await office.call('PUT', '/settings', {
    ...settings,
    ...texts,
    sponsoredLink: { label: short, url: link },
    banners: [{ image: link, url: link }],
  });
  expect(saved.statusCode, saved.body).toBe(200);
  await office.call('DELETE', '/channels/999', {});
  const { records } = (await office.call('GET', '/getpostdata')).json();
  const [{ _id, tags, name }] = records;

  const page = await office.signedIn({ bypassCSP: true });
  await page.route('https://example.com/**', (route) => route.fulfill({ status: 404, body: '' }));
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const ran = () => page.evaluate(() => (window as { ran?: string }).ran);

  const admin = [
    'dashboard',
    'posts',
    `posts?edit=${_id}`,
    'stars',
    'networks',
    'channels',
    'terabox',
    'stars-list',
    'tags-list',
    `tag-videos/${tags[0]}`,
    `star-videos/${name[0]}`,
    'audit',
    'settings',
    `posts?search=${encodeURIComponent(hostile)}`,
  ];
  for (const screen of admin) {
    await openScreen(page, `/admin/${screen}`);
    expect(await ran(), screen).toBeUndefined();
  }
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('adult', String(Date.now())));
  const visitor = [
    '/',
    `/video/${_id}`,
    `/tag/${tags[0]}`,
    '/tag/quiet',
    `/pornstar/${name[0]}`,
    '/tags',
    '/pornstars',
    '/new-content',
    '/our-network',
    `/search?q=${encodeURIComponent(hostile)}`,
  ];
  for (const path of visitor) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect(await ran(), path).toBeUndefined();
  }
  expect(dialogs).toEqual([]);
});

it('section 5: addresses that run are refused', async () => {
  const runs = 'javascript:window.ran=1';
  const post = { titel: 'x', imageUrl: '/art/1.svg', link: 'https://example.com/', Category: 'viral' };
  for (const [path, body] of [
    ['/postdata', { ...post, link: runs }],
    ['/postdata', { ...post, imageUrl: runs }],
    ['/stars', { name: 'x', image: runs }],
    ['/networks', { name: 'x', url: runs }],
    ['/channels', { name: 'x', url: runs }],
    ['/terabox', { title: 'x', url: runs }],
  ] as const)
    expect((await office.call('POST', path, body)).statusCode, path).toBe(400);
});
