import { checkStates } from '#contract/values/checks.ts';
import type { Db } from '#db/database.ts';
import { hostUrls } from '#db/hosts.ts';
import { version } from '#db/version.ts';
import { readBackups } from '#domain/backup/backups.ts';
import { type JobState, readJobs, scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { type Node, readNodes } from '#domain/nodes.ts';
import { readSettings } from '#domain/settings.ts';
import { readMissingFingerprints } from '#domain/stay-down/missing-fingerprints.ts';
import { hasBackups, judgeBackups } from './backups.ts';
import type { Check } from './check.ts';
import { askHost, findPrimary, type HostFacts, judgeDatabase, type LostHost } from './database-hosts.ts';
import { judgeFingerprints } from './fingerprints.ts';
import { judgeJob } from './jobs.ts';
import { judgeClock } from './machine.ts';
import { judgeMailQueue, type MailQueue, readMailQueue } from './mail.ts';
import { judgeIndex, judgeNode, judgeNodeReplicas, judgePageCache } from './nodes.ts';
import { checkRemovals } from './removals.ts';
import { judgeSettings } from './site-settings.ts';
import { judgeDisk } from './storage.ts';

export interface SystemSection {
  title: string;
  checks: Check[];
}

export interface SystemReport {
  checkedAt: Date;
  /** The most severe problem. */
  worst: Check | undefined;
  /** Number of warnings and failures. */
  problems: number;
  failures: number;
  leftToDo: Check[];
  nodes: { node: Node; check: Check }[];
  jobs: { job: JobState; check: Check }[];
  sections: SystemSection[];
  /** True if a backup can be requested now. */
  canBackUp: boolean;
}

const databaseSection = (hosts: (HostFacts | LostHost)[]): SystemSection => {
  const primary = findPrimary(hosts);
  const clock = primary ? [judgeClock('the database', primary.clock)] : [];
  return { title: 'Database', checks: [...judgeDatabase(hosts, 'DATABASE_URL'), ...clock] };
};

const diskSection = (nodes: readonly Node[]): SystemSection => ({
  title: 'Disk',
  checks: nodes.flatMap(({ name, state: { disk } }) =>
    disk ? [judgeDisk(nodes.length > 1 ? `the data folder of ${name}` : 'the data folder', disk)] : [],
  ),
});

/** What is left to do comes after what is wrong. */
const worstOf = (checks: readonly Check[]) => {
  const severity = ({ state, isLeftToDo }: Check) => checkStates.indexOf(state) - (isLeftToDo ? 0.5 : 0);
  return checks.filter(({ state }) => state !== 'ok').sort((one, other) => severity(other) - severity(one))[0];
};

export interface ReportSources {
  db: Db;
  /** May name several hosts. */
  databaseUrl: string;
}

/** What takes long to find out: hosts may hang, and the outbox is never emptied. */
interface SlowFacts {
  hosts: (HostFacts | LostHost)[];
  queue: MailQueue;
}

const readSlowFacts = async ({ db, databaseUrl }: ReportSources): Promise<SlowFacts> => {
  const [hosts, queue] = await Promise.all([Promise.all(hostUrls(databaseUrl).map(askHost)), readMailQueue(db)]);
  return { hosts, queue };
};

const judgeSystem = async (db: Db, slow: Promise<SlowFacts>): Promise<SystemReport> => {
  const [{ hosts, queue }, nodes, backups, settings, fingerprints] = await Promise.all([
    slow,
    readNodes(db),
    readBackups(db),
    readSettings(db),
    readMissingFingerprints(db),
  ]);
  const live = nodes.filter(({ isLive }) => isLive);
  const sendsMail = live.some(({ state }) => state.sendsMail);
  const makesBackups = live.some(({ state }) => state.makesBackups);
  const backsUpElsewhere = live.some(({ state }) => state.backsUpElsewhere);
  const scheduled = scheduledJobs({ sendsMail, makesBackups });
  const jobs = (await readJobs(db, scheduled)).map((job) => ({ job, check: judgeJob(job) }));
  const judgedNodes = nodes.map((node) => ({ node, check: judgeNode(node, version) }));
  const sections = [
    databaseSection(hosts),
    { title: 'Replicas', checks: judgeNodeReplicas(live) },
    { title: 'Index', checks: judgeIndex(live) },
    { title: 'Page cache', checks: judgePageCache(live) },
    { title: 'Mail', checks: [judgeMailQueue(queue, sendsMail)] },
    { title: 'Removals', checks: [await checkRemovals(db)] },
    diskSection(live),
    { title: 'Removed pictures', checks: [judgeFingerprints(fingerprints)] },
    { title: 'Settings', checks: judgeSettings(settings) },
    // Last, so that other failures are reported first: the dashboard has a separate alarm for backups.
    { title: 'Backups', checks: [judgeBackups(backups, { makesBackups, backsUpElsewhere })] },
  ];
  const checks = [
    ...[...judgedNodes, ...jobs].map(({ check }) => check),
    ...sections.flatMap((section) => section.checks),
  ];
  return {
    checkedAt: new Date(),
    worst: worstOf(checks),
    problems: checks.filter(({ state }) => state !== 'ok').length,
    failures: checks.filter(({ state }) => state === 'failure').length,
    leftToDo: checks.filter(({ isLeftToDo }) => isLeftToDo),
    nodes: judgedNodes,
    jobs,
    sections,
    canBackUp: hasBackups(backups, makesBackups) && backups.unfinished === undefined,
  };
};

export interface SystemWatch {
  /** Checks every part of the site, from data of its nodes and the database. */
  read: () => Promise<SystemReport>;
  /** The same for the count that every screen shows: what is slow to find out may be 30 seconds old. */
  glance: () => Promise<SystemReport>;
}

const slowFactsMs = 30_000;

export const createSystemWatch = (sources: ReportSources): SystemWatch => {
  let last: { facts: Promise<SlowFacts>; at: number } | undefined;
  const refresh = () => {
    const facts = readSlowFacts(sources);
    const current = { facts, at: performance.now() };
    last = current;
    facts.catch(() => {
      if (last === current) last = undefined;
    });
    return facts;
  };
  return {
    read: () => judgeSystem(sources.db, refresh()),
    glance: () => judgeSystem(sources.db, last && performance.now() - last.at < slowFactsMs ? last.facts : refresh()),
  };
};
