import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { relyingPartyOf } from '#api/second-factor.ts';

const requestTo = (hostname: string, localPort: number, forged = '') =>
  ({ hostname, socket: { localPort }, headers: { host: forged, origin: `http://${forged}` } }) as FastifyRequest;

it('passkeys belong to SITE_URL, whatever a request says', () => {
  const request = requestTo('evil.example', 8080, 'evil.example');
  expect(relyingPartyOf(request, 'https://marquee.example')).toEqual({
    id: 'marquee.example',
    origin: 'https://marquee.example',
  });
});

it("on the operator's own machine, a page on another port cannot use a passkey of this one", () => {
  const request = requestTo('localhost', 4811, 'localhost:9999');
  expect(relyingPartyOf(request, 'http://localhost:3000').origin).toBe('http://localhost:4811');
});

it('without a name there are no passkeys', () => {
  expect(() => relyingPartyOf(requestTo('192.0.2.7', 80), 'http://localhost:3000')).toThrow('instead of its IP');
  expect(() => relyingPartyOf(requestTo('marquee.example', 80), 'http://localhost:3000')).toThrow('set SITE_URL');
});
