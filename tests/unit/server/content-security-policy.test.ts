import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#server/pages/page-build.ts';
import { hotReloadDirectives } from '../../../scripts/dev/hot-reload-directives.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? 'missing';

describe('content security policy', () => {
  it('allows the inline scripts and styles of the build by hash', () => {
    const policy = contentSecurityPolicy({ scripts: ['one()', 'two()'], styles: ['p{}'] });
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${sha('one()')} ${sha('two()')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${sha('p{}')}`);
  });

  it('allows no inline code in general, no frames and no plugins', () => {
    const policy = contentSecurityPolicy({ scripts: [], styles: [] });
    expect(policy).not.toContain('unsafe');
    for (const each of [
      `default-src 'self'`,
      `connect-src 'self'`,
      `frame-ancestors 'none'`,
      `object-src 'none'`,
      `base-uri 'none'`,
    ])
      expect(policy.split('; ')).toContain(each);
  });

  it('lets Vite add styles and connect in development, and stays strict about scripts', () => {
    const inline = { scripts: ['start()'], styles: [':root{--brand:#fff}'] };
    const policy = contentSecurityPolicy(inline, hotReloadDirectives);
    expect(directive(policy, 'style-src')).toBe("style-src 'self' 'unsafe-inline'");
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' ws:");
    expect(directive(policy, 'script-src')).toBe(directive(contentSecurityPolicy(inline), 'script-src'));
  });
});
