import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '#server/pages/content-security-policy.ts';
import { hotReloadDirectives } from '../../../scripts/dev/hot-reload-directives.ts';

const html = '<html><script>start()</script><style>:root{--brand:#fff}</style></html>';
const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `)) ?? 'missing';

describe('content security policy', () => {
  it('allows inline scripts and styles by hash only', () => {
    const policy = contentSecurityPolicy(html);
    for (const name of ['script-src', 'style-src'])
      expect(directive(policy, name)).toMatch(/^\S+ 'self' 'sha256-\S+'$/);
    expect(policy).not.toContain('unsafe');
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self'");
  });

  it('lets Vite add styles and connect in development, and stays strict about scripts', () => {
    const policy = contentSecurityPolicy(html, hotReloadDirectives);
    expect(directive(policy, 'style-src')).toBe("style-src 'self' 'unsafe-inline'");
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' ws:");
    expect(directive(policy, 'script-src')).toBe(directive(contentSecurityPolicy(html), 'script-src'));
  });
});
