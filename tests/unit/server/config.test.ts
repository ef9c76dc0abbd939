import { readFileSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';

const text = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const variables = [
  'NODE_NAME',
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URLS',
  'DATABASE_REPLICA_MAX_LAG',
  'SECRET_KEY',
  'SITE_NAME',
  'SITE_URL',
  'CORS_ORIGINS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SEED_DEMO',
  'SMTP_URL',
  'MAIL_FROM',
  'BACKUP_TO',
  'BACKUP_REMOVE',
  'INDEXNOW_URL',
  'FETCH_ALLOW',
  'TRUST_PROXY',
  'COUNTRY_HEADER',
  'AGE_ISSUER',
  'AGE_CLIENT_ID',
  'AGE_CLIENT_SECRET',
  'AGE_CLAIM',
  'AGE_SCOPES',
  'RATE_LIMIT',
  'CRAWLER_NETWORKS',
  'WEB_PROCESSES',
  'PAGE_CACHE_MB',
  'PICTURE_CACHE_DIR',
  'PICTURE_CACHE_MB',
  'METRICS_PORT',
  'STOP_DELAY',
  'LOG_LEVEL',
];

describe('configuration', () => {
  it('has a default for everything', () => {
    const { dataDir, ...defaults } = readConfig({});
    expect(dataDir).toBe(process.getuid?.() === 0 ? '/var/lib/marquee' : resolve('data'));
    expect(defaults).toEqual({
      nodeName: hostname(),
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      databaseOwnerUrl: undefined,
      databaseReplicaUrls: [],
      databaseReplicaMaxLag: 2,
      secretKey: undefined,
      siteName: 'Marquee',
      siteUrl: 'http://localhost:3000',
      corsOrigins: [],
      adminEmail: undefined,
      adminPassword: undefined,
      seedDemo: true,
      smtpUrl: undefined,
      mailFrom: 'Marquee <marquee@localhost>',
      backupTo: undefined,
      backsUpElsewhere: false,
      indexNowUrl: 'https://api.indexnow.org/indexnow',
      fetchAllow: [],
      trustProxy: false,
      countryHeader: undefined,
      ageProvider: undefined,
      rateLimit: 600,
      crawlerNetworks: [],
      renderThreads: Math.max(1, availableParallelism() - 1),
      pageCacheMb: 64,
      pictureCacheDir: undefined,
      pictureCacheMb: 2048,
      metricsPort: undefined,
      stopDelaySeconds: 0,
      logLevel: 'info',
    });
  });

  it('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('reports every invalid value at once, one per line', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      SITE_URL: 'https://example.com/path',
      CORS_ORIGINS: 'https://a.example.com, nonsense',
      SEED_DEMO: 'maybe',
      SMTP_URL: 'http://x',
      INDEXNOW_URL: 'nowhere',
      FETCH_ALLOW: 'https://pictures.internal',
      TRUST_PROXY: 'perhaps',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      ADMIN_EMAIL: 'owner@example.com',
    };
    const message = (() => {
      try {
        readConfig(wrong);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    })();
    const named = message.split('\n').map((line) => line.split(' ')[0]);
    expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it.each([
    ['TRUST_PROXY', '10.0.0.1, loopback', { trustProxy: ['10.0.0.1', 'loopback'] }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['BACKUP_TO', '/var/backups/', { backupTo: { kind: 'folder', path: '/var/backups' } }],
    ['BACKUP_TO', 'elsewhere', { backupTo: undefined, backsUpElsewhere: true }],
    ['BACKUP_TO', '| cat > $BACKUP_NAME', { backupTo: { kind: 'command', command: 'cat > $BACKUP_NAME' } }],
    ['SITE_URL', 'https://example.com/', { siteUrl: 'https://example.com' }],
    [
      'CORS_ORIGINS',
      'https://a.example.com,https://b.example.com',
      { corsOrigins: ['https://a.example.com', 'https://b.example.com'] },
    ],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  const messageOf = (env: Record<string, string>) => {
    try {
      readConfig(env);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it.each([
    ['PORT', ['0', '65535'], ['65536', '-1', '80.5', '8e1', 'http']],
    ['METRICS_PORT', ['0', '9464'], ['65536', 'localhost:9464']],
    ['RATE_LIMIT', ['0', '1000000'], ['1000001', '-1', 'none']],
    [
      'CRAWLER_NETWORKS',
      ['192.0.2.1', '192.0.2.0/24, 2001:db8::/32'],
      ['192.0.2.0/33', '192.0.2/24', 'bot.example', '192.0.2.1/', '192.0.2.1/8/8', '2001:db8::/129'],
    ],
    ['DATABASE_REPLICA_MAX_LAG', ['1', '3600'], ['0', '3601', '0.5', '2s']],
    ['WEB_PROCESSES', ['0', '64'], ['-1', '65', '1.5', 'all']],
    ['PAGE_CACHE_MB', ['1', '65536'], ['0', '65537', '1.5']],
    ['PICTURE_CACHE_MB', ['16', '1048576'], ['15', '1048577', '1.5']],
    ['BACKUP_TO', ['/var/backups', '~/backups', '| cat'], ['|', '|  ', 'backups', 'rclone rcat remote:site']],
    ['SEED_DEMO', ['true', 'false'], ['yes', 'TRUE', '1']],
    ['STOP_DELAY', ['0', '300'], ['-1', '301', 'soon']],
    ['LOG_LEVEL', ['trace', 'silent'], ['INFO', 'verbose']],
    ['TRUST_PROXY', ['false', '10.0.0.0/8', '::1', 'uniquelocal'], ['proxy.example.com', '10.0.0.1,nobody']],
    [
      'DATABASE_URL',
      ['postgres://x/y', 'postgresql://x/y', 'postgres://user:p,w@a:5432,b/y', 'postgres://[::1]:1,[::2]:2/y'],
      ['http://x/y', 'x', 'http://a,b/y', 'postgres://a:5432,/y', 'postgres://a,b:port/y', 'postgres://a,,b/y'],
    ],
    ['SMTP_URL', ['smtp://x', 'smtps://x'], ['http://x']],
    ['SITE_URL', ['http://x.example', 'https://x.example'], ['ftp://x', 'https://x/a', 'https://x/?a', 'https://x/#a']],
    ['MAIL_FROM', ['a@example.com', 'Marquee <a@example.com>'], ['Marquee']],
  ])('%s accepts %j and refuses %j', (name, valid, invalid) => {
    for (const value of valid) expect(messageOf({ [name]: value }), value).toBeUndefined();
    for (const value of invalid) expect(messageOf({ [name]: value }), value).toMatch(new RegExp(`^${name} must `));
  });

  it('needs both the email and the password of the first admin, valid ones', () => {
    const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'secret word' };
    expect(messageOf(admin)).toBeUndefined();
    expect(messageOf({ ADMIN_PASSWORD: 'secret word' })).toMatch(/^ADMIN_EMAIL and ADMIN_PASSWORD go together/);
    expect(messageOf({ ...admin, ADMIN_EMAIL: 'owner' })).toContain('ADMIN_EMAIL must be an email address');
    expect(messageOf({ ...admin, ADMIN_PASSWORD: 'short' })).toContain('ADMIN_PASSWORD must');
  });

  it('needs a primary database for replicas', () => {
    const replicas = { DATABASE_REPLICA_URLS: 'postgres://a/x, postgres://b/x' };
    expect(messageOf(replicas)).toMatch(/^DATABASE_REPLICA_URLS needs DATABASE_URL/);
    expect(readConfig({ ...replicas, DATABASE_URL: 'postgres://p/x' }).databaseReplicaUrls).toHaveLength(2);
  });

  it('needs the URL of the running site for that of the owner', () => {
    const owner = { DATABASE_OWNER_URL: 'postgres://owner@a/x' };
    expect(messageOf(owner)).toMatch(/^DATABASE_OWNER_URL needs DATABASE_URL/);
    expect(messageOf({ ...owner, DATABASE_URL: 'postgres://site@a/x' })).toBeUndefined();
  });

  it('needs a command for backups to have one that removes them', () => {
    const remove = { BACKUP_REMOVE: 'rm $BACKUP_NAME' };
    expect(messageOf(remove)).toMatch(/^BACKUP_REMOVE needs a BACKUP_TO that is a command/);
    expect(messageOf({ ...remove, BACKUP_TO: '/var/backups' })).toMatch(/^BACKUP_REMOVE needs/);
    const backupTo = { kind: 'command', command: 'cat', removeCommand: 'rm $BACKUP_NAME' };
    expect(readConfig({ ...remove, BACKUP_TO: '|cat' })).toMatchObject({ backupTo });
  });

  it('needs the issuer and the client of a provider of age checks, over https unless it is on this machine', () => {
    const provider = { AGE_ISSUER: 'https://id.example.com', AGE_CLIENT_ID: 'marquee' };
    expect(readConfig({ ...provider, AGE_CLIENT_SECRET: 'secret', AGE_SCOPES: 'age, profile' }).ageProvider).toEqual({
      issuer: 'https://id.example.com/',
      clientId: 'marquee',
      clientSecret: 'secret',
      claim: 'age_over_18',
      scopes: 'openid age profile',
    });
    expect(messageOf({ AGE_ISSUER: provider.AGE_ISSUER })).toMatch(/^AGE_ISSUER and AGE_CLIENT_ID go together/);
    expect(messageOf({ AGE_CLIENT_SECRET: 'secret' })).toMatch(/^AGE_CLIENT_SECRET needs AGE_ISSUER/);
    expect(messageOf({ ...provider, AGE_ISSUER: 'http://127.0.0.1:4000' })).toBeUndefined();
    for (const issuer of [
      'http://id.example.com',
      'id.example.com',
      'https://me@id.example.com',
      'https://a.example/?x',
    ])
      expect(messageOf({ ...provider, AGE_ISSUER: issuer }), issuer).toContain('AGE_ISSUER must be');
  });

  it('needs a trusted proxy for the header with the country', () => {
    const header = { COUNTRY_HEADER: 'CF-IPCountry' };
    expect(messageOf(header)).toMatch(/^COUNTRY_HEADER needs TRUST_PROXY/);
    expect(readConfig({ ...header, TRUST_PROXY: 'loopback' }).countryHeader).toBe('cf-ipcountry');
    expect(messageOf({ COUNTRY_HEADER: 'a b', TRUST_PROXY: 'true' })).toMatch(/^COUNTRY_HEADER must be the name/);
  });

  it('uses the port in the default of the site URL', () => {
    expect(readConfig({ PORT: '8080' }).siteUrl).toBe('http://localhost:8080');
  });

  it.each(['README.md', '.env.example'])('is documented completely in %s', (file) => {
    for (const name of variables) expect(text(file)).toContain(name);
  });
});
