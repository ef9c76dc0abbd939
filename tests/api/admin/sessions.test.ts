import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin, type SignedInAdmin, signIn } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let main: SignedInAdmin;
let admin: SignedInAdmin;
beforeAll(async () => {
  site = await startTestSite();
  main = await createSignedInAdmin(site, 'main_admin');
  admin = await createSignedInAdmin(site, 'admin');
});
afterAll(() => site.stop());

const statusOf = async (cookie: string) => (await callerOf(site, cookie)('GET', '/admin/me')).statusCode;
const asMain: ReturnType<typeof callerOf> = (...call) => callerOf(site, main.cookie)(...call);

interface ListedSession {
  _id: string;
  username: string;
  device: string;
  current: boolean;
}
const everyones = async (): Promise<ListedSession[]> => (await asMain('GET', '/admin/sessions')).json().sessions;

it('name the browser and the system', async () => {
  const { sessions } = (await callerOf(site, admin.cookie)('GET', '/admin/me/sessions')).json();
  expect(sessions).toMatchObject([{ username: admin.username, device: 'an unknown device', current: true }]);
});

it('but the current one can be ended at once, and those of others stay', async () => {
  const own = await createSignedInAdmin(site, 'admin');
  const others = [await signIn(site, own.email, own.password), await signIn(site, own.email, own.password)];
  const ended = await callerOf(site, own.cookie)('DELETE', '/admin/me/sessions');
  expect(ended.json()).toEqual({ success: true, message: '2 sessions ended.' });
  expect(await statusOf(own.cookie)).toBe(200);
  for (const { cookie } of others) expect(await statusOf(cookie)).toBe(401);
  for (const { cookie } of [main, admin]) expect(await statusOf(cookie)).toBe(200);
  const { entries } = (await asMain('GET', `/audit?entity=session&adminId=${own.id}`)).json();
  const before = { username: own.username, device: 'an unknown device' };
  expect(entries).toMatchObject([
    { action: 'end', before },
    { action: 'end', before },
  ]);
});

it('of everyone are listed for main admins, who can end them', async () => {
  const target = await createSignedInAdmin(site, 'main_admin');
  const session = (await everyones()).find(({ username }) => username === target.username);
  expect((await everyones()).filter(({ current }) => current)).toMatchObject([{ username: main.username }]);
  for (const [method, path] of [
    ['GET', '/admin/sessions'],
    ['DELETE', `/admin/sessions/${session?._id}`],
  ] as const)
    expect((await callerOf(site, admin.cookie)(method, path)).statusCode).toBe(403);
  expect((await asMain('DELETE', `/admin/sessions/${session?._id}`)).statusCode).toBe(200);
  expect(await statusOf(target.cookie)).toBe(401);
  expect((await asMain('DELETE', `/admin/sessions/${session?._id}`)).statusCode).toBe(404);
  const { entries } = (await asMain('GET', `/audit?entity=session&entityId=${session?._id}`)).json();
  expect(entries).toMatchObject([{ admin: main.username, action: 'end', before: { username: target.username } }]);
});
