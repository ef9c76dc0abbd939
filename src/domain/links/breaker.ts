import type { Outcome } from './outcome.ts';

/** What is known of a host besides its links. */
export interface HostHealth {
  /** How the last probes ended, newest last. */
  recent: string;
  /** How much of what was probed before them was not found, in percent. */
  usualPercent: number;
  trippedAt: Date | null;
  trips: number;
}

const letters: Record<Outcome['kind'], string> = { living: 'l', gone: 'g', unknown: 'u' };

const maxRecent = 20;
/** Fewer say nothing. */
const minRecent = 8;
const tripsAt = 50;
/** So many links that live, one after the other, tell that it has come back. */
const closesAfter = 3;
/** The weight of each probe in what is usual. */
const weight = 0.05;

const failurePercent = (recent: string) =>
  recent === '' ? 0 : ([...recent].filter((letter) => letter !== 'l').length / recent.length) * 100;

/**
 * Trips when much fails at once on a host where it did not: then the host is down, blocks us or has moved, and what it says of a
 * single link is worth nothing. A host that was always bad does not trip: its links are really dead.
 */
export const judgeHost = (host: HostHealth, kind: Outcome['kind'], now: Date): HostHealth => {
  const all = host.recent + letters[kind];
  const recent = all.slice(-maxRecent);
  if (host.trippedAt) {
    const isBack = all.endsWith('l'.repeat(closesAfter));
    return isBack
      ? { ...host, recent: 'l'.repeat(closesAfter), trippedAt: null, trips: 0 }
      : { ...host, recent, trips: host.trips + (kind === 'living' ? 0 : 1) };
  }
  const left = all.length > maxRecent ? all[0] : undefined;
  const usualPercent =
    left === undefined
      ? host.usualPercent
      : Math.round(host.usualPercent * (1 - weight) + (left === 'l' ? 0 : 100) * weight);
  const threshold = Math.max(tripsAt, Math.min(95, usualPercent * 1.5));
  const trips = recent.length >= minRecent && failurePercent(recent) > threshold;
  return { recent, usualPercent, trippedAt: trips ? now : null, trips: trips ? 1 : 0 };
};

const minute = 60_000;

/** From a quarter of an hour to six hours. */
export const retryTrippedMs = (trips: number) => Math.min(15 * minute * 2 ** Math.max(0, trips - 1), 6 * 60 * minute);
