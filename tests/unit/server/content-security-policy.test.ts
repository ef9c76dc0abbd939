import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#server/pages/content-security-policy.ts';
import { hotReloadDirectives } from '../../../scripts/dev/hot-reload-directives.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? 'missing';

describe('content security policy', () => {
  it('allows the inline scripts and styles of the document by hash, each once', () => {
    const policy = contentSecurityPolicy(
      '<script>one()</script><style>p{}</style><script type="module">two()</script><script>one()</script>',
    );
    expect(directive(policy, 'script-src')).toBe(`script-src 'self' ${sha('one()')} ${sha('two()')}`);
    expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${sha('p{}')}`);
  });

  it('needs no hash for data blocks and files', () => {
    const html = '<script type="application/json">{}</script><script src="/assets/a.js"></script>';
    expect(directive(contentSecurityPolicy(html), 'script-src')).toBe(`script-src 'self'`);
  });

  it('allows no inline code in general, no frames and no plugins', () => {
    const policy = contentSecurityPolicy('<p>page</p>');
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
    const html = '<html><script>start()</script><style>:root{--brand:#fff}</style></html>';
    const policy = contentSecurityPolicy(html, hotReloadDirectives);
    expect(directive(policy, 'style-src')).toBe("style-src 'self' 'unsafe-inline'");
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' ws:");
    expect(directive(policy, 'script-src')).toBe(directive(contentSecurityPolicy(html), 'script-src'));
  });
});
