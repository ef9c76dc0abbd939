import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

interface SearchEngine {
  /** Matches the user agents of its crawlers. */
  userAgent: RegExp;
  /** The domains that its crawlers' host names end in. */
  domains: readonly string[];
}

/**
 * As the search engines document it for site owners. Domains that others can get names in are left out, such as
 * googleusercontent.com for Google's cloud customers. DuckDuckGo publishes only IPs: use CRAWLER_NETWORKS.
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

/** The search engine that a user agent claims to belong to. Anyone can claim that. */
export const claimedSearchEngine = (userAgent: string | undefined) =>
  userAgent === undefined ? undefined : searchEngines.find((engine) => engine.userAgent.test(userAgent));

export type CrawlerDns = Pick<Resolver, 'reverse' | 'resolve4' | 'resolve6'>;

export interface CrawlerOptions {
  networks: readonly string[];
  ipOf: (request: IncomingMessage) => string;
  dns?: CrawlerDns | undefined;
}

const maxVerdicts = 5000;
/** Concurrent lookups. Bounds what fake crawlers cost; a crawler beyond the limit is looked up at a later request. */
const maxLookups = 10;
const [dayMs, hourMs, minuteMs] = [86_400_000, 3_600_000, 60_000];
/** Error codes for an IP or a name without such a record. */
const noRecord = new Set(['ENOTFOUND', 'ENODATA']);

export const listOfNetworks = (networks: readonly string[]) => {
  const list = new BlockList();
  for (const network of networks) {
    const [ip = '', bits] = network.split('/');
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(ip, family);
    else list.addSubnet(ip, Number(bits), family);
  }
  return list;
};

const contains = (list: BlockList, ip: string) => list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Forward-confirmed reverse DNS: the IP's name is in one of the engine's domains, and that name resolves to the IP. */
const belongsTo = async (dns: CrawlerDns, ip: string, { domains }: SearchEngine): Promise<boolean> => {
  const names = await dns.reverse(ip);
  const engineNames = names.filter((name) => domains.some((domain) => name.toLowerCase().endsWith(`.${domain}`)));
  for (const name of engineNames) {
    const ips = await (isIPv6(ip) ? dns.resolve6(name) : dns.resolve4(name));
    if (contains(listOfNetworks(ips), ip)) return true;
  }
  return false;
};

/**
 * Recognises search engines by the operator's list of networks, or by reverse and forward DNS. `isVerified` never
 * waits: it returns false for a crawler's first requests, while DNS is queried in the background.
 */
export const verifyCrawlers = ({ networks, ipOf, dns = new Resolver({ timeout: 2000, tries: 2 }) }: CrawlerOptions) => {
  const listed = listOfNetworks(networks);
  const verdicts = new LRUCache<string, boolean>({ max: maxVerdicts });
  const lookups = new Map<string, Promise<void>>();

  const lookUp = async (key: string, ip: string, engine: SearchEngine) => {
    try {
      const isOwn = await belongsTo(dns, ip, engine);
      verdicts.set(key, isOwn, { ttl: isOwn ? dayMs : hourMs });
    } catch (error) {
      verdicts.set(key, false, { ttl: noRecord.has((error as NodeJS.ErrnoException).code ?? '') ? hourMs : minuteMs });
    } finally {
      lookups.delete(key);
    }
  };

  const keyOf = (ip: string, { domains }: SearchEngine) => `${domains[0]} ${ip}`;
  const plainIpOf = (request: IncomingMessage) => ipOf(request).replace(/^::ffff:/i, '');

  const isVerified = (request: IncomingMessage): boolean => {
    const engine = claimedSearchEngine(request.headers['user-agent']);
    if (!engine && networks.length === 0) return false;
    const ip = plainIpOf(request);
    if (contains(listed, ip)) return true;
    if (!engine) return false;
    const key = keyOf(ip, engine);
    const verdict = verdicts.get(key);
    if (verdict === undefined && !lookups.has(key) && lookups.size < maxLookups)
      lookups.set(key, lookUp(key, ip, engine));
    return verdict ?? false;
  };

  /** Like `isVerified`, but waits for DNS. For requests that would otherwise be refused. */
  const whenVerified = async (request: IncomingMessage): Promise<boolean> => {
    if (isVerified(request)) return true;
    const engine = claimedSearchEngine(request.headers['user-agent']);
    const lookup = engine && lookups.get(keyOf(plainIpOf(request), engine));
    if (!lookup) return false;
    await lookup;
    return isVerified(request);
  };

  return { isVerified, whenVerified };
};
