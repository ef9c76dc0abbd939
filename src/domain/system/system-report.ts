import { checkStates } from '#contract/values/checks.ts';
import { factLabels, missingFacts } from '#contract/values/operator-facts.ts';
import type { Db } from '#db/database.ts';
import { hostUrls } from '#db/hosts.ts';
import { version } from '#db/version.ts';
import { readBackups } from '#domain/backup/backups.ts';
import { type JobState, readJobs, scheduledJobs } from '#domain/jobs/scheduled-jobs.ts';
import { type Node, readNodes } from '#domain/nodes.ts';
import { readSettings, type StoredSettings, withDefaults } from '#domain/settings.ts';
import { readMissingFingerprints } from '#domain/stay-down/missing-fingerprints.ts';
import { hasBackups, judgeBackups } from './backups.ts';
import { type Check, ok } from './check.ts';
import { askHost, findPrimary, type HostFacts, judgeDatabase, type LostHost } from './database-hosts.ts';
import { judgeFingerprints } from './fingerprints.ts';
import { judgeJob } from './jobs.ts';
import { judgeClock } from './machine.ts';
import { judgeMailQueue, readMailQueue } from './mail.ts';
import { judgeIndex, judgeNode, judgeNodeReplicas, judgePageCache } from './nodes.ts';
import { checkRemovals } from './removals.ts';
import { judgeDisk } from './storage.ts';

const part = 'Policies';

/** Never a failure: without these facts, the pages only say that they are missing. */
const judgePolicies = (stored: StoredSettings): Check => {
  const { pageTexts, operator, contactEmail } = withDefaults(stored, '');
  const missing = missingFacts(pageTexts, { ...operator, contactEmail }).map(({ fact }) => factLabels[fact]);
  if (missing.length === 0) return ok(part, 'The footer pages have all facts about the operator.');
  return ok(part, `Missing on the footer pages: ${missing.join(', ')}. Enter this in the settings.`);
};

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

const worstOf = (checks: readonly Check[]) => {
  const severity = ({ state }: Check) => checkStates.indexOf(state);
  return checks.filter(({ state }) => state !== 'ok').sort((one, other) => severity(other) - severity(one))[0];
};

export interface ReportSources {
  db: Db;
  /** May name several hosts. */
  databaseUrl: string;
}

/** Checks every part of the site, from data of its nodes and the database. */
export const readSystem = async ({ db, databaseUrl }: ReportSources): Promise<SystemReport> => {
  const [hosts, nodes, queue, backups, settings, fingerprints] = await Promise.all([
    Promise.all(hostUrls(databaseUrl).map(askHost)),
    readNodes(db),
    readMailQueue(db),
    readBackups(db),
    readSettings(db),
    readMissingFingerprints(db),
  ]);
  const live = nodes.filter(({ isLive }) => isLive);
  const sendsMail = live.some(({ state }) => state.sendsMail);
  const makesBackups = live.some(({ state }) => state.makesBackups);
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
    { title: 'Policies', checks: [judgePolicies(settings)] },
    // Last, so that other failures are reported first: the dashboard has a separate alarm for backups.
    { title: 'Backups', checks: [judgeBackups(backups, makesBackups)] },
  ];
  const checks = [
    ...[...judgedNodes, ...jobs].map(({ check }) => check),
    ...sections.flatMap((section) => section.checks),
  ];
  return {
    checkedAt: new Date(),
    worst: worstOf(checks),
    problems: checks.filter(({ state }) => state !== 'ok').length,
    nodes: judgedNodes,
    jobs,
    sections,
    canBackUp: hasBackups(backups, makesBackups) && backups.unfinished === undefined,
  };
};
