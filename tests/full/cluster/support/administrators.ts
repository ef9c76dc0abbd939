import { setTimeout as pause } from 'node:timers/promises';
import { createAdministrator, signInThrough } from './administrator.ts';
import type { Balancer } from './balancer.ts';
import type { Ledger } from './ledger.ts';

export interface Administrators {
  /** The session of one of them, for calls on any node. */
  cookie: string;
  /** Returns when nothing that they have sent is unanswered. */
  pause: () => Promise<void>;
  resume: () => void;
  /** Lets them go on with new posts only, as people do who reload their screens. */
  leaveOldPosts: () => void;
  /** Answers that no fault explains: a session that ended, a post that is not there. */
  problems: () => string[];
  stop: () => Promise<void>;
}

const names = ['amber', 'birch', 'cedar', 'dune'];
const everyMs = 100;

/** Four people who change posts through all nodes until they are stopped. Their sessions have to last. */
export const startAdministrators = async (balancer: Balancer, ledger: Ledger): Promise<Administrators> => {
  const problems: string[] = [];
  const resting = new Set<string>();
  let isPaused = false;
  let isStopped = false;

  const cookies = await Promise.all(names.map((_, key) => signInThrough(balancer, key)));
  const administrators = names.map((name, at) =>
    createAdministrator(name, cookies[at] ?? '', balancer, ledger, (problem) => problems.push(problem)),
  );
  const working = administrators.map(async ({ change }, at) => {
    for (let n = 0; !isStopped; n++) {
      if (isPaused) resting.add(names[at] ?? '');
      else await change(n);
      await pause(everyMs);
    }
  });
  return {
    cookie: cookies[0] ?? '',
    pause: async () => {
      isPaused = true;
      resting.clear();
      while (resting.size < names.length) await pause(10);
    },
    resume: () => {
      isPaused = false;
    },
    leaveOldPosts: () => {
      for (const { leaveOldPosts } of administrators) leaveOldPosts();
    },
    problems: () => problems,
    stop: async () => {
      isStopped = true;
      await Promise.all(working);
    },
  };
};
