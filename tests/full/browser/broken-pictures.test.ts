/** Pictures that cannot be loaded. */
import { expect, it } from 'vitest';
import { open, sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo({ loadsImages: true });

const visitWithBrokenPictures = async (path: string) => {
  const page = await demo.visitor();
  await page.route('**/art/**', (route) => route.abort());
  // Other files share the site: no view is to be counted.
  await page.route('**/api/updateviews/*', (route) => route.abort());
  await open(page, path);
  return page;
};

it('a broken thumbnail of a related video is replaced by "Image not found"', async () => {
  const page = await visitWithBrokenPictures('/video/1');
  const list = page.getByRole('list', { name: 'Related Videos' });
  await list.scrollIntoViewIfNeeded();
  await list.getByText('Image not found', { exact: true }).first().waitFor();
});

it('an image of a performer that cannot be loaded gives way to female.png', async () => {
  const page = await visitWithBrokenPictures('/pornstars');
  const image = page.getByRole('list', { name: 'Models' }).locator('img').first();
  await expect.poll(() => image.getAttribute('src')).toBe('/female.png');
});
