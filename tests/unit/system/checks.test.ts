/** How parts of the system are judged. */
import { describe, expect, it } from 'vitest';
import { factLabels } from '#contract/values/operator-facts.ts';
import type { JobState } from '#domain/jobs/scheduled-jobs.ts';
import { runCheck } from '#domain/system/check.ts';
import { checkSettings, checkVariableNames } from '#domain/system/configuration.ts';
import { type HostFacts, judgeDatabase } from '#domain/system/database-hosts.ts';
import { judgeFingerprints } from '#domain/system/fingerprints.ts';
import { judgeJob, judgeJobs } from '#domain/system/jobs.ts';
import { judgeClock, judgeMemory, quickestAnswer } from '#domain/system/machine.ts';
import { judgeMailQueue } from '#domain/system/mail.ts';
import { folderIdentity, judgeSiteFolder, type SiteAnswer } from '#domain/system/own-site.ts';
import { judgeArrival, judgeProxySettings } from '#domain/system/proxy.ts';
import { judgeCountryRules, judgeSettings } from '#domain/system/site-settings.ts';
import { judgeDisk } from '#domain/system/storage.ts';

const gigabyte = 1024 ** 3;
const now = new Date('2026-11-17T10:00:30Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

describe('disk', () => {
  const judged = (freeBytes: number, totalBytes: number) => judgeDisk('the data folder', { freeBytes, totalBytes });

  it('says how much is left, and what to do', () => {
    expect(judged(1.2 * gigabyte, 40 * gigabyte)).toEqual({
      part: 'Disk',
      state: 'warning',
      sentence: 'The disk of the data folder has 3 % left (1.2 GB).',
      whatToDo: 'Free space or move DATA_DIR.',
    });
  });

  it.each([
    [50, 1000, 'ok'],
    [5, 20, 'ok'],
    [19, 1000, 'warning'],
    [4, 1000, 'failure'],
    [0.4, 2, 'failure'],
  ])('with %d of %d GB is %s', (free, total, state) => {
    expect(judged(free * gigabyte, total * gigabyte).state).toBe(state);
  });
});

it('a disk without a size is no full one', () => {
  expect(judgeDisk('the data folder', { freeBytes: 0, totalBytes: 0 })).toEqual({
    part: 'Disk',
    state: 'ok',
    sentence: 'The disk of the data folder does not report its size.',
  });
});

describe('clock', () => {
  it('is that of the quickest answer: others waited for a busy machine', () => {
    const answer = (ms: number) => ({ time: ms, precisionMs: 1, askedAt: 5_000, answeredAt: 5_000 + ms });
    expect(quickestAnswer(answer(115), answer(2), answer(40))).toEqual(answer(2));
    expect(quickestAnswer(answer(1), answer(2), answer(40))).toEqual(answer(1));
  });

  const judged = (difference: number, waited = 0) =>
    judgeClock('the database', {
      time: 5_000 + difference,
      precisionMs: 1,
      askedAt: 5_000,
      answeredAt: 5_000 + waited,
    });

  it.each([
    [1_900, 'ok'],
    [-1_900, 'ok'],
    [3_000, 'warning'],
    [-3_000, 'warning'],
    [40_000, 'failure'],
  ])('that differs by %d ms is %s', (difference, state) => {
    expect(judged(difference).state).toBe(state);
  });

  it('says which one is behind', () => {
    expect(judged(3_001).sentence).toBe('The clock of this machine is 3 seconds behind that of the database.');
    expect(judged(-3_001).sentence).toBe('The clock of this machine is 3 seconds ahead of that of the database.');
  });

  it('is not blamed for a slow answer', () => {
    expect(judged(6_000, 6_000).state).toBe('ok');
  });
});

describe('jobs', () => {
  const job: JobState = {
    name: 'purge-deleted',
    title: 'Remove old records',
    cron: '5 * * * *',
    startedAt: minutesAgo(55),
    endedAt: minutesAgo(54),
    error: undefined,
    succeededAt: minutesAgo(54),
    nextRunAt: minutesAgo(-5),
  };

  it('that ran when they should are well', () => {
    expect(judgeJob(job, now)).toMatchObject({
      state: 'ok',
      sentence: '“Remove old records” ran on 17 November 2026 at 09:06 UTC.',
    });
    expect(judgeJobs([job], now)[0]?.sentence).toBe('All 1 jobs have run without errors.');
  });

  it('that failed say why, also while they are tried again', () => {
    const failed = { ...job, startedAt: minutesAgo(0), error: 'the disk is full' };
    expect(judgeJob(failed, now)).toMatchObject({
      state: 'failure',
      sentence: '“Remove old records” failed on 17 November 2026 at 09:06 UTC: the disk is full.',
    });
    expect(judgeJobs([job, failed], now)).toHaveLength(1);
  });

  it('that were missed are late after a while', () => {
    expect(judgeJob({ ...job, startedAt: minutesAgo(70), endedAt: minutesAgo(69) }, now).state).toBe('warning');
    expect(judgeJob({ ...job, startedAt: undefined, endedAt: undefined, succeededAt: undefined }, now)).toMatchObject({
      state: 'ok',
      sentence: '“Remove old records” has not run yet.',
    });
  });

  it('that have not ended for too long were interrupted', () => {
    const running = { ...job, startedAt: minutesAgo(14) };
    expect(judgeJob(running, now).state).toBe('ok');
    expect(judgeJob({ ...running, startedAt: minutesAgo(16) }, now).state).toBe('warning');
    expect(judgeJob({ ...running, expireInSeconds: 60 }, now).state).toBe('warning');
  });
});

describe('mail', () => {
  const queue = {
    waiting: 0,
    oldestWaitingAt: undefined,
    lastSentAt: undefined,
    failedAt: undefined,
    lastError: undefined,
  };

  it('waits without a mail server', () => {
    expect(judgeMailQueue(queue, false, now)).toMatchObject({
      state: 'warning',
      isLeftToDo: true,
      sentence: 'No mail server is set, so no emails are sent.',
    });
    expect(judgeMailQueue({ ...queue, waiting: 2, oldestWaitingAt: now }, false, now)).toMatchObject({
      state: 'warning',
      sentence: '2 emails are waiting in the outbox, because no mail server is set.',
    });
  });

  it('may wait for a while, and fail for a week', () => {
    const waiting = { ...queue, waiting: 1, oldestWaitingAt: minutesAgo(10) };
    expect(judgeMailQueue(waiting, true, now).state).toBe('ok');
    expect(judgeMailQueue({ ...waiting, oldestWaitingAt: minutesAgo(20) }, true, now).state).toBe('warning');
    expect(judgeMailQueue({ ...queue, failedAt: minutesAgo(20), lastError: 'refused' }, true, now)).toMatchObject({
      state: 'failure',
      sentence: 'An email could not be sent and was given up on 17 November 2026 at 09:40 UTC: refused.',
    });
    expect(judgeMailQueue({ ...queue, failedAt: minutesAgo(8 * 24 * 60) }, true, now).state).toBe('ok');
  });
});

describe('settings', () => {
  const facts = {
    contactEmail: 'office@example.com',
    operator: Object.fromEntries(Object.keys(factLabels).map((fact) => [fact, 'known'])),
  };
  const own = 'https://site.test/';
  const links = { banners: [], sponsoredLink: { label: 'Partner', url: own }, leaveUrl: own };

  it('lack facts and lead to an example until an operator enters their own', () => {
    expect(judgeSettings({})).toMatchObject([
      { part: 'Policies', state: 'warning', isLeftToDo: true },
      {
        part: 'Example links',
        state: 'warning',
        isLeftToDo: true,
        sentence: 'Visitors are sent to example.com by: “Leave” URL, Sponsored link, Banners.',
      },
    ]);
    expect(judgeSettings({ ...facts, ...links }).map(({ state }) => state)).toEqual(['ok', 'ok']);
  });

  it('may not hide an example in one banner of several', () => {
    const banner = (url: string) => ({ image: '/art/1.svg', url });
    const banners = [banner(own), banner('http://ads.example.com/x')];
    expect(judgeSettings({ ...facts, ...links, banners })[1]?.sentence).toBe(
      'Visitors are sent to example.com by: Banners.',
    );
  });
});

describe('age rules of countries', () => {
  const rules = (rule: string) => ({ ageRules: { others: 'question', countries: [{ country: 'DE', rule }] } });

  it('are those of everybody while no proxy names the country of visitors', () => {
    expect(judgeCountryRules(rules('closed'), undefined)).toMatchObject([
      { state: 'warning', sentence: expect.stringContaining('the site is closed for everybody') },
    ]);
    expect(judgeCountryRules(rules('assurance'), undefined)).toMatchObject([{ state: 'warning' }]);
    expect(judgeCountryRules(rules('closed'), 'x-country')).toEqual([]);
    expect(judgeCountryRules(rules('question'), undefined)).toEqual([]);
    expect(judgeCountryRules({}, undefined)).toEqual([]);
  });
});

describe('the data folder of a running site', () => {
  const answer = (dataFolder?: string): SiteAnswer => ({
    kind: 'ours',
    arrival: {
      proof: '',
      version: '1.0.0',
      ip: '127.0.0.1',
      protocol: 'http',
      host: 'localhost',
      hasForwardedFor: false,
      ...(dataFolder === undefined ? {} : { dataFolder }),
    },
    date: undefined,
    askedAt: 0,
    answeredAt: 0,
  });

  it('is the one that was checked', () => {
    expect(judgeSiteFolder(answer(folderIdentity('/')), '/')).toEqual([]);
    expect(judgeSiteFolder(answer(folderIdentity('/')), `${import.meta.dirname}`)).toMatchObject([
      { state: 'warning', sentence: expect.stringContaining('The running site uses another data folder') },
    ]);
    expect(judgeSiteFolder(answer('1:1'), '/nowhere/at all')).toHaveLength(1);
  });

  it('is not judged if no site runs, or one of a version that does not say', () => {
    expect(judgeSiteFolder({ kind: 'other' }, '/')).toEqual([]);
    expect(judgeSiteFolder(answer(), '/')).toEqual([]);
  });
});

describe('configuration', () => {
  const known = ['PORT', 'SITE_URL', 'TRUST_PROXY'];

  it('asks what unknown variables mean', () => {
    const found = checkVariableNames(known, {
      inFile: ['PORT', 'COLOUR', 'NODE_ENV'],
      inEnvironment: ['SITE_ULR', 'PATH'],
    });
    expect(found.map(({ sentence, whatToDo }) => [sentence, whatToDo])).toEqual([
      ['Unknown variable COLOUR.', 'Remove it from .env, or see README.md for the names.'],
      ['Unknown variable SITE_ULR.', 'Did you mean SITE_URL?'],
    ]);
  });

  const settings = {
    count: 1,
    port: 3000,
    metricsPort: undefined,
    host: '127.0.0.1',
    siteUrl: 'http://localhost:3000',
    trustProxy: false,
    renderThreads: 1,
    cores: 2,
  };

  it.each([
    [{}, 'ok'],
    [{ metricsPort: 3000 }, 'failure'],
    [{ host: '0.0.0.0' }, 'warning'],
    [{ trustProxy: true, host: '0.0.0.0', siteUrl: 'https://example.com' }, 'warning'],
    [{ renderThreads: 3 }, 'warning'],
  ])('with %j is %s', (change, state) => {
    expect(checkSettings({ ...settings, ...change }).map((check) => check.state)).toEqual([state]);
  });
});

describe('proxy headers', () => {
  const arrival = {
    proof: '',
    version: '1',
    ip: '192.0.2.1',
    protocol: 'https',
    host: 'example.com',
    hasForwardedFor: true,
  };
  const judged = (change: Partial<typeof arrival>) =>
    judgeArrival(
      { kind: 'ours', arrival: { ...arrival, ...change }, date: undefined, askedAt: 0, answeredAt: 0 },
      { siteUrl: 'https://example.com', trusted: 'loopback' },
    );

  it('are right, or one sentence says which is not', () => {
    expect(judged({}).state).toBe('ok');
    expect(judged({ host: '127.0.0.1:3000' }).sentence).toBe(
      'The site sees the host 127.0.0.1:3000 instead of example.com.',
    );
    expect(judged({ protocol: 'http' }).sentence).toBe('The site sees http instead of https.');
    expect(judged({ ip: '127.0.0.1', hasForwardedFor: false }).sentence).toBe(
      'The proxy at 127.0.0.1 does not send the IP of visitors.',
    );
  });

  it('need a proxy that is trusted, and TLS', () => {
    expect(judgeProxySettings({ siteUrl: 'https://example.com', trusted: 'false' }).state).toBe('warning');
    expect(judgeProxySettings({ siteUrl: 'http://example.com', trusted: 'loopback' }).state).toBe('warning');
    expect(judgeProxySettings({ siteUrl: 'http://[::1]:3000', trusted: 'false' }).state).toBe('ok');
  });
});

describe('hosts of a database', () => {
  const host = (name: string, timeline: number | undefined): HostFacts => ({
    name,
    url: '',
    answerMs: 2,
    clock: { time: 0, precisionMs: 1, askedAt: 0, answeredAt: 0 },
    version: '18.1',
    versionNumber: 180_001,
    timeline,
    connections: 5,
    maxConnections: 100,
    databaseBytes: 10 * gigabyte,
  });
  const states = (...hosts: HostFacts[]) => judgeDatabase(hosts, 'DATABASE_URL').map(({ state }) => state);

  it('have one primary', () => {
    expect(judgeDatabase([host('a', undefined), host('b', 2)], 'DATABASE_URL').map(({ sentence }) => sentence)).toEqual(
      [
        'The database on b responds in 2 ms: PostgreSQL 18.1, 10.0 GB, 5 of 100 connections.',
        'The host a is a standby.',
      ],
    );
    expect(states(host('a', 1), host('b', 2))).toEqual(['ok', 'warning']);
    expect(states(host('a', 2), host('b', 2))).toEqual(['ok', 'failure']);
    expect(states(host('a', undefined))).toEqual(['failure']);
  });

  it('are new, near and not crowded', () => {
    expect(states({ ...host('a', 1), versionNumber: 140_010 })).toEqual(['failure']);
    expect(states({ ...host('a', 1), answerMs: 101 })).toEqual(['warning']);
    expect(states({ ...host('a', 1), connections: 81 })).toEqual(['warning']);
  });
});

it('the memory of a machine should suffice for the catalogue', () => {
  const facts = { videos: 1_000_000, pageCacheMb: 64, isEmbedded: true, availableBytes: 2 * gigabyte };
  expect(judgeMemory(facts)).toMatchObject({
    state: 'ok',
    sentence: 'About 1.1 GB of 2.0 GB are needed for 1,000,000 videos.',
  });
  expect(judgeMemory({ ...facts, availableBytes: gigabyte }).state).toBe('warning');
});

it('a check that hangs or breaks is a sentence', async () => {
  expect(await runCheck('Disk', () => new Promise(() => {}), 1)).toMatchObject([
    { state: 'failure', sentence: 'This check has had no response for 0.001 seconds.' },
  ]);
  expect(
    await runCheck('Disk', () => {
      throw new Error('no such device');
    }),
  ).toMatchObject([{ part: 'Disk', state: 'failure', sentence: 'This check failed to run: no such device.' }]);
});

describe('what is said of removed pictures', () => {
  const now = new Date('2026-03-02T12:00:00Z');
  const judge = (hours: number) =>
    judgeFingerprints(
      {
        pictures: 2,
        cases: 1,
        since: new Date(now.getTime() - hours * 3_600_000),
        problem: 'pics.example answered 503.',
      },
      now,
    );
  it('warns after some minutes and fails after a day, and says why', () => {
    expect([0.1, 1, 25].map((hours) => judge(hours).state)).toEqual(['ok', 'warning', 'failure']);
    expect(judge(1).sentence).toMatch(
      /^2 removed pictures of 1 case cannot be .* because pics.example answered 503\.$/,
    );
    const none = { pictures: 0, cases: 0, since: undefined, problem: undefined };
    expect(judgeFingerprints(none, now).state).toBe('ok');
  });
});
