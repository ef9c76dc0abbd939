import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ValidationError } from '#domain/errors.ts';

/** Marquee's own secrets, which are hidden from commands. */
const ownSecrets = [
  'SECRET_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URLS',
  'SMTP_URL',
  'ADMIN_PASSWORD',
];

const namesOfSecrets = /PASS|SECRET|KEY|TOKEN|CREDENTIAL|URL/i;
/** Shorter values occur in ordinary words. */
const minSecretLength = 6;

type Environment = Record<string, string | undefined>;

const environmentForCommands = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !ownSecrets.includes(name)));

/** Redacts the values of secret variables, and passwords in URLs. */
const hideSecrets = (text: string, env: Environment = process.env): string => {
  const secrets = Object.entries(env)
    .filter(([name, value = '']) => namesOfSecrets.test(name) && value.length >= minSecretLength)
    .sort(([, a = ''], [, b = '']) => b.length - a.length);
  const hidden = secrets.reduce((shown, [name, value = '']) => shown.replaceAll(value, `[${name}]`), text);
  return hidden.replace(/:\/\/[^/\s@]+@/g, '://[…]@');
};

/**
 * Starts a watchdog that kills the process group of a command if the site is killed while writing the command's input,
 * so that a truncated backup never looks complete. The watchdog holds the writing end of the input too, so the command
 * sees no end of input before it is killed. Returns a function that ends the watchdog.
 */
const killWithSite = (pid: number, input: Socket): (() => void) => {
  // A line ends the watchdog. If the site is killed, its input ends without a line.
  const watcher = spawn('/bin/sh', ['-c', 'read -r line || kill -9 "-$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore', input],
    env: {},
    detached: true,
  });
  // Backups also work without a watchdog.
  watcher.on('error', () => {});
  watcher.stdin?.on('error', () => {});
  return () => watcher.stdin?.end('over\n');
};

export interface CommandOptions {
  /** Variable with the command, for error messages. */
  variable: 'BACKUP_TO' | 'BACKUP_REMOVE';
  /** Passed to the command as BACKUP_NAME. */
  backupName: string;
  /** Passes the standard input to `write`. */
  writeInput?: (write: (bytes: AsyncIterable<Buffer>) => Promise<void>) => Promise<void>;
  /** The command is ended if it reads no input for this long. */
  hangMs: number;
  signal: AbortSignal;
}

const maxErrorLength = 4096;
const maxErrorLines = 5;
const killAfterMs = 5_000;

const waitAtMost = async (ms: number, promise: Promise<unknown>) => {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([promise, late.promise]);
  clearTimeout(timer);
};

/** Signals the shell and everything that it started. */
const killGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals) => {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // All processes have ended.
  }
};

const endCommand = async (child: ChildProcess, exited: Promise<unknown>) => {
  killGroup(child, 'SIGTERM');
  await waitAtMost(killAfterMs, exited);
  killGroup(child, 'SIGKILL');
};

/** Collects the end of the command's standard error. */
const lastLines = (child: ChildProcess) => {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-maxErrorLength);
  });
  return () => {
    const lines = hideSecrets(text)
      .split('\n')
      .filter((line) => line.trim() !== '');
    return lines.length === 0 ? '.' : `: ${lines.slice(-maxErrorLines).join(' / ')}`;
  };
};

/** Calls `onHang` if nothing is written for `hangMs`. Returns a function that stops watching. */
const watchProgress = (input: Socket, hangMs: number, onHang: () => void) => {
  let written = -1;
  let since = performance.now();
  const check = () => {
    const now = performance.now();
    if (input.bytesWritten !== written) {
      written = input.bytesWritten;
      since = now;
    } else if (now - since >= hangMs) {
      clearInterval(timer);
      onHang();
    }
  };
  const timer = setInterval(check, Math.min(1000, hangMs / 4));
  return () => clearInterval(timer);
};

const writeAll = async (input: Socket, bytes: AsyncIterable<Buffer>, signal: AbortSignal) => {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    if (!input.write(chunk)) await once(input, 'drain', { signal });
  }
};

/**
 * Runs a shell command. Rejects unless it exits with code 0 after reading all of its input. If the input can't be
 * written completely, the command is killed, so that it never takes truncated input for complete, even if the site is
 * killed.
 */
export const runCommand = async (command: string, options: CommandOptions): Promise<void> => {
  const { variable, backupName, writeInput, hangMs, signal } = options;
  signal.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', `exec <&3 3<&-\n${command}`], {
    // Passes the input through descriptor 3. Unlike for descriptor 0, Node can read from its socket, which reveals by
    // ECONNRESET whether the command left input unread.
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
    // Also settles when the command has ended.
    const stopped = once(signal, 'abort', { signal: gone.signal }).catch(() => {});
    await Promise.race([exited, stopped]);
    signal.throwIfAborted();
    // Give a command that stopped reading time to report an error.
    if (refusedInput) await waitAtMost(killAfterMs, exited);
  } finally {
    unwatch();
    await endCommand(child, exited);
    // Unread input and the last error lines may only be known once the streams are closed.
    await waitAtMost(1000, closed);
    input.destroy();
    unwatchSite?.();
  }
  const code = await exited;
  const failure = (what: string) => new ValidationError(`The command of ${variable} ${what}${errorLines()}`);
  if (hangs) throw failure(`hung for ${Math.round(hangMs / 60_000)} minutes and was ended`);
  if (code instanceof Error) throw failure(`could not be started (${code.message})`);
  if (typeof code === 'string' && !refusedInput) throw failure(`was ended by ${code}`);
  if (typeof code === 'number' && code !== 0) throw failure(`failed with exit code ${code}`);
  if (refusedInput) throw failure('ended before it had read the whole backup');
};
