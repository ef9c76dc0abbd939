/** Stored text is shown as text on every screen of the back-office, and never runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { slugOf } from '#contract/values/names.ts';
import { postTexts } from '#contract/values/post-fields.ts';
import { bodies, comingMonth } from '../../support/hostile-catalogue.ts';
import { fragments, hostile, kinds } from '../../support/hostile-fragments.ts';
import { all, hostileSite, missingFrom, names, userAgent } from '../../support/hostile-site.ts';
import { whenLoaded } from '../../support/signed-in-browser.ts';
import { expectHarmless } from '../../support/watched-page.ts';

const site = hostileSite();
const { call, watchedAdminPage } = site;

beforeAll(async () => {
  for (const kind of kinds) await call('PUT', '/settings', bodies.saveSettings(kind));
});

it('what an admin sees', async () => {
  const tag = slugOf(hostile('tag', 1));
  const star = slugOf(hostile('star', 1));
  const screens: [string, string[]][] = [
    ['dashboard', [hostile('title', kinds.length - 1), hostile('title', kinds.length - 2)]],
    ['posts', [...all('title', 'altKeywords'), ...names('star')]],
    [`posts?search=${encodeURIComponent(fragments.join(' '))}`, [fragments.join(' ')]],
    ['posts?state=scheduled', all('coming')],
    [`calendar?month=${comingMonth}`, all('coming')],
    ['bulk-changes', names('bulk')],
    [`history/video/${site.stored.ids[1]}`, postTexts.map((field) => hostile(field, 1))],
    ['stars', all('model', 'bio')],
    ['networks', all('network', 'pitch', 'site', 'member', 'offer')],
    ['networks?tab=submissions', all('site', 'member', 'offer')],
    ['channels', all('channel', 'blurb')],
    ['terabox', all('file', 'note', 'size').map((text) => text.slice(0, 50))],
    ['manage-admins', [bodies.createAdmin().email]],
    ['stars-list', names('star')],
    ['stars-list?tab=unused', names('model')],
    ['tags-list', names('tag')],
    ['tags-list?tab=unused', names('bulk')],
    ['tags-list?tab=duplicates', names('twin', 'twins')],
    ['tags-list?tab=history', names('tag', 'nick')],
    [`tag-videos/${tag}`, [hostile('title', 1), hostile('star', 1)]],
    [`star-videos/${star}`, [hostile('title', 1), hostile('tag', 1)]],
    [`tag-videos/${encodeURIComponent(fragments[1] ?? '')}`, [fragments[1] ?? '']],
    ['deleted', all('deleted')],
    ['deleted?kind=channels', all('closed')],
    ['mail', all('member')],
    ['account', [userAgent]],
    ['audit?entity=video', all(...postTexts)],
    ['audit?entity=star', all('model', 'bio')],
    ['audit?entity=network', all('network', 'pitch', 'member', 'reason')],
    ['audit?entity=channel', all('channel', 'blurb')],
    ['audit?entity=file_link', all('file', 'note')],
    ['audit?entity=post_view', all('view').map((text) => text.slice(0, 60))],
    ['audit?entity=settings', all('heading', 'footer', 'summary')],
    ['settings', ['heading', 'footer', 'summary', 'featured'].map((field) => hostile(field, kinds.length - 1))],
  ];
  const { page, ran } = await watchedAdminPage();
  for (const [screen, wanted] of screens) {
    let url: string | null = `/admin/${screen}`;
    let missing = wanted;
    // What is not on the first page of a list is on one of the next.
    do {
      await page.goto(url);
      await whenLoaded(page);
      const { texts } = await expectHarmless(page, ran);
      missing = missingFrom(texts, missing);
      const next = page.locator('main').getByRole('link', { name: /^(Next|Older)$/ });
      url = (await next.count()) === 0 ? null : await next.getAttribute('href');
    } while (missing.length > 0 && url);
    expect.soft(missing, screen).toEqual([]);
  }
});

describe('what an admin works with', () => {
  const at = async (path: string) => {
    const { page, ran } = await watchedAdminPage();
    await page.goto(path);
    await whenLoaded(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    return { page, ran, button };
  };

  it('the forms', async () => {
    const forms: [string, string, readonly string[]][] = [
      ['posts', hostile('title', 1), postTexts],
      ['stars', hostile('model', 1), ['model', 'bio']],
      ['networks', hostile('network', 1), ['network', 'pitch']],
      ['channels', hostile('channel', 1), ['channel', 'blurb']],
      ['terabox', hostile('file', 1), ['file', 'note', 'size']],
    ];
    const { page, ran } = await watchedAdminPage();
    for (const [screen, name, fields] of forms) {
      await page.goto(`/admin/${screen}?search=${encodeURIComponent(name)}`);
      await whenLoaded(page);
      await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      const inputs = page.getByRole('dialog').locator('input, textarea');
      const values = await inputs.evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      const wanted = fields.map((field) => hostile(field, 1));
      expect.soft(missingFrom(values, wanted), screen).toEqual([]);
      await expectHarmless(page, ran);
    }
  });

  it('two versions of a network', async () => {
    const { page, ran, button } = await at(`/admin/networks?search=${encodeURIComponent(hostile('network', 2))}`);
    await button(`Edit ${hostile('network', 2)}`).click();
    const { _id } = (await call('GET', '/networks'))
      .json()
      .find(({ name }: { name: string }) => name === hostile('network', 2));
    await call('PUT', `/networks/${_id}`, { description: hostile('theirs', 2) });
    await page.getByLabel('Description').fill(hostile('mine', 2));
    await button('Update Network').click();
    await page.getByText(hostile('theirs', 2)).first().waitFor();
    const { texts } = await expectHarmless(
      page,
      ran.splice(0).filter((what) => !/status of 409/.test(what)),
    );
    expect(missingFrom(texts, [hostile('theirs', 2), hostile('mine', 2)])).toEqual([]);
  });

  it('saved views and filters', async () => {
    const { page, ran, button } = await at('/admin/posts');
    await button('Saved views').click();
    await page.getByRole('dialog', { name: 'Saved views' }).waitFor();
    const { texts } = await expectHarmless(page, ran);
    expect(
      missingFrom(
        texts,
        all('view').map((text) => text.slice(0, 60)),
      ),
    ).toEqual([]);
    await page.keyboard.press('Escape');
    await button('Filters').click();
    await page.getByRole('form', { name: 'Filters' }).waitFor();
    const { texts: options } = await expectHarmless(page, ran);
    expect(missingFrom(options, all('network'))).toEqual([]);
  });

  it('the command palette', async () => {
    const { page, ran } = await at('/admin/dashboard');
    await page.keyboard.press('/');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    for (const [field, group] of [
      ['title', 'Posts'],
      ['star', 'Stars'],
      ['tag', 'Tags'],
      ['network', 'Networks'],
    ] as const) {
      await palette.getByRole('combobox').fill(hostile(field, 2));
      const found = palette.getByRole('group', { name: group, exact: true });
      await found.getByRole('option', { name: hostile(field, 2) }).waitFor();
      await expectHarmless(page, ran);
    }
  });

  it('an email', async () => {
    const { mails } = (await call('GET', '/outbox?limit=200')).json();
    const { _id } = mails.find(({ body }: { body: string }) => body.includes(hostile('reason', 2)));
    const { page, ran } = await at(`/admin/mail?open=${_id}`);
    await page.getByRole('dialog').waitFor();
    const { texts } = await expectHarmless(page, ran);
    expect(texts.some((text) => text.includes(hostile('reason', 2)))).toBe(true);
  });

  it('messages', async () => {
    const approving = await at('/admin/networks?tab=submissions');
    await approving.button(`Approve ${hostile('site', 2)}`).click();
    await approving.page.getByText(`${hostile('site', 2)} approved`).waitFor();
    await expectHarmless(approving.page, approving.ran);
    const restoring = await at('/admin/deleted');
    await restoring.button(`Restore ${hostile('deleted', 2)}`).click();
    await restoring.page.getByText(`“${hostile('deleted', 2)}” was restored.`).waitFor();
    await expectHarmless(restoring.page, restoring.ran);
  });
});
