import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { approve } from '#domain/partners/submissions.ts';
import { readUploadContent } from '#domain/uploads/uploads.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
const good = { name: 'A site', link: 'https://example.com/', email: 'me@example.com', description: '' };

let websites = 0;
/** One that nobody has sent yet. */
const newWebsite = () => ({ ...good, link: `https://example.com/site/${++websites}` });

const send = async (fields: Record<string, string>, logo?: Buffer, fileField = 'logo') => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  if (logo) form.append(fileField, new Blob([new Uint8Array(logo)]), '../../evil.png');
  const response = await fetch(`${site.url}/api/add-website`, { method: 'POST', body: form });
  return { status: response.status, answer: (await response.json()) as { message?: string; fields?: object } };
};
const uploads = () => site.database.db.selectFrom('uploads').selectAll().orderBy('name').execute();
const partners = () => site.database.db.selectFrom('partners').selectAll().execute();

describe('a submitted website', () => {
  it('is stored inactive, its logo re-encoded under a generated name', async () => {
    expect(await send(good, await picture(900, 300))).toMatchObject({ status: 200, answer: { success: true } });
    const [partner] = await partners();
    expect(partner).toMatchObject({ name: 'A site', active: false, email: 'me@example.com', approved_at: null });
    expect(partner?.logo).toMatch(/^\/uploads\/logos\/[0-9a-f]{32}\.webp$/);
    const logo = await readUploadContent(site.database.db, partner?.logo ?? '');
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 512 });
  });

  it('that is sent twice is stored once, however its URL is written', async () => {
    const logo = await picture(40, 40);
    const first = newWebsite();
    const before = (await partners()).length;
    const both = await Promise.all([send(first, logo), send(first, logo)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const link = `${first.link.replace('https://', 'http://WWW.')}/#about`;
    const message = 'This website is already listed, or has been sent to us and waits for an answer.';
    expect(await send({ ...first, link }, logo)).toMatchObject({ status: 409, answer: { message } });
    expect(await partners()).toHaveLength(before + 1);
    // Whoever was rejected may have mended the reason.
    await site.database.db
      .updateTable('partners')
      .set({ rejected_at: new Date() })
      .where('url', '=', first.link)
      .execute();
    expect(await send({ ...first, link }, logo)).toMatchObject({ status: 200 });
    const { db } = site.database;
    const rejected = await db
      .selectFrom('partners')
      .select('id')
      .where('url', '=', first.link)
      .executeTakeFirstOrThrow();
    const decision = { db, actor: system, id: rejected.id, expectedVersion: undefined };
    const terms = { siteName: 'Marquee', siteUrl: site.url, lifetimePrice: '$5', freeDays: 3 };
    await expect(approve(decision, terms)).rejects.toThrow('There is already a network with this URL');
  });

  it('shares its logo with others that have the same picture', async () => {
    const before = await partners();
    for (let times = 0; times < 2; times++)
      expect(await send(newWebsite(), await picture(60, 20))).toMatchObject({ status: 200 });
    const logos = (await partners())
      .filter(({ id }) => before.every((partner) => partner.id !== id))
      .map(({ logo }) => logo);
    expect(logos).toHaveLength(2);
    expect(new Set(logos).size).toBe(1);
    expect((await uploads()).filter(({ name }) => logos[0] === `/uploads/${name}`)).toHaveLength(1);
  });

  it('may have a logo of 2048 pixels as AVIF, and of 4096 in other formats', async () => {
    const avif = async (side: number) =>
      sharp(await picture(side, 16))
        .avif({ effort: 0 })
        .toBuffer();
    expect(await send(newWebsite(), await avif(2048))).toMatchObject({ status: 200 });
    expect(await send(newWebsite(), await picture(4096, 16))).toMatchObject({ status: 200 });
    const message = 'The logo may be at most 2048 pixels wide and high.';
    expect(await send(good, await avif(2049))).toMatchObject({ status: 400, answer: { message } });
  });

  it.each([
    ['no logo', good, undefined, 'Please upload a logo image', ['logo']],
    ['no name', { ...good, name: ' ' }, 40, 'Enter a name.', ['name']],
    [
      'an invalid link',
      { ...good, link: 'javascript:alert(1)' },
      40,
      'The link must be a full URL such as https://example.com/page, without spaces or quotes.',
      ['link'],
    ],
    [
      'line breaks in its link',
      { ...good, link: 'https://example.com/\n\nPay here: https://evil.example' },
      40,
      'The link must be a full URL such as https://example.com/page, without spaces or quotes.',
      ['link'],
    ],
    [
      'an invalid email',
      { ...good, email: 'nobody' },
      40,
      'Enter an email address such as name@example.com.',
      ['email'],
    ],
    ['everything wrong', { name: '', link: '', email: '' }, undefined, /.+/, ['email', 'link', 'logo', 'name']],
    ['an unknown field', { ...good, extra: 'x' }, 40, 'extra is not a known field.', ['extra']],
    [
      'control characters',
      { ...good, name: 'a\u0000b' },
      40,
      'The name must not contain control characters or invalid Unicode.',
      ['name'],
    ],
    [
      'a long description',
      { ...good, description: 'x'.repeat(2001) },
      40,
      'The description may have at most 2,000 characters.',
      ['description'],
    ],
    ['a logo of too many pixels', good, 4200, /4096 pixels wide|could not be read/, ['logo']],
  ])(
    'with %s is refused with a message per field, and nothing is stored',
    async (_what, fields, side, message, named) => {
      const before = { uploads: await uploads(), partners: await partners() };
      const { status, answer } = await send(
        fields as Record<string, string>,
        side === undefined ? undefined : await picture(side, 40),
      );
      expect(status).toBe(400);
      expect(answer.message).toMatch(message);
      expect(Object.keys(answer.fields ?? {}).toSorted()).toEqual(named);
      expect({ uploads: await uploads(), partners: await partners() }).toEqual(before);
    },
  );

  it.each([
    [
      'text with an image file name',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      'a valid SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40z"/></svg>'),
    ],
    ['a truncated image', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['more than 2 MB', Buffer.alloc(2 * 1024 * 1024 + 1, 7)],
  ])('with %s for a logo is refused', async (_what, logo) => {
    const before = await partners();
    const { status, answer } = await send(good, logo);
    expect(status).toBe(400);
    expect(answer.fields).toHaveProperty('logo');
    expect(await partners()).toEqual(before);
  });

  it('with the file in another field is refused', async () => {
    const before = { uploads: await uploads(), partners: await partners() };
    const { status, answer } = await send(good, await picture(40, 40), 'picture');
    expect([status, answer.message]).toEqual([400, 'picture is not a known field.']);
    expect({ uploads: await uploads(), partners: await partners() }).toEqual(before);
  });

  it('that cannot be stored leaves no logo behind', async () => {
    const before = await uploads();
    await site.owner.pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
      create trigger fail before insert on partners execute function fail()`);
    const { status } = await send(newWebsite(), await picture(40, 40));
    await site.owner.pool.query('drop function fail cascade');
    expect(status).toBe(500);
    expect(await uploads()).toEqual(before);
  });

  it('sent as JSON is refused', async () => {
    const response = await site.app.inject({ method: 'POST', url: '/api/add-website', payload: good });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ success: false, message: expect.stringContaining('multipart/form-data') });
  });
});
