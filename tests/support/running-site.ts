import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '../..');

export interface RunningSite {
  process: ChildProcess;
  url: string;
  /** Everything it has printed so far. */
  output: () => string;
  exit: Promise<number | null>;
}

const command = (args: string[], env: Record<string, string>) => {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'NODE_OPTIONS', 'VITEST', 'NODE_ENV']) delete inherited[name];
  const child = spawn(process.execPath, [join(checkout, 'src/cli/main.ts'), ...args], {
    cwd: '/',
    env: { ...inherited, LOG_LEVEL: 'warn', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  return { process: child, output: () => said, exit };
};

/** Runs a command of the command line to its end. */
export const runCommand = async (args: string[], env: Record<string, string> = {}, input = '') => {
  const run = command(args, env);
  run.process.stdin?.end(input);
  return { status: await run.exit, output: run.output() };
};

/** Starts the site as its own process and waits until it says where it is, or has ended. */
export const startProcess = async (env: Record<string, string>): Promise<RunningSite> => {
  const run = command(['serve'], { PORT: '0', ...env });
  const url = await new Promise<string>((found) => {
    const look = () => {
      const line = /Site +(http:\S+)/.exec(run.output());
      if (line?.[1]) found(line[1].replace('localhost', '127.0.0.1'));
    };
    run.process.stdout?.on('data', look);
    void run.exit.then(() => found(''));
  });
  return { ...run, url };
};
