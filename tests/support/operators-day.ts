/** An operator's day, counted in clicks: every screen of it has the same tests, whatever the size of the catalogue. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { alertOf, type BackOffice, dialogOf } from './back-office-site.ts';
import { followTo } from './follow-to.ts';

export interface Viewport {
  width: number;
  height: number;
}

/** Counts the clicks and taps of the page that is open. */
const startCounting = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { clicks: 0 });
    addEventListener('pointerdown', () => Object.assign(window, { clicks: Reflect.get(window, 'clicks') + 1 }), true);
  });
const clicksOf = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'clicks')));

const startDay = (office: BackOffice, viewport: Viewport) => {
  const rowsOf = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await office.site.owner.pool.query<Row>(sql, values)).rows;

  const firstOf = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row> => {
    const [row] = await rowsOf<Row>(sql, values);
    if (!row) throw new Error('The catalogue has nothing like that');
    return row;
  };

  const countOf = async (sql: string, values: unknown[] = []) => (await firstOf<{ n: number }>(sql, values)).n;

  /** A performer or tag with about this many posts. */
  const nameWith = (kind: 'tag' | 'performer', posts: number, skip = 0) =>
    firstOf<{ slug: string; name: string; posts: number }>(
      `select slug, name, count(*)::integer as posts from ${kind}s join video_${kind}s on ${kind}_id = id
       group by id order by abs(count(*) - $1), id offset $2 limit 1`,
      [posts, skip],
    );

  const open = async (url: string) => {
    const page = await office.open(url, { viewport });
    await startCounting(page);
    return page;
  };
  const isPhone = viewport.width < 768;
  const posts = (page: Page) => page.getByRole('table', { name: 'Posts' });
  /** Clicks an action of a row, which is in a menu on phones. */
  const act = async (page: Page, action: Locator) => {
    const row = page.getByRole('row').filter({ has: action });
    await row.waitFor();
    if (isPhone) await row.getByRole('button', { name: /^Actions/ }).click();
    await action.click();
  };
  const selectAllThatMatch = async (page: Page) => {
    if (isPhone) {
      await posts(page).getByRole('checkbox').nth(1).click();
      await page.getByRole('button', { name: 'Select this page' }).click();
    } else await page.getByRole('checkbox', { name: 'Select this page' }).click();
    await page.getByRole('button', { name: /^Select all [\d,]+ that match$/ }).click();
    await page.getByRole('button', { name: 'Change…' }).click();
  };
  const progress = (page: Page) => page.getByRole('list', { name: 'Bulk changes' });

  return { firstOf, countOf, nameWith, open, posts, act, selectAllThatMatch, progress };
};

/** Changes of many posts at once. `nth` tells the days on one site apart: each changes other posts. */
export const bulkJobs = (office: BackOffice, viewport: Viewport, nth = 0) => {
  const { countOf, nameWith, open, act, selectAllThatMatch, progress } = startDay(office, viewport);

  it('fifty posts get another tag within six clicks, and lose it again', async () => {
    const star = await nameWith('performer', 50, nth);
    const page = await open(`/admin/posts?star=${star.slug}`);
    await selectAllThatMatch(page);
    const dialog = page.getByRole('dialog', { name: `Change ${star.posts} posts` });
    await dialog.getByLabel('Tags', { exact: true }).fill(`harbour night ${nth}`);
    await page.keyboard.press('Enter');
    await dialog.getByText(`${star.posts} posts will get this tag.`).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await progress(page).getByText('Done:').waitFor();
    expect(await clicksOf(page)).toBeLessThanOrEqual(6);
    const retagged = `select count(*)::integer as n from video_tags join tags on id = tag_id where slug = $1`;
    expect(await countOf(retagged, [`harbour-night-${nth}`])).toBe(star.posts);
    await progress(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => countOf(retagged, [`harbour-night-${nth}`])).toBe(0);
  });

  it('two tags are merged, and separate again', async () => {
    const [from, into] = [await nameWith('tag', 60, 2 * nth), await nameWith('tag', 90, 2 * nth + 1)];
    const uses = 'select count(*)::integer as n from video_tags join tags on id = tag_id where slug = $1';
    const both = await countOf(
      `select count(distinct video_id)::integer as n from video_tags join tags on id = tag_id where slug in ($1, $2)`,
      [from.slug, into.slug],
    );
    const page = await open(`/admin/tags-list?search=${encodeURIComponent(from.slug)}`);
    await act(page, page.getByLabel(`Merge ${from.name}`, { exact: true }));
    const dialog = dialogOf(page, 'Merge tags');
    await dialog.getByLabel('Into', { exact: true }).fill(into.name);
    await page.keyboard.press('Enter');
    await dialog.getByText('instead of').waitFor();
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await alertOf(page, `Merged “${from.name}” into “${into.name}”.`).waitFor();
    expect(await countOf(uses, [into.slug])).toBe(both);
    expect((await fetch(`${office.site.url}/tag/${from.slug}`, { redirect: 'manual' })).status).toBe(301);
    await followTo(page, '/admin/tags-list?tab=history');
    await act(page, page.getByLabel(`Undo: Merged “${from.name}” into “${into.name}”`, { exact: true }));
    await expect.poll(() => countOf(uses, [from.slug])).toBe(from.posts);
    expect(await countOf(uses, [into.slug])).toBe(into.posts);
    await expect
      .poll(async () => (await fetch(`${office.site.url}/tag/${from.slug}`, { redirect: 'manual' })).status)
      .toBe(200);
  });
};

