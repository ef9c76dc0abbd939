import { existsSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { availableParallelism, homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { limits } from '#contract/values/fields.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { isEmail } from '#contract/values/text.ts';
import { hostUrls } from '#db/hosts.ts';
import type { AgeProviderSettings } from '#domain/age-assurance/age-provider.ts';
import type { BackupTarget } from '#domain/backup/backup-target.ts';
import { type Allowance, parseAllowance } from '#domain/fetching/outgoing-connections.ts';
import { isSecretKey } from './secret-key.ts';

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export interface Config {
  nodeName: string;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Connects as a role that may change the schema, if that of `databaseUrl` may not. */
  databaseOwnerUrl: string | undefined;
  databaseReplicaUrls: string[];
  /** In seconds. Replicas that lag further behind aren't read from. */
  databaseReplicaMaxLag: number;
  /** In hexadecimal. Without it, the key in the data folder is used. */
  secretKey: string | undefined;
  siteName: string;
  /** Without a trailing slash. */
  siteUrl: string;
  corsOrigins: string[];
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  seedDemo: boolean;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Where scheduled backups are stored. Nodes without it don't make backups. */
  backupTo: BackupTarget | undefined;
  /** Whether something other than the site backs up the database. */
  backsUpElsewhere: boolean;
  /** The endpoint of IndexNow, which notifies search engines of changed pages. */
  indexNowUrl: string;
  /** Non-public hosts that the server may fetch from. */
  fetchAllow: Allowance[];
  trustProxy: boolean | string[];
  /** The name of the header in which the proxy sends a visitor's country, in lower case. */
  countryHeader: string | undefined;
  /** Checks the ages of visitors from countries whose rule requires it. */
  ageProvider: AgeProviderSettings | undefined;
  /** Requests per minute and IP; 0 disables the limit. */
  rateLimit: number;
  /** IPs and networks in CIDR notation that are exempt from the rate limit, besides search engines. */
  crawlerNetworks: string[];
  /** The number of threads that render pages, besides the main thread. */
  renderThreads: number;
  pageCacheMb: number;
  /** Where the image proxy stores its pictures, if not in the data folder. Several nodes may share it. */
  pictureCacheDir: string | undefined;
  /** Size limit of the image proxy's folder. */
  pictureCacheMb: number;
  /** Serves metrics on this port of the loopback interface. */
  metricsPort: number | undefined;
  /** How long `/readyz` answers 503 before the site stops. */
  stopDelaySeconds: number;
  logLevel: (typeof logLevels)[number];
}

/** The environment is invalid; each line of the message names one variable and what it must be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Record<string, string | undefined>;

const wholeNumber = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return value;
};

const oneOf = <const T extends string>(text: string, allowed: readonly T[]): T => {
  const value = allowed.find((each) => each === text);
  if (value === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
  return value;
};

const urlOf = (text: string, ...schemes: string[]) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol.slice(0, -1)))
    throw new Error(`must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  return url;
};

const originOf = (text: string) => urlOf(text, 'http', 'https').origin;

const databaseUrl = (text: string) => {
  const urls = hostUrls(text);
  if (urls.length > 1 && !urls.every((url) => URL.canParse(url) && new URL(url).hostname !== ''))
    throw new Error(
      'must have a host, or a host and a port, before and after each comma: postgres://user@a:5432,b:5432/db',
    );
  for (const url of urls) urlOf(url, 'postgres', 'postgresql');
  return text;
};

const email = (text: string) => {
  if (!isEmail(text)) throw new Error('must be an email address');
  return text;
};

const password = (text: string) => {
  if (text.length < limits.password.min) throw new Error(`must have at least ${limits.password.min} characters`);
  return text;
};

const listOf =
  <T>(parse: (item: string) => T) =>
  (text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map(parse);

const folder = (text: string) => resolve(text.replace(/^~(?=\/|$)/, homedir()));

const elsewhere = 'elsewhere';

const backupTarget = (text: string, removeCommand: string | undefined): BackupTarget | undefined => {
  if (text === elsewhere) return undefined;
  // A relative path is probably a command whose | was forgotten.
  if (/^(~?\/|~$)/.test(text)) return { kind: 'folder', path: folder(text) };
  const command = text.slice(1).trim();
  if (!text.startsWith('|') || command === '')
    throw new Error(`must be the absolute path of a folder, a command after a |, or the word ${elsewhere}`);
  return { kind: 'command', command, removeCommand };
};

const trustProxy = (text: string) => {
  if (text === 'true' || text === 'false') return text === 'true';
  return listOf((item) => {
    if (!/^[0-9a-fA-F:.]+(\/\d{1,3})?$/.test(item) && !['loopback', 'linklocal', 'uniquelocal'].includes(item))
      throw new Error('must be true, false, or a list of proxy IPs');
    return item;
  })(text);
};

const network = (text: string) => {
  const [ip = '', bits, ...rest] = text.split('/');
  const max = isIPv6(ip) ? 128 : 32;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max);
  if (isIP(ip) === 0 || !isPrefix || rest.length > 0)
    throw new Error('must be a list of IPs or networks, such as 192.0.2.0/24');
  return text;
};

const headerName = (text: string) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(text)) throw new Error('must be the name of a header, such as CF-IPCountry');
  return text.toLowerCase();
};

/** Only a provider on the same machine, as in tests, may be without TLS. */
const issuerUrl = (text: string) => {
  const { href, protocol, hostname, username, search, hash } = urlOf(text, 'http', 'https');
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if ((protocol === 'http:' && !isLocal) || username || search || hash)
    throw new Error('must be the https:// URL of an OpenID Connect provider, without a query');
  return href;
};

/** Scopes separated by spaces or commas. OpenID Connect requires `openid`. */
const scopesOf = (text: string) => [...new Set(['openid', ...text.split(/[\s,]+/)])].filter(Boolean).join(' ');

/** For root, PostgreSQL runs as another user, who could not enter a checkout in root's private home. */
const defaultDataDir = () =>
  process.getuid?.() === 0 ? '/var/lib/marquee' : resolve(import.meta.dirname, '../../data');

/** Collects all problems before it throws, so that the operator sees them at once. */
export const readConfig = (env: Environment): Config => {
  const problems: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T): T => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    try {
      return parse(text);
    } catch (error) {
      problems.push(`${name} ${(error as Error).message}.`);
      return fallback;
    }
  };
  const optional = <T>(name: string, parse: (text: string) => T) => read<T | undefined>(name, undefined, parse);

  const port = read('PORT', 3000, wholeNumber(0, 65535));
  const backupRemove = optional('BACKUP_REMOVE', String);
  const ageIssuer = optional('AGE_ISSUER', issuerUrl);
  const ageClientId = optional('AGE_CLIENT_ID', String);
  const ageClientSecret = optional('AGE_CLIENT_SECRET', String);
  const ageClaim = read('AGE_CLAIM', 'age_over_18', String);
  const ageScopes = read('AGE_SCOPES', 'openid', scopesOf);
  const config: Config = {
    nodeName: read('NODE_NAME', hostname(), String),
    port,
    host: read('HOST', '127.0.0.1', String),
    dataDir: read('DATA_DIR', defaultDataDir(), folder),
    databaseUrl: optional('DATABASE_URL', databaseUrl),
    databaseOwnerUrl: optional('DATABASE_OWNER_URL', databaseUrl),
    databaseReplicaUrls: read('DATABASE_REPLICA_URLS', [], listOf(databaseUrl)),
    databaseReplicaMaxLag: read('DATABASE_REPLICA_MAX_LAG', 2, wholeNumber(1, 3600)),
    secretKey: optional('SECRET_KEY', (text) => {
      if (!isSecretKey(text)) throw new Error('must have 64 hexadecimal digits, as `openssl rand -hex 32` prints them');
      return text;
    }),
    siteName: read('SITE_NAME', defaultSettings.siteName, String),
    siteUrl: read('SITE_URL', `http://localhost:${port}`, (text) => {
      const url = urlOf(text, 'http', 'https');
      if (url.pathname !== '/' || url.search || url.hash) throw new Error('must be an origin, without a path');
      return url.origin;
    }),
    corsOrigins: read('CORS_ORIGINS', [], listOf(originOf)),
    adminEmail: optional('ADMIN_EMAIL', email),
    adminPassword: optional('ADMIN_PASSWORD', password),
    seedDemo: read('SEED_DEMO', 'true', (text) => oneOf(text, ['true', 'false'])) === 'true',
    smtpUrl: optional('SMTP_URL', (text) => {
      urlOf(text, 'smtp', 'smtps');
      return text;
    }),
    mailFrom: read('MAIL_FROM', 'Marquee <marquee@localhost>', (text) => {
      if (!text.includes('@')) throw new Error('must be an email address, optionally with a name before it');
      return text;
    }),
    backupTo: optional('BACKUP_TO', (text) => backupTarget(text, backupRemove)),
    backsUpElsewhere: read('BACKUP_TO', false, (text) => text === elsewhere),
    indexNowUrl: read('INDEXNOW_URL', 'https://api.indexnow.org/indexnow', (text) => urlOf(text, 'http', 'https').href),
    fetchAllow: read('FETCH_ALLOW', [], listOf(parseAllowance)),
    trustProxy: read<boolean | string[]>('TRUST_PROXY', false, trustProxy),
    countryHeader: optional('COUNTRY_HEADER', headerName),
    ageProvider:
      ageIssuer !== undefined && ageClientId !== undefined
        ? {
            issuer: ageIssuer,
            clientId: ageClientId,
            clientSecret: ageClientSecret,
            claim: ageClaim,
            scopes: ageScopes,
          }
        : undefined,
    rateLimit: read('RATE_LIMIT', 600, wholeNumber(0, 1_000_000)),
    crawlerNetworks: read('CRAWLER_NETWORKS', [], listOf(network)),
    renderThreads: read('WEB_PROCESSES', Math.max(1, availableParallelism() - 1), wholeNumber(0, 64)),
    pageCacheMb: read('PAGE_CACHE_MB', 64, wholeNumber(1, 65_536)),
    pictureCacheDir: optional('PICTURE_CACHE_DIR', folder),
    pictureCacheMb: read('PICTURE_CACHE_MB', 2048, wholeNumber(16, 1_048_576)),
    metricsPort: optional('METRICS_PORT', wholeNumber(0, 65535)),
    stopDelaySeconds: read('STOP_DELAY', 0, wholeNumber(0, 300)),
    logLevel: read('LOG_LEVEL', 'info', (text) => oneOf(text, logLevels)),
  };

  if ((config.adminEmail === undefined) !== (config.adminPassword === undefined))
    problems.push('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  if (config.databaseOwnerUrl !== undefined && config.databaseUrl === undefined)
    problems.push('DATABASE_OWNER_URL needs DATABASE_URL, the same database for the running site.');
  if (config.databaseReplicaUrls.length > 0 && config.databaseUrl === undefined)
    problems.push('DATABASE_REPLICA_URLS needs DATABASE_URL, the server that the replicas copy.');
  if (backupRemove !== undefined && config.backupTo?.kind !== 'command')
    problems.push('BACKUP_REMOVE needs a BACKUP_TO that is a command: it starts with |.');
  if (config.countryHeader !== undefined && config.trustProxy === false)
    problems.push('COUNTRY_HEADER needs TRUST_PROXY, the proxy that sends it.');
  if ((ageIssuer === undefined) !== (ageClientId === undefined))
    problems.push('AGE_ISSUER and AGE_CLIENT_ID go together: set both or neither.');
  if (ageClientSecret !== undefined && ageClientId === undefined)
    problems.push('AGE_CLIENT_SECRET needs AGE_ISSUER and AGE_CLIENT_ID.');
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
};

/** Variables of the checkout. The environment takes precedence over them. */
export const envFile = join(import.meta.dirname, '../../.env');

export const loadConfig = (): Config => {
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  return readConfig(process.env);
};

/** The names of all variables that readConfig() reads. */
export const variableNames = (): string[] => {
  const names: string[] = [];
  readConfig(new Proxy({}, { get: (_env, name) => void names.push(String(name)) }));
  return names;
};

/** For `localhost`, Fastify would open a second server without cached pages and connection limits. */
export const listenHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** The URL at which the site can reach itself. */
export const ownUrl = (host: string, port: number) => {
  const anyInterface = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host];
  return `http://${anyInterface ?? (host.includes(':') ? `[${host}]` : listenHost(host))}:${port}`;
};
