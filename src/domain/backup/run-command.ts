import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ValidationError } from '#domain/errors.ts';

/** Marquee's own: no command needs them. */
const ownSecrets = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
  'ADMIN_PASSWORD',
];

const namesOfSecrets = /PASS|SECRET|KEY|TOKEN|CREDENTIAL|URL/i;
/** Shorter values are found in ordinary words. */
const minSecretLength = 6;

type Environment = Record<string, string | undefined>;

const environmentForCommands = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecrets.includes(name)));

/** Removes what a message should not show: values of secret variables, and passwords in URLs. */
const hideSecrets = (text: string, env: Environment = process.env): string => {
  const secrets = Object.entries(env)
    .filter(([name, value = '']) => namesOfSecrets.test(name) && value.length >= minSecretLength)
    .sort(([, a = ''], [, b = '']) => b.length - a.length);
  const hidden = secrets.reduce((shown, [name, value = '']) => shown.replaceAll(value, `[${name}]`), text);
  return hidden.replace(/:\/\/[^/\s@]+@/g, '://[…]@');
};

/**
 * Kills the process group of a command if the site is killed while it writes the command's input, which then must not look
 * complete. A second process holds the writing end of the input too, so that the command sees no end of it before it is killed.
 * Returns a function that ends the watch.
 */
const killWithSite = (pid: number, input: Socket): (() => void) => {
  // A line says that the watch is over; if the site is gone, there is an end of input without one.
  const watcher = spawn('/bin/sh', ['-c', 'read -r line || kill -9 "-$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore', input],
    env: {},
    detached: true,
  });
  // Without it the backup can be made all the same.
  watcher.on('error', () => {});
  watcher.stdin?.on('error', () => {});
  return () => watcher.stdin?.end('over\n');
};

export interface CommandOptions {
  /** The variable that has the command, for messages. */
  variable: 'BACKUP_TO' | 'BACKUP_REMOVE';
  /** In the environment of the command, as BACKUP_NAME. */
  backupName: string;
  /** Writes the standard input, with a function that takes the bytes; without it there is none. */
  writeInput?: (write: (bytes: AsyncIterable<Buffer>) => Promise<void>) => Promise<void>;
  /** A command that neither takes any input nor ends for so long hangs. */
  hangMs: number;
  signal: AbortSignal;
}

const keptErrorLength = 4096;
const shownErrorLines = 5;
const killAfterMs = 5_000;

const waitAtMost = async (ms: number, promise: Promise<unknown>) => {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
};

/** The shell and all that it started are one process group. */
const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
};

const endCommand = async (child: ChildProcess, exited: Promise<unknown>) => {
  killGroup(child, 'SIGTERM');
  await waitAtMost(killAfterMs, exited);
  killGroup(child, 'SIGKILL');
};

/** Collects the end of what a command says about its errors. */
const lastLines = (child: ChildProcess) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-keptErrorLength);
  });
  return () => {
    const lines = hideSecrets(text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.length === 0 ? '.' : `: ${lines.slice(-shownErrorLines).join(' / ')}`;
  };
};

/** Calls back once if nothing has been written for so long. Returns a function that ends the watch. */
const watchProgress = (input: Socket, hangMs: number, onHang: () => void) => {
  let written = -1;
  let since = performance.now();
  const look = () => {
    const now = performance.now();
    if (input.bytesWritten !== written) {
      written = input.bytesWritten;
      since = now;
    } else if (now - since >= hangMs) {
      clearInterval(timer);
      onHang();
    }
  };
  const timer = setInterval(look, Math.min(1000, hangMs / 4));
  return () => clearInterval(timer);
};

const writeAll = async (input: Socket, bytes: AsyncIterable<Buffer>, signal: AbortSignal) => {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    if (!input.write(chunk)) await once(input, 'drain', { signal });
  }
};

/**
 * Runs a command in the shell. Rejects unless it ends with exit code 0 after it has read all of its input. If the input cannot
 * be written to its end, the command is ended: it must not take what it has got for all of it. That holds if the site is killed, too.
 */
export const runCommand = async (command: string, options: CommandOptions): Promise<void> => {
  const { variable, backupName, writeInput, hangMs, signal } = options;
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', `exec <&3 3<&-\n${command}`], {
    // Unlike that for the standard input, the socket of another descriptor can be read from. That tells whether the command has
    // left input unread (ECONNRESET).
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...environmentForCommands(process.env), BACKUP_NAME: backupName },
    detached: true,
  });
  const input = child.stdio[3] as Socket;
  const unwatchSite = child.pid === undefined ? undefined : killWithSite(child.pid, input);
  const errorLines = lastLines(child);
  const gone = new AbortController();
  const exited = new Promise<number | NodeJS.Signals | Error>((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, killedBy) => resolve(killedBy ?? code ?? 1));
  }).finally(() => gone.abort());
  const closed = new Promise((resolve) => child.once('close', resolve));
  let refusedInput = false;
  input.on('error', () => {
    refusedInput = true;
    gone.abort();
  });
  input.resume();
  let hangs = false;
  const unwatch = watchProgress(input, hangMs, () => {
    hangs = true;
    void endCommand(child, exited);
  });
  try {
    const until = AbortSignal.any([signal, gone.signal]);
    await writeInput?.((bytes) => writeAll(input, bytes, until)).catch((error: unknown) => {
      if (!gone.signal.aborted) throw error;
      refusedInput = true;
    });
    if (!refusedInput) input.end();
    // Rejects, too, when the command is gone.
    const stopped = once(signal, 'abort', { signal: gone.signal }).catch(() => {});
    await Promise.race([exited, stopped]);
    signal.throwIfAborted();
    // A command that does not want its input may still say why.
    if (refusedInput) await waitAtMost(killAfterMs, exited);
  } finally {
    unwatch();
    await endCommand(child, exited);
    // Until then it may turn out that input was left unread, and what was the last line about errors.
    await waitAtMost(1000, closed);
    input.destroy();
    unwatchSite?.();
  }
  const code = await exited;
  const failure = (what: string) => new ValidationError(`The command of ${variable} ${what}${errorLines()}`);
  if (hangs) throw failure(`did nothing for ${Math.round(hangMs / 60_000)} minutes and was ended`);
  if (code instanceof Error) throw failure(`could not be started (${code.message})`);
  if (typeof code === 'string' && !refusedInput) throw failure(`was ended by ${code}`);
  if (typeof code === 'number' && code !== 0) throw failure(`failed with exit code ${code}`);
  if (refusedInput) throw failure('ended before it had read the whole backup');
};
