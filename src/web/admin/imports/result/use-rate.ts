import { useRef } from 'react';

const minMs = 2000;

/** How many a second were done since the first that was seen here; undefined until that says something. */
export const useRate = (key: string, done: number): number | undefined => {
  const first = useRef({ key, done, at: Date.now() });
  if (first.current.key !== key || done < first.current.done) first.current = { key, done, at: Date.now() };
  const ms = Date.now() - first.current.at;
  const seen = done - first.current.done;
  return ms < minMs || seen === 0 ? undefined : (seen / ms) * 1000;
};
