import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { registerDocumentation } from '#server/documentation.ts';
import { registerGuards } from '#server/guards.ts';

let app: FastifyInstance;
beforeAll(async () => {
  const config = readConfig({ SITE_URL: 'https://marquee.example', RATE_LIMIT: '0' });
  app = Fastify();
  await registerGuards(
    app,
    config,
    () => false,
    (limit) => limit,
  );
  await app.register((api) => registerDocumentation(api, config), { prefix: '/api' });
  app.get('/call', async () => ({}));
});
afterAll(() => app.close());

it.each(['/call', '/nothing', '/api/docs/', '/api/docs/static/swagger-ui.css', '/api/docs/json'])(
  '%s has the headers of every response',
  async (url) => {
    const { headers } = await app.inject({ url });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src '(none|self)'/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('https:');
  },
);

it('TRACE is not answered with what was sent', async () => {
  const headers = { cookie: 'marquee_session=secret' };
  const { statusCode, body } = await app.inject({ method: 'TRACE' as 'GET', url: '/call', headers });
  expect(statusCode).toBe(404);
  expect(body).not.toContain('secret');
});
