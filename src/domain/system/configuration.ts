import { editDistance } from '#domain/edit-distance.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const part = 'Configuration';

/** Short names are near to those of other programs. */
const minTypoLength = 7;
const maxTypos = 2;

/** Variables that nobody reads: those of the .env file, and of the environment if they look like a typing error. */
export const checkVariableNames = (
  known: readonly string[],
  { inFile, inEnvironment }: { inFile: readonly string[]; inEnvironment: readonly string[] },
): Check[] => {
  const nearest = (name: string) =>
    known.find((each) => each.length >= minTypoLength && editDistance(name, each, maxTypos) <= maxTypos);
  const unknown = inFile.filter((name) => !known.includes(name) && !name.startsWith('NODE_'));
  const misspelt = inEnvironment.filter(
    (name) => !known.includes(name) && !inFile.includes(name) && nearest(name) !== undefined,
  );
  return [...unknown, ...misspelt].map((name) => {
    const meant = nearest(name);
    return warning(
      part,
      `Marquee knows no variable ${name}.`,
      meant ? `Did you mean ${meant}?` : 'Take it out of .env, or see README.md for the names.',
    );
  });
};

export interface SettingsFacts {
  /** How many variables are set. */
  count: number;
  port: number;
  metricsPort: number | undefined;
  host: string;
  siteUrl: string;
  trustProxy: boolean | string[];
  renderThreads: number;
  cores: number;
}

const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** Values that are valid, but contradict each other or this machine. */
export const checkSettings = (facts: SettingsFacts): Check[] => {
  const { count, port, metricsPort, host, siteUrl, trustProxy, renderThreads, cores } = facts;
  const problems: Check[] = [];
  if (port !== 0 && port === metricsPort)
    problems.push(failure(part, `PORT and METRICS_PORT are both ${port}.`, 'Set METRICS_PORT to another number.'));
  if (!isLoopback(host) && isLoopback(new URL(siteUrl).hostname))
    problems.push(
      warning(
        part,
        `The site listens for other machines (HOST=${host}), but its links lead to ${siteUrl}.`,
        'Set SITE_URL to the URL that visitors use.',
      ),
    );
  if (trustProxy === true && !isLoopback(host))
    problems.push(
      warning(
        part,
        'TRUST_PROXY=true believes whoever connects, and the site listens for other machines: anyone can pretend to have another IP.',
        'Set TRUST_PROXY to the IP of your proxy.',
      ),
    );
  if (renderThreads > cores)
    problems.push(
      warning(
        part,
        `WEB_PROCESSES is ${renderThreads}, but this machine has ${plural(cores, 'core')}.`,
        `Set it to ${Math.max(1, cores - 1)}, or leave it out.`,
      ),
    );
  if (problems.length > 0) return problems;
  const set =
    count === 0
      ? 'No variable is set: all have their defaults'
      : `${plural(count, 'variable is', 'variables are')} set and valid`;
  return [ok(part, `${set}.`)];
};

/** Each line of the message names one variable and what it must be. */
export const configurationErrors = (message: string): Check[] =>
  message.split('\n').map((line) => failure(part, line, 'Correct it in the environment or in .env.'));
