import { Parser } from 'htmlparser2';
import type { FetchPage } from './fetch-page.ts';
import { sitePath } from './site-url-path.ts';

/** The pages or sitemaps that a sitemap lists. Entries of images and videos have URLs too, under other names. */
const locationsOf = (xml: string) => {
  const locations: string[] = [];
  let isLocation = false;
  const parser = new Parser(
    {
      onopentagname: (name) => {
        isLocation = name === 'loc';
        if (isLocation) locations.push('');
      },
      ontext: (data) => {
        if (isLocation) locations.push((locations.pop() ?? '') + data);
      },
      onclosetag: () => {
        isLocation = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return locations.map((location) => location.trim());
};

const isIndex = (xml: string) => xml.includes('<sitemapindex');

export interface SitemapOptions {
  fetchPage: FetchPage;
  siteUrl: string;
  maxPaths: number;
  /** Called with the number of paths so far: the sitemaps of a large site take minutes to read. */
  onProgress: (found: number) => Promise<void>;
}

/** The paths that the sitemaps list, up to a number of them. */
export const readSitemap = async (options: SitemapOptions): Promise<Set<string>> => {
  const { fetchPage, siteUrl, maxPaths, onProgress } = options;
  const paths = new Set<string>();
  const readInto = async (path: string) => {
    const { body } = await fetchPage(path);
    await onProgress(paths.size);
    for (const location of locationsOf(body)) {
      const listed = sitePath(location, '/', siteUrl);
      if (listed === undefined || paths.size >= maxPaths) continue;
      if (isIndex(body)) await readInto(listed);
      else paths.add(listed);
    }
  };
  await readInto('/sitemap.xml');
  return paths;
};
