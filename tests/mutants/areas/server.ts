import type { Mutant } from '../mutant.ts';

export const serverMutants: Mutant[] = [
  {
    file: 'src/server/page-cache/cached-page.ts',
    find: 'page.status === 200 && ',
    replace: '',
    harm: 'a browser shows an old page where the site says not found',
    tests: ['tests/unit/server/page-headers.test.ts'],
  },
  {
    file: 'src/server/page-cache/cached-page.ts',
    find: "(header && negotiator.negotiate(header)) || 'identity'",
    replace: "(header?.includes('br') ? 'br' : header?.includes('gzip') ? 'gzip' : 'identity')",
    harm: 'a client that refuses Brotli (q=0) gets Brotli',
    tests: ['tests/unit/server/encoding.test.ts'],
  },
  {
    file: 'src/server/pages/page-source.ts',
    find: 'path.includes(hashed)',
    replace: '!path.includes(hashed)',
    harm: 'browsers load every script again each day',
    tests: ['tests/unit/server/file-headers.test.ts'],
  },
  {
    file: 'src/server/health.ts',
    find: "database === 'reachable' && index === 'ready'",
    replace: "database === 'reachable'",
    harm: 'a balancer sends visitors to a process without an index',
    tests: ['tests/unit/server/health.test.ts'],
  },
  {
    file: 'src/server/page-cache/page-cache.ts',
    find: 'isCacheable(page.status) && ',
    replace: '',
    harm: 'an error page is served to everyone for a minute',
    tests: ['tests/unit/server/page-cache.test.ts'],
  },
  {
    file: 'src/server/page-cache/page-cache.ts',
    find: `before it.
    inFlight.clear();`,
    replace: 'before it.',
    harm: 'a page begun before a change is shown after it',
    tests: ['tests/unit/server/page-cache.test.ts'],
  },
  {
    file: 'src/server/page-cache/cached-page-listener.ts',
    find: 'headers.origin === undefined ? pagesByUrl',
    replace: 'headers.origin !== null ? pagesByUrl',
    harm: 'another origin that is allowed gets a cached page without CORS headers',
    tests: ['tests/unit/server/cached-page-listener.test.ts'],
  },
  {
    file: 'src/server/pages/sitemap.ts',
    find: '{ slug, lastUsed }',
    replace: '{ slug, firstUsed: lastUsed }',
    harm: 'sitemaps say when the oldest video of a tag was published',
    tests: ['tests/unit/server/sitemap.test.ts'],
  },
  {
    file: 'src/server/pages/open-pages.ts',
    find: "\n    reply.code(page.status).headers({ ...headers, 'cache-control': 'no-store' })",
    replace: '\n    reply.code(page.status).headers({ ...headers })',
    harm: 'a proxy caches pages of the back-office',
    tests: ['tests/server/page-cache.test.ts'],
  },
  {
    file: 'src/server/metrics.ts',
    find: "const host = '127.0.0.1';",
    replace: "const host = '0.0.0.0';",
    harm: 'anyone on the network reads the metrics',
    tests: ['tests/unit/server/metrics.test.ts'],
  },
  {
    file: 'src/server/supervise.ts',
    find: 'if (stop.signal.aborted || !hasServed) return',
    replace: 'return',
    harm: 'a site that crashed stays down',
    tests: ['tests/server/supervise.test.ts'],
  },
  {
    file: 'src/cli/serve-site.ts',
    find: 'Promise.race([stopSignal(), supervisorGone])',
    replace: 'stopSignal()',
    harm: 'a site without a supervisor runs on, and holds the port',
    tests: ['tests/full/processes/lifecycle.test.ts'],
  },
];
