import { styleText } from 'node:util';
import type { Command } from 'commander';
import type { CheckState } from '#contract/values/checks.ts';
import { type Check, failure, plural } from '#domain/system/check.ts';
import { configurationErrors } from '#domain/system/configuration.ts';
import { ConfigError, loadConfig } from '#server/config.ts';

const secretVariables = /(SECRET|PASSWORD|_URLS?$)/;
/** Shorter texts would be hidden where they occur by chance. */
const minLength = 4;

const passwordsIn = (value: string) =>
  [...value.matchAll(/:\/\/[^/@\s]*?:([^/\s]*)@/g)].flatMap(([, password = '']) => {
    try {
      return [password, decodeURIComponent(password)];
    } catch {
      return [password];
    }
  });

/** Redacts secrets of the environment, which errors of databases and mail servers may repeat. */
export const hideSecrets = (check: Check, environment: NodeJS.ProcessEnv): Check => {
  const secrets = Object.entries(environment)
    .filter(([name]) => secretVariables.test(name))
    .flatMap(([name, value = '']) => (name.includes('_URL') ? passwordsIn(value) : [value]))
    .filter((secret) => secret.length >= minLength);
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  const { whatToDo } = check;
  return { ...check, sentence: hide(check.sentence), ...(whatToDo === undefined ? {} : { whatToDo: hide(whatToDo) }) };
};

const colours = { ok: 'green', warning: 'yellow', failure: 'red' } as const;
const marks: Record<CheckState, string> = { ok: 'ok', warning: 'warning', failure: 'FAILURE' };
/** The convention of monitoring plug-ins (Nagios and its relatives): OK, WARNING, CRITICAL. */
const exitCodes: Record<CheckState, number> = { ok: 0, warning: 1, failure: 2 };

export const exitCodeOf = (checks: readonly Check[]): number =>
  Math.max(...checks.map(({ state }) => exitCodes[state]));

const diagnose = async (): Promise<Check[]> => {
  // Imported lazily: the other commands don't need it.
  const { runDoctor } = await import('./doctor-checks.ts');
  try {
    return await runDoctor(loadConfig(), process.env);
  } catch (error) {
    if (error instanceof ConfigError) return configurationErrors(error.message);
    return [failure('Doctor', `The checks could not be run: ${(error as Error).message}.`, 'Fix this first.')];
  }
};

/** Prints a line per check, and another with what to do if it is not ok. */
const print = ({ part, state, sentence, whatToDo }: Check) => {
  const mark = styleText(colours[state], marks[state].padEnd(8));
  console.log(`${mark} ${part.padEnd(15)} ${sentence}`);
  if (whatToDo !== undefined) console.log(`${' '.repeat(25)}→ ${whatToDo}`);
};

const summary = (checks: readonly Check[]) => {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [failures, warnings] = [count('failure'), count('warning')];
  if (failures + warnings === 0) return 'Everything works.';
  return `${plural(failures, 'failure')}, ${plural(warnings, 'warning')}.`;
};

const doctor = async ({ json }: { json: boolean }) => {
  const found = await diagnose();
  const checks = found.map((check) => hideSecrets(check, process.env));
  if (json) console.log(JSON.stringify(checks, null, 2));
  else {
    for (const check of checks) print(check);
    console.log(`\n${summary(checks)}`);
  }
  process.exitCode = exitCodeOf(checks);
};

export const addDoctorCommand = (program: Command) =>
  program
    .command('doctor')
    .description(
      'check configuration, rights, ports, disk, clock, proxy, mail, age checks and database, and say what to do',
    )
    .option('--json', 'print the checks as JSON', false)
    .action(doctor);
