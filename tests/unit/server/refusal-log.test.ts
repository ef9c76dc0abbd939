import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { logRefusals } from '#server/guards.ts';

let app: FastifyInstance;
let lines: Record<string, unknown>[];

beforeEach(() => {
  lines = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  const loggerInstance: FastifyBaseLogger = pino({}, destination);
  app = Fastify({ loggerInstance, logController: new LogController({ disableRequestLogging: true }) });
  logRefusals(app);
  app.decorateRequest('session', undefined);
  app.get<{ Params: { status: string } }>('/answers/:status', async (request, reply) => {
    if (request.query && 'admin' in (request.query as object)) request.session = { username: 'ada' } as never;
    return reply.code(Number(request.params.status)).send({});
  });
});
afterEach(() => app.close());

const ask = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress });

it.each([400, 401, 403, 413, 429])('a %i is logged with visitor, route and admin, without the URL', async (status) => {
  await ask(`/answers/${status}?admin=1&search=secret`);
  expect(lines).toMatchObject([
    { msg: 'request refused', status, method: 'GET', route: '/answers/:status', ip: '192.0.2.1', admin: 'ada' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

it('a flood of one visitor is one line, and others have their own', async () => {
  for (let time = 0; time < 50; time++) await ask('/answers/403');
  await ask('/answers/403', '192.0.2.2');
  await ask('/answers/401');
  expect(lines.map(({ ip, status }) => [ip, status])).toEqual([
    ['192.0.2.1', 403],
    ['192.0.2.2', 403],
    ['192.0.2.1', 401],
  ]);
});

it('what is answered is not logged', async () => {
  for (const status of [200, 304, 404, 409, 503]) await ask(`/answers/${status}`);
  expect(lines).toEqual([]);
});
