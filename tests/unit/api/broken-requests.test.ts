import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handleBrokenRequest } from '#api/http/error-handler.ts';
import { sendRaw } from '../../support/raw-connection.ts';

let app: FastifyInstance;
let url: string;
let handled = 0;
beforeAll(async () => {
  app = Fastify({ clientErrorHandler: handleBrokenRequest });
  app.all('/*', async () => {
    handled++;
    return {};
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const post = (...headers: string[]) => `POST / HTTP/1.1\r\nHost: x\r\n${headers.join('\r\n')}\r\n\r\n`;

/** Request smuggling: a proxy could see another boundary between two requests than this server. */
it.each([
  ['two ways to tell the length', post('Content-Length: 4', 'Transfer-Encoding: chunked')],
  ['two lengths', post('Content-Length: 4', 'Content-Length: 5')],
  ['a length that is no number', post('Content-Length: +4')],
  ['an encoding that is not chunked', post('Transfer-Encoding: chunked, identity')],
  ['a space before a colon', post('Content-Length : 4')],
  ['a line break within a header', post('X-Note: a\rb')],
])('a request with %s is refused', async (_what, bytes) => {
  const before = handled;
  expect(await sendRaw(url, `${bytes}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  expect(handled).toBe(before);
});

it('a refused request is answered with the headers that others have', async () => {
  const [head = '', body] = (await sendRaw(url, 'nonsense\r\n\r\n')).split('\r\n\r\n');
  expect(head).toContain('X-Content-Type-Options: nosniff');
  expect(head).toContain("frame-ancestors 'none'");
  expect(head).toContain('Content-Type: application/json; charset=utf-8');
  expect(JSON.parse(body ?? '')).toEqual({ success: false, message: 'This is not an HTTP request.' });
});
