/** The back-office's screen of what may not be listed again. */
import { describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { addHashList } from '#domain/stay-down/hash-lists.ts';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import { keepDown } from '#domain/stay-down/keep-down.ts';
import { compareKept, compareLists, compareMirrors } from '#domain/stay-down-matches/compare-posts.ts';
import { nameMirrors } from '../../stay-down/name-mirrors.ts';
import { drawScene } from '../../stay-down/picture-server.ts';
import { backOffice, dialogOf } from '../../support/back-office-site.ts';
import { storeCase } from '../../support/open-case.ts';

const office = backOffice();

const db = () => office.site.database.db;
const remove = async (links: string[]) => {
  const opened = await storeCase(db(), { kind: 'intimate_image' });
  await db()
    .transaction()
    .execute((tx) => keepDown(tx, opened.id, { links }));
  return opened;
};
const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

async function* fileFrom(text: string) {
  yield Buffer.from(text);
}

/** A post whose picture has this hash. */
const postWithHash = async (title: string, hash: string) => {
  const imageUrl = `https://pictures.example/${title}.png`;
  const { id } = await addVideo(db(), system, { title, imageUrl, category: 'english' });
  await db()
    .transaction()
    .execute((tx) => storeHash(tx, imageUrl, hash));
  return id;
};

describe('what cases removed', () => {
  it('is found by any form of its link, and a main admin lets it be listed again with a reason', async () => {
    const { number } = await remove([
      'https://clips.example/video/123456/rain',
      'https://clips.example/video/654321/sun',
    ]);
    const page = await office.open('/admin/stay-down');
    const rows = page.getByRole('table', { name: 'Removed by cases' }).getByRole('row');
    await page
      .getByRole('searchbox', { name: 'Search by link, case or hash' })
      .fill('http://www.clips.example/embed/123456?x=1');
    await expect.poll(() => rows.count()).toBe(2);
    const row = rows.filter({ hasText: 'https://clips.example/video/123456/rain' });
    await row.getByRole('link', { name: number }).waitFor();
    await row
      .getByRole('button', { name: 'Remove https://clips.example/video/123456/rain, so that it may be listed again' })
      .click();
    const dialog = dialogOf(page, 'Allow this link to be listed again?');
    await dialog.getByLabel('Reason').fill('It was another person.');
    await dialog.getByRole('button', { name: 'Allow listing' }).click();
    await page.getByText('The link may be listed again.').waitFor();
    await page.getByText('Nothing is kept down').waitFor();
    const entry = await db()
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('entity', '=', 'kept_link')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ before: { case: number }, after: { reason: 'It was another person.' } });
  });

  it('is only read by other admins', async () => {
    await remove(['https://clips.example/video/222222']);
    const page = await office.open('/admin/stay-down', { role: 'admin' });
    await page.getByRole('row', { name: /222222/ }).waitFor();
    expect(await page.getByRole('button', { name: /be listed again/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Hash lists', exact: true }).click();
    await page.getByText('No hash lists').waitFor();
    expect(await page.getByRole('button', { name: 'Add hash list' }).count()).toBe(0);
  });

  it('is named when somebody asks for a link', async () => {
    const { number } = await remove(['https://clips.example/video/333333']);
    const page = await office.open('/admin/stay-down');
    const panel = page.getByRole('region', { name: 'Is this kept down?' });
    await panel.getByLabel('Link').fill('clips.example/watch/333333-other-title');
    await panel.getByRole('button', { name: 'Check' }).click();
    await panel.getByText(`This link was removed in case ${number}`).waitFor();
    await panel.getByLabel('Link').fill('https://clips.example/video/444444');
    await panel.getByRole('button', { name: 'Check' }).click();
    await panel.getByText('This link is not kept down.').waitFor();
  });
});

describe('hash lists', () => {
  it('are loaded whole or not at all, and deleting one is undone', async () => {
    const page = await office.open('/admin/stay-down?tab=lists');
    await page.getByRole('button', { name: 'Add hash list' }).click();
    const dialog = dialogOf(page, 'Add hash list');
    await dialog.getByLabel('Name').fill('Exchange');
    await dialog.getByLabel('File').setInputFiles(fileOf('bad.txt', '0011223344556677\nnot a hash\n'));
    await dialog.getByRole('button', { name: 'Add hash list' }).click();
    await dialog.getByText('1 line isn’t a valid hash (16 hexadecimal digits), so nothing was loaded.').waitFor();
    await dialog.getByText('Line 2: not a hash').waitFor();
    await dialog.getByLabel('File').setInputFiles(fileOf('good.txt', '# from us\r\n0011223344556677\r\n'));
    await dialog.getByRole('button', { name: 'Add hash list' }).click();
    const row = page.getByRole('row', { name: /Exchange/ });
    await row.getByRole('button', { name: 'Delete Exchange' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No hash lists').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
  });

  it('answer for a picture, which is not stored', async () => {
    const picture = await drawScene(7).png().toBuffer();
    const { keptBy, hash } = await (async () => {
      const form = new FormData();
      form.append('image', new Blob([picture as Uint8Array<ArrayBuffer>]), 'a.png');
      const { cookie } = office.admin('main_admin');
      const response = await fetch(`${office.site.url}/api/stay-down/check-picture`, {
        method: 'POST',
        body: form,
        headers: { cookie },
      });
      return (await response.json()) as { keptBy: unknown[]; hash: string };
    })();
    expect(keptBy).toEqual([]);
    const page = await office.open('/admin/stay-down?tab=lists');
    await page.getByRole('button', { name: 'Add hash list' }).click();
    const dialog = dialogOf(page, 'Add hash list');
    await dialog.getByLabel('Name').fill('Pictures');
    await dialog.getByLabel('File').setInputFiles(fileOf('list.txt', hash));
    await dialog.getByRole('button', { name: 'Add hash list' }).click();
    await page.getByRole('row', { name: /Pictures/ }).waitFor();
    await page.getByRole('link', { name: 'Removed by cases' }).click();
    const panel = page.getByRole('region', { name: 'Is this kept down?' });
    await panel
      .getByLabel('Picture')
      .setInputFiles(fileOf('small.jpg', await drawScene(7).resize(160).jpeg().toBuffer()));
    await panel.getByText('This picture is on the hash list “Pictures”').waitFor();
  });

  it('show the posts that they concern, which are withheld with one press', async () => {
    const [first, second] = [
      await postWithHash('harbour', '0a1b2c3d4e5f6071'),
      await postWithHash('lighthouse', '0a1b2c3d4e5f6073'),
    ];
    const page = await office.open('/admin/stay-down?tab=lists');
    await page.getByRole('button', { name: 'Add hash list' }).click();
    const dialog = dialogOf(page, 'Add hash list');
    await dialog.getByLabel('Name').fill('Coast');
    await dialog.getByLabel('File').setInputFiles(fileOf('coast.txt', '0a1b2c3d4e5f6071'));
    await dialog.getByRole('button', { name: 'Add hash list' }).click();
    await page.getByRole('row', { name: /Coast/ }).waitFor();
    await compareLists(db());
    await page.getByRole('link', { name: /^Posts on hash lists/ }).click();
    await page.getByRole('row', { name: /lighthouse/ }).waitFor();
    expect(await page.locator('main table img').count()).toBe(0);
    await page.getByRole('button', { name: 'Keep lighthouse' }).click();
    await page.getByText('“lighthouse” kept.').waitFor();
    await page.getByRole('button', { name: 'Withhold all' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withhold' }).click();
    await page.getByText(/1 post withheld in case \d{4}-\d{6}\./).waitFor();
    const statusOf = async (path: string) => (await fetch(`${office.site.url}/video/${path}`)).status;
    expect([await statusOf(`${first}-harbour`), await statusOf(`${second}-lighthouse`)]).toEqual([410, 200]);
  });

  it('are all withheld with one press, each list in a case of its own kind', async () => {
    await postWithHash('pier', '0102030405060708');
    await postWithHash('quay', '7172737475767778');
    await addHashList(db(), system, 'Children', fileFrom('0102030405060708'));
    await addHashList(db(), system, 'Consent', fileFrom('7172737475767778'));
    await compareLists(db());
    const page = await office.open('/admin/stay-down?tab=matches');
    await page.getByRole('button', { name: 'Withhold all' }).click();
    const dialog = dialogOf(page, 'Withhold all posts?');
    await dialog.getByLabel('What “Children” is about').selectOption('A person who is or may be under 18');
    await dialog.getByLabel('What “Consent” is about').selectOption('Intimate images without consent');
    await dialog.getByRole('button', { name: 'Withhold' }).click();
    await page.getByText(/2 posts withheld in cases \d{4}-\d{6} and \d{4}-\d{6}\./).waitFor();
    await page.getByText('No posts to decide about').waitFor();
    const cases = await db().selectFrom('cases').select(['kind', 'reporter_name']).orderBy('reporter_name').execute();
    expect(cases.filter(({ reporter_name }) => /Children|Consent/.test(reporter_name ?? ''))).toEqual([
      { kind: 'minor', reporter_name: 'Hash list “Children”' },
      { kind: 'intimate_image', reporter_name: 'Hash list “Consent”' },
    ]);
  });
});

describe('a mirror that is named later', () => {
  it('shows the posts on it, which are kept or withheld with one press', async () => {
    const post = (title: string, link: string) =>
      addVideo(db(), system, { title, imageUrl: '/art/1.svg', category: 'english', link });
    const [first, second] = [
      await post('boat', 'https://clips-mirror.example/video/555551'),
      await post('ferry', 'https://clips-mirror.example/video/555552'),
    ];
    const { number } = await remove([
      'https://clips.example/video/555551/boat',
      'https://clips.example/video/555552/ferry',
    ]);
    await compareKept(db(), { settledMs: 0 });
    await nameMirrors(db(), 'clips.example clips-mirror.example');
    await compareMirrors(db());
    const page = await office.open('/admin/stay-down');
    await page.getByRole('link', { name: 'Posts on mirrors 2' }).click();
    await page.getByRole('row', { name: /boat/ }).getByRole('link', { name: number }).waitFor();
    await page.getByRole('button', { name: 'Keep ferry' }).click();
    await page.getByText('“ferry” kept.').waitFor();
    await page.getByRole('button', { name: 'Withhold all' }).click();
    await page.getByRole('alertdialog', { name: 'Withhold 1 post?' }).getByRole('button', { name: 'Withhold' }).click();
    await page.getByText('1 post withheld.').waitFor();
    await page.getByText('No posts to decide about').waitFor();
    const statusOf = async (path: string) => (await fetch(`${office.site.url}/video/${path}`)).status;
    expect([await statusOf(`${first.id}-boat`), await statusOf(`${second.id}-ferry`)]).toEqual([410, 200]);
  });
});
