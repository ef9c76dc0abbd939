/** A performer's page: portrait, number of videos, frequent tags and companions. */
import { describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });

describe('/pornstar/{name}', () => {
  it('shows portrait and number of videos', async () => {
    const { images } = await (
      await fetch(`${demo.site.url}/api/pornstars/images`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ names: ['isla-torven'] }),
      })
    ).json();
    const { totalRecords } = await demo.get('/pornstar/isla-torven');
    const page = await demo.visit('/pornstar/isla-torven');
    const portrait = page.getByRole('img', { name: 'Portrait of Isla Torven' });
    await expect.poll(() => portrait.getAttribute('src')).toBe(images['isla-torven'].image);
    await expect.poll(() => page.getByText(`${totalRecords} videos`, { exact: true }).isVisible()).toBe(true);
  });

  it('links the tags and performers that are most often on the same videos', async () => {
    const { db } = demo.site.database;
    const tagsOf = [['pc-a', 'pc-b'], ['pc-a'], ['pc-a', 'pc-c']];
    for (const [n, tags] of tagsOf.entries())
      await addVideo(db, { tags, performers: ['pia-corvane', ...(n > 0 ? ['second-corvane'] : ['third-corvane'])] });
    await expect.poll(async () => (await demo.get('/pornstar/pia-corvane')).totalRecords).toBe(3);
    expect(await demo.get('/pornstar/pia-corvane/metadata')).toMatchObject({
      success: true,
      uniqueTags: ['pc-a', 'pc-b', 'pc-c'],
      uniquePornstars: ['second-corvane', 'third-corvane'],
    });
    const page = await demo.visit('/pornstar/pia-corvane');
    const links = (name: string) =>
      page
        .getByRole('region', { name })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    await expect.poll(() => links('Often tagged')).toEqual(['/tag/pc-a', '/tag/pc-b', '/tag/pc-c']);
    await expect
      .poll(() => links('Often together with'))
      .toEqual(['/pornstar/second-corvane', '/pornstar/third-corvane']);
    await expect
      .poll(() => page.getByRole('img', { name: 'Portrait of Pia Corvane' }).getAttribute('src'))
      .toBe('/female.png');
    await page.getByRole('link', { name: 'Second Corvane' }).first().click();
    await page.waitForURL('**/pornstar/second-corvane');
  });

  it('follows changes of the catalogue, although the page is cached', async () => {
    const { db, pool } = demo.site.database;
    const id = await addVideo(db, { tags: ['changing-a'], performers: ['una-veyl'] });
    await expect.poll(() => demo.html('/pornstar/una-veyl')).toContain('/tag/changing-a');
    await addVideo(db, { tags: ['changing-b'], performers: ['una-veyl'] });
    await expect.poll(() => demo.html('/pornstar/una-veyl')).toContain('/tag/changing-b');
    await pool.query('delete from videos where id = $1', [id]);
  });
});
