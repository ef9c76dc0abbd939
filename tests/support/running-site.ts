import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';

const checkout = join(import.meta.dirname, '../..');

export interface RunningSite {
  /** The supervisor, which restarts the site and runs the embedded PostgreSQL. */
  process: ChildProcess;
  url: string;
  /** Everything printed so far. */
  output: () => string;
  exit: Promise<number | null>;
}

const command = (program: string, args: string[], env: Record<string, string>, cwd = checkout) => {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'NODE_OPTIONS', 'VITEST', 'NODE_ENV'])
    delete inherited[name];
  const child = spawn(program, args, {
    cwd,
    env: { ...inherited, LOG_LEVEL: 'warn', ...env },
  });
  // If the test run ends early, the site has to end as well.
  const endChild = () => child.kill();
  process.once('exit', endChild);
  child.once('exit', () => process.off('exit', endChild));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  return { process: child, output: () => output, exit };
};

/** Starts a command of the CLI. */
export const marquee = (args: string[], env: Record<string, string>, folder = checkout) =>
  command(process.execPath, [join(folder, 'src/cli/main.ts'), ...args], env, folder);

/** Runs a command of the CLI to its end. */
export const runCommand = async (args: string[], env: Record<string, string> = {}, input = '', folder = checkout) => {
  const run = marquee(args, env, folder);
  run.process.stdin?.end(input);
  return { status: await run.exit, output: run.output() };
};

const whenServing = async (run: ReturnType<typeof command>): Promise<RunningSite> => {
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

/** Starts the site of a checkout as a process and waits until it prints its URL or ends. */
export const startProcess = (env: Record<string, string>, folder = checkout) =>
  whenServing(marquee(['serve'], { PORT: '0', ...env }, folder));

/** Starts the site without its supervisor, and does not wait until it serves; DATABASE_URL must be set. */
export const spawnUnsupervised = (env: Record<string, string>) =>
  command(process.execPath, [join(checkout, 'src/cli/serve-site.ts')], env);

/** The same, and waits until it prints its URL or ends. */
export const startUnsupervised = (env: Record<string, string>) => whenServing(spawnUnsupervised(env));

/** The same with `npm start`. */
export const npmStart = (env: Record<string, string>) => whenServing(command('npm', ['start'], { PORT: '0', ...env }));

/** The process that serves the site, a child of the supervisor; undefined while there is none. */
export const findSitePid = ({ process: supervisor }: Pick<RunningSite, 'process'>): number | undefined => {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' }).split('\n');
  const line = processes.find(
    (text) => text.includes('serve-site.ts') && Number(text.trim().split(/\s+/)[1]) === supervisor.pid,
  );
  return line === undefined ? undefined : Number(line.trim().split(/\s+/)[0]);
};

/** The same for a site that must be running. Killing the process 0 would kill the test run itself. */
export const sitePidOf = (site: RunningSite): number => {
  const pid = findSitePid(site);
  if (pid === undefined) throw new Error(`The site is not running. It printed: ${site.output()}`);
  return pid;
};
