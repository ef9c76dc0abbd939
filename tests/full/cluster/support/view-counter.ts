import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from './balancer.ts';

export interface ViewFigures {
  /** When each was acknowledged. */
  acknowledgedAt: readonly number[];
  /** Acknowledged, but not in the total. */
  lost: number;
  /** More than were sent: counted twice. */
  surplus: number;
}

export interface ViewCounter {
  pause: () => Promise<void>;
  resume: () => void;
  /** Compares the views since the last comparison with the total in the database. */
  compare: (total: number) => ViewFigures;
  stop: () => Promise<void>;
}

const everyMs = 150;

/** Views a video through all nodes in turn until it is stopped. */
export const startViewCounter = (balancer: Balancer, videoId: number, initialTotal: number): ViewCounter => {
  let before = initialTotal;
  let sent = 0;
  let acknowledgedAt: number[] = [];
  let isPaused = false;
  let isStopped = false;
  let isResting = false;

  const view = async (key: number) => {
    // Each from a visitor of its own: further views of one would not be counted.
    const headers = { 'x-forwarded-for': `10.${(key >> 16) & 255}.${(key >> 8) & 255}.${key & 255}` };
    const { status } = await balancer({ method: 'POST', path: `/api/updateviews/${videoId}`, key, headers });
    if (status !== 'no node') sent++;
    if (status === 200) acknowledgedAt.push(performance.now());
  };
  const viewing = (async () => {
    for (let n = 0; !isStopped; n++) {
      isResting = isPaused;
      if (!isPaused) await view(n);
      await pause(everyMs);
    }
  })();
  return {
    pause: async () => {
      isPaused = true;
      isResting = false;
      while (!isResting) await pause(10);
    },
    resume: () => {
      isPaused = false;
    },
    compare: (total) => {
      const counted = total - before;
      const figures = {
        acknowledgedAt,
        lost: Math.max(0, acknowledgedAt.length - counted),
        surplus: Math.max(0, counted - sent),
      };
      before = total;
      sent = 0;
      acknowledgedAt = [];
      return figures;
    },
    stop: async () => {
      isStopped = true;
      await viewing;
    },
  };
};
