/** Bodies are parsed only by calls that take one, and only as far as their contract needs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/calls/routes.ts';
import { createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let cookie: string;
beforeAll(async () => {
  site = await startTestSite();
  ({ cookie } = await createSignedInAdmin(site, 'main_admin'));
  // While one runs, every attempt to start another has the same answer.
  await site.database.db.insertInto('seo_checks').values({ started_by: 'somebody' }).execute();
});
afterAll(() => site.stop());

const brackets = '['.repeat(1024 * 1024);

const send = async (method: string, path: string, body?: string, contentType = 'application/json') => {
  const headers = {
    cookie,
    origin: site.config.siteUrl,
    ...(body === undefined ? {} : { 'content-type': contentType }),
  };
  const response = await fetch(site.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: response.status, text: await response.text() };
};

describe('a call without a body', () => {
  const bodiless = Object.values(routes)
    .filter((route) => route.method !== 'GET' && !('body' in route) && !('form' in route))
    .filter((route) => !route.path.includes('logout'))
    .map((route) => [route.method, `/api${route.path.replace(/:\w+/g, '999')}`]);

  it.each(bodiless)('%s %s ignores what is sent', async (method = '', path = '') => {
    const { status } = await send(method, path);
    expect((await send(method, path, brackets)).status).toBe(status);
    expect((await send(method, path, '{}', 'text/plain')).status).toBe(status);
  });

  it('exists at all', () => {
    expect(bodiless.length).toBeGreaterThan(0);
  });
});

it.each(['/nothing', '/api/nothing', '/sitemap.xml'])('a POST to %s is not parsed', async (path) => {
  expect((await send('POST', path, brackets)).status).toBe(404);
});

describe('a call with a body', () => {
  it('refuses more than its fields can hold', async () => {
    const body = JSON.stringify({ email: 'x', password: 'x'.repeat(20_000) });
    expect(await send('POST', '/api/adminlogin', body)).toEqual({
      status: 413,
      text: '{"success":false,"message":"The body is too large."}',
    });
  });

  it('refuses deep nesting before parsing', async () => {
    expect(await send('POST', '/api/tags/images', `{"tags":${'['.repeat(900_000)}`)).toEqual({
      status: 400,
      text: '{"success":false,"message":"The body is nested too deeply."}',
    });
  });

  it('refuses another type', async () => {
    expect((await send('POST', '/api/adminlogin', 'email=x', 'application/x-www-form-urlencoded')).status).toBe(415);
  });
});
