import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { BrowserSession } from './browser-storage.ts';
import { csvFeed, feedRow, feedRows, whenImportIs } from './feeds.ts';

const json = { 'content-type': 'application/json' };

/** Calls the API of a running site with a session cookie; throws unless the call succeeds. */
export const adminCaller = (url: string, cookie: string) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, ...(body ? json : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

/** Signs in at a running site. */
export const signInAt = async (
  url: string,
  email: string,
  password: string,
  userAgent = 'Marquee test',
): Promise<BrowserSession> => {
  const response = await fetch(`${url}/api/adminlogin`, {
    method: 'POST',
    headers: { ...json, 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  if (!response.ok) throw new Error(`Signing in answered ${response.status}: ${await response.text()}`);
  const {
    admin: { _id, role, email: ownEmail },
  } = (await response.json()) as Pick<BrowserSession, 'admin'>;
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, admin: { _id, role, email: ownEmail } };
};

/** Submits a website as a visitor does. */
export const submitWebsite = async (url: string, fields: Record<string, string>) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  const logo = readFileSync(join(import.meta.dirname, '../../public/icon-192.png'));
  form.append('logo', new Blob([logo]), 'logo.png');
  return fetch(`${url}/api/add-website`, { method: 'POST', body: form });
};

/** Cases about one post and of one sender, what a case keeps down, a block and a hash list. The first case has all that a case can have. */
const fillSafetyDesk = async (url: string, cookie: string) => {
  const call = adminCaller(url, cookie);
  const about = 'The person beside the lighthouse.';
  for (const kind of ['other', 'intimate_image', 'intimate_image', 'intimate_image', 'intimate_image'])
    await call('POST', '/reports', {
      ...{ kind, urls: '/video/5', description: about, incomplete: true },
      ...{ name: 'Ina Reporter', email: 'ina@example.com' },
    });
  const { case: first } = (await call('GET', '/removals/1')) as { case: { urls: { _id: string }[] } };
  const removed = { urls: [first.urls[1]?._id], decision: 'remove', reason: 'It is theirs. '.repeat(40) };
  await call('POST', '/removals/1/decide', removed);
  await call('POST', '/removals/1/counter-notices', {
    ...{ urls: [first.urls[1]?._id], name: 'Odo Poster', statement: 'It was removed by mistake.' },
    ...{ consentsToJurisdiction: true, receivedOn: new Date().toISOString().slice(0, 10) },
  });
  await call('POST', '/removals/1/notes', { text: 'The claimant has called.' });
  await call('POST', '/blocks', { kind: 'host', value: 'blocked.example.org', reason: 'Its owner asked us.' });
  const file = new FormData();
  file.append('file', new Blob(['1111222233334444']), 'hashes.txt');
  await fetch(`${url}/api/hash-lists?name=Coalition`, { method: 'POST', headers: { cookie }, body: file });
};

/** A feed that has been checked and waits to be confirmed. */
const fillImports = async (url: string, cookie: string) => {
  const call = adminCaller(url, cookie);
  const feedUrl = 'https://example.com/feed.csv';
  const { source } = (await call('POST', '/import-sources', { name: 'Harbour Reels', url: feedUrl })) as {
    source: { _id: string; version: number };
  };
  const feed = csvFeed([...feedRows(24), feedRow(25, { title: '' }), feedRow(3)]);
  const started = { source: source._id, fileName: 'harbour-reels.csv', bytes: feed.length };
  const { import: begun } = (await call('POST', '/imports', started)) as { import: { _id: string } };
  const part = new FormData();
  part.append('part', new Blob([feed]), 'part');
  await fetch(`${url}/api/imports/${begun._id}/parts?offset=0`, { method: 'POST', headers: { cookie }, body: part });
  const { preview } = (await call('POST', `/imports/${begun._id}/preview`, {})) as {
    preview: { format: object; mapping: object };
  };
  const { format, mapping } = preview;
  await call('PUT', `/import-sources/${source._id}`, { version: source.version, format, mapping });
  await call('POST', `/imports/${begun._id}/check`);
  await whenImportIs(call, begun._id, 'checked');
};

/** Adds what the demo lacks: submissions, messages, deleted records and a second admin. */
export const fillBackOffice = async (url: string, cookie: string) => {
  const call = adminCaller(url, cookie);
  for (const name of ['Harbour Post', 'Paper Moon', 'Tide Table'])
    await submitWebsite(url, {
      name,
      link: `https://example.com/${encodeURIComponent(name)}`,
      email: 'owner@example.com',
      description: 'Quiet pictures of harbours, and where they were taken.',
    });
  const { submissions } = (await call('GET', '/submissions')) as { submissions: { _id: string; name: string }[] };
  const idOf = (name: string) => submissions.find((submission) => submission.name === name)?._id;
  await call('POST', `/submissions/${idOf('Paper Moon')}/approve`, {});
  await call('POST', `/submissions/${idOf('Tide Table')}/reject`, { reason: 'The page does not open.' });
  for (const id of [3, 4]) await call('DELETE', `/deletepost/${id}`, {});
  for (const name of ['Velvet Rope', 'Paper Lantern']) {
    const network = { name, url: `https://example.com/${encodeURIComponent(name)}`, logo: '/art/logo/2.svg' };
    const { network: made } = (await call('POST', '/networks', network)) as { network: { _id: string } };
    await call('DELETE', `/networks/${made._id}`, {});
  }
  await call('POST', '/reports', {
    kind: 'copyright',
    urls: '/video/5\nhttps://example.com/elsewhere',
    work: 'A series of pictures of harbours at night.',
    rightsHolder: 'Harbour Post',
    name: 'Ina Reporter',
    email: 'ina@example.com',
    goodFaith: true,
    perjury: true,
  });
  await fillSafetyDesk(url, cookie);
  await fillImports(url, cookie);
  await call('POST', '/admin/create', {
    username: 'night-desk',
    email: 'desk@example.com',
    password: 'a long password',
  });
};

/** Waits until a screen of the back-office has loaded, including its charts. */
export const whenLoaded = (page: Page) =>
  page.waitForFunction(
    () => document.querySelector('main h1')?.checkVisibility() && !document.querySelector('[aria-busy=true], .pulse'),
  );
