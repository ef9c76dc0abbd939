import { Conflict } from '#domain/errors.ts';

/** Refuses an edit that started from an older version; without one there is nothing to compare. */
export const refuseStale = (what: string, current: { version: number }, seen: number | undefined) => {
  if (seen !== undefined && seen !== current.version)
    throw new Conflict(`Someone else has changed this ${what} meanwhile.`, current);
};
