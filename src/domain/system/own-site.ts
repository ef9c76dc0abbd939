import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { deriveKey } from '#domain/secrets.ts';
import { type Check, failure, ok, warning } from './check.ts';

/** Tells the doctor how its request arrived. Returns 404 to others. */
export const arrivalPath = '/healthz/arrival';

export const arrivalHeader = 'x-doctor';

/** Challenge–response: both sides prove that they have the same secret key without sending it. */
export interface DoctorKey {
  ask: (nonce: string) => string;
  answer: (nonce: string) => string;
}

export const doctorKey = (secretKey: Buffer): DoctorKey => {
  const key = deriveKey(secretKey, 'doctor');
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex');
  return { ask: (nonce) => sign(`ask ${nonce}`), answer: (nonce) => sign(`answer ${nonce}`) };
};

/** How a request of the doctor arrived at the site. */
export interface Arrival {
  proof: string;
  version: string;
  ip: string;
  protocol: string;
  host: string;
  /** IP of a proxy that isn't in TRUST_PROXY. */
  untrustedProxy?: string;
  hasForwardedFor: boolean;
  /** The identity of the site's data folder. */
  dataFolder?: string;
}

/** The same for every path to a folder, also from inside a container. Undefined if the folder is gone. */
export const folderIdentity = (path: string): string | undefined => {
  const stats = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev}:${stats.ino}`;
};

export type SiteAnswer =
  | { kind: 'ours'; arrival: Arrival; date: number | undefined; askedAt: number; answeredAt: number }
  /** Something other than this site responds. */
  | { kind: 'other' }
  | { kind: 'none'; reason: string; code: string | undefined };

const timeoutMs = 5_000;

const describe = (error: Error): { reason: string; code: string | undefined } => {
  const cause = error.cause as { message?: string; code?: string } | undefined;
  if (error.name === 'TimeoutError')
    return { reason: `no answer within ${timeoutMs / 1000} seconds`, code: 'ETIMEDOUT' };
  return { reason: cause?.message || cause?.code || error.message, code: cause?.code };
};

/** Asks the site at a URL how the request arrived. */
export const askSite = async (url: string, key: DoctorKey): Promise<SiteAnswer> => {
  const nonce = randomBytes(16).toString('hex');
  const askedAt = Date.now();
  try {
    const response = await fetch(`${url}${arrivalPath}`, {
      headers: { [arrivalHeader]: `${nonce} ${key.ask(nonce)}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answeredAt = Date.now();
    const arrival = (await response.json().catch(() => undefined)) as Arrival | undefined;
    if (arrival?.proof !== key.answer(nonce)) return { kind: 'other' };
    const date = Date.parse(response.headers.get('date') ?? '');
    return { kind: 'ours', arrival, date: Number.isNaN(date) ? undefined : date, askedAt, answeredAt };
  } catch (error) {
    return { kind: 'none', ...describe(error as Error) };
  }
};

const part = 'Ports';

/** Tries to listen on a port. Returns the error code if that fails. */
const listenError = async (host: string, port: number): Promise<string | undefined> => {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    server.close();
  }
};

const usedByOther = (variable: string, port: number): Check =>
  failure(
    part,
    `Port ${port} is used by another program, or by a Marquee with another secret key.`,
    `If it is this site, give the doctor the same DATA_DIR and SECRET_KEY. Otherwise stop that program, or set ${variable}.`,
  );

/** Undefined if the port is free. */
const judgeUse = async (variable: string, host: string, port: number): Promise<Check | undefined> => {
  const code = await listenError(host, port);
  if (code === undefined) return undefined;
  return code === 'EADDRINUSE'
    ? usedByOther(variable, port)
    : failure(part, `Marquee cannot listen on ${host} port ${port} (${code}).`, `Set HOST or ${variable}.`);
};

/** May also be this site, if it hangs. */
const silent = (port: number, reason: string): Check =>
  failure(
    part,
    `A program uses port ${port} but does not respond: ${reason}.`,
    'Check the log to see whether the site hangs, or stop the other program.',
  );

/** Checks that the site has its port, or could get it. */
export const checkPort = async (host: string, port: number, answer: SiteAnswer): Promise<Check> => {
  if (port === 0) return ok(part, 'PORT is 0: the site will use any free port.');
  if (answer.kind === 'ours') return ok(part, `The site responds on port ${port}: Marquee ${answer.arrival.version}.`);
  if (answer.kind === 'other') return usedByOther('PORT', port);
  if (answer.code === 'ETIMEDOUT') return silent(port, answer.reason);
  return (
    (await judgeUse('PORT', host, port)) ??
    warning(
      part,
      `Port ${port} is free: no site is running there.`,
      'Start the site. If it is running, give the doctor the same PORT.',
    )
  );
};

const metricsHost = '127.0.0.1';

export const checkMetricsPort = async (port: number | undefined, siteRuns: boolean): Promise<Check[]> => {
  if (port === undefined || port === 0) return [];
  const metrics = await fetch(`http://${metricsHost}:${port}/metrics`, {
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then((response) => response.text())
    .catch((error: Error) => error);
  if (metrics instanceof Error && metrics.name === 'TimeoutError')
    return [silent(port, `no answer within ${timeoutMs / 1000} seconds`)];
  if (typeof metrics === 'string' && metrics.includes('marquee_'))
    return [ok(part, `Metrics are served on port ${port}.`)];
  const used = await judgeUse('METRICS_PORT', metricsHost, port);
  if (used) return [used];
  if (!siteRuns) return [ok(part, `Port ${port} is free for metrics.`)];
  return [warning(part, `The site runs, but serves no metrics on port ${port}.`, 'Restart it with METRICS_PORT.')];
};

/** Files and the disk of another folder than the site's say nothing about the site. */
export const judgeSiteFolder = (answer: SiteAnswer, dataDir: string): Check[] => {
  if (answer.kind !== 'ours' || answer.arrival.dataFolder === undefined) return [];
  if (answer.arrival.dataFolder === folderIdentity(dataDir)) return [];
  return [
    warning(
      'Data folder',
      `The running site uses another data folder than ${dataDir}, which was checked.`,
      'Give the doctor the DATA_DIR of the site: see its service file or .env.',
    ),
  ];
};