/** The whole day. */
export const operatorsDay = (office: BackOffice, viewport: Viewport, nth = 0) => {
  const { firstOf, countOf, nameWith, open, posts, selectAllThatMatch, progress } = startDay(office, viewport);

  bulkJobs(office, viewport, nth);

  it('a post is found by pasting its link, however it is written', async () => {
    const { id, title, link } = await firstOf<{ id: number; title: string; link: string }>(
      'select id, title, link from videos order by id desc offset 500 + $1 limit 1',
      [nth],
    );
    await office.site.database.pool.query('update videos set link = $2 where id = $1', [
      id,
      `https://example.com/watch/operators-day-${nth}`,
    ]);
    expect(link).toMatch(/^https?:/);
    const page = await open('/admin/posts');
    await page
      .getByRole('searchbox', { name: 'Search posts' })
      .fill(`http://www.EXAMPLE.com/watch/operators-day-${nth}/?utm_source=mail`);
    await page.getByText('1 post', { exact: true }).waitFor();
    expect(await posts(page).getByText(title).count()).toBe(1);
    expect(await clicksOf(page)).toBe(0);
  });

  it('a typing error in a title is mended with three actions', async () => {
    const { id } = await firstOf<{ id: number }>('select id from videos order by id offset 1000 + $1 limit 1', [nth]);
    const page = await open(`/admin/posts?search=${id}`);
    await posts(page).getByRole('row').nth(1).getByRole('cell').nth(2).click();
    const form = dialogOf(page, 'Edit Post');
    await form.getByLabel('Title', { exact: true }).fill(`Glass and rain ${nth}`);
    await form.getByRole('button', { name: 'Update Post' }).click();
    await page.getByText('Post saved').waitFor();
    expect(await clicksOf(page)).toBe(2);
    expect((await firstOf<{ title: string }>('select title from videos where id = $1', [id])).title).toBe(
      `Glass and rain ${nth}`,
    );
  });

  it('everything of one performer is removed, and comes back', async () => {
    const star = await nameWith('performer', 40, nth);
    const live = `select count(*)::integer as n from videos v join video_performers on video_id = v.id
      join performers p on p.id = performer_id where p.slug = $1 and v.deleted_at is null`;
    const page = await open(`/admin/posts?star=${star.slug}`);
    await selectAllThatMatch(page);
    const dialog = page.getByRole('dialog', { name: `Change ${star.posts} posts` });
    await dialog.getByLabel('What to change').selectOption('Delete');
    await dialog.getByText(`${star.posts} posts will be deleted.`).waitFor();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await progress(page).getByText('Done:').waitFor();
    expect(await countOf(live, [star.slug])).toBe(0);
    await progress(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => countOf(live, [star.slug])).toBe(star.posts);
  });

  it('what a colleague changed on a day is read in sentences', async () => {
    const colleague = office.admin('admin');
    const { username } = await firstOf<{ username: string }>('select username from admins where id = $1', [
      colleague.id,
    ]);
    const day = '2026-03-03';
    const changes = [
      [
        'update',
        `${day}T12:00:00Z`,
        { title: 'Glas and rain', tags: [] },
        { title: `Glass and rain ${nth}`, tags: ['rain'] },
      ],
      ['update', '2026-03-04T12:00:00Z', { title: 'Of the next' }, { title: 'Changed the day after' }],
    ] as const;
    for (const [action, at, before, after] of changes)
      await office.site.owner.pool.query(
        `insert into audit_log (at, admin_id, admin, action, entity, entity_id, before, after)
         values ($1, $2, $3, $4, 'video', '1', $5, $6)`,
        [at, colleague.id, username, action, JSON.stringify(before), JSON.stringify(after)],
      );
    const page = await open('/admin/audit');
    await page.getByLabel('Person').selectOption(username);
    await page.getByLabel('From', { exact: true }).fill(day);
    await page.getByLabel('To', { exact: true }).fill(day);
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByText(`Glass and rain ${nth}`).first().waitFor();
    await expect.poll(() => log.getByText('Changed the day after').count()).toBe(0);
    const sentence = await log
      .getByRole('row')
      .filter({ hasText: `Glass and rain ${nth}` })
      .first()
      .textContent();
    expect(sentence).toContain(username);
    expect(sentence).toMatch(/edited/);
    expect(sentence).toMatch(/title, tags/);
  });
};
