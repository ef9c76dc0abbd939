import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Config } from '#server/config.ts';
import { trustedProxies } from '#server/connections/visitors.ts';

const ipOf = async (trustProxy: Config['trustProxy'], forwardedFor: string) => {
  const app = Fastify({ trustProxy: trustedProxies(trustProxy) });
  app.get('/', async (request) => request.ip);
  return (await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } })).body;
};

it.each<[Config['trustProxy'], string, string]>([
  [false, '192.0.2.1', '127.0.0.1'],
  [true, '192.0.2.1', '192.0.2.1'],
  // The visitor sent 198.51.100.7, the proxy added 192.0.2.1.
  [true, '198.51.100.7, 192.0.2.1', '192.0.2.1'],
  [['loopback'], '198.51.100.7, 192.0.2.1', '192.0.2.1'],
  [['loopback', '192.0.2.1'], '203.0.113.9, 198.51.100.7, 192.0.2.1', '198.51.100.7'],
  [['10.0.0.1'], '192.0.2.1', '127.0.0.1'],
])('TRUST_PROXY=%s with X-Forwarded-For: %s is a request from %s', async (trustProxy, forwardedFor, ip) => {
  expect(await ipOf(trustProxy, forwardedFor)).toBe(ip);
});
