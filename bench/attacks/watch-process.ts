import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

export interface Peaks {
  memoryMb: number;
  files: number;
}

const sampleEveryMs = 50;

/** Records the peak memory and number of file descriptors of a process from now on. Linux only. */
export const watchProcess = (pid: number) => {
  // Resets VmHWM, the peak of the resident memory.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const peaks: Peaks = { memoryMb: 0, files: 0 };
  const sample = () => {
    try {
      const peakKb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      peaks.memoryMb = Math.max(peaks.memoryMb, Number(peakKb ?? 0) / 1024);
      peaks.files = Math.max(peaks.files, readdirSync(`/proc/${pid}/fd`).length);
    } catch {
      // The process has ended, which the caller notices.
    }
  };
  const timer = setInterval(sample, sampleEveryMs);
  return {
    stop: (): Peaks => {
      clearInterval(timer);
      sample();
      return peaks;
    },
  };
};
