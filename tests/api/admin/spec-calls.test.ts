import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSite, type TestSite } from '../../support/site.ts';

/** A client that knows only the calls that clients know. The browser stores its cookie. */
let site: TestSite;
let cookie = '';
let myId = '';
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.stop());

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  expect(response.ok, `${method} ${path}`).toBe(true);
  return response.json();
};

const post = {
  imageUrl: 'https://example.com/a.jpg',
  altKeywords: 'boats',
  name: ['Isla Torven'],
  tags: ['slow evening'],
  titel: 'Quiet harbour',
  minutes: 12,
  Category: 'indian',
  link: 'https://example.com/watch/1',
  iframeUrl: '<iframe src="https://example.com/embed/1"></iframe>',
};

describe('the calls it makes', () => {
  it('login and dashboard', async () => {
    const { success, admin } = await call('POST', '/adminlogin', {
      email: 'owner@example.com',
      password: 'a long test password',
    });
    expect([success, admin.role, admin.email]).toEqual([true, 'main_admin', 'owner@example.com']);
    myId = admin._id;
    expect(await call('GET', '/dashboard/stats')).toMatchObject({ success: true, stats: { totalPosts: 0 } });
  });

  it('posts', async () => {
    expect((await call('POST', '/postdata', post)).success).toBe(true);
    const listed = await call('GET', '/getpostdata?page=1&limit=16&search=harbour');
    expect(listed).toMatchObject({
      totalPages: 1,
      records: [{ ...post, name: ['isla-torven'], tags: ['slow-evening'], iframeUrl: 'https://example.com/embed/1' }],
    });
    for (const limit of [10, 1000, 5000])
      expect((await call('GET', `/getpostdata?page=1&limit=${limit}`)).records).toHaveLength(1);
    const { _id } = listed.records[0];
    await call('PUT', `/updatepost/${_id}`, { ...post, titel: 'Loud harbour', minutes: '15' });
    await call('POST', `/updateviews/${_id}`, { views: 1 });
    expect((await call('GET', '/getpostdata?search=loud')).records[0]).toMatchObject({ minutes: 15, views: 1 });
    await call('POST', '/postdata', { ...post, titel: 'Second' });
    const second = (await call('GET', '/getpostdata?search=second')).records[0]._id;
    expect((await call('DELETE', `/deletepost/${second}`))._id).toBe(second);
    expect((await call('GET', '/getpostdata')).records).toHaveLength(1);
  });

  it('stars and tags', async () => {
    const star = { name: 'Mara Quillane', image: 'https://example.com/m.jpg', description: 'Calm', category: 'viral' };
    await call('POST', '/stars', star);
    const { stars } = await call('GET', '/stars');
    const mara = stars.find((one: { name: string }) => one.name === star.name);
    expect(mara).toMatchObject(star);
    await call('PUT', `/stars/${mara._id}`, { ...star, description: 'Calmer' });
    await call('DELETE', `/stars/${mara._id}`);
    const { success, pornstars, pagination } = await call('GET', '/pornstars?page=1&limit=20&search=isla&letter=I');
    expect([success, pornstars[0].count, pagination.totalPages, pagination.totalCount]).toEqual([true, 1, 1, 1]);
    expect(await call('GET', '/tags?limit=1000')).toMatchObject({ success: true, tags: ['slow-evening'] });
    const posts = await call('GET', '/tags/slow-evening/posts?page=1&limit=20&search=loud');
    expect(posts).toMatchObject({ success: true, totalPages: 1, totalRecords: 1 });
    await call('DELETE', `/deletedata/${posts.records[0]._id}`);
    expect((await call('GET', '/getpostdata?search=isla-torven&page=1&limit=20')).records).toEqual([]);
  });

  const directories: [string, object, object][] = [
    [
      '/networks',
      { name: 'Row', url: 'https://example.com', logo: '', description: '', category: 'adult' },
      { category: 'social' },
    ],
    [
      '/channels',
      { name: 'Blue', url: 'https://example.com', thumbnail: '', description: 'x', category: 'adult', subscribers: 0 },
      { subscribers: 5 },
    ],
    [
      '/terabox',
      { title: 'Reel', url: 'https://example.com', description: '', category: 'videos', size: '', fileType: 'video' },
      { size: '1.5 GB' },
    ],
  ];
  it.each(directories)('%s', async (path, record, change) => {
    await call('POST', path, record);
    const [{ _id }] = await call('GET', path);
    await call('PUT', `${path}/${_id}`, { ...record, ...change });
    expect(await call('GET', path)).toMatchObject([{ _id, ...record, ...change }]);
    await call('DELETE', `${path}/${_id}`);
    expect(await call('GET', path)).toEqual([]);
  });

  it('admin accounts', async () => {
    const body = { username: 'second', email: 'second@example.com', password: 'teal-9', createdBy: myId };
    expect(await call('POST', '/admin/create', body)).toMatchObject({ success: true });
    const { success, admins } = await call('GET', `/admin/all?adminId=${myId}`);
    const { _id } = admins.find((admin: { username: string }) => admin.username === 'second');
    expect([success, admins.length]).toEqual([true, 2]);
    const toggled = await call('PATCH', `/admin/${_id}/toggle-status`, { requestingAdminId: myId });
    expect(toggled.message).toBe('Admin "second" deactivated successfully!');
    await call('DELETE', `/admin/${_id}`, { requestingAdminId: myId });
    expect((await call('GET', `/admin/all?adminId=${myId}`)).admins).toHaveLength(1);
  });
});
