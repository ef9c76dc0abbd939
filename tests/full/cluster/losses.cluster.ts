/**
 * A primary and its standby, three nodes, visitors and administrators: each part is killed in turn, and nobody notices more than
 * they have to. Prints what was lost, what visitors saw, how long writes failed and whether all indexes agree with SQL.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { recordLogHistory } from './support/log-history.ts';
import type { ClusterNode } from './support/node.ts';
import { type Findings, type People, startPeople } from './support/people.ts';
import { holdBackLog, receivedByStandby } from './support/replication.ts';
import { type FaultRow, faultTable } from './support/report.ts';

let cluster: Cluster;
let people: People;
const rows: FaultRow[] = [];

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.commitSynchronously();
  people = await startPeople(cluster);
});

afterAll(async () => {
  await people?.stop();
  await cluster?.remove();
  console.log(`\n${faultTable(rows)}\n`);
});

const writesBetween = 40;

const firstWriteAfter = (moment: number, node?: ClusterNode) =>
  people.ledger
    .writes()
    .find((write) => write.acknowledged && write.sentAt > moment && (!node || write.node === node.name))?.answeredAt;

interface Fault {
  name: string;
  kill: () => Promise<void>;
  /** What an operator or a cluster manager does about it. */
  recover: () => Promise<void>;
  /** How many acknowledged writes and views may be lost; none by default. */
  mayLose?: (findings: Findings) => number;
}

/** Kills something while everybody works, waits until writes through every node work again, and compares everything. */
const goThrough = async ({ name, kill, recover, mayLose = () => 0 }: Fault): Promise<Findings & { row: FaultRow }> => {
  await people.untilAcknowledged(writesBetween);
  const killedAt = performance.now();
  await kill();
  const goneAt = performance.now();
  const secondsUntil = (moment = Number.NaN) => (moment - killedAt) / 1000;
  const written = expect.poll(() => firstWriteAfter(goneAt)).toBeDefined();
  await Promise.all([written, recover()]);
  for (const node of cluster.nodes) await expect.poll(() => firstWriteAfter(goneAt, node)).toBeDefined();
  const writesAfterSeconds = secondsUntil(firstWriteAfter(goneAt));
  const allNodesAfterSeconds = Math.max(...cluster.nodes.map((node) => secondsUntil(firstWriteAfter(goneAt, node))));
  await people.untilAcknowledged(writesBetween);
  const findings = await people.check();
  const { posts, views, visits, differences } = findings;
  const row: FaultRow = {
    fault: name,
    acknowledged: posts.acknowledged + views.acknowledgedAt.length,
    lost: posts.lost.length + views.lost,
    mayLose: mayLose(findings),
    pages: visits.pages,
    pageErrors: visits.errors.length,
    cutOff: visits.cutOff,
    noNode: visits.noNode,
    writesAfterSeconds,
    allNodesAfterSeconds,
    differences: differences.length,
  };
  rows.push(row);
  expect(posts.problems).toEqual([]);
  expect(people.administrators.problems()).toEqual([]);
  expect(views.surplus).toBe(0);
  expect(visits.errors).toEqual([]);
  expect(differences).toEqual([]);
  return { ...findings, row };
};

const expectNothingLost = ({ posts, views }: Findings) => {
  expect(posts.lost).toEqual([]);
  expect(views.lost).toBe(0);
};

it('goes on without a node, and with it when it is back', async () => {
  const [node] = cluster.nodes as [ClusterNode];
  const findings = await goThrough({ name: 'a node', kill: node.kill, recover: node.start });
  expectNothingLost(findings);
  expect(findings.visits.noNode).toBe(0);
});

it('goes on without the standby as soon as the primary no longer waits for it', async () => {
  const findings = await goThrough({
    name: 'the standby',
    kill: () => cluster.standby.kill(),
    recover: () => cluster.commitAsynchronously(),
  });
  expectNothingLost(findings);
  expect(findings.visits.noNode).toBe(0);
  await cluster.standby.start();
  await cluster.commitSynchronously();
});

it('loses nothing with the primary if commits are synchronous', async () => {
  const findings = await goThrough({
    name: 'the primary, synchronous',
    kill: () => cluster.primary.kill(),
    recover: () => cluster.promoteStandby(),
  });
  expectNothingLost(findings);
  expect(findings.visits.noNode).toBe(0);
  await cluster.replaceFormerPrimary();
  await cluster.commitSynchronously();
});

it('goes on after the loss of all nodes at once, with the same sessions and records', async () => {
  // One after the other, which nobody notices, so that each has a snapshot from which its index is restored.
  for (const node of cluster.nodes) {
    await node.stop();
    expect(existsSync(join(node.dataDir, 'index.snapshot'))).toBe(true);
    await node.start();
  }
  const findings = await goThrough({
    name: 'all nodes at once',
    kill: async () => void (await Promise.all(cluster.nodes.map((node) => node.kill()))),
    recover: async () => void (await Promise.all(cluster.nodes.map((node) => node.start()))),
  });
  expectNothingLost(findings);
  for (const node of cluster.nodes) expect(node.output()).not.toContain('damaged or missing');
});

it('loses no more than the lag explains with the primary if commits are asynchronous', async () => {
  await cluster.commitAsynchronously();
  const { primary, standby } = cluster;
  const history = recordLogHistory(primary);
  await people.untilAcknowledged(writesBetween);
  await holdBackLog(primary, standby);
  const heldBackAt = performance.now();
  let lostAt = 0;
  let coveredAt = 0;
  const isInLag = (moment: number) => moment > coveredAt && moment < lostAt;
  const { posts, visits, row } = await goThrough({
    name: 'the primary, asynchronous',
    kill: async () => {
      await primary.kill();
      lostAt = performance.now();
      people.administrators.leaveOldPosts();
    },
    recover: async () => {
      await history.stop();
      coveredAt = history.coveredBy(await receivedByStandby(standby));
      await cluster.promoteStandby();
    },
    mayLose: (found) =>
      found.posts.writes.filter(({ acknowledged, answeredAt }) => acknowledged && isInLag(answeredAt)).length +
      found.views.acknowledgedAt.filter(isInLag).length,
  });
  console.log(
    `  The standby lacked the last ${((lostAt - coveredAt) / 1000).toFixed(1)} s of the asynchronous primary.`,
  );
  expect(visits.noNode).toBe(0);
  expect(posts.lost.filter(({ answeredAt }) => !isInLag(answeredAt))).toEqual([]);
  expect(row.lost).toBeLessThanOrEqual(row.mayLose);
  // The primary alone had these.
  const heldBack = posts.writes.filter(
    ({ acknowledged, sentAt, answeredAt }) => acknowledged && sentAt > heldBackAt && answeredAt < lostAt,
  );
  expect(heldBack).not.toEqual([]);
  expect(posts.lost).toEqual(expect.arrayContaining(heldBack));
});
