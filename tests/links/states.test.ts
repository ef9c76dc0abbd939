/** What the answers of hosts mean for a link, and from when on it is dead. */
import { beforeAll, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { createLinkClock, forgetLinks, type LinkClock } from './link-clock.ts';
import { linkSite } from './link-site.ts';
import type { VideoHosts } from './video-hosts.ts';

const site = linkSite();
let clock: LinkClock;
beforeAll(async () => {
  clock = createLinkClock(site.db, site.hosts, {
    removedTexts: 'texts.test This video has been removed\nhomes.test /\n',
  });
});

let hostCount = 0;
/** Each on a host of its own, so that no breaker trips. */
const newLink = async (answer: Parameters<VideoHosts['answer']>[1], host = `h${++hostCount}.test`) => {
  const url = site.hosts.url(host, `/watch/${++hostCount}`);
  site.hosts.answer(`${host}/watch/${hostCount}`, answer);
  await addVideo(site.db, system, { title: 'Rain', imageUrl: '/a.svg', category: 'english', link: url });
  return { url, place: `${host}/watch/${hostCount}` };
};
const html = (body: string) => (request: { method?: string }, response: import('node:http').ServerResponse) =>
  response.end(request.method === 'HEAD' ? '' : body);

it('a link that answers is living, asked for without its body', async () => {
  const { url, place } = await newLink(200);
  await clock.check();
  expect(await clock.stateOf(url)).toBe('living');
  expect(site.hosts.asked.filter((each) => each.endsWith(place))).toEqual([`HEAD ${place}`]);
  expect([...site.hosts.userAgents]).toEqual([expect.stringMatching(/^Marquee\/[\d.]+ \(\+https:\/\/shelf\.example/)]);
});

it('a link that answers 404 or 410 is suspicious until that was repeated over three days, then dead', async () => {
  const links = [await newLink(404), await newLink(410)];
  const states = () => Promise.all(links.map(({ url }) => clock.stateOf(url)));
  await clock.check();
  expect(await states()).toEqual(['suspicious', 'suspicious']);
  await clock.hours(30);
  expect(await states()).toEqual(['suspicious', 'suspicious']);
  await clock.days(2);
  expect(await states()).toEqual(['dead', 'dead']);
});

it('a single answer in between starts the three days anew', async () => {
  const { url, place } = await newLink(404);
  await clock.check();
  await clock.days(2);
  site.hosts.answer(place, 200);
  await clock.days(1);
  expect(await clock.stateOf(url)).toBe('living');
  site.hosts.answer(place, 404);
  clock.pass(40 * 86_400_000);
  await clock.check();
  await clock.days(2);
  expect(await clock.stateOf(url)).toBe('suspicious');
});

it('a link that answers anything else for weeks is unknown, never dead', async () => {
  const statuses = [403, 401, 429, 500, 503, 418];
  const links: string[] = [];
  for (const status of statuses) links.push((await newLink(status)).url);
  await clock.check();
  await clock.days(20);
  const states = await Promise.all(links.map(async (url, at) => [statuses[at], await clock.stateOf(url)]));
  expect(states).toEqual(statuses.map((status) => [status, 'unknown']));
});

it.each([
  ['hangs up', (_: unknown, response: { destroy: () => void }) => response.destroy(), undefined],
  ['has no name any more', 200, 'lost.test'],
])('a host that %s makes its link unknown', async (_name, answer, host) => {
  const { url } = await newLink(answer as number, host);
  await clock.check();
  await clock.days(5);
  expect([await clock.stateOf(url), await clock.lastReason(url)]).toEqual(['unknown', 'unreachable']);
});

it('a host that refuses HEAD is asked for the beginning of the page', async () => {
  const ranges: unknown[] = [];
  const { url } = await newLink((request, response) => {
    if (request.method === 'HEAD') return response.writeHead(405).end();
    ranges.push(request.headers.range);
    return response.writeHead(206).end('<html>');
  });
  await clock.check();
  expect([await clock.stateOf(url), ranges]).toEqual(['living', ['bytes=0-262143']]);
});

it('a 404 to HEAD alone says nothing', async () => {
  const { url } = await newLink((request, response) => response.writeHead(request.method === 'HEAD' ? 404 : 200).end());
  await clock.check();
  expect(await clock.stateOf(url)).toBe('living');
});

it('a page that says so in the words of its host is gone, on that host alone', async () => {
  const page = html('<h1>Sorry</h1><p>This  video has\n been <b>REMOVED</b></p>');
  const [removed, other] = [await newLink(page, 'texts.test'), await newLink(page)];
  await clock.check();
  expect([await clock.stateOf(removed.url), await clock.stateOf(other.url)]).toEqual(['suspicious', 'living']);
  await clock.days(3);
  expect([await clock.stateOf(removed.url), await clock.lastReason(removed.url)]).toEqual(['dead', 'removedText']);
});

it('a link that leads to the home page is unknown, and gone where the operator says so', async () => {
  const home = (_: unknown, response: import('node:http').ServerResponse) =>
    response.writeHead(302, { location: '/' }).end();
  const [one, other] = [await newLink(home), await newLink(home, 'homes.test')];
  await clock.check();
  expect([await clock.stateOf(one.url), await clock.stateOf(other.url)]).toEqual(['unknown', 'suspicious']);
});

it('a page without an end is read to a bound', async () => {
  let sent = 0;
  const { url } = await newLink((request, response) => {
    if (request.method === 'HEAD') return response.end();
    const more = () => {
      sent += 65_536;
      response.write('x'.repeat(65_536), (error) => error ?? more());
    };
    return more();
  }, 'texts.test');
  await clock.check();
  expect(await clock.stateOf(url)).toBe('living');
  expect(sent).toBeLessThan(50_000_000);
});

it('a link that no post has any more is forgotten', async () => {
  await forgetLinks(site.db);
  const { url } = await newLink(200);
  await clock.check();
  await site.db.deleteFrom('videos').where('link', '=', url).execute();
  await clock.days(31);
  expect(await clock.stateOf(url)).toBeUndefined();
});
