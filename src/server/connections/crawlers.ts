import { Resolver } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** A search engine's crawlers: what their user agents contain, and the domains that the names of their IPs end in. */
interface SearchEngine {
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

/** The part of DNS that verifying takes. */
export type CrawlerDns = Pick<Resolver, 'reverse' | 'resolve4' | 'resolve6'>;

export interface CrawlerOptions {
  /** Networks that the operator trusts, as IPs or in CIDR notation. */
  networks: readonly string[];
  /** The visitor's IP. */
  ipOf: (request: IncomingMessage) => string;
  dns?: CrawlerDns | undefined;
}

/** Bounds memory. */
const maxVerdicts = 5000;
/** Bounds what visitors who pretend to be a crawler cost; the others are looked up at a later request. */
const maxLookups = 10;
const [dayMs, hourMs, minuteMs] = [86_400_000, 3_600_000, 60_000];
/** DNS answers these for an IP or a name that has no such record. */
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

/** The IP has a name in one of the engine's domains, and that name has the IP: only the engine can set both. */
const belongsTo = async (dns: CrawlerDns, ip: string, { domains }: SearchEngine): Promise<boolean> => {
  const names = await dns.reverse(ip);
  const own = names.filter((name) => domains.some((domain) => name.toLowerCase().endsWith(`.${domain}`)));
  for (const name of own) {
    const ips = await (isIPv6(ip) ? dns.resolve6(name) : dns.resolve4(name));
    if (contains(listOfNetworks(ips), ip)) return true;
  }
  return false;
};

/**
 * Whether a request comes from a search engine: from one of the operator's networks, or verified by reverse and forward
 * DNS. By `isVerified`, the first requests of a crawler are not, since none waits for DNS: it is asked in the background.
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

  /** The same, but waits for DNS: where a crawler would be refused otherwise. */
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
