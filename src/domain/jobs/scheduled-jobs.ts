export interface ScheduledJob<Name extends string = string> {
  name: Name;
  /** For people. */
  title: string;
  /** In UTC. */
  cron: string;
  /** How long a run may take before another process retries it. */
  expireInSeconds?: number;
}

const deliverMail = { name: 'deliver-mail', title: 'Send emails', cron: '* * * * *', expireInSeconds: 120 } as const;

const backUp = { name: 'back-up', title: 'Begin backups that are due', cron: '* * * * *' } as const;

const always = [
  { name: 'publish-due', title: 'Publish scheduled posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'announce-changes', title: 'Announce changed pages', cron: '* * * * *', expireInSeconds: 600 },
  {
    name: 'hash-pictures',
    title: 'Look for pictures and links that were removed',
    cron: '* * * * *',
    expireInSeconds: 600,
  },
  { name: 'check-links', title: 'Check the links of posts', cron: '* * * * *', expireInSeconds: 600 },
  { name: 'remind-of-cases', title: 'Remind of cases to decide', cron: '* * * * *' },
  { name: 'run-imports', title: 'Go on with imports', cron: '* * * * *' },
  { name: 'run-bulk-changes', title: 'Go on with bulk changes', cron: '* * * * *' },
  { name: 'fetch-feeds', title: 'Fetch feeds that are due', cron: '* * * * *' },
  { name: 'apply-blocks', title: 'Go on with blocks', cron: '* * * * *' },
  { name: 'end-free-days', title: 'End free days of websites', cron: '5 * * * *' },
  { name: 'remind-of-last-day', title: 'Remind websites of their last free day', cron: '10 * * * *' },
  { name: 'refresh-most-viewed', title: 'Count the most viewed videos', cron: '15 * * * *' },
  { name: 'count-results', title: 'Count what networks and sources bring', cron: '45 * * * *', expireInSeconds: 1800 },
  { name: 'prune-sign-ins', title: 'Remove expired sessions', cron: '20 * * * *' },
  { name: 'prune-change-log', title: 'Shorten the change log', cron: '25 * * * *' },
  { name: 'prune-searches', title: 'Remove old searches', cron: '1 * * * *' },
  { name: 'forget-senders', title: 'Forget which networks sent notices 90 days ago', cron: '40 3 * * *' },
  { name: 'prune-imports', title: 'Remove feeds of 30 days ago', cron: '45 3 * * *' },
  { name: 'prune-bulk-changes', title: 'Forget bulk changes of 30 days ago', cron: '35 3 * * *' },
  { name: 'count-links', title: 'Count living and dead links', cron: '50 * * * *' },
  { name: 'watch-backups', title: 'Report backups that fail', cron: '*/10 * * * *' },
  { name: 'purge-deleted', title: 'Remove records deleted 30 days ago', cron: '30 3 * * *' },
] as const;

export type JobName = typeof deliverMail.name | typeof backUp.name | (typeof always)[number]['name'];

interface Duties {
  /** Without a mail server, messages wait in the outbox. */
  sendsMail: boolean;
  makesBackups: boolean;
}

/** The jobs of a node. */
export const scheduledJobs = ({ sendsMail, makesBackups }: Duties): ScheduledJob<JobName>[] => [
  ...(sendsMail ? [deliverMail] : []),
  ...(makesBackups ? [backUp] : []),
  ...always,
];
