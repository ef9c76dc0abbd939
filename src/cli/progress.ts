import { SingleBar } from 'cli-progress';

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

const everyMs = 10_000;

/** For logs: a line for each tenth, and one every ten seconds for as long as something moves. */
export const progressLines = (print: (line: string) => void, now = () => performance.now()): ProgressReport => {
  let [tenth, line, printedAt] = [0, '', now()];
  return {
    update: ({ step, done }) => {
      const isFurther = Math.floor(done * 10) > tenth || now() - printedAt >= everyMs;
      if (!isFurther || step === line) return;
      [tenth, line, printedAt] = [Math.floor(done * 10), step, now()];
      print(`  ${step}`);
    },
    stop: () => {},
  };
};
