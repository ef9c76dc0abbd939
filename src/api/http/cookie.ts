const isHttps = (siteUrl: string) => siteUrl.startsWith('https:');

/** Browsers accept a `__Host-` cookie from this host over https alone: no other subdomain can set or overwrite it. */
export const cookieName = (name: string, siteUrl: string) => `${isHttps(siteUrl) ? '__Host-' : ''}marquee_${name}`;

export const cookieAttributes = (siteUrl: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(siteUrl) }) as const;
