import { SingleBar } from 'cli-progress';

export interface Progress {
  step: string;
  /** From 0 to 1. */
  done: number;
}

/** A progress bar on a terminal; prints nothing elsewhere. */
export const progressBar = () => {
  if (!process.stdout.isTTY) return { update: (_progress: Progress) => {}, stop: () => {} };
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
