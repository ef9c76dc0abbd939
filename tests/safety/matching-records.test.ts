/** What was listed before a term was prohibited is found, whatever it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
const url = 'https://example.com/';
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  const { db } = site.database;
  const added = [
    await call('POST', '/stars', { name: 'Mara', description: 'Of Zyxwv' }),
    await call('POST', '/networks', { name: 'Pier net', url: `${url}zyxwv` }),
    await call('POST', '/channels', { name: 'Zyxwv channel', url }),
    await call('POST', '/terabox', { title: 'Zyxwv file', url }),
    await call('POST', '/synonyms', { words: ['zyxwv', 'quay'] }),
    await call('POST', '/search-redirects', { text: 'zyxwv', path: '/tags' }),
    await call('PUT', '/list-texts/list/new-content', { title: 'New zyxwv', description: '', introduction: '' }),
  ];
  expect(added.map(({ statusCode }) => statusCode)).toEqual(added.map(() => 200));
  const [tag] = await db
    .insertInto('tags')
    .values([
      { slug: 'mole', name: 'Mole' },
      { slug: 'quay', name: 'Quay' },
    ])
    .returning('id')
    .execute();
  const alias = { slug: 'zyxwv-mole', name: 'Zyxwv mole', name_id: tag?.id ?? 0 };
  await db.insertInto('tag_aliases').values(alias).execute();
  const submitted = { name: 'Zyxwv site', url, email: 'site@example.com', submitted_at: new Date() };
  await db.insertInto('partners').values(submitted).execute();
  await db.insertInto('channels').values({ name: 'Zyxwv gone', url, deleted_at: new Date() }).execute();
  await call('PUT', '/settings', { prohibitedTerms: ['zyxwv'] });
});
afterAll(() => site.stop());

const find = async (kind: string) => (await call('GET', `/prohibited-terms/records?kind=${kind}`)).json();

describe('a term that is prohibited later', () => {
  it.each([
    ['tag', [{ name: 'Mole', tab: 'unused', sentence: '“zyxwv” in the alias' }]],
    ['star', [{ name: 'Mara', sentence: '“zyxwv” in the description' }]],
    [
      'network',
      [
        { name: 'Pier net', tab: '', sentence: '“zyxwv” in the URL' },
        { name: 'Zyxwv site', tab: 'submissions', sentence: '“zyxwv” in the name' },
      ],
    ],
    ['channel', [{ name: 'Zyxwv channel', sentence: '“zyxwv” in the name' }]],
    ['file_link', [{ name: 'Zyxwv file', sentence: '“zyxwv” in the title' }]],
    ['list_text', [{ name: 'new-content', tab: 'list', sentence: '“zyxwv” in the title' }]],
    ['synonym', [{ name: 'zyxwv = quay', sentence: '“zyxwv” in the synonym' }]],
    ['search_redirect', [{ name: 'zyxwv', sentence: '“zyxwv” in the search text' }]],
  ])('is found in a %s', async (kind, expected) => {
    const { records, next } = await find(kind);
    expect(records).toMatchObject(
      expected.map(({ sentence, ...record }) => ({
        ...record,
        sentence: `${sentence} may never be listed: the settings prohibit it.`,
      })),
    );
    expect(records).toHaveLength(expected.length);
    expect(next).toBeNull();
  });

  it('is looked for after the first thousand, too', async () => {
    const { db } = site.database;
    const names = Array.from({ length: 1200 }, (_, at) => ({ slug: `name-${at}`, name: `Name ${at}` }));
    await db
      .insertInto('tags')
      .values([...names, { slug: 'last-zyxwv', name: 'Last zyxwv' }])
      .execute();
    const first = await find('tag');
    expect(first.next).toEqual(expect.any(Number));
    const { records, next } = (await call('GET', `/prohibited-terms/records?kind=tag&after=${first.next}`)).json();
    expect(records).toMatchObject([{ name: 'Last zyxwv' }]);
    expect(next).toBeNull();
  });
});
