/** The page of a video that was removed. */
import { expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

it.each([true, false])('it says so, and leads on; with JavaScript: %s', async (javaScriptEnabled) => {
  const id = await addVideo(demo.site.database.db, { title: 'Removed today' });
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
