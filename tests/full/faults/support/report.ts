const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** Prints a line for whoever runs the suite. */
export const report = (scenario: string, figures: string) => console.log(`  ${scenario}: ${figures}`);

/** "back after 1.20 s (median), 2.40 s (longest)" */
export const describeTimes = (times: number[]) => {
  const sorted = times.toSorted((a, b) => a - b);
  return `back after ${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (median), ${seconds(sorted.at(-1) ?? 0)} (longest)`;
};
