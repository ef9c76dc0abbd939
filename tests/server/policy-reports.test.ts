import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let lines: Record<string, unknown>[] = [];
const log = new Writable({
  write: (chunk: Buffer, _encoding, done) => {
    lines.push(JSON.parse(chunk.toString()));
    done();
  },
});
beforeAll(async () => {
  site = await startTestSite({}, { logger: pino({ level: 'warn' }, log) });
});
afterAll(() => site.stop());

/** Each test has a minute of its own, because the number of log lines per minute is bounded. */
let now = Date.now();
beforeEach(() => {
  lines = [];
  now += 60_000;
  vi.spyOn(Date, 'now').mockReturnValue(now);
  return () => vi.restoreAllMocks();
});

const post = (payload: unknown, type = 'application/reports+json') =>
  site.app.inject({
    method: 'POST',
    url: '/policy-reports',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const violation = (body: object) => ({ type: 'csp-violation', age: 1, url: 'https://marquee.example/', body });

describe('reports of the content security policy', () => {
  it('do not tell the private URL of a status page', async () => {
    const page = 'https://marquee.example/report/status/abcdefgh';
    await post([violation({ documentURL: page, sourceFile: page })]);
    expect(JSON.stringify(lines)).toContain('/report/status/…');
    expect(JSON.stringify(lines)).not.toContain('abcdefgh');
  });

  it('are requested by every page', async () => {
    const { headers } = await site.app.inject('/');
    expect(headers['reporting-endpoints']).toBe('policy="/policy-reports"');
    expect(headers['content-security-policy']).toContain('report-uri /policy-reports; report-to policy');
  });

  it('are logged, from either kind of browser', async () => {
    const report = {
      documentURL: 'https://marquee.example/search?q=private',
      effectiveDirective: 'script-src-elem',
      blockedURL: 'inline',
      sourceFile: 'https://marquee.example/search',
      lineNumber: 7,
    };
    expect((await post([violation(report), { type: 'deprecation', body: {} }])).statusCode).toBe(204);
    const older = {
      'document-uri': 'https://marquee.example/tags',
      'violated-directive': 'img-src',
      'blocked-uri': 'data',
    };
    expect((await post({ 'csp-report': older }, 'application/csp-report')).statusCode).toBe(204);
    expect(lines).toMatchObject([
      {
        msg: 'the content security policy was violated',
        page: 'https://marquee.example/search',
        directive: 'script-src-elem',
        blocked: 'inline',
        source: 'https://marquee.example/search',
        line: 7,
      },
      { page: 'https://marquee.example/tags', directive: 'img-src', blocked: 'data' },
    ]);
  });

  it('cannot forge lines of the log or fill it', async () => {
    await post([violation({ documentURL: `https://a.example/\n\u001b[31m\u2028ERROR ${'x'.repeat(5000)}` })]);
    const { page } = lines[0] as { page: string };
    expect(page).toMatch(/^https:\/\/a\.example\/ {2}\[31m ERROR x+$/);
    expect(page).toHaveLength(200);

    for (let sent = 0; sent < 30; sent++) await post([violation({}), violation({})]);
    expect(lines).toHaveLength(20);
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
    await post([violation({})]);
    expect(lines.slice(20)).toMatchObject([{ dropped: 41 }, { msg: 'the content security policy was violated' }]);
    now += 60_000;
  });

  it('are refused if they are large, of another type or not JSON', async () => {
    expect((await post([violation({ documentURL: 'x'.repeat(20_000) })])).statusCode).toBe(413);
    expect((await post([], 'text/plain')).statusCode).toBe(415);
    const broken = await post('[{');
    expect(broken.statusCode).toBe(400);
    expect(broken.json().message).toBe('The body is not valid JSON.');
    for (const odd of [null, 7, 'text', [null, 7, [], { type: 'csp-violation' }], { 'csp-report': 'text' }])
      expect((await post(JSON.stringify(odd))).statusCode).toBe(204);
    expect(lines).toEqual([]);
  });
});
