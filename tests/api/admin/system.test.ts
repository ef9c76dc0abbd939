/** What main admins see of the state of the site. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SystemReport } from '#contract/system.ts';
import { failJob, repairJob } from '../../support/failed-job.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ nodeName: 'lantern' }, { runsJobs: true });
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

const read = async (): Promise<SystemReport> => {
  const response = await call('GET', '/admin/system');
  expect(response.statusCode).toBe(200);
  return response.json().system;
};
const sentencesOf = (system: SystemReport, title: string) =>
  system.sections.find((section) => section.title === title)?.checks.map(({ sentence }) => sentence) ?? [];

it('has a sentence for each part, and the site’s node', async () => {
  let system = await read();
  // On a busy machine, its last sign of life may be from when it was behind.
  await expect
    .poll(async () => {
      system = await read();
      return system.nodes.map(({ check, indexLagSeconds }) => [check.sentence, indexLagSeconds]);
    })
    .toEqual([['The node lantern is serving.', 0]]);
  expect(sentencesOf(system, 'Database')).toEqual([
    expect.stringMatching(/^The database on \S+ responds in [\w ]+ ms: PostgreSQL [\d.]+, .+ of \d+ connections\.$/),
    'The clock agrees with that of the database.',
  ]);
  expect(sentencesOf(system, 'Replicas')).toEqual(['No read replicas are set.']);
  expect(sentencesOf(system, 'Index')).toEqual(['The index has 0 videos and follows every change.']);
  expect(sentencesOf(system, 'Settings')).toEqual([
    expect.stringContaining('Missing on the footer pages: legal name of the operator, '),
    'Visitors are sent to example.com by: “Leave” URL, Sponsored link, Banners.',
  ]);
  expect(sentencesOf(system, 'Page cache')).toEqual([expect.stringMatching(/^The cache has \d+ pages/)]);
  expect(sentencesOf(system, 'Disk')).toEqual([expect.stringMatching(/^The disk of the data folder has \d+ % left/)]);
  expect(system.nodes[0]).toMatchObject({ name: 'lantern', version: expect.stringMatching(/^\d/) });
});

it('lists each job with its schedule and last result', async () => {
  const jobs = async () => Object.fromEntries((await read()).jobs.map(({ name, ...job }) => [name, job]));
  await expect.poll(async () => (await jobs())['purge-deleted']?.durationMs ?? null).not.toBeNull();
  expect((await jobs())['purge-deleted']).toMatchObject({
    title: 'Permanently delete records after 30 days',
    schedule: 'Daily at 03:30 UTC',
    check: { state: 'ok' },
    isRunning: false,
    error: null,
    nextRunAt: expect.stringMatching(/T03:30:00\.000Z$/),
  });
  expect(Object.keys(await jobs())).not.toContain('deliver-mail');
});

it('counts for the sidebar what the screen shows, and puts what is left to do after what is wrong', async () => {
  const counted = async () => {
    const { systemProblems, systemFailures } = (await call('GET', '/dashboard/waiting')).json().waiting;
    return { problems: systemProblems, failures: systemFailures };
  };
  // A busy machine may answer late, which counts, too.
  await expect
    .poll(async () => {
      const { problems, failures } = await read();
      return { is: await counted(), isScreen: { problems, failures } };
    })
    .toSatisfy(({ is, isScreen }) => is.problems === isScreen.problems && is.failures === isScreen.failures);
  expect((await counted()).problems).toBeGreaterThanOrEqual(4);
  const admin = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  expect((await admin('GET', '/dashboard/waiting')).json().waiting).toMatchObject({
    systemProblems: 0,
    systemFailures: 0,
  });
});

it('names what needs attention first', async () => {
  const { db } = site.database;
  await failJob(db, 'the disk is full');
  await db
    .insertInto('outbox')
    .values({ event: 'e', recipient: 'a@example.com', subject: 's', body: 'b', next_try_at: new Date() })
    .execute();
  const system = await read();
  expect(system.worst).toMatchObject({
    part: 'Jobs',
    state: 'failure',
    sentence: expect.stringContaining('“Permanently delete records after 30 days” failed'),
  });
  expect(sentencesOf(system, 'Mail')).toEqual([
    expect.stringMatching(/waiting in the outbox, because no mail server is set\.$/),
  ]);
  await repairJob(db);
  expect((await read()).leftToDo.map(({ part }) => part)).toEqual(['Mail', 'Policies', 'Example links', 'Backups']);
});

it('includes backups, which can be requested once a node has made one', async () => {
  const { db } = site.database;
  const before = await read();
  expect(sentencesOf(before, 'Backups')).toEqual([expect.stringMatching(/^The site makes no backups\./)]);
  expect(before.canBackUp).toBe(false);
  const failed = { name: 'a.backup', node: 'dormer', finished_at: new Date(), error: 'the disk is full' };
  await db.insertInto('backups').values(failed).execute();
  const after = await read();
  expect(after.worst).toMatchObject({
    part: 'Backups',
    state: 'failure',
    sentence: expect.stringContaining('the disk is full'),
  });
  expect(after.canBackUp).toBe(true);
});

it('says which node was lost, and which runs another version', async () => {
  const { pool } = site.owner;
  await pool.query(`insert into nodes (id, name, version, status, state, seen_at)
    select 'lost', 'dormer', version, 'serving', state, now() - interval '1 minute' from nodes where name = 'lantern'`);
  await pool.query(`insert into nodes (id, name, version, status, state, seen_at)
    select 'old', 'attic', '0.0.1', 'serving', state, now() + interval '1 minute' from nodes where name = 'lantern'`);
  const { nodes, sections } = await read();
  expect(nodes.map(({ name, check }) => [name, check.state])).toEqual([
    ['attic', 'warning'],
    ['dormer', 'warning'],
    ['lantern', 'ok'],
  ]);
  // Only those that are there have an index, and there are two of them.
  expect(sections.find(({ title }) => title === 'Index')?.checks.map(({ sentence }) => sentence)).toEqual([
    'The index of attic has 0 videos and follows every change.',
    'The index of lantern has 0 videos and follows every change.',
  ]);
});
