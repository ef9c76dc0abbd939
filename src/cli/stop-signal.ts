/** Resolves with the first signal to stop. Further ones are ignored, because stopping in order takes a moment. */
export const stopSignal = () =>
  new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });

/** Ends in order when a signal to stop arrives, and says what that means. */
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
