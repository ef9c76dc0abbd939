/** Records of many posts: imported from a CSV file, exported as one, and set by a bulk change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#contract/values/fields.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';
import { finishedBulkChange } from './finished-bulk-change.ts';

let site: TestSite;
let cookie: string;
let call: ReturnType<typeof callerOf>;
let main: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  cookie = (await createSignedInAdmin(site, 'main_admin')).cookie;
  call = callerOf(site, cookie);
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

const post = { imageUrl: '/art/1.svg', Category: 'viral' };
let made = 0;
const add = async (changes: object = {}): Promise<{ _id: string; link: string; version: number }> => {
  const link = `https://example.com/files/${++made}`;
  return (await call('POST', '/postdata', { ...post, titel: `Filed harbour ${made}`, link, ...changes })).json().post;
};
const read = async ({ _id }: { _id: string }) => (await call('GET', `/posts/${_id}`)).json().post;

const send = async (content: string | Uint8Array<ArrayBuffer>, query = '') => {
  const form = new FormData();
  form.append('file', new Blob([content]), 'records.csv');
  const response = await fetch(`${site.url}/api/records/import${query}`, {
    method: 'POST',
    body: form,
    headers: { cookie },
  });
  return { status: response.status, body: await response.json() };
};
const dryRun = (content: string) => send(content, '?dryRun=true');
const auditLines = async () =>
  site.database.db.selectFrom('audit_log').select(['action', 'after']).where('entity', '=', 'records').execute();

describe('an import', () => {
  it('finds posts by id or by any form of their link, keeps what empty cells leave out, and is one line of the audit log', async () => {
    const [one, two] = [await add({ source: 'Kept source' }), await add()];
    const file = [
      'Rights Holder;Id;Link;Consent statement;Date;Source;Remark',
      `Holder;${one._id};HTTP://www.example.com/files/${made - 1}/?utm_source=x;"Signed; on paper";2026-03-31;;ignored`,
      '',
      `Other;;http://www.example.com/files/${made}/?utm_source=x;;;Second source;`,
    ].join('\r\n');
    expect((await dryRun(file)).body).toEqual({
      success: true,
      rows: 2,
      changes: 2,
      unchanged: 0,
      failed: 0,
      problems: [],
    });
    expect(await auditLines()).toEqual([]);
    expect((await send(`\ufeff${file}`)).body).toMatchObject({ changes: 2, failed: 0 });
    expect(await read(one)).toMatchObject({
      source: 'Kept source',
      rightsHolder: 'Holder',
      consent: 'Signed; on paper',
      recordDate: '2026-03-31',
      version: one.version + 1,
    });
    expect(await read(two)).toMatchObject({ source: 'Second source', rightsHolder: 'Other', recordDate: null });
    expect(await auditLines()).toEqual([{ action: 'import', after: { rows: 2, posts: 2 } }]);
    expect((await send(file)).body).toMatchObject({ changes: 0, unchanged: 2 });
    expect((await read(one)).version).toBe(one.version + 1);
  });

  it('says what is wrong with each row, and changes nothing unless all are right', async () => {
    const [right, twice, gone] = [await add(), await add(), await add()];
    const twin = await add({ link: twice.link });
    await call('DELETE', `/deletepost/${gone._id}`, {});
    const file = [
      'id,link,source,date',
      `${right._id},,Right,2026-01-31`,
      ',,Nothing,',
      'seven,,Word,',
      '999999999,,Unknown,',
      `${gone._id},,Deleted,`,
      ',https://example.com/nowhere,Unknown,',
      `,${twin.link},Two,`,
      `${right._id},,Again,`,
      `${twice._id},,Date,31.01.2026`,
      `${twin._id},,${'x'.repeat(501)},`,
      `${twin._id},${right.link},Sorted by one column,`,
    ].join('\n');
    const reasons = [
      [3, 'Enter the id or the link of a post.'],
      [4, '“seven” is not the id of a post.'],
      [5, 'There is no post 999999999.'],
      [6, `Post ${gone._id} is deleted.`],
      [7, 'No post has this link.'],
      [8, 'Several posts have this link. Use their ids.'],
      [9, 'Row 2 already has this post.'],
      [10, 'The date of the records must be a day such as 2026-01-31.'],
      [11, 'The source may have at most 500 characters.'],
      [12, `Post ${twin._id} has another link.`],
    ].map(([row, reason]) => ({ row, reason }));
    expect((await dryRun(file)).body).toMatchObject({ rows: 11, changes: 1, failed: 10, problems: reasons });
    const { status, body } = await send(file);
    expect(status).toBe(400);
    expect(body.message).toBe(
      '10 of 11 rows cannot be imported. Row 3: Enter the id or the link of a post. Nothing was changed.',
    );
    expect(await read(right)).toMatchObject({ source: '', version: right.version });
  });

  it('refuses files that are too large, no CSV, or without the columns, each with a sentence', async () => {
    const { rows, bytes } = limits.recordImport;
    const answers = await Promise.all([
      send(`id,source\n${'1,x\n'.repeat(rows + 1)}`),
      send(`id,source\n${`1,${'x'.repeat(1000)}\n`.repeat(bytes / 1000)}`),
      send(new Uint8Array([0x69, 0x64, 0x0a, 0xff, 0xfe])),
      send('id,source\n1,"never closed'),
      send('source,date\nx,2026-01-01'),
      send('id,remark\n1,x'),
      send('id,source\n'),
      send(`id,source\n1,"${'x'.repeat(30_000)}"`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    expect(answers.map(({ body }) => body.message)).toEqual([
      'A file may have at most 50,000 rows. Split it into several.',
      'The file may be at most 16 MB. Split it into several.',
      'The file must be a CSV file in UTF-8.',
      expect.stringMatching(/^The file could not be read as CSV: Quote Not Closed/),
      'The first row must name the columns, among them “Id” or “Link”.',
      'The first row must name a column of records: “Source”, “Rights holder”, “Consent” or “Date”.',
      'The file has no rows.',
      expect.stringMatching(/^The file could not be read as CSV: Max Record Size/),
    ]);
  });
});

describe('the export', () => {
  const download = async (query = '') =>
    (await fetch(`${site.url}/api/records/export${query}`, { headers: { cookie } })).text();
  const lineOf = (csv: string, { _id }: { _id: string }) =>
    csv.split('\r\n').find((line) => line.startsWith(`"${_id}",`));

  it('is in the audit log with what it is limited to', async () => {
    await download('?without=consent');
    await download();
    const entries = site.database.db
      .selectFrom('audit_log')
      .select(['admin_id', 'after'])
      .where('action', '=', 'export');
    const exported = await entries.orderBy('id', 'desc').limit(2).execute();
    expect(exported.map(({ after }) => after)).toEqual([
      { name: 'records', format: 'csv' },
      { name: 'records', format: 'csv', filter: 'without=consent' },
    ]);
    expect(exported.every(({ admin_id }) => admin_id !== null)).toBe(true);
  });

  it('has every post once over all batches, and can be imported again as it is', async () => {
    const { id: first } = await site.database.db
      .insertInto('videos')
      .values(
        Array.from({ length: 2100 }, (_, n) => ({
          title: `Row ${n}`,
          image_url: '',
          link: '',
          category: 'viral' as const,
        })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const csv = await download();
    const ids = csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('","', 1)[0]);
    const { count } = await site.database.db
      .selectFrom('videos')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(ids).toHaveLength(Number(count));
    expect(new Set(ids).size).toBe(ids.length);
    expect((await send(csv)).body).toMatchObject({ failed: 0, changes: 0, rows: Number(count) });
    await site.database.db.deleteFrom('videos').where('id', '>=', first).execute();
  });

  it('makes formulas harmless, and an import takes that back', async () => {
    const formula = await add({ source: '=HYPERLINK("https://example.com")', rightsHolder: 'A "B", C' });
    const line = lineOf(await download(), formula);
    expect(line).toContain(`"'=HYPERLINK(""https://example.com"")","A ""B"", C","","","Consent, Date of the records"`);
    expect((await send(await download())).body).toMatchObject({ failed: 0, changes: 0 });
  });

  it('can be limited to what is missing', async () => {
    const [whole, bare] = [
      await add({ source: 'S', rightsHolder: 'R', consent: 'C', recordDate: '2026-01-01' }),
      await add(),
    ];
    const csv = await download('?without=records');
    expect([lineOf(csv, whole), lineOf(csv, bare) === undefined]).toEqual([undefined, false]);
  });
});

describe('a bulk change', () => {
  const finish = (id: string) => finishedBulkChange(call, id);
  const start = async (body: object) => {
    const response = await call('POST', '/bulk-changes', body);
    return response.statusCode === 200 ? finish(response.json().bulkChange._id) : response.json();
  };

  it('sets records where they are missing or everywhere, and undoing it brings back what was there', async () => {
    const posts = [await add({ source: 'Own', recordDate: '2026-01-01' }), await add()];
    const ids = posts.map(({ _id }) => _id);
    const fill = { kind: 'setRecords', source: 'Archive', consent: 'Signed', onlyMissing: true };
    const { preview } = (await call('POST', '/bulk-changes/preview', { ids, change: fill })).json();
    expect(preview).toMatchObject({ changes: 2, unchanged: 0 });
    const filled = await start({ ids, change: fill });
    expect(filled.change).toEqual({ kind: 'setRecords', source: 'Archive', consent: 'Signed', onlyMissing: true });
    expect(await Promise.all(posts.map(read))).toMatchObject([
      { source: 'Own', consent: 'Signed', recordDate: '2026-01-01' },
      { source: 'Archive', consent: 'Signed', recordDate: null },
    ]);
    expect((await call('POST', '/bulk-changes/preview', { ids, change: fill })).json().preview).toMatchObject({
      unchanged: 2,
    });
    const set = await start({ ids, change: { kind: 'setRecords', source: 'Other', recordDate: '2026-02-02' } });
    expect(await read(posts[0] as (typeof posts)[0])).toMatchObject({
      source: 'Other',
      recordDate: '2026-02-02',
      consent: 'Signed',
    });
    for (const { _id } of [set, filled]) {
      await call('POST', `/bulk-changes/${_id}/undo`);
      await finish(_id);
    }
    expect(await Promise.all(posts.map(read))).toMatchObject([
      { source: 'Own', consent: '', recordDate: '2026-01-01' },
      { source: '', consent: '', recordDate: null },
    ]);
    expect((await start({ ids, change: { kind: 'setRecords', source: ' ' } })).message).toBe(
      'Enter at least one part of the records.',
    );
  });

  it('does not publish posts without the records that are required, and says what they lack', async () => {
    const bare = await add({ state: 'draft', source: 'S' });
    const whole = await add({ state: 'draft', source: 'S', rightsHolder: 'R', consent: 'C', recordDate: '2026-01-01' });
    const ids = [bare._id, whole._id];
    const change = { kind: 'setState', state: 'published' };
    await main('PUT', '/settings', { requireRecords: true });
    const { preview } = (await call('POST', '/bulk-changes/preview', { ids, change })).json();
    expect(preview).toMatchObject({ changes: 1, unrecorded: 1, incomplete: 0 });
    const { _id } = await start({ ids, change });
    await main('PUT', '/settings', { requireRecords: false });
    expect([(await read(bare)).state, (await read(whole)).state]).toEqual(['draft', 'published']);
    expect((await call('GET', `/bulk-changes/${_id}/skipped`)).json().posts).toMatchObject([
      { _id: bare._id, reason: 'incomplete', missing: ['rightsHolder', 'consent', 'recordDate'] },
    ]);
  });
});
