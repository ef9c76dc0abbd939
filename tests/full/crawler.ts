/** A minimal search engine: follows links and runs no JavaScript. */

export interface CrawledPage {
  path: string;
  /** Where it was first linked from. */
  from: string;
  status: number;
  title: string;
  description: string;
  canonical: string;
  indexed: boolean;
  /** URLs of this site in its structured data. */
  structuredUrls: string[];
}

const together = 6;

const decode = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const first = (html: string, pattern: RegExp) => decode(pattern.exec(html)?.[1] ?? '');

const urlsIn = (value: unknown, key = ''): string[] => {
  if (typeof value === 'string') return key === 'url' || key === 'item' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => urlsIn(inner, name));
};

const pageNumber = (path: string) => Number(/(?:^|\/|[?&]page=)(\d+)$/.exec(path.replace(/\?letter=.$/, ''))?.[1] ?? 1);
const isVideo = (path: string) => path.startsWith('/video/');

/** Of a long list, only the first two pages and the last are crawled: the others look the same. */
const isWorthWalking = (link: string, from: string) =>
  isVideo(link) || pageNumber(link) <= 2 || isVideo(from) || pageNumber(from) === 1;

const read = async (origin: string, path: string, from: string) => {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const html = await response.text();
  const jsonLd = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];
  const page: CrawledPage = {
    path,
    from,
    status: response.status,
    title: first(html, /<title>(.*?)<\/title>/s),
    description: first(html, /<meta name="description" content="([^"]*)"/),
    canonical: first(html, /<link rel="canonical" href="([^"]*)"/),
    indexed: !first(html, /<meta name="robots" content="([^"]*)"/).includes('noindex'),
    structuredUrls: jsonLd ? urlsIn(JSON.parse(jsonLd)) : [],
  };
  const followed = [...html.matchAll(/<a [^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !tag.includes('rel="nofollow"'));
  const links = followed.map((tag) => decode(/href="([^"]*)"/.exec(tag)?.[1] ?? '').split('#')[0] ?? '');
  return { page, links: links.filter((link) => link.startsWith('/')) };
};

/** Crawls breadth-first from these paths. */
export const crawl = async (origin: string, starts: string[]) => {
  const pages: CrawledPage[] = [];
  const known = new Set(starts);
  let wave = starts.map((path) => ({ path, from: 'the start' }));
  while (wave.length > 0) {
    const found: typeof wave = [];
    const waiting = wave.values();
    const walk = async () => {
      for (const { path, from } of waiting) {
        const { page, links } = await read(origin, path, from);
        pages.push(page);
        for (const link of links) {
          if (known.has(link) || !isWorthWalking(link, path)) continue;
          known.add(link);
          found.push({ path: link, from: path });
        }
      }
    };
    await Promise.all(Array.from({ length: together }, walk));
    wave = found;
  }
  return pages;
};

export const locationsOf = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => decode(url));
