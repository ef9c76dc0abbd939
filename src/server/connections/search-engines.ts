/** A search engine's crawlers: what their user agents contain, and the domains that the names of their IPs end in. */
export interface SearchEngine {
  userAgent: RegExp;
  domains: readonly string[];
}

/**
 * As the search engines document it for site owners. Domains in which others can have names are left out, such as
 * googleusercontent.com, where the machines of Google's customers are. DuckDuckGo publishes IPs alone: CRAWLER_NETWORKS.
 */
const searchEngines: readonly SearchEngine[] = [
  { userAgent: /google/i, domains: ['googlebot.com', 'google.com'] },
  { userAgent: /bingbot|bingpreview|adidxbot|msnbot/i, domains: ['search.msn.com'] },
  { userAgent: /yandex/i, domains: ['yandex.ru', 'yandex.net', 'yandex.com'] },
  { userAgent: /baiduspider/i, domains: ['crawl.baidu.com', 'crawl.baidu.jp'] },
  { userAgent: /applebot/i, domains: ['applebot.apple.com'] },
  { userAgent: /slurp/i, domains: ['crawl.yahoo.net'] },
  { userAgent: /seznambot/i, domains: ['seznam.cz'] },
  { userAgent: /qwant/i, domains: ['qwant.com'] },
  { userAgent: /yeti/i, domains: ['naver.com'] },
];

/** Of which search engine a user agent claims to be. Anyone can claim that. */
export const claimedSearchEngine = (userAgent: string | undefined) =>
  userAgent === undefined ? undefined : searchEngines.find((engine) => engine.userAgent.test(userAgent));
