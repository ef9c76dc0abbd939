import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';

const text = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const variables = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'SITE_NAME',
  'SITE_URL',
  'CORS_ORIGINS',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'SEED_DEMO',
  'SMTP_URL',
  'MAIL_FROM',
  'TRUST_PROXY',
  'RATE_LIMIT',
  'LOG_LEVEL',
];

describe('configuration', () => {
  it('has a preset for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      seedDemo: true,
      rateLimit: 600,
      siteUrl: 'http://localhost:3000',
    });
  });

  it('takes an empty value for none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  it('names every wrong value at once, a line each', () => {
    const wrong = {
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      SITE_URL: 'https://example.com/path',
      CORS_ORIGINS: 'https://a.example.com, nonsense',
      SEED_DEMO: 'maybe',
      SMTP_URL: 'http://x',
      TRUST_PROXY: 'perhaps',
      RATE_LIMIT: '-1',
      LOG_LEVEL: 'loud',
      ADMIN_EMAIL: 'owner@example.com',
    };
    const message = (() => {
      try {
        readConfig(wrong);
        return '';
      } catch (problem) {
        return (problem as Error).message;
      }
    })();
    const named = message.split('\n').map((line) => line.split(' ')[0]);
    expect(named.toSorted()).toEqual(Object.keys(wrong).toSorted());
  });

  it.each([
    ['TRUST_PROXY', '10.0.0.1, loopback', { trustProxy: ['10.0.0.1', 'loopback'] }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['SITE_URL', 'https://example.com/', { siteUrl: 'https://example.com' }],
    [
      'CORS_ORIGINS',
      'https://a.example.com,https://b.example.com',
      { corsOrigins: ['https://a.example.com', 'https://b.example.com'] },
    ],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each(['README.md', '.env.example'])('is documented whole in %s', (file) => {
    for (const name of variables) expect(text(file)).toContain(name);
  });
});
