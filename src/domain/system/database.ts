import { formatBytes } from '#contract/values/format-bytes.ts';
import { type Check, failure, ok, warning } from './check.ts';
import { formatDuration } from './format.ts';
import { type HostFacts, isLost, type LostHost } from './host-facts.ts';

const oldestVersion = 15;
/** Each page that is not cached asks the database a few times. */
const slowMs = 100;
const manyConnections = 0.8;

const part = 'Database';

const reasonOf = ({ error }: LostHost) => error.message || error.code || 'no reason given';

/** What an operator does about an error of a connection, by PostgreSQL's or the system's code. */
const remedies: Record<string, (variable: string) => string> = {
  '28P01': (variable) => `Correct the user or the password in ${variable}.`,
  '28000': (variable) => `Correct the user in ${variable}, or let it in with pg_hba.conf.`,
  '3D000': (variable) => `Create the database, or correct its name in ${variable}.`,
  '53300': () => 'Raise max_connections, or run fewer processes.',
  ENOTFOUND: (variable) => `Correct the host in ${variable}, or the name server.`,
};

const remedyOf = ({ error }: LostHost, variable: string) =>
  (remedies[error.code ?? ''] ?? (() => `Start it, or correct ${variable}.`))(variable);

/** The host that is written to: of those that can, the one with the newest timeline (see db/choose-primary.ts). */
export const findPrimary = (hosts: readonly (HostFacts | LostHost)[]): HostFacts | undefined =>
  hosts
    .flatMap((host) => (isLost(host) || host.timeline === undefined ? [] : [host]))
    .sort((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))[0];

const judgePrimary = ({ name, version, versionNumber, answerMs, connections, maxConnections, ...host }: HostFacts) => {
  const size = formatBytes(host.databaseBytes);
  const answers = `The database on ${name} answers in ${formatDuration(answerMs)}: PostgreSQL ${version}, ${size}`;
  const used = `${connections} of ${maxConnections} connections`;
  if (versionNumber < oldestVersion * 10_000)
    return failure(part, `${answers}.`, `Marquee needs PostgreSQL ${oldestVersion} or newer: upgrade it.`);
  if (connections > maxConnections * manyConnections)
    return warning(part, `${answers}, ${used}.`, 'Raise max_connections, or run fewer processes.');
  if (answerMs > slowMs)
    return warning(part, `${answers}.`, 'Move the site nearer to it, or see what it is busy with.');
  return ok(part, `${answers}, ${used}.`);
};

const judgeOther = (host: HostFacts | LostHost, primary: HostFacts, variable: string): Check => {
  if (isLost(host))
    return warning(
      part,
      `The host ${host.name} does not answer: ${reasonOf(host)}.`,
      `Start it again, or take it out of ${variable}.`,
    );
  if (host.timeline === undefined) return ok(part, `The host ${host.name} is a standby.`);
  return host.timeline === primary.timeline
    ? failure(
        part,
        `Both ${primary.name} and ${host.name} can write.`,
        'Make one of them a standby before they differ.',
      )
    : warning(
        part,
        `The host ${host.name} can write, but ${primary.name} was promoted after it.`,
        'Make it a standby of the new primary; what was written to it since is only there.',
      );
};

/** Judges the hosts of one URL. */
export const judgeDatabase = (hosts: readonly (HostFacts | LostHost)[], variable: string): Check[] => {
  const primary = findPrimary(hosts);
  if (primary)
    return [
      judgePrimary(primary),
      ...hosts.filter((host) => host !== primary).map((host) => judgeOther(host, primary, variable)),
    ];
  return hosts.map((host) =>
    isLost(host)
      ? failure(part, `The database on ${host.name} does not answer: ${reasonOf(host)}.`, remedyOf(host, variable))
      : failure(part, `The database on ${host.name} is read-only.`, `Promote it, or name the primary in ${variable}.`),
  );
};
