/** Resolves with the first signal to stop. Further ones are ignored, because stopping in order takes a moment. */
export const stopSignal = () =>
  new Promise<string>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
