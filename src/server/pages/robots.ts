/** Parameters of searches, and of lists that are sorted or narrowed. */
const parameters = ['q', 'search', 'sort', 'duration', 'age', 'category', 'with', 'without'];

/**
 * Searches and narrowed lists are endless and not indexed, so crawlers need not fetch them: `*` and `?` are part of the Robots Exclusion
 * Protocol (RFC 9309). Pages that are `noindex` for other reasons stay open, since crawlers have to read that they are.
 */
const disallowed = ['/api/', '/admin', '/search', ...parameters.flatMap((name) => [`/*?${name}=`, `/*&${name}=`])];

export const robotsTxt = (siteUrl: string) =>
  [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
