import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let save: (settings: object) => Promise<{ statusCode: number; json: () => { message: string } }>;
beforeAll(async () => {
  site = await startTestSite({ siteUrl: 'https://marquee.example' });
  const call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  save = (settings) => call('PUT', '/settings', settings);
});
afterAll(() => site.stop());

const get = () => site.app.inject('/.well-known/security.txt');

it('there is no security.txt without a contact', async () => {
  expect((await get()).statusCode).toBe(404);
});

it('it has the contact and policy of the settings, and expires within a year', async () => {
  const policy = 'https://example.com/security?the=policy';
  expect((await save({ securityContact: 'security@example.com', securityPolicyUrl: policy })).statusCode).toBe(200);
  const { headers, body } = await get();
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const [contact, expires = '', ...rest] = body.split('\n');
  expect(contact).toBe('Contact: mailto:security@example.com');
  expect(rest).toEqual([
    'Preferred-Languages: en',
    'Canonical: https://marquee.example/.well-known/security.txt',
    'Policy: https://example.com/security?the=policy',
    '',
  ]);
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
});

it('a contact may be a URL', async () => {
  await save({ securityContact: 'https://example.com/report' });
  expect((await get()).body).toMatch(/^Contact: https:\/\/example\.com\/report\n/);
  expect((await get()).body).not.toContain('Policy');
});

it.each([
  ['securityContact', 'http://example.com/report'],
  ['securityContact', 'nobody'],
  ['securityContact', 'a@example.com\nContact: https://evil.example'],
  ['securityContact', 'https://example.com/\nPolicy: https://evil.example'],
  ['securityPolicyUrl', 'security@example.com'],
  ['securityPolicyUrl', 'https://example.com/\nContact: https://evil.example'],
])('%s %j is refused', async (name, value) => {
  const refused = await save({ [name]: value });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/^The (security contact|URL of the security policy) must /);
});
