/** A performer's page: portrait, number of videos, frequent tags and companions. */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { demoSite } from '../support/public-site.ts';

const demo = demoSite();

/** The links of the section that has this heading. */
const linksUnder = ($: CheerioAPI, heading: string) => {
  const section = $('main section').filter((_, each) => $(each).find('h2').first().text() === heading);
  return section
    .find('a')
    .get()
    .map((link) => $(link).attr('href'));
};
const portrait = ($: CheerioAPI, name: string) => $(`main img[alt="Portrait of ${name}"]`).attr('src');

describe('the page of a performer', () => {
  it('shows portrait and number of videos', async () => {
    const { images } = await (
      await fetch(`${demo.site.url}/api/pornstars/images`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ names: ['isla-torven'] }),
      })
    ).json();
    const { totalRecords } = await demo.get('/pornstar/isla-torven');
    const $ = await demo.read('/pornstar/isla-torven');
    expect(portrait($, 'Isla Torven')).toBe(images['isla-torven'].image);
    expect($('main p').filter((_, each) => $(each).text() === `${totalRecords} videos`)).toHaveLength(1);
  });

  it('links the tags and performers that are most often on the same videos', async () => {
    const { db } = demo.site.database;
    const tagsOf = [['pc-a', 'pc-b'], ['pc-a'], ['pc-a', 'pc-c']];
    for (const [n, tags] of tagsOf.entries())
      await addVideo(db, { tags, performers: ['pia-corvane', ...(n > 0 ? ['second-corvane'] : ['third-corvane'])] });
    await demo.site.index.waitUntilIndexed();
    expect(await demo.get('/pornstar/pia-corvane/metadata')).toMatchObject({
      success: true,
      uniqueTags: ['pc-a', 'pc-b', 'pc-c'],
      uniquePornstars: ['second-corvane', 'third-corvane'],
    });
    const $ = await demo.read('/pornstar/pia-corvane');
    expect(linksUnder($, 'Often tagged')).toEqual(['/tag/pc-a', '/tag/pc-b', '/tag/pc-c']);
    expect(linksUnder($, 'Often together with')).toEqual(['/pornstar/second-corvane', '/pornstar/third-corvane']);
    expect(portrait($, 'pia corvane')).toBe('/female.png');
  });

  it('follows changes of the catalogue, although the page is cached', async () => {
    const { db, pool } = demo.site.database;
    const video = await addVideo(db, { tags: ['changing-a'], performers: ['una-veyl'] });
    await expect.poll(() => demo.html('/pornstar/una-veyl')).toContain('/tag/changing-a');
    await addVideo(db, { tags: ['changing-b'], performers: ['una-veyl'] });
    await expect.poll(() => demo.html('/pornstar/una-veyl')).toContain('/tag/changing-b');
    await pool.query('delete from videos where id = $1', [video]);
  });
});

it('a title of emoji is cut between characters', async () => {
  await addVideo(demo.site.database.db, { title: `A${'🎬'.repeat(40)}`, performers: ['wren-emoji'] });
  await demo.site.index.waitUntilIndexed();
  const $ = await demo.read('/pornstar/wren-emoji');
  expect($('main .card-title').first().text()).toBe(`A${'🎬'.repeat(29)}…`);
});
