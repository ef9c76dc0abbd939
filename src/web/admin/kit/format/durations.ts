/** Such as 40 ms, 3.2 s or 5 min. */
export const durationLabel = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${Number((ms / 1000).toFixed(1))} s` : `${Math.round(ms / 60_000)} min`;
};
