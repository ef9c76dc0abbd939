/** Content-Security-Policy and HSTS. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicScreens } from '../support/public-screens.ts';
import { sharedDemo } from '../support/public-site.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const demo = sharedDemo();

const policyOf = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

describe('pages', () => {
  it.each(publicScreens)(
    '%s has a strict Content-Security-Policy, no inline handler and no inline style',
    async (path) => {
      const response = await fetch(demo.site.url + path);
      const { headers } = response;
      const policy = policyOf(headers);
      expect(policy['default-src']).toEqual(["'self'"]);
      expect(policy['object-src']).toEqual(["'none'"]);
      expect(policy['base-uri']).toEqual(["'none'"]);
      expect(policy['frame-ancestors']).toEqual(["'none'"]);
      for (const name of ['script-src', 'style-src']) {
        expect(policy[name]).toContain("'self'");
        for (const source of policy[name] ?? []) expect(source).toMatch(/^'(self|sha256-[\w+/=]+|nonce-[\w+/=-]+)'$/);
      }
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const html = await response.text();
      expect(html.match(/<[a-z][^>]* on[a-z]+="/g)).toBeNull();
      expect(html.match(/<[a-z][^>]* style="/g)).toBeNull();
    },
  );
});

describe('over https', () => {
  let secure: TestSite;
  beforeAll(async () => {
    secure = await startTestSite({ siteUrl: 'https://marquee.example' });
  });
  afterAll(() => secure.stop());

  it('HSTS is sent, and over http it is not', async () => {
    expect((await secure.app.inject('/')).headers['strict-transport-security']).toMatch(/^max-age=31536000/);
    expect((await fetch(demo.site.url)).headers.get('strict-transport-security')).toBeNull();
  });
});
