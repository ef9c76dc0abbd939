export type RunStep = <T>(name: string, work: () => Promise<T> | T) => Promise<T>;

const formatDuration = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);

export const printedSteps =
  (write: (line: string) => void): RunStep =>
  async (name, work) => {
    const started = performance.now();
    const result = await work();
    write(`  ✓ ${name.padEnd(36)} ${formatDuration(performance.now() - started).padStart(8)}`);
    return result;
  };

export const silentSteps: RunStep = async (_name, work) => work();
