import { editDistance } from '#domain/edit-distance.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const part = 'Configuration';

/** Shorter names are too similar to those of other programs. */
const minTypoLength = 7;
const maxTypos = 2;

/** Warns about unknown variables in .env, and about those in the environment that look like a typo. */
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
      `Unknown variable ${name}.`,
      meant ? `Did you mean ${meant}?` : 'Remove it from .env, or see README.md for the names.',
    );
  });
};

export interface SettingsFacts {
  /** Number of variables that are set. */
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

/** Finds values that are valid, but contradict each other or this machine. */
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
        'TRUST_PROXY=true trusts every client, and the site listens for other machines: anyone can fake their IP.',
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
      ? 'No variables are set: all have their defaults'
      : `${plural(count, 'variable is', 'variables are')} set and valid`;
  return [ok(part, `${set}.`)];
};

/** Each line of the message is about one variable. */
export const configurationErrors = (message: string): Check[] =>
  message.split('\n').map((line) => failure(part, line, 'Correct it in the environment or in .env.'));
