/** Pictures of withheld posts are not loaded before somebody asks for them, wherever the posts are listed. */
import { expect, it } from 'vitest';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';
import { openCase } from '../../support/open-case.ts';

const office = backOffice({}, { loadsImages: true });
let count = 0;

const withheldPost = async () => {
  count += 1;
  const titel = `Withheld pier ${count}`;
  const imageUrl = `/art/${7000 + count}.svg`;
  const body = { titel, imageUrl, Category: 'english', link: `https://piers.example.com/${count}` };
  const { _id } = (await office.call('POST', '/postdata', body)).json().post;
  await openCase(office.site, { kind: 'intimate_image', videoIds: [_id], isWithheld: true });
  return { id: _id, titel, imageUrl };
};

it.each([
  ['of posts', '/admin/posts?state=withheld'],
  ['of records', '/admin/records?state=withheld&host=piers.example.com'],
  ['of deleted posts', '/admin/deleted'],
])('in the list %s', async (_, url) => {
  const { id, titel, imageUrl } = await withheldPost();
  if (url === '/admin/deleted') await office.call('DELETE', `/deletepost/${id}`);
  const page = await office.open(url);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: titel });
  const load = row.getByRole('button', { name: `Load the picture of ${titel}, blurred` });
  await load.waitFor();
  expect(await row.locator('img').count()).toBe(0);
  expect(requested).not.toContain(imageUrl);
  await load.click();
  const show = row.getByRole('button', { name: `Show the picture of ${titel}` });
  await expect.poll(() => show.locator('img').evaluate((image) => getComputedStyle(image).filter)).toContain('blur');
  await expect.poll(() => requested).toContain(imageUrl);
});

it('in the form of a post', async () => {
  const { id, titel } = await withheldPost();
  const page = await office.open(`/admin/posts?edit=${id}`);
  const dialog = dialogOf(page, 'Edit Post');
  await dialog.getByRole('button', { name: `Load the picture of ${titel}, blurred` }).waitFor();
  expect(await dialog.locator('img').count()).toBe(0);
});
