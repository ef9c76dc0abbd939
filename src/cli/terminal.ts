import { SingleBar } from 'cli-progress';
import { StartupError } from '#db/errors.ts';
import { DomainError } from '#domain/errors.ts';
import { ConfigError } from '#server/config.ts';
import type { Site } from '#server/start.ts';

export interface Progress {
  step: string;
  /** From 0 to 1. */
  done: number;
}

interface ProgressReport {
  update: (progress: Progress) => void;
  stop: () => void;
}

/** A progress bar on a terminal; prints nothing elsewhere. */
export const progressBar = (): ProgressReport => {
  if (!process.stdout.isTTY) return { update: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: '  {bar} {percentage}% {step}', hideCursor: true, clearOnComplete: true });
  let started = false;
  return {
    update: ({ step, done }: Progress) => {
      if (!started) bar.start(100, 0, { step });
      started = true;
      bar.update(Math.floor(done * 100), { step });
    },
    stop: () => {
      if (started) bar.stop();
    },
  };
};

const printEveryMs = 10_000;

/** For logs: a line for each tenth, or after ten seconds, but never the same step twice in a row. */
export const progressLines = (print: (line: string) => void, now = () => performance.now()): ProgressReport => {
  let [tenth, lastStep, printedAt] = [0, '', now()];
  return {
    update: ({ step, done }) => {
      const isFurther = Math.floor(done * 10) > tenth || now() - printedAt >= printEveryMs;
      if (!isFurther || step === lastStep) return;
      [tenth, lastStep, printedAt] = [Math.floor(done * 10), step, now()];
      print(`  ${step}`);
    },
    stop: () => {},
  };
};

/** Resolves with the first stop signal. Ignores further ones, because a clean stop takes a moment. */
export const stopSignal = () =>
  new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });

/** Aborts the work when a stop signal arrives, and prints `ifStopped`. */
export const untilStopped = async (ifStopped: string, work: (signal: AbortSignal) => Promise<void>) => {
  const stopped = new AbortController();
  void stopSignal().then(() => stopped.abort());
  try {
    await work(stopped.signal);
  } catch (error) {
    if (!stopped.signal.aborted) throw error;
    console.error(ifStopped);
    process.exitCode = 1;
  }
};

/** Prints only the message of errors that the operator can fix. Others are bugs and get a stack trace. */
export const printExpected = (error: unknown) => {
  const isExpected = error instanceof StartupError || error instanceof ConfigError || error instanceof DomainError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
};

/** The URLs of the site, and the first admin's password if this start generated it. */
export const greeting = ({ firstAdmin }: Site, siteUrl: string) => {
  const lines = [`Site         ${siteUrl}`, `Back-office  ${siteUrl}/admin`, `API          ${siteUrl}/api/docs`];
  if (firstAdmin?.generated)
    lines.push('', `Main admin   ${firstAdmin.email}`, `Password     ${firstAdmin.password}   (shown only once)`);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
};
