/** Hosts are asked one thing at a time, with pauses, as their robots.txt allows and as long as they want. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { system } from '#domain/audit-log.ts';
import { trustHost } from '#domain/links/link-actions.ts';
import { createLinkProber } from '#domain/links/prober.ts';
import { addVideo } from '#domain/posts/save-video.ts';
import { collectLinks, createLinkClock, forgetLinks, type LinkClock } from './link-clock.ts';
import { linkSite } from './link-site.ts';

const site = linkSite();
let clock: LinkClock;
beforeEach(async () => {
  await forgetLinks(site.db);
  clock = createLinkClock(site.db, site.hosts);
  site.hosts.asked.length = 0;
});

let count = 0;
const add = async (host: string, path = `/watch/${++count}`) => {
  const link = site.hosts.url(host, path);
  await addVideo(site.db, system, { title: 'Rain', imageUrl: '/a.svg', category: 'english', link });
  return link;
};
const addMany = async (host: string, links: number) => {
  const added: string[] = [];
  for (let each = 0; each < links; each++) added.push(await add(host));
  return added;
};
const statesOf = async (host: string) => {
  const { rows } = await sql<{ state: string }>`
    select distinct state from link_checks where host = ${host} order by state`.execute(site.db);
  return rows.map(({ state }) => state);
};
const isTripped = async (host: string) => {
  const { tripped_at } = await site.db
    .selectFrom('probed_hosts')
    .select('tripped_at')
    .where('host', '=', host)
    .executeTakeFirstOrThrow();
  return tripped_at !== null;
};

it('several processes never ask one host twice at once, and go on with another host meanwhile', async () => {
  await addMany('busy.test', 5);
  await addMany('other.test', 2);
  const { db } = site;
  await collectLinks(site.db, 1000, clock.now());
  const answered: (() => void)[] = [];
  for (const host of ['busy.test', 'other.test'])
    site.hosts.answer(`${host}/robots.txt`, (_, response) => answered.push(() => response.writeHead(404).end()));
  const probers = Array.from({ length: 4 }, () =>
    createLinkProber({ db, fetchStream: site.hosts.fetchStream, now: clock.now, pause: async () => {} }),
  );
  const probing = probers.map((prober) => prober.probeNext(clock.settings));
  await expect.poll(() => answered.length).toBe(2);
  for (const each of answered) each();
  expect((await Promise.all(probing)).toSorted()).toEqual(['none', 'none', 'probed', 'probed']);
  expect(site.hosts.asked.toSorted()).toEqual(['GET busy.test/robots.txt', 'GET other.test/robots.txt']);
});

it('a pause lies between two requests to a host, also between HEAD and GET', async () => {
  await add('slow.test');
  site.hosts.answer('slow.test', 405);
  await collectLinks(site.db, 1000, clock.now());
  const times: number[] = [];
  const next = async () => {
    const before = site.hosts.asked.length;
    const done = await clock.prober.probeNext(clock.settings);
    if (site.hosts.asked.length > before) times.push(clock.now().getTime());
    return done;
  };
  expect(await next()).toBe('probed');
  expect(await next()).toBe('none');
  clock.pass(1999);
  expect(await next()).toBe('none');
  clock.pass(1);
  // HEAD, then GET: the clock of this test moves on by the pause between them.
  const before = clock.now().getTime();
  expect(await next()).toBe('probed');
  expect(clock.now().getTime() - before).toBe(2000);
  expect(site.hosts.asked.map((each) => each.split(' ')[0])).toEqual(['GET', 'HEAD', 'GET']);
});

it('a longer pause of robots.txt counts', async () => {
  await addMany('crawl.test', 2);
  site.hosts.answer('crawl.test/robots.txt', (_, response) => response.end('User-agent: *\nCrawl-delay: 30\n'));
  await collectLinks(site.db, 1000, clock.now());
  await clock.prober.probeNext(clock.settings);
  clock.pass(2000);
  expect(await clock.prober.probeNext(clock.settings)).toBe('probed');
  clock.pass(29_000);
  expect(await clock.prober.probeNext(clock.settings)).toBe('none');
  clock.pass(1000);
  expect(await clock.prober.probeNext(clock.settings)).toBe('probed');
});

it('what robots.txt forbids is not asked, and unknown; robots.txt is read once a day', async () => {
  const rules = 'User-agent: *\nDisallow: /\n\nUser-agent: Marquee\nDisallow: /private/\n';
  site.hosts.answer('rules.test/robots.txt', (_, response) => response.end(rules));
  const [open, closed] = [await add('rules.test'), await add('rules.test', '/private/1')];
  await clock.check();
  expect([await clock.stateOf(open), await clock.stateOf(closed)]).toEqual(['living', 'unknown']);
  expect(await clock.lastReason(closed)).toBe('robots');
  expect(site.hosts.asked.filter((each) => each.includes('/private/'))).toEqual([]);
  await add('rules.test');
  await clock.check();
  expect(site.hosts.asked.filter((each) => each.endsWith('robots.txt'))).toHaveLength(1);
});

it('a host whose robots.txt cannot be read is left alone', async () => {
  site.hosts.answer('norobots.test/robots.txt', 500);
  const link = await add('norobots.test');
  await clock.check();
  expect(await clock.stateOf(link)).toBe('unknown');
  expect(site.hosts.asked).toEqual(['GET norobots.test/robots.txt']);
});

it.each([
  ['in seconds', '7200'],
  ['as a date', 'Sun, 01 Mar 2026 02:00:02 GMT'],
])('a host that asks to be left alone %s is', async (_name, retryAfter) => {
  await addMany('retry.test', 2);
  site.hosts.answer('retry.test', (_, response) => response.writeHead(429, { 'retry-after': retryAfter }).end());
  await collectLinks(site.db, 1000, clock.now());
  await clock.prober.probeNext(clock.settings);
  clock.pass(2000);
  await clock.prober.probeNext(clock.settings);
  clock.pass(7_199_000);
  expect(await clock.prober.probeNext(clock.settings)).toBe('none');
  clock.pass(1000);
  expect(await clock.prober.probeNext(clock.settings)).toBe('probed');
});

it('no more requests are made in an hour than the budget allows, and they are spread over it', async () => {
  for (let host = 0; host < 20; host++) await add(`b${host}.test`);
  await collectLinks(site.db, 60, clock.now());
  const settings = { ...clock.settings, requestsPerHour: 60 };
  const inMinutes: number[] = [];
  for (let minute = 0; minute < 20; minute++) {
    const before = site.hosts.asked.length;
    while ((await clock.prober.probeNext(settings)) === 'probed');
    inMinutes.push(site.hosts.asked.length - before);
    clock.pass(60_000);
  }
  expect(site.hosts.asked).toHaveLength(20);
  expect(Math.max(...inMinutes)).toBe(1);
});

describe('a host where much fails at once', () => {
  const fill = async (host: string) => {
    const links = await addMany(host, 20);
    await clock.check();
    expect(await statesOf(host)).toEqual(['living']);
    clock.pass(31 * 86_400_000);
    return links;
  };

  it('trips, and nothing is concluded about its links', async () => {
    const host = 'down.test';
    await fill(host);
    site.hosts.answer(host, 404);
    await clock.days(12);
    expect(await isTripped(host)).toBe(true);
    expect(await statesOf(host)).not.toContain('dead');
    // It is asked a few times a day only.
    site.hosts.asked.length = 0;
    await clock.hours(24);
    expect(site.hosts.asked.length).toBeLessThan(12);
    site.hosts.answer(host, 200);
    await clock.hours(48);
    expect(await isTripped(host)).toBe(false);
    await clock.days(40);
    expect(await statesOf(host)).toEqual(['living']);
  });

  it('trips because of its errors, too', async () => {
    const host = 'errors.test';
    await fill(host);
    site.hosts.answer(host, 500);
    await clock.days(2);
    expect(await isTripped(host)).toBe(true);
    expect(await statesOf(host)).not.toContain('dead');
  });

  it('is believed if the operator says so', async () => {
    const host = 'gone.test';
    await fill(host);
    site.hosts.answer(host, 404);
    await clock.days(5);
    expect(await isTripped(host)).toBe(true);
    await trustHost(site.db, system, host);
    await sql`update probed_hosts set next_probe_at = '-infinity', trusted_until = '2026-05-30' where host = ${host}`.execute(
      site.db,
    );
    await sql`update link_checks set next_check_at = '-infinity' where host = ${host}`.execute(site.db);
    await clock.days(6);
    expect(await statesOf(host)).toEqual(['dead']);
  });

  it('does not trip because single links die', async () => {
    const host = 'some.test';
    const links = await fill(host);
    for (const link of links.slice(0, 4)) site.hosts.answer(link.replace(/^http:\/\/([^:]+):\d+/, '$1'), 404);
    await clock.check();
    await clock.days(4);
    expect(await isTripped(host)).toBe(false);
    expect(await statesOf(host)).toEqual(['dead', 'living']);
  });
});

const requestsOfThisHour = async () => {
  const { requests } = await site.db.selectFrom('link_progress').select('requests').executeTakeFirstOrThrow();
  return requests;
};
const asked = (host: string) => site.hosts.asked.filter((each) => each.includes(` ${host}/`));
const leadTo = (place: string, url: string) =>
  site.hosts.answer(place, (_, response) => response.writeHead(302, { location: url }).end());

describe('a link that leads to another host', () => {
  it('costs a request for each step', async () => {
    const url = await add('from.test');
    leadTo(url.replace(/^http:\/\/([^:]+):\d+/, '$1'), site.hosts.url('step.test', '/1'));
    leadTo('step.test/1', site.hosts.url('step.test', '/2'));
    await clock.check();
    expect(await clock.stateOf(url)).toBe('living');
    expect(asked('step.test')).toEqual(['GET step.test/robots.txt', 'HEAD step.test/1', 'HEAD step.test/2']);
    expect(await requestsOfThisHour()).toBe(site.hosts.asked.length);
  });

  it('is not followed where that host does not want it', async () => {
    const url = await add('from2.test');
    leadTo(url.replace(/^http:\/\/([^:]+):\d+/, '$1'), site.hosts.url('closed.test', '/1'));
    site.hosts.answer('closed.test/robots.txt', (_, response) => response.end('User-agent: *\nDisallow: /'));
    await clock.check();
    expect([await clock.stateOf(url), await clock.lastReason(url)]).toEqual(['unknown', 'robots']);
    expect(asked('closed.test')).toEqual(['GET closed.test/robots.txt']);
  });
});

it('a host that hangs up on HEAD is asked for the page', async () => {
  const url = await add('headless.test');
  site.hosts.answer('headless.test', (request, response) =>
    request.method === 'HEAD' ? request.socket.destroy() : response.end('A video'),
  );
  await clock.check();
  expect(await clock.stateOf(url)).toBe('living');
});

it('a host between whose requests there are minutes is asked once for a link', async () => {
  const url = await add('minutes.test');
  site.hosts.answer('minutes.test', 404);
  clock = createLinkClock(site.db, site.hosts, { pauseMs: 600_000 });
  await clock.check();
  clock.pass(600_000);
  await clock.check();
  expect(await clock.stateOf(url)).toBe('suspicious');
  expect(asked('minutes.test').map((each) => each.split(' ')[0])).toEqual(['GET', 'GET']);
});

it('a robots.txt that asks for patience is read again when its host wants it', async () => {
  await addMany('patient.test', 2);
  const days = (count: number) => String(count * 86_400);
  site.hosts.answer('patient.test/robots.txt', (_, response) =>
    response.writeHead(503, { 'retry-after': days(4) }).end(),
  );
  await clock.check();
  await clock.days(3);
  expect(asked('patient.test')).toEqual(['GET patient.test/robots.txt']);
  await clock.days(2);
  expect(asked('patient.test')).toHaveLength(2);
});

it('a link that cannot be asked for keeps no other from being checked', async () => {
  const { db } = site;
  const other = await add('fine.test');
  const { id } = await addVideo(db, system, { title: 'Rain', imageUrl: '/a.svg', category: 'english', link: other });
  await sql`update videos set link = 'https://[broken/' where id = ${id}`.execute(db);
  await clock.check();
  expect([await clock.stateOf(other), await clock.stateOf('https://[broken/')]).toEqual(['living', 'unknown']);
});

describe('a host that is down', () => {
  const spread = async (links: readonly string[], days: number) => {
    for (const [at, url] of links.entries())
      await sql`
        update link_checks set next_check_at = ${new Date(clock.now().getTime() + (at / links.length) * days * 86_400_000)}
        where url = ${url}`.execute(site.db);
  };

  it('is paused though it has few links, and none of them is dead', async () => {
    await addMany('few.test', 4);
    await clock.check();
    site.hosts.answer('few.test', 404);
    clock.pass(30 * 86_400_000);
    await clock.check();
    await clock.days(6);
    expect([await isTripped('few.test'), await statesOf('few.test')]).toEqual([true, ['unknown']]);
  });

  it('is found out by links that were living, before anything is concluded from the few that are due', async () => {
    const links = await addMany('slowly.test', 20);
    await clock.check();
    await spread(links, 30);
    site.hosts.answer('slowly.test', 404);
    await clock.days(10);
    expect(await isTripped('slowly.test')).toBe(true);
    expect(await statesOf('slowly.test')).not.toContain('dead');
  });

  it('is not the reason if others answer: the one link is dead, after three days as ever', async () => {
    const links = await addMany('up.test', 20);
    await clock.check();
    await spread(links.slice(1), 300);
    const [dead = ''] = links;
    site.hosts.answer(dead.replace(/^http:\/\/([^:]+):\d+/, '$1'), 404);
    clock.pass(30 * 86_400_000);
    await clock.check();
    await clock.days(3);
    expect(await clock.stateOf(dead)).toBe('dead');
  });
});
